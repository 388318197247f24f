"""``check_games`` finds changed rows that contradict the log."""

import io
import json

import pytest
from django.core.management import call_command

from finished import records
from game.integrity import problems
from game.models import Game, Hand, Move
from tests.database.kit.tampering import TAMPERINGS, people_of, with_each_kind_of_move
from tests.kit import PLAIN, import_record, play_on, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def checked(*ids):
    """The exit code and the output of the command."""
    out = io.StringIO()
    try:
        call_command("check_games", *ids, stdout=out, stderr=out)
    except SystemExit as stopped:
        return stopped.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def game():
    return with_each_kind_of_move()


def test_played_games_have_no_problems(game):
    assert checked() == (0, "1 game checked, 0 wrong\n")
    play_on(game)
    started(list(people_of(game)), PLAIN)
    assert checked() == (0, "2 games checked, 0 wrong\n")


def test_an_empty_database_has_no_problems():
    assert checked() == (0, "0 games checked, 0 wrong\n")


def test_abandoned_games_have_no_problems(game):
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    assert checked() == (0, "1 game checked, 0 wrong\n")


@pytest.mark.parametrize("name", TAMPERINGS)
def test_changed_rows_are_named(game, name):
    other = started(people_of(game), PLAIN)
    TAMPERINGS[name](game)
    code, said = checked()
    assert code == 1
    assert said.endswith("2 games checked, 1 wrong\n")
    lines = said.splitlines()[:-1]
    assert lines and all(line.startswith(f"{game.pk}: ") for line in lines)
    assert not any(line.startswith(other.pk) for line in lines)


def test_problems_are_described_in_sentences(game):
    hit = game.moves.filter(hit=True).first()
    Move.objects.filter(pk=hit.pk).update(hit=False)
    assert problems(Game.objects.get(pk=game.pk)) == [f"move {hit.number + 1} has a wrong outcome"]


def test_a_card_that_changed_its_hand_without_a_move_is_found(game):
    first, second = list(game.hands.all())[0::2]
    card = first.live & -first.live
    Hand.objects.filter(pk=first.pk).update(live=first.live ^ card)
    Hand.objects.filter(pk=second.pk).update(live=second.live | card)
    assert problems(Game.objects.get(pk=game.pk)) == ["hands does not match the log"]


def test_an_imported_game_is_compared_with_its_record(game):
    play_on(game)
    imported = import_record(records.export(game).encode())
    assert checked(imported.pk)[0] == 0
    other = json.loads(records.export(game))
    other["moves"] = other["moves"][:2]
    del other["result"]
    Game.objects.filter(pk=imported.pk).update(source=json.dumps(other).encode())
    assert checked(imported.pk)[0] == 1
    Game.objects.filter(pk=imported.pk).update(source=b"{}")
    assert checked(imported.pk)[0] == 1


def test_only_the_named_games_are_checked(game):
    other = started(people_of(game), PLAIN)
    Game.objects.filter(pk=other.pk).update(turn=3)
    assert checked(game.pk) == (0, "1 game checked, 0 wrong\n")
    assert checked(other.pk)[0] == 1


def test_a_missing_game_is_a_failure(game):
    code, said = checked(game.pk, "nosuchgame")
    assert code == 1
    assert "No game has the id nosuchgame." in said
    assert "1 game checked, 0 wrong" in said


# Stored for staff


def test_the_result_of_the_check_is_stored(game):
    checked()
    assert (game.integrity_check.agrees, game.integrity_check.problems) == (True, [])
    assert game.integrity_check.version == game.version
    play_on(game)
    Game.objects.filter(pk=game.pk).update(score_0=99)
    assert checked()[0] == 1
    again = Game.objects.get(pk=game.pk).integrity_check
    assert (again.agrees, again.version) == (False, game.version)
    assert again.problems == ["scores does not match the log"]
