"""Statistics of a person's games, counted from their player results at each request.

There is no counter that could drift: ``game.history.results`` makes the results from the log, and
the database adds them up. Games that were given up count for nobody.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth

from accounts.models import User
from game.models import Companion, PlayerResult

#: So many people are listed, those first with whom most games were played.
MOST_PEOPLE = 50
#: And so many as favourite partners: those with whom most games were won.
MOST_PARTNERS = 3
#: Streaks are looked for in so many of the latest games, so that a page costs no more with more.
STREAK_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over some games. A game that was left early is neither won, lost nor drawn."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    left: int = 0
    asks: int = 0
    hits: int = 0
    right_claims: int = 0
    wrong_claims: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        names = [each.name for each in fields(self)]
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def claims(self) -> int:
        """Sets claimed, rightly or wrongly."""
        return self.right_claims + self.wrong_claims

    @property
    def win_rate(self) -> int | None:
        """Games won, in percent; None without games."""
        return _percent(self.won, self.games)

    @property
    def hit_rate(self) -> int | None:
        """Asks that were answered with the card, in percent; None without asks."""
        return _percent(self.hits, self.asks)

    @property
    def claim_rate(self) -> int | None:
        """Claims that were right, in percent; None without claims."""
        return _percent(self.right_claims, self.claims)


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody with whom games were played, and what was done oneself in those: ``beside`` them
    as partners, and ``against`` them."""

    person: int
    name: str
    avatar: str
    beside: Tally
    against: Tally


@dataclass(frozen=True, slots=True)
class Streak:
    """Games won in a row, up to now and at best. Every other game that counts ends a streak."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it. ``months`` are the first days of months with games, as UTC counts, oldest first;
    ``presets`` is by name, that with most games first. ``people`` are those with most games,
    ``people_met`` is how many there are in all, ``partners`` are the favourite ones."""

    total: Tally
    streak: Streak
    months: dict[date, Tally]
    presets: dict[str, Tally]
    people: list[Met]
    people_met: int
    partners: list[Met]


def statistics_of(user: User) -> Statistics:
    """Three queries, whatever the number of games."""
    months: dict[date, Tally] = defaultdict(Tally)
    presets: dict[str, Tally] = defaultdict(Tally)
    for month, preset, tally in _by_month_and_preset(user):
        months[month] += tally
        presets[preset] += tally
    people = _people(user)
    most_first = sorted(presets.items(), key=lambda item: (-item[1].games, item[0]))
    return Statistics(
        total=sum(presets.values(), Tally()),
        streak=_streak(user),
        months=dict(sorted(months.items())),
        presets=dict(most_first),
        people=people[:MOST_PEOPLE],
        people_met=len(people),
        partners=_favourites(people),
    )


def _counted(user: User) -> QuerySet[PlayerResult]:
    """The games that count: all but those that were given up."""
    return PlayerResult.objects.filter(user=user).exclude(result=PlayerResult.Result.UNFINISHED)


def _by_month_and_preset(user: User) -> Iterable[tuple[date, str, Tally]]:
    counted = (
        _counted(user).values(month=TruncMonth("ended_at"), of=F("preset")).annotate(**_sums())
    )
    for row in counted:
        yield row["month"].date(), row["of"], _tally(row)


def _people(user: User) -> list[Met]:
    """Everybody who was met, those first with whom most games were played."""
    counted = (
        Companion.objects.filter(user=user)
        .exclude(result=PlayerResult.Result.UNFINISHED)
        .values("other", "partner", name=F("other__name"), avatar=F("other__avatar"))
        .annotate(**_sums("player_result__"))
    )
    sides: dict[tuple[int, str, str], dict[bool, Tally]] = defaultdict(dict)
    for row in counted:
        sides[row["other"], row["name"], row["avatar"]][row["partner"]] = _tally(row)
    met = (
        Met(*person, found.get(True, Tally()), found.get(False, Tally()))
        for person, found in sides.items()
    )
    return sorted(
        met, key=lambda each: (-each.beside.games - each.against.games, each.name, each.person)
    )


def _favourites(people: Sequence[Met]) -> list[Met]:
    """Those with whom most games were won; of equals those with fewer games."""
    won_with = (each for each in people if each.beside.won)
    return sorted(won_with, key=lambda each: (-each.beside.won, each.beside.games))[:MOST_PARTNERS]


def _streak(user: User) -> Streak:
    """From the newest game to older ones."""
    newest_first = _counted(user).order_by("-ended_at", "-id")
    results = newest_first.values_list("result", flat=True)[:STREAK_GAMES]
    runs = [(won, len(list(run))) for won, run in groupby(result == "won" for result in results)]
    streaks = [length for won, length in runs if won]
    is_on = bool(runs) and runs[0][0]
    return Streak(current=streaks[0] if is_on else 0, longest=max(streaks, default=0))


def _sums(path: str = "") -> dict[str, Any]:
    """The sums for a tally of grouped rows; ``path`` leads from a row to its player result."""
    counts = {
        f"sum_{result}": Count("pk", filter=Q(result=result))
        for result in (
            PlayerResult.Result.WON,
            PlayerResult.Result.LOST,
            PlayerResult.Result.DRAWN,
            PlayerResult.Result.LEFT,
        )
    }
    did = ("asks", "hits", "right_claims", "wrong_claims")
    return {"sum_games": Count("pk"), **counts} | {
        f"sum_{name}": Sum(f"{path}{name}") for name in did
    }


def _tally(row: Mapping[str, Any]) -> Tally:
    return Tally(**{each.name: row[f"sum_{each.name}"] for each in fields(Tally)})


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None
