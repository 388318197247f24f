"""Bots as programs: questions, answers, and failures."""

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from literature.knowledge import Knowledge
from literature.policy import LEVELS, policy
from literature.policy import program as programs
from literature.protocol import BadMessage, answer, question, read_answer, read_question
from literature.record import verdict
from literature.rules.moves import Ask, Claim, Pass
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from literature.selfplay import play, record, seed_of
from tests import ROOT
from tests.unit.kit.strategies import PROFILE, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow

DOCS = ROOT / "docs"
EXAMPLE = DOCS / "thirty_lines.py"
CLASSIC = PRESETS["classic"]


def counts(table: Table) -> list[int]:
    return [hand.bit_count() for hand in table.state.hands]


def command(tmp_path: Path, code: str) -> str:
    """The command that runs a program with this code."""
    (tmp_path / "bot.py").write_text(f"import sys\n{code}\n")
    return f"cmd:{sys.executable} {tmp_path / 'bot.py'}"


@PROFILE
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_a_question_contains_all_visible_information_of_a_seat(rules, rng):
    table = Table(rules, rng)
    for _ in table.play_at_random(rng.randrange(60)):
        pass
    for seat in range(rules.players):
        seen = table.information_state(seat)
        asked = question(seen, counts(table))
        again = read_question(json.dumps(asked))
        assert asked["dealt"] and len(asked["log"]) == len(table.log)
        assert [each["cards"] for each in asked["seats"]] == counts(table)
        assert (again.legal, tuple(again.log)) == (seen.legal, tuple(seen.log))
        assert (again.live, again.scorers) == (seen.live, seen.scorers)
        if table.state.phase != FINISHED:
            assert vars(Knowledge.of(again)) == vars(table.knowledge[seat])


@pytest.mark.parametrize("move", [Ask(0, 3, 1), Pass(0, 2), Claim(0, 0, ((0, 0), (1, 2))), None])
def test_an_answer_is_parsed_to_its_move(move):
    assert read_answer(CLASSIC, 0, json.dumps(answer(CLASSIC, move))) == move


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "[]", "{}", '{"ask": "9H"}', '{"ask": "9H", "of": 6}', '{"ask": 9, "of": 1}',
        '{"pass": true}', '{"pass": -1}', '{"claim": "low-clubs", "holders": {"2C": "0"}}',
        '{"pass": 2, "seat": 0}', '{"ask": "9H", "of": 1, "hit": true}',
    ],
)  # fmt: skip
def test_invalid_answers_are_errors(line):
    with pytest.raises(BadMessage):
        read_answer(CLASSIC, 0, line)


@pytest.mark.parametrize("level", LEVELS)
def test_the_bot_command_answers_line_by_line(level, monkeypatch):
    table = Table(PRESETS["nine-sets-anytime"], Random(5))
    for _ in range(25):
        table.play(table.choose())
    lines = [
        json.dumps(question(table.information_state(seat), counts(table))) for seat in range(6)
    ]
    said = []
    for _ in range(2):
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        call_command("bot", level, stdout=out)
        said.append(out.getvalue().splitlines())
    assert said[0] == said[1], "the same question, the same answer"
    moves = [read_answer(table.rules, seat, line) for seat, line in enumerate(said[0])]
    assert moves[table.state.turn] is not None
    assert all(move is None or move.seat == seat for seat, move in enumerate(moves))
    table.play(moves[table.state.turn])


@pytest.mark.parametrize("line", ["", "{}", "null", "7", '{"rules": {"deck": "x"}}'])
def test_the_bot_command_refuses_invalid_questions(line, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(line + "\n"))
    with pytest.raises(CommandError, match="line 1: not a question"):
        call_command("bot", "easy", stdout=io.StringIO())


def test_a_question_with_a_gap_in_its_log_is_refused():
    table = Table(CLASSIC, Random(1))
    for _ in range(3):
        table.play(table.choose())
    asked = question(table.information_state(0), counts(table))
    asked["log"] = asked["log"][1:]
    with pytest.raises(BadMessage, match="not complete"):
        read_question(json.dumps(asked))


@pytest.mark.parametrize("preset", ["nine-sets-anytime", "silent-hands"])
def test_the_example_bot_of_the_documentation_plays_a_game(preset):
    code = EXAMPLE.read_text()
    assert sum(bool(line) for line in code.splitlines()) == 30
    assert code in (DOCS / "bots.md").read_text()
    teams = (f"cmd:{sys.executable} {EXAMPLE}", "easy")
    played = play(PRESETS[preset], seed_of(1, 1), teams)
    assert played.failed is None
    assert played.state.phase == FINISHED
    assert verdict(record(played, teams)) is None


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("input(); print('{\"pass\": 0}', flush=True); input()", "is refused: "),
        ("input(); print('null', flush=True); input()", "no move though it has the turn"),
        ("input(); print('ask me', flush=True); input()", "not JSON"),
        ("input(); sys.stdin.read()", "no answer in 0.2 seconds"),
        ("while True: print(end='.', flush=True)", "no answer in 0.2 seconds"),
    ],
)
def test_a_program_that_fails_loses_the_game(tmp_path, monkeypatch, code, why):
    monkeypatch.setattr(programs, "PATIENCE", 0.2 if "no answer" in why else 60.0)
    team = command(tmp_path, code)
    out, err = io.StringIO(), io.StringIO()
    options = ["--games", "2", "--team-b", team, "--json", "--workers", "1"]
    with pytest.raises(CommandError, match="a program failed in each of them"):
        call_command("selfplay", *options, stdout=out, stderr=err)
    policy(team).stop()
    result = json.loads(out.getvalue())
    assert result["a"]["won"] == 2
    assert len(result["errors"]) == 2
    assert all(why in error and '"dealt": [' in error for error in result["errors"])


def test_a_program_that_does_not_read_its_input_exceeds_the_time(tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "PATIENCE", 0.2)
    team = programs.Program(command(tmp_path, "import signal; signal.pause()")[4:])
    table = Table(CLASSIC, Random(1))
    seen = table.information_state(0)
    monkeypatch.setattr(programs, "question", lambda *_: "?" * 1_000_000)
    with pytest.raises(programs.BotFailed, match="no answer in"):
        team.ask(seen, counts(table))


def test_a_program_that_cannot_be_started_is_an_error():
    played = play(CLASSIC, seed_of(1, 1), ("cmd:/no/such/program", "easy"))
    assert "No such file" in str(played.failed)


def selfplay(team):
    words = [sys.executable, "-m", "literature", "selfplay", "--games=1", "--team-a", team]
    return subprocess.run([*words, "--workers=1"], cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("team", ["cmd:/no/such/program", "cmd:"])
def test_games_with_a_program_that_does_not_exist_do_not_begin(team):
    ended = selfplay(team)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"{team}: there is no such program" in ended.stderr


def test_a_team_may_mix_levels():
    teams = ("hard,medium,easy", "easy")
    played = play(CLASSIC, seed_of(1, 1), teams)
    seats = json.loads(record(played, teams))["seats"]
    assert [seat["bot"] for seat in seats] == ["hard", "easy", "medium", "easy", "easy", "easy"]
