"""Series (docs/rules.md): the end, the winner, the points, and the dealer of the next game."""

import pytest

from literature.rules.series import Standing, next_dealer, standing
from tests.unit.kit.positions import rules

A, B, DRAW = (5, 3), (2, 6), (4, 4)

ON = (False, None)
TEAM_0, TEAM_1, DRAWN = (True, 0), (True, 1), (True, None)


@pytest.mark.parametrize(
    ("series", "games", "stands"),
    [
        ("single", [], ON),
        ("single", [A], TEAM_0),
        ("single", [B], TEAM_1),
        ("single", [DRAW], DRAWN),
        # "one game, and best of three if it is drawn"
        ("tie_break", [], ON),
        ("tie_break", [A], TEAM_0),
        ("tie_break", [B], TEAM_1),
        ("tie_break", [DRAW], ON),
        ("tie_break", [DRAW, A], ON),
        ("tie_break", [DRAW, A, A], TEAM_0),
        ("tie_break", [DRAW, A, B], DRAWN),
        ("tie_break", [DRAW, DRAW, B], TEAM_1),
        ("tie_break", [DRAW, DRAW, DRAW], DRAWN),
        # "ends when a team has won two games or three have been played"
        ("best_of_three", [], ON),
        ("best_of_three", [A], ON),
        ("best_of_three", [DRAW], ON),
        ("best_of_three", [A, A], TEAM_0),
        ("best_of_three", [B, B], TEAM_1),
        ("best_of_three", [A, B], ON),
        ("best_of_three", [A, B, B], TEAM_1),
        # "drawn games count for neither, more won games win it, and equal is a draw"
        ("best_of_three", [A, DRAW], ON),
        ("best_of_three", [A, DRAW, DRAW], TEAM_0),
        ("best_of_three", [DRAW, DRAW, B], TEAM_1),
        ("best_of_three", [A, B, DRAW], DRAWN),
        ("best_of_three", [DRAW, DRAW, DRAW], DRAWN),
        # The number of won games counts, and not their points: 14 points against 10 here.
        ("best_of_three", [(8, 0), (3, 5), (3, 5)], TEAM_1),
    ],
)
def test_the_series_of_games(series, games, stands):
    found = standing(rules(series=series), games)
    assert (found.over, found.winner) == stands
    assert found.games == len(games)


@pytest.mark.parametrize(
    ("points", "games", "stands"),
    [
        # "ends after the game in which a team's total reaches N and is higher than the other's"
        (10, [], ON),
        (10, [(5, 3)], ON),
        (10, [(5, 3), (4, 4)], ON),
        (10, [(5, 3), (5, 3)], TEAM_0),
        (11, [(5, 3), (5, 3)], ON),
        (10, [(3, 5), (1, 7)], TEAM_1),
        (10, [(6, 4), (4, 6)], ON),  # Both teams reach the number, but neither is higher.
        (10, [(6, 4), (4, 6), (4, 4)], ON),
        (10, [(6, 4), (4, 6), (3, 5)], TEAM_1),
        (10, [(6, 4), (3, 5), (2, 1)], TEAM_0),
        # "at the latest after N games"
        (3, [(1, 1), (0, 0)], ON),
        (3, [(1, 1), (0, 0), (1, 0)], TEAM_0),
        (3, [(1, 1), (0, 0), (1, 1)], DRAWN),
        (2, [(-1, -1), (0, -1)], TEAM_0),
        (1, [(0, 0)], DRAWN),
        (1, [(1, 0)], TEAM_0),
        (100, [(5, 3)] * 19, ON),
        (100, [(5, 3)] * 20, TEAM_0),
        (100, [(0, 0)] * 99, ON),
        (100, [(0, 0)] * 100, DRAWN),
    ],
)
def test_first_to_so_many_points(points, games, stands):
    found = standing(rules(series="first_to", series_points=points), games)
    assert (found.over, found.winner) == stands


def test_the_points_of_a_series_add_up():
    assert standing(rules(series="best_of_three"), [A, B, DRAW]) == Standing(
        games=3, won=(1, 1), points=(11, 13), over=True, winner=None
    )


@pytest.mark.parametrize(
    ("players", "dealer", "following"), [(6, 0, 1), (6, 5, 0), (4, 3, 0), (12, 10, 11)]
)
def test_in_a_series_the_dealer_moves_one_seat_clockwise(players, dealer, following):
    assert next_dealer(rules(players=players), dealer) == following
