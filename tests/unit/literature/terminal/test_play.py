"""``python -m literature play``: a person's game in the terminal."""

import io
import subprocess
import sys
from types import SimpleNamespace

import pytest

from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.terminal import play


def said(monkeypatch, capsys, *typed):
    """The output of a game in which the person types these lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    lines = list(play.run(preset="classic", level="easy", seed=4))
    return "\n".join(lines), capsys.readouterr().out


def test_a_whole_game(monkeypatch, capsys):
    """The person takes the first offered ask or pass, or claims to hold a whole set."""

    def typed():
        while True:
            yield "moves"
            offered = [line.split() for line in capsys.readouterr().out.splitlines()]
            for words in offered:
                if words and words[0] in ("ask", "pass"):
                    yield " ".join(words[:3])
                    break
            else:
                name = offered[-1][1]
                cards = DECKS["8s-out"].set_named(name).cards
                yield f"claim {name} {' '.join(f'{card_text(card)}=0' for card in cards)}"

    lines_typed = typed()
    stdin = SimpleNamespace(readline=lambda: next(lines_typed) + "\n")
    monkeypatch.setattr(sys, "stdin", stdin)
    lines = list(play.run(preset="classic", level="medium", seed=4))
    assert lines[0].startswith("Your cards: ")
    assert lines[-1].startswith("The game is over: ")
    assert any(line.startswith("0 ask ") for line in lines)


def test_mistakes_are_explained_and_lose_nothing(monkeypatch, capsys):
    lines, printed = said(monkeypatch, capsys, "", "help", "dance", "ask 2C 2", "quit")
    assert "That is not a move. Type help for help." in printed
    assert play.HELP in printed
    assert lines.endswith("Not allowed: target teammate.")


def test_the_end_of_the_input_ends_the_game(monkeypatch, capsys):
    lines, _ = said(monkeypatch, capsys)
    assert "The game is over" not in lines


@pytest.mark.slow
def test_the_command_line(tmp_path):
    def run(*arguments, **options):
        command = [sys.executable, "-m", "literature", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)

    assert "play" in run("--help").stdout
    done = run("selfplay", "--games", "1", "--workers", "1", "--out", str(tmp_path))
    assert done.stdout.startswith("1 games in ")
    assert "100 %" in done.stderr
    record = next(tmp_path.glob("*.json"))
    assert run("verify", str(record)).stdout == f"{record}: valid\n"
    record.write_text("{}")
    done = run("verify", str(record))
    assert (done.returncode, done.stdout) == (1, f"{record}: malformed\n")
    done = run("bot", "easy", input="{}\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 1: not a question" in done.stderr
