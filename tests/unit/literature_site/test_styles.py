"""The style sheets have no rules that make every change of the table slow."""

import re
from collections.abc import Iterator

from tests import ROOT


def rules(text: str) -> Iterator[tuple[str, str]]:
    """Yield each selector of a style sheet: alone, and after the selectors and at-rules that
    contain it.
    """
    around: list[str] = []
    for match in re.finditer(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        words, end = match[1].strip(), match[2]
        if end == "{":
            around.append(words)
            if not words.startswith("@"):
                yield words, " ".join(around)
        elif end == "}" and around:
            around.pop()


def ends_in_anything(selector: str) -> bool:
    """Return whether the last part of a selector has no class, id, tag or attribute."""
    while (shorter := re.sub(r"\([^()]*\)", "", selector)) != selector:
        selector = shorter
    last = re.split(r"[\s>+~]+", selector.strip())[-1]
    return re.fullmatch(r"\*?(:[\w-]+)+|\*", last) is not None


def test_no_rule_for_all_elements_depends_on_the_content():
    """With a rule such as ``#room:has(.end) > *``, the browser would style the whole table again
    whenever an element is added or removed. This takes 14 ms.
    """
    slow = [
        f"{path.relative_to(ROOT)}: {selector}"
        for path in (ROOT / "static" / "css").rglob("*.css")
        for whole, around in rules(path.read_text())
        for selector in re.split(r",(?![^(]*\))", whole)
        if ":has(" in around and ends_in_anything(selector) and not selector.endswith(":root")
        if not re.search(r":is\([^()]*[.#a-z\[][^()]*\)$", selector)
    ]
    assert slow == []


def test_no_rule_asks_what_the_table_contains():
    """With a rule such as ``#room:has(.end) .seat``, the browser would style all seats again
    whenever an element is added or removed. Instead, rules use attributes of the root element that
    say what the page shows.
    """
    whole_table = re.compile(r"(#room|#mine|\.room-page|:root|html|\.stage|\.seats)[^\s>+~]*:has\(")
    slow = [
        f"{path.relative_to(ROOT)}: {around}"
        for folder in ("table", "end")
        for path in (ROOT / "static" / "css" / folder).glob("*.css")
        for _whole, around in rules(path.read_text())
        if whole_table.search(around.replace(" &", ""))
    ]
    assert slow == []
