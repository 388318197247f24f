"""A pseudo-locale in which all sentences are at least 40 % longer than in English. Every sentence
is translated, and none is clipped.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import trans_real
from playwright.sync_api import Page

from accounts.models import User
from rooms.models import Room, Seat
from tests.browser import test_axe as places

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

PAGES = [
    places.home_with_tables,
    places.name_on_the_way_to_a_table,
    places.new_table,
    places.lobby_of_host,
    places.house_rules,
    places.table,
    places.reviewed_game,
    places.game_by_the_eyes_of_a_seat,
    places.history,
    places.rules_for_a_long_name,
    places.puzzle_of_the_day,
]

IN_PICTURES = "Ben Joe Mary Tom Zoe Ada Ana Cleo Nora".split()

#: Returns the elements with untranslated text, which is outside of brackets. It leaves out names
#: of people, codes, cards, keys and typed text, which are the same in all languages.
UNTRANSLATED = """
(names) => {
  const same = '[dir=auto], .code, code, kbd, time, script, noscript, style, template, svg';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  let depth = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest(same)) continue;
    let outside = '';
    for (const letter of node.data) {
      if (letter === '⟦') depth += 1;
      else if (letter === '⟧') depth -= 1;
      else if (depth === 0) outside += letter;
    }
    for (const name of names) outside = outside.replaceAll(name, '');
    if (/[A-Za-z]{2}/.test(outside)) found.push(node.parentElement.outerHTML.slice(0, 160));
  }
  return found;
}
"""

CLIPPED = """
() => [...document.querySelectorAll('main *, header *')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.includes('⟦')))
  .filter((e) => !e.closest('.visually-hidden, [dir=auto], svg'))
  .filter((e) => getComputedStyle(e).overflow !== 'visible')
  .filter((e) => getComputedStyle(e).clipPath === 'none')
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map((e) => e.outerHTML.slice(0, 160))
"""


def longer(text: str) -> str:
    """Return ``text`` in brackets and at least 40 % longer."""
    filler = " lorem" * (len(text) // 15 + 1)
    return f"⟦{text}{filler[: max(2, len(text) * 2 // 5)]}⟧"


@pytest.fixture
def long_language(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Make the pseudo-locale the only language of the site. Its code is
    that of Esperanto: it must not be a code of the site's languages, because rendered parts are
    cached by language code, and Django accepts only codes of real languages.
    """
    settings.LANGUAGES = [("eo", "Esperanto")]
    settings.LANGUAGE_CODE = "eo"

    def one(text: str) -> str:
        return longer(trans_real.gettext(text))

    def plural(one: str, more: str, number: int) -> str:
        return longer(trans_real.ngettext(one, more, number))

    monkeypatch.setattr(translation._trans, "gettext", one)
    monkeypatch.setattr(translation._trans, "ngettext", plural)


def names() -> list[str]:
    """Return the texts that are the same in all languages: names of people at tables and in
    pictures, and room codes.
    """
    people = set(User.objects.values_list("name", flat=True)) | set(IN_PICTURES)
    seats = set(Seat.objects.values_list("name", flat=True))
    codes = set(Room.objects.values_list("code", flat=True))
    return sorted(people | seats | codes, key=len, reverse=True)


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.__name__)
def test_every_sentence_is_translated_and_fits(
    live_server: Any,
    page: Page,
    long_language: None,
    place: Callable[[], tuple[Any, ...]],
) -> None:
    for path in places.visit(place, live_server.url, page):
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(UNTRANSLATED, names()) == [], path
        assert page.evaluate(CLIPPED) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
