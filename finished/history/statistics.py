"""Statistics of a person's games, computed from their player results at each request.

There are no stored counters, which could become wrong: ``game.play.results`` computes the
results from the log, and the database adds them up. Abandoned games do not count.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from itertools import groupby

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncMonth

from accounts.models import User
from game.models import Companion, PlayerResult

#: The list has at most this number of people, those with the most shared games first.
MOST_PEOPLE = 50
#: The page names this number of favourite partners, those with the most shared wins first. For
#: equal numbers, the partner with fewer games comes first.
MOST_PARTNERS = 3
#: The trend begins with the rates of ten games, and follows them over twenty games.
TREND_WINDOW = 10
TREND_GAMES = 20
#: Only this number of latest games is searched for streaks, because the search takes time.
STREAK_GAMES = 10_000

#: The columns of a player result that are added up.
DID = ("asks", "hits", "right_claims", "wrong_claims")


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over some games. A game that the person left is neither won, lost nor drawn."""

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
        """The number of all claims."""
        return self.right_claims + self.wrong_claims

    @property
    def win_rate(self) -> int | None:
        """The share of won games in percent; None without games."""
        return _percent(self.won, self.games)

    @property
    def hit_rate(self) -> int | None:
        """The share of hits in percent; None without asks."""
        return _percent(self.hits, self.asks)

    @property
    def claim_rate(self) -> int | None:
        """The share of right claims in percent; None without claims."""
        return _percent(self.right_claims, self.claims)


@dataclass(frozen=True, slots=True)
class OtherPerson:
    """Another person.

    ``beside`` has the viewer's sums for games as teammates, ``against`` for games as opponents.
    """

    person: int
    name: str
    avatar: str
    beside: Tally
    against: Tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics of a person. A streak is a number of games won in a row.

    - ``months``: by the first day of each month with games (UTC), oldest first.
    - ``presets``: by the name of each preset, those with the most games first.
    - ``people``: the people with the most shared games.
    - ``people_met``: the number of all people with whom the person has played.
    - ``partners``: the favourite partners.
    - ``latest``: the sums of each of the latest games, oldest first.
    """

    total: Tally
    streak: int
    longest_streak: int
    months: dict[date, Tally]
    presets: dict[str, Tally]
    people: list[OtherPerson]
    people_met: int
    partners: list[OtherPerson]
    latest: list[Tally]


def statistics_of(user: User) -> Statistics:
    """The statistics of ``user`` in three queries."""
    months: dict[date, Tally] = defaultdict(Tally)
    presets: dict[str, Tally] = defaultdict(Tally)
    by_both = _counted(user).values(month=TruncMonth("ended_at"), of=F("preset"))
    for row in by_both.annotate(**_sums()):
        months[row["month"].date()] += _tally(row)
        presets[row["of"]] += _tally(row)
    people = _people(user)
    partners = [each for each in people if each.beside.won]
    partners.sort(key=lambda each: (-each.beside.won, each.beside.games))
    most_first = sorted(presets.items(), key=lambda item: (-item[1].games, item[0]))
    newest_first = _counted(user).order_by("-ended_at", "-id")
    games = list(newest_first.values("result", *DID)[:STREAK_GAMES])
    runs = [
        (won, len(list(run))) for won, run in groupby(each["result"] == "won" for each in games)
    ]
    streaks = [length for won, length in runs if won]
    return Statistics(
        total=sum(presets.values(), Tally()),
        streak=streaks[0] if runs and runs[0][0] else 0,
        longest_streak=max(streaks, default=0),
        months=dict(sorted(months.items())),
        presets=dict(most_first),
        people=people[:MOST_PEOPLE],
        people_met=len(people),
        partners=partners[:MOST_PARTNERS],
        latest=[_tally_of(**each) for each in games[: TREND_GAMES + TREND_WINDOW - 1]][::-1],
    )


def presets_of(user: User) -> dict[str, Tally]:
    """The sums by preset, those with the most games first, in one query."""
    rows = _counted(user).values(of=F("preset")).annotate(**_sums()).order_by("-sum_games", "of")
    return {row["of"]: _tally(row) for row in rows}


def _counted(user: User) -> QuerySet[PlayerResult]:
    """The player results that count. Those of abandoned games do not count."""
    return PlayerResult.objects.filter(user=user).exclude(result=PlayerResult.Result.UNFINISHED)


def _people(user: User) -> list[OtherPerson]:
    """The people in the person's games. Those with the most shared games come first."""
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
        OtherPerson(*person, found.get(True, Tally()), found.get(False, Tally()))
        for person, found in sides.items()
    )
    return sorted(
        met, key=lambda each: (-each.beside.games - each.against.games, each.name, each.person)
    )


def _sums(path: str = "") -> dict[str, object]:
    """The aggregates of a ``Tally``. ``path`` is the lookup from a row to its player result."""
    counts = {
        f"sum_{result}": Count("pk", filter=Q(result=result))
        for result in (
            PlayerResult.Result.WON,
            PlayerResult.Result.LOST,
            PlayerResult.Result.DRAWN,
            PlayerResult.Result.LEFT,
        )
    }
    return {"sum_games": Count("pk"), **counts} | {
        f"sum_{name}": Sum(f"{path}{name}") for name in DID
    }


def _tally(row: Mapping[str, int]) -> Tally:
    return Tally(**{each.name: row[f"sum_{each.name}"] for each in fields(Tally)})


def _tally_of(result: str, **did: int) -> Tally:
    return Tally(games=1, **{result: 1}, **did)


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None
