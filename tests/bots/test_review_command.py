"""``manage.py review FILE``: the review of a record as text, and as JSON."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from bots.selfplay import play, seed_of
from game.rules import record
from game.rules.options import PRESETS


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    played = play(PRESETS["strict"], seed_of(5, 0), ("easy", "medium"))
    seats = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dorian", "Eva", "Finn")]
    document = record.document(played.state, played.dealt, played.dealer, played.log, seats)
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(document))
    return path


def said(*arguments):
    out = StringIO()
    call_command("review", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_text_and_json_have_the_same_content(file):
    document, text = json.loads(said(file, "--json")), said(file)
    moves = json.loads(file.read_text())["moves"]
    assert len(document["moves"]) == len(moves)
    for move in document["moves"]:
        assert f"\n{move['number'] + 1}. " in f"\n{text}"
        assert all(sentence in text for sentence in move["text"])
    assert len(document["summary"]["turning"]) <= 3


def test_files_without_a_record_are_refused(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    for path, why in ((bad, "malformed"), (tmp_path / "none.json", "No such file")):
        with pytest.raises(CommandError, match=why):
            said(path)
