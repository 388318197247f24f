"""The end of a game as sentences and figures."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from game.models import Game
from game.presentation.end import Figures, end_lines, figures, headline
from game.presentation.rendering import render_part
from game.presentation.table import table_view
from game.presentation.view_models import Face
from literature.rules.information_state import information_state, observation
from literature.rules.moves import Asked, Claimed
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED, NOBODY, UNRESOLVED, new_game

RULES = replace(PRESETS["classic"], players=4)
FACES = [Face(name, "fox", "", False) for name in ("Asha", "Ben", "Chidi", "Dora")]


def over(scores, scorers=(0, 1) * 4, rules=RULES, **columns):
    """A finished game, with its public table."""
    now = timezone.now()
    game = Game(
        status=Game.Status.FINISHED,
        options=rules.to_json(),
        score_0=scores[0],
        score_1=scores[1],
        version=67,
        started_at=now - timedelta(minutes=24),
        finished_at=now,
    )
    for name, value in columns.items():
        setattr(game, name, value)
    state = new_game(rules, [0, 0, 0, 0], 0)._replace(
        phase=FINISHED, scores=scores, scorers=tuple(scorers)
    )
    seen = observation(information_state(state, [], None, dealer=0, dealt=None))
    return game, table_view(seen, FACES)


@pytest.mark.parametrize(
    ("scores", "red", "blue", "spectator"),
    [
        ((5, 3), "You won 5–3", "You lost 3–5", "Red won 5–3"),
        ((2, 6), "You lost 2–6", "You won 6–2", "Blue won 6–2"),
        ((4, 4), "A draw 4–4", "A draw 4–4", "A draw 4–4"),
        ((2, -1), "You won 2 to −1", "You lost −1 to 2", "Red won 2 to −1"),
        ((-2, -2), "A draw −2 to −2", "A draw −2 to −2", "A draw −2 to −2"),
    ],
)  # fmt: skip
def test_each_player_gets_their_own_sentence_about_the_result(scores, red, blue, spectator):
    game, _table = over(scores)
    assert [headline(game, team) for team in (0, 1, None)] == [red, blue, spectator]


def test_an_abandoned_game_has_no_result():
    game, table = over((3, 1), status=Game.Status.ABANDONED)
    assert headline(game, 0) == headline(game, None) == "The game has no result."
    table = replace(table, winner=None, winner_name="")
    assert names_in(shown(game, table), "end-beaten") == []


def shown(game, table):
    """The end in the middle of the table."""
    context = {"table": table, "end": end_lines(game, table), "series": ""}
    return render_part("end.html", context)


def names_in(page, place):
    parts = re.findall(rf'class="{place}".*?</ol>', page, re.DOTALL)
    return [name for part in parts for name in re.findall(r'"name" dir="auto">([^<]*)<', part)]


def test_the_winners_are_highlighted():
    page = shown(*over((3, 5)))
    assert names_in(page, "end-won") == ["Ben", "Dora"]
    assert names_in(page, "end-beaten") == ["Asha", "Chidi"]


def test_everybody_is_highlighted_after_a_draw():
    page = shown(*over((4, 4)))
    assert len(names_in(page, "end-won")) == 4
    assert names_in(page, "end-beaten") == []


def test_the_sets_that_nobody_scored():
    page = shown(*over((4, 2), (0, 0, 0, 0, 1, 1, NOBODY, NOBODY)))
    assert re.findall(r"<li[^>]*>([^<]*)</li>", page) == ["Low spades", "High spades"]


def test_the_duration_of_the_game():
    game, table = over((5, 3))
    assert end_lines(game, table) == ["67 moves in 24\xa0minutes."]
    game.started_at = game.finished_at - timedelta(seconds=20)
    game.version = 1
    assert end_lines(game, table) == ["1 move."]


def test_the_reason_why_a_game_ended_with_sets_in_play():
    rules = replace(RULES, game_end="majority")
    lines = end_lines(*over((5, 1), (0, 0, 0, 0, 0, 1, UNRESOLVED, UNRESOLVED), rules))
    assert lines[1] == "Red has more than half of the points, so the game is over."


def ask(number, seat, hit):
    return Asked(number, seat, 0, (seat + 1) % 4, hit)


def claim(number, seat, outcome):
    return Claimed(number, seat, 0, (), outcome, ())


def test_the_moves_of_a_player_are_counted():
    log = [
        ask(0, 0, True), ask(1, 0, True), ask(2, 0, False), ask(3, 1, True), ask(4, 1, False),
        ask(5, 0, True), ask(6, 0, True), claim(7, 0, "correct"), ask(8, 0, True), ask(9, 0, False),
        claim(10, 1, "misplaced"), claim(11, 0, "opponent_held"),
    ]  # fmt: skip
    assert figures(log, {}, 0) == Figures(asks=7, hits=5, right=1, wrong=1, run=3)
    assert figures(log, {}, 1) == Figures(asks=2, hits=1, right=0, wrong=1, run=1)
    assert figures(log, {}, 2) == Figures(0, 0, 0, 0, 0)


def test_moves_made_for_a_player_do_not_count():
    log = [ask(0, 0, True), ask(1, 0, True), ask(2, 0, True)]
    assert figures(log, {1: "clock"}, 0) == Figures(asks=2, hits=2, right=0, wrong=0, run=2)
