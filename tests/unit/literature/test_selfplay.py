"""Games among bots, their records, and the results of the command ``selfplay``."""

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from literature.record import read, replay, verdict
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from literature.selfplay import EndlessGame, play, record, rules_of, seed_of
from literature.tournament import wilson


def selfplay(*options: str) -> dict:
    """The output of the command with ``--json``."""
    out = StringIO()
    call_command("selfplay", "--json", *options, stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def without_time(result: dict) -> dict:
    """A result without the values that are different in each run."""
    return {
        key: without_time(value) if isinstance(value, dict) else value
        for key, value in result.items()
        if key not in ("seconds", "milliseconds")
    }


@pytest.mark.parametrize("preset", [*PRESETS, "random"])
def test_a_game_ends_and_its_record_is_valid(preset):
    seed = seed_of(1, 2)
    played = play(rules_of(preset, seed), seed, ("medium", "easy"))
    assert played.state.phase == FINISHED
    again = replay(read(record(played, ("medium", "easy"))))
    assert (again.dealt, again.log) == (played.dealt, tuple(played.log))
    assert again.state.scores == played.state.scores


def test_equal_seeds_give_equal_games():
    games = [play(PRESETS["classic"], seed_of(1, game), ("easy", "medium")) for game in (3, 3, 4)]
    assert games[0].log == games[1].log != games[2].log


def test_a_game_with_too_many_moves_is_an_error(monkeypatch):
    monkeypatch.setattr("literature.selfplay.MOST_MOVES", 10)
    with pytest.raises(EndlessGame, match="10 moves by deck=8s-out"):
        play(PRESETS["classic"], seed_of(1, 1), ("medium", "medium"))


@pytest.mark.slow
def test_games_use_all_presets_in_turn():
    games = str(len(PRESETS))
    result = selfplay("--games", games, "--preset", "all", "--team-b", "easy", "--workers", "2")
    assert list(result["presets"]) == list(PRESETS)
    assert {each["games"] for each in result["presets"].values()} == {1}


def test_the_number_of_workers_changes_nothing():
    options = ("--games", "4", "--team-b", "easy", "--seed", "5")
    one, two = (selfplay(*options, "--workers", workers) for workers in "12")
    assert without_time(one) == without_time(two)


def test_equal_bots_win_one_game_of_each_swapped_pair():
    result = selfplay("--games", "4", "--preset", "nine-sets", "--duplicate", "--workers", "1")
    assert result["games"] == 8
    assert result["a"]["won"] == result["b"]["won"]
    assert result["a"]["points"] == {"rate": 0.5, "interval": [0.5, 0.5]}


@pytest.mark.slow
def test_medium_beats_easy():
    result = selfplay("--games", "8", "--team-a", "easy", "--duplicate")
    assert result["b"]["interval"][0] > 0.5


@pytest.mark.slow
def test_hard_beats_medium():
    result = selfplay("--games", "8", "--preset", "strict", "--team-a", "hard", "--duplicate")
    assert result["a"]["points"]["interval"][0] > 0.5
    assert result["a"]["hit_rate"] > result["b"]["hit_rate"]
    assert result["unfinished"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("teams", [("hard", "hard"), ("easy", "hard")])
def test_games_of_all_kinds_end(teams):
    """The tests of the levels play such games, too (``test_policy``)."""
    options = ("--games", "20", "--preset", "random", "--team-a", teams[0], "--team-b", teams[1])
    result = selfplay(*options)
    assert (result["games"], result["unfinished"], result["errors"]) == (20, 0, [])


def test_another_number_of_seats():
    result = selfplay("--games", "1", "--players", "4", "--team-a", "hard,easy")
    assert result["games"] == 1


def test_an_unfinished_game_is_counted(monkeypatch):
    monkeypatch.setattr("literature.selfplay.MOST_MOVES", 10)
    result = selfplay("--games", "2", "--workers", "1")
    assert (result["unfinished"], result["drawn"]) == (2, 0)
    assert all("10 moves by" in error for error in result["errors"])


@pytest.mark.slow
def test_intervals_count_deals_not_games():
    """Two games of the same deal are not independent."""
    result = selfplay("--games", "4", "--team-b", "easy", "--duplicate", "--workers", "1")
    assert (result["games"], result["deals"]) == (8, 4)
    low, high = result["a"]["points"]["interval"]
    assert low <= result["a"]["points"]["rate"] <= high


def test_records_are_written_and_valid(tmp_path: Path):
    selfplay(
        "--games", "3", "--preset", "all", "--seed", "9", "--duplicate", "--out", str(tmp_path)
    )
    papers = sorted(tmp_path.iterdir())
    assert [paper.name for paper in papers] == [
        f"{preset}-9-00000{number}{swapped}.json"
        for number, preset in sorted(enumerate(list(PRESETS)[:3]), key=lambda each: each[1])
        for swapped in ("-swapped", "")
    ]
    assert all(verdict(paper.read_bytes()) is None for paper in papers)


def test_the_report_for_people():
    out, bar = StringIO(), StringIO()
    with redirect_stderr(bar):
        call_command("selfplay", "--games", "2", "--workers", "1", stdout=out)
    head, columns, row, *teams = out.getvalue().splitlines()
    assert head.startswith("2 games in ")
    assert columns.split()[:3] == ["games", "moves", "most"]
    assert row.startswith("nine-sets ")
    assert [team.split(":")[0] for team in teams] == ["team a", "team b"]
    assert bar.getvalue().endswith("] 100 %  2 of 2 games\n")


@pytest.mark.parametrize(
    "options", [["--preset", "none"], ["--games", "0"], ["--team-a", "divine"], ["--workers", "x"]]
)
def test_unknown_options_are_refused(options):
    with pytest.raises(CommandError):
        selfplay(*options)


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CommandError):
        selfplay("--out", str(tmp_path / "file"))


def test_wilson_interval():
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
