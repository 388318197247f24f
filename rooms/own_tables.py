"""A person's tables, and how long each game has waited for its turn-holder."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.timesince import timesince

from accounts.models import User
from game import database_time
from game.models import Game, Move, Player
from game.presentation.end import headline
from game.presentation.rules_text import preset_name
from rooms.models import Room, Seat

OTHER_TABLES = 5

#: The time of the turn-holder's latest move in the game of a room, or of the deal.
_TURN_BEGAN = Coalesce(
    Subquery(
        Move.objects.filter(
            game=OuterRef("game"), number=OuterRef("game__turn_version") - 1
        ).values("made_at")
    ),
    F("game__started_at"),
)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of the person, for the list on the home page.

    ``turn`` is the name of the player who has the turn; empty without a running game. ``waited``
    tells how long this turn has lasted; it is empty for the first minute. ``result`` is the
    person's result of a game that is over; otherwise empty.
    """

    code: str
    rules: str
    state: str
    my_turn: bool
    turn: str
    waited: str
    result: str
    others: list[Seat]


def tables_of(user: User) -> list[OwnTable]:
    """Return the person's tables: first running games that wait for the person's move, those that
    have waited longest first; then other running games, then the newest other rooms.
    """
    mine = Room.objects.filter(seats__user=user).order_by("-pk")
    running = Q(game__status=Game.Status.RUNNING)
    newest = mine.exclude(running).values("pk")[:OTHER_TABLES]
    rooms = mine.filter(running | Q(pk__in=newest)).annotate(
        turn_began=_TURN_BEGAN,
        now=database_time.expression(),
        played_at=Player.objects.filter(game=OuterRef("game"), user=user).values("seat")[:1],
    )
    tables = []
    for room in rooms.select_related("game").prefetch_related("seats"):
        game, seats = room.game, room.seats.all()
        state = "lobby" if game is None else "over" if game.is_over else "running"
        turn = game.turn if game and state == "running" else None
        # A person with a seat need not have played in the last game.
        team = None if room.played_at is None else room.played_at % 2
        at_turn = [seat for seat in seats if seat.number == turn]
        table = OwnTable(
            code=room.code,
            rules=preset_name(room.equal_preset),
            state=state,
            my_turn=any(seat.user_id == user.id for seat in at_turn),
            turn="".join(seat.name for seat in at_turn),
            waited=_minutes_and_more(room.turn_began, room.now) if at_turn else "",
            result=headline(game, team) if game and game.is_over else "",
            others=[seat for seat in seats if seat.user_id != user.id],
        )
        began = room.turn_began if table.my_turn else room.now
        tables.append((not table.my_turn, state != "running", began, table))
    return [each[-1] for each in sorted(tables, key=lambda each: each[:-1])]


def next_table(user: User, code: str) -> str:
    """Return the code of the table where it has been the person's turn for the longest time, apart
    from the table ``code``; empty if there is none.
    """
    mine = Room.objects.filter(
        seats__user=user,
        seats__number=F("game__turn"),
        game__status=Game.Status.RUNNING,
        closed_at=None,
    )
    waiting = mine.exclude(code=code).order_by(_TURN_BEGAN)
    return waiting.values_list("code", flat=True).first() or ""


def _minutes_and_more(began: datetime, now: datetime) -> str:
    return timesince(began, now, depth=1) if (now - began).total_seconds() >= 60 else ""
