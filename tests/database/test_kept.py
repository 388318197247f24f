"""Every stored game of an earlier release still has the same result."""

import io
import json
import subprocess
from collections import Counter

import pytest
from django.core.management import call_command

from finished import records
from game.models import Game
from literature.record import read, replay, verdict
from literature.rules.options import OPTIONS, PLAYERS, PRESETS
from tests import ROOT
from tests.games import make_kept, read_kept
from tests.kit import import_record

#: The next ``make keep-games`` stores games of these presets.
SINCE_LAST_RELEASE = {"by-letter"}
NAMES = list(read_kept.releases())
GAMES = [(name, game) for name in NAMES for game in read_kept.kept_games(name)]


def as_bytes(game):
    return json.dumps(game["record"]).encode()


@pytest.mark.parametrize("name", NAMES)
def test_each_game_has_the_same_result(name):
    for number, game in enumerate(read_kept.kept_games(name), start=1):
        where = f"{name}, line {number}"
        assert verdict(as_bytes(game)) is None, where
        replay = read_kept.replay_of(read_kept.rules_of(game), game["record"])
        assert read_kept.final(replay) == game["final"], where
        assert read_kept.views(replay) == game["sights"], where


def test_a_different_result_would_be_noticed():
    _, game = GAMES[0]
    replay = read_kept.replay_of(read_kept.rules_of(game), game["record"])
    shorter = read_kept.Replay(replay.dealer, replay.states[:-1], replay.log[:-1])
    assert read_kept.final(shorter) != game["final"]
    otherwise = {**game["dials"], "history": "full", "hand_counts": "secret"}
    replay = read_kept.replay_of(read_kept.rules_of(game | {"dials": otherwise}), game["record"])
    assert read_kept.final(replay) == game["final"]
    assert read_kept.views(replay) != game["sights"]


@pytest.mark.django_db
def test_the_site_imports_them_with_the_same_result():
    for _, game in GAMES[::6]:
        data = as_bytes(game)
        stored = Game.objects.get(pk=import_record(data).pk)
        final = game["final"]
        assert list(stored.scores) == final["scores"]
        assert (stored.version, stored.phase, stored.turn) == (
            final["moves"], final["phase"], final["turn"],
        )  # fmt: skip
        assert records.export(stored).encode() == data
    said = io.StringIO()
    call_command("check_games", stdout=said)
    assert said.getvalue() == f"{len(GAMES[::6])} games checked, 0 wrong\n"


def test_there_are_many_games():
    assert len(GAMES) >= 200
    assert len({game["record"]["seed"] for _, game in GAMES}) == len(GAMES)
    assert sum((read_kept.FOLDER / name).stat().st_size for name in NAMES) < 1_000_000


def test_every_value_of_every_option_is_among_them():
    games = Counter((option, value) for _, game in GAMES for option, value in game["dials"].items())
    for option, values in OPTIONS.items():
        for value in values:
            assert games[option, value] >= 3, f"make keep-games: none with {option} at {value}"
    assert {len(game["record"]["seats"]) for _, game in GAMES} == set(PLAYERS)


def test_every_preset_is_among_them():
    for preset, rules in PRESETS.items():
        if preset in SINCE_LAST_RELEASE:
            continue
        mine = [game for _, game in GAMES if game["preset"] == preset]
        as_now = [game for game in mine if game["dials"] == rules.to_json()]
        assert len(as_now) >= 3, f"Add {preset} to SINCE_LAST_RELEASE."


def test_every_kind_of_event_occurs():
    outcomes, phases, kinds, points = Counter(), Counter(), Counter(), Counter()
    for _, game in GAMES:
        replay = read_kept.replay_of(read_kept.rules_of(game), game["record"])
        phases.update({state.phase for state in replay.states})
        phases.update({"returned" for state in replay.states if state.returned})
        points.update({"below nothing" for state in replay.states if min(state.scores) < 0})
        points.update({"won", "drawn"} & {"drawn" if game["final"]["winner"] is None else "won"})
        for move in game["record"]["moves"]:
            outcomes[move.get("outcome")] += 1
            kinds[next(kind for kind in ("ask", "claim", "pass") if kind in move)] += 1
    assert min(outcomes[each] for each in ("correct", "misplaced", "opponent_held")) >= 50
    assert min(phases[each] for each in ("must_pass", "endgame", "returned")) >= 10
    assert min(kinds[each] for each in ("ask", "claim", "pass")) >= 50
    assert min(points[each] for each in ("won", "drawn", "below nothing")) >= 3


def test_stored_files_are_unchanged():
    assert NAMES
    assert {path.name for path in read_kept.FOLDER.glob("*.xz")} == set(NAMES)
    for name, said in read_kept.releases().items():
        assert read_kept.hash_of(read_kept.FOLDER / name) == said, f"{name} is not what was kept"


def test_no_commit_changes_a_stored_release():
    """Somebody could change a file together with its hash. The history in git would show this."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    words = ["git", "log", "--diff-filter=MDRT", "--no-renames", "--format=%h %s"]
    log = subprocess.run(
        [*words, "--", "tests/games/*.jsonl.xz"], cwd=ROOT, capture_output=True, text=True
    )
    assert log.stdout == ""


def test_this_release_has_stored_its_games():
    assert f"{make_kept.present_release()}.jsonl.xz" in NAMES, "make keep-games"


def test_a_release_is_written_once(capsys):
    before = read_kept.releases()
    assert make_kept.main(make_kept.present_release()) == 1
    assert "stays as it is" in capsys.readouterr().err
    assert read_kept.releases() == before


def test_a_new_release_is_put_after_the_others(tmp_path, monkeypatch):
    plans = list(make_kept.plans("9.9"))[::100]
    monkeypatch.setattr(read_kept, "FOLDER", tmp_path)
    monkeypatch.setattr(read_kept, "SUMS", tmp_path / "SHA256SUMS")
    monkeypatch.setattr(make_kept, "plans", lambda release: plans)
    assert make_kept.main("9.9") == make_kept.main("9.10") == 0
    assert list(read_kept.releases()) == ["9.9.jsonl.xz", "9.10.jsonl.xz"]
    again = list(read_kept.kept_games("9.10.jsonl.xz"))
    assert again == list(read_kept.kept_games("9.9.jsonl.xz"))
    assert [replay(read(as_bytes(game))).state.phase for game in again] == ["finished"] * len(plans)
