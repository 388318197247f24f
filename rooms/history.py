"""The finished games of a room, for its present and former players."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from finished.access import may_see_all, visible_among
from finished.history.pages import Page, Pager
from finished.history.rows import row_of, with_players
from game.models import Game, PlayerResult
from game.refusals import Refused
from rooms.models import Room, SeriesGame
from rooms.series import sentences_of

_PAGER: Pager[SeriesGame] = Pager(("pk",))


def check_of_room(room: Room, user: User) -> None:
    """Raise ``Refused`` with ``removed`` for banned people, and with ``not_of_room`` for people who
    have no seat and never played in this room. Staff who may see all games always pass.
    """
    if may_see_all(user) or room.host_id == user.pk or room.seats.filter(user=user).exists():
        return
    if room.bans.filter(user=user).exists():
        raise Refused("removed")
    sat = Q(game__players__user=user) | Q(game__players__left_user=user)
    if not room.series_games.filter(sat).exists():
        raise Refused("not_of_room")


def page_of(room: Room, user: User, asked: dict[str, str]) -> tuple[Page[SeriesGame], list[object]]:
    """Return a page of finished games and its series: the number of each, its score in words (empty
    for a single game), and its rows, newest first. A row tells whether ``user`` may see the game.
    """
    rounds = SeriesGame.objects.filter(room=room).exclude(game__status=Game.Status.RUNNING)
    page = _PAGER.page(rounds.select_related("game").defer("game__source"), asked)
    games = [each.game for each in page.rows]
    with_players(games)
    results = {
        result.game_id: result for result in PlayerResult.objects.filter(user=user, game__in=games)
    }
    visible = visible_among(games, user)
    stands = sentences_of(room, (each.series for each in page.rows))
    by_series: dict[int, list[Any]] = {}
    for each in page.rows:
        row = row_of(each.game, results.get(each.game_id), may_see=each.game_id in visible)
        by_series.setdefault(each.series, []).append(row)
    return page, [(number, stands[number], rows) for number, rows in by_series.items()]
