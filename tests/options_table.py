"""The tables in ``docs/options.md``, made from the records of the options. To write the file, run
``python -m tests.options_table``.
"""

import os
from itertools import groupby
from pathlib import Path

DOCUMENT = Path(__file__).parent.parent / "docs" / "options.md"
HEAD = """# Options

All options that a host can set. `POST /r/CODE/settings/` takes them as fields; a program may send
some of them. Logs and rows use the same names. The value of a new table is **bold**, but a preset
sets all options of the rules.

This file is made by `python -m tests.options_table` from the records in
`literature/rules/options.py`, `game/presentation/rule_options.py` and `game/table_options.py`.
"""


def document() -> str:
    from game.table_options import ALL_OPTIONS

    text = HEAD
    for group, options in groupby(ALL_OPTIONS.values(), key=lambda option: str(option.group)):
        text += f"\n## {group}\n\n| option | title | values |\n| --- | --- | --- |\n"
        for option in options:
            text += f"| `{option.name}` | {option.title} | {values(option)} |\n"
    return text


def values(option) -> str:
    from literature.rules.options import as_text

    if option.numbers:
        numbers = option.numbers
        step = f" in steps of {numbers.step}" if numbers.step > 1 else ""
        return f"{numbers[0]} to {numbers[-1]}{step}; **{option.default}**"
    shown = ((value, f"`{as_text(value)}` ({label})") for value, (label, _) in option.words.items())
    return ", ".join(f"**{text}**" if value == option.default else text for value, text in shown)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
    import django

    django.setup()
    DOCUMENT.write_text(document())
