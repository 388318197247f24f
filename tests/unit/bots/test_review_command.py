"""``manage.py review FILE``: the review of a record as text, and as JSON."""

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from literature import record
from literature.rules.options import PRESETS
from tests.unit.kit.table import Table

MOVES = 16


@pytest.fixture
def file(tmp_path):
    """The record of the first moves of a game."""
    played = Table(PRESETS["strict"], Random(5))
    for _ in range(MOVES):
        played.play(played.choose("easy"))
    seats = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dorian", "Eva", "Finn")]
    document = record.document(played.state, played.dealt, played.dealer, played.log, seats)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    return path


def said(*arguments):
    out = StringIO()
    call_command("review", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_text_and_json_have_the_same_content(file):
    document, text = json.loads(said(file, "--json")), said(file)
    moves = json.loads(file.read_text())["moves"]
    assert len(document["moves"]) == len(moves) == MOVES
    for move in document["moves"]:
        assert f"\n{move['number'] + 1}. " in f"\n{text}"
        assert all(sentence in text for sentence in move["text"])
    assert any(move["text"] for move in document["moves"])
    assert len(document["summary"]["turning"]) <= 3


def test_files_without_a_record_are_refused(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    for path, why in ((bad, "malformed"), (tmp_path / "none.json", "No such file")):
        with pytest.raises(CommandError, match=why):
            said(path)
