"""The options of a table, and the document that lists all options."""

import pytest

from game.models import Game
from game.table_options import ALL_OPTIONS, TABLE_OPTIONS, default_table
from rooms.models import Room
from tests import options_table
from tests.kit import people, table_of


@pytest.mark.parametrize("option", ALL_OPTIONS.values(), ids=lambda option: option.name)
def test_each_option_has_a_default_and_words_for_its_values(option):
    assert option.default in option.values
    assert option.numbers or all(label and sentence for label, sentence in option.words.values())
    assert option.beside == "" or option.beside in ALL_OPTIONS


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
