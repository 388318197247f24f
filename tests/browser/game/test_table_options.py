"""All options: their records, their readers, their tests, and the document that lists them."""

import re
from functools import cache

import pytest

from game.models import Game
from game.table_options import ALL_OPTIONS, TABLE_OPTIONS, default_table
from rooms.models import Room
from tests import ROOT, options_table
from tests.browser.rooms.test_every_option import EVERY, IN_THE_SUITE, SEEN
from tests.kit import people, table_of

RECORDS = {"literature/rules/options.py", "game/presentation/rule_options.py",
           "game/table_options.py"}  # fmt: skip


@cache
def product_code() -> str:
    """The code of the product, without tests and without the records of the options."""
    files = [
        path
        for folder in ("literature", "game", "rooms", "bots", "previews")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts and str(path.relative_to(ROOT)) not in RECORDS
    ]
    return "\n".join(path.read_text() for path in files)


@pytest.mark.parametrize("option", ALL_OPTIONS.values(), ids=lambda option: option.name)
def test_each_option_has_a_default_and_words_for_its_values(option):
    assert option.default in option.values
    assert option.numbers or all(label and sentence for label, sentence in option.words.values())
    assert option.beside == "" or option.beside in ALL_OPTIONS


@pytest.mark.parametrize("name", ALL_OPTIONS)
def test_each_option_is_read(name):
    read = rf'\brules\.{name}\b|\btable\["{name}"\]|\broom\.{name}\b|\btable__{name}\b'
    assert re.search(read, product_code()), "no code reads this option"


def test_each_option_is_seen_on_a_page():
    """The browser tests are not in ``make check``, but a forgotten option is noticed here."""
    assert set(SEEN) == set(EVERY)
    assert {(option, value) for option, values in EVERY.items() for value in values} >= IN_THE_SUITE


def test_the_document_lists_the_options():
    written = options_table.DOCUMENT.read_text()
    assert written == options_table.document(), "run python -m tests.options_table"


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Game, Room])
def test_a_row_without_an_option_has_its_default(model):
    """The row was stored before the option existed."""
    table_of(people(4))
    model.objects.update(table={"pace": "fast"})
    assert model.objects.get().table == default_table() | {"pace": "fast"}


@pytest.mark.django_db
def test_a_game_keeps_the_options_of_its_table():
    room = table_of(people(4))
    assert room.game.table == room.table == default_table()
    Room.objects.update(table={"turn_seconds": 60})
    assert Game.objects.get().table["turn_seconds"] == 0
    assert set(TABLE_OPTIONS) == set(room.table)
