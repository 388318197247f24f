"""Measures of the staff: what a person is told, how long a mute or a suspension lasts, and appeals.

``rooms.actions.suspend_rename_delete`` suspends and renames; ``rooms.actions.chat`` asks whether a
person is muted.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Measure, User

Kind = Measure.Kind

IN_FORCE = Q(ended_at=None) & (Q(until=None) | Q(until__gt=Now()))
UNANSWERED = ~Q(appeal="") & Q(answer="")


@transaction.atomic
def take(
    user: User, kind: Measure.Kind, told: str, until: datetime | None = None, name_then: str = ""
) -> None:
    """Store a measure, and let the person read ``told`` before their next page. A new mute or
    suspension replaces an earlier one. ``name_then`` is the person's name before it.

    This locks the person's row, so a caller that changes rooms does so before.
    """
    User.objects.lock_existing([user.pk])
    if kind in (Kind.MUTE, Kind.SUSPENSION):
        note_end(user, kind, is_read=True)
    Measure.objects.create(user=user, kind=kind, told=told, until=until, name_then=name_then)
    _notify(user)


def note_end(user: User, kind: Measure.Kind, **more: bool) -> None:
    """Note that the person's measure of this kind is over."""
    rows = Measure.objects.filter(user=user, kind=kind, ended_at=None)
    rows.update(ended_at=timezone.now(), **more)


def current(user: User, kind: Measure.Kind) -> QuerySet[Measure]:
    """Return the measures of this kind that are in force: one or none."""
    return Measure.objects.filter(IN_FORCE, user=user, kind=kind)


def is_muted(user: User) -> bool:
    """Return whether the staff have muted the person everywhere."""
    return current(user, Kind.MUTE).exists()


def to_read(user: User) -> QuerySet[Measure]:
    """Return the measures, or answers to appeals, that the person has not read, oldest first."""
    return Measure.objects.filter(user=user, is_read=False).order_by("pk")


@transaction.atomic
def read(user: User, shown: Collection[str]) -> None:
    """Note that the person has read measures, each as it was ``shown`` (``Measure.shown``)."""
    User.objects.lock_existing([user.pk])
    ids = [measure.pk for measure in to_read(user) if measure.shown in shown]
    Measure.objects.filter(pk__in=ids).update(is_read=True)
    user.has_notice = to_read(user).exists()
    user.save(update_fields=["has_notice"])


def appeal(user: User, measure_id: int, text: str) -> bool:
    """Store the appeal against a measure. Return False if there was one before."""
    open_ones = Measure.objects.filter(pk=measure_id, user=user, appeal="", ended_at=None)
    return bool(open_ones.update(appeal=text))


def unanswered() -> QuerySet[Measure]:
    """Return the measures with an appeal that has no answer, even if they are over."""
    # A process of an earlier release deletes people, but not their measures.
    return Measure.objects.filter(UNANSWERED, user__is_active__isnull=False)


def end(measure: Measure, answer: str = "") -> bool:
    """End a measure, and tell the person the answer of the staff. Return False if it was ended
    before. The caller readmits a suspended person.
    """
    in_force = Measure.objects.filter(ended_at=None)
    return _answer(in_force, measure, answer=answer, ended_at=timezone.now())


def keep(measure: Measure, answer: str) -> bool:
    """Answer an appeal, and leave the measure as it is. Return False if it was answered before."""
    return _answer(unanswered(), measure, answer=answer)


@transaction.atomic
def _answer(among: QuerySet[Measure], measure: Measure, **changes: object) -> bool:
    User.objects.lock_existing([measure.user_id])
    if not among.filter(pk=measure.pk).update(**changes, is_read=False):
        return False
    _notify(measure.user)
    return True


def over() -> QuerySet[Measure]:
    """Return the suspensions whose time is over, although the person is still suspended."""
    return Measure.objects.filter(
        kind=Kind.SUSPENSION, until__lte=timezone.now(), ended_at=None, user__is_active=False
    ).select_related("user")


def _notify(user: User) -> None:
    user.has_notice = True
    user.save(update_fields=["has_notice"])
