"""Reads a page of a person's games for any filter, and the choices that the filters offer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from finished.history.pages import Page, Pager, Row
from game.models import Companion, PlayerResult

#: The filters offer only the people and rooms of a person's latest games, at most this many.
_LATEST = 100

_RESULTS: Pager[PlayerResult] = Pager(("ended_at", "pk"))
_COMPANIONS: Pager[Companion] = Pager(("ended_at", "player_result_id"))


@dataclass(frozen=True, slots=True)
class GameFilters:
    """The filters for a person's games. None means no filter.

    ``since`` and ``until`` are days in UTC, both included.
    """

    person: int | None = None
    room: str | None = None
    preset: str | None = None
    result: str | None = None
    since: date | None = None
    until: date | None = None


def games_of(user: User, filters: GameFilters, asked: Mapping[str, str]) -> Page[PlayerResult]:
    """A page of the filtered games of ``user``.

    ``asked`` has the parameters that choose the page (``Pager``). The filter by a person reads
    ``Companion`` rows, because only a few of many games may be with that person.
    """
    if filters.person is None:
        results = _filtered(PlayerResult.objects.filter(user=user), filters, "")
        return _RESULTS.page(results.select_related("game").defer("game__source"), asked)
    met = Companion.objects.filter(user=user, other=filters.person)
    met = _filtered(met, filters, "player_result__").select_related("player_result__game")
    page: Page[Any] = _COMPANIONS.page(met.defer("player_result__game__source"), asked)
    return replace(page, rows=[companion.player_result for companion in page.rows])


def _filtered(rows: QuerySet[Row], filters: GameFilters, path: str) -> QuerySet[Row]:
    """Filter player results or companions.

    ``path`` is the lookup from a row to its player result.
    """
    wanted = {
        f"{path}room_code": filters.room,
        f"{path}preset": filters.preset,
        "result": filters.result,
    }
    rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
    if filters.since is not None:
        rows = rows.filter(ended_at__gte=datetime.combine(filters.since, time.min, UTC))
    if filters.until is not None:
        rows = rows.filter(ended_at__lte=datetime.combine(filters.until, time.max, UTC))
    return rows


def people_met(user: User, also: int | None = None) -> list[tuple[int, str]]:
    """The ids and names of the people in the latest games of ``user``.

    The person with the id ``also`` is included if they ever played together.
    """
    latest = (
        PlayerResult.objects.filter(user=user).order_by("-ended_at", "-id").values("pk")[:_LATEST]
    )
    met = set(
        Companion.objects.filter(player_result__in=latest).values_list("other", "other__name")
    )
    if also is not None and also not in dict(met):
        # This is a separate query, because no index can serve both conditions in one query.
        ever = Companion.objects.filter(user=user, other=also)
        met.update(ever.values_list("other", "other__name")[:1])
    return sorted(met, key=lambda each: (each[1].casefold(), each[0]))


def rooms_played(user: User) -> list[str]:
    """The codes of the rooms of a person's latest games, latest first."""
    latest = PlayerResult.objects.filter(user=user).order_by("-ended_at", "-id")
    codes = latest.values_list("room_code", flat=True)[:_LATEST]
    return list(dict.fromkeys(code for code in codes if code))
