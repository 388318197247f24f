"""Two members of the staff who handle one report, or one appeal, at once."""

from functools import partial

import pytest

from accounts import measures
from accounts.models import Measure, User
from rooms.actions import suspend_rename_delete
from rooms.models import Report, Room, Seat
from staff.models import AuditEntry
from tests.database.kit.staff import act, staff
from tests.database.kit.threads import at_once
from tests.kit import people, person, room_of, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.postgres]

DONE = "the action was successful"
ROUNDS = 4


@pytest.fixture
def clients():
    return [signed_in(staff(name, superuser=True)) for name in ("kim", "sam")]


def results(clients, model, *actions):
    """Let each member of the staff act at the same moment: an action, a row and more fields. Return
    the pages, the successful one first.
    """
    tasks = [
        partial(act, client, model, action, row.pk, reason="So.", told=f"By {action}.", **fields)
        for client, (action, row, fields) in zip(clients, actions, strict=True)
    ]
    pages = [answer.content.decode() for answer in at_once(tasks)]
    return sorted(pages, key=lambda page: DONE not in page)


def reported(code, person, **more):
    fields = {"subject": "person", "reason": "insult", "code": code, "name": person.name}
    return Report.objects.create(person=person, **fields | more)


@pytest.mark.parametrize("actions", [("warn", "suspend"), ("mute", "mute"), ("dismiss", "suspend")])
def test_one_report(clients, actions):
    for _round in range(ROUNDS):
        asha, ben = people(2)
        code = room_of([asha, ben])
        report = reported(code, ben)
        done, late = results(clients, "rooms/report", *((each, report, {}) for each in actions))
        assert DONE in done and DONE not in late
        assert "This report was closed before." in late
        [entry] = AuditEntry.objects.filter(person=ben)
        taken = Measure.objects.filter(user=ben).values_list("told", flat=True)
        assert list(taken) == ([] if entry.kind == "dismiss" else [f"By {entry.kind}."])
        suspended = entry.kind == "suspend"
        assert User.objects.get(pk=ben.pk).is_active != suspended
        assert Seat.objects.filter(user=ben).exists() != suspended
        Room.objects.all().delete()


def test_two_reports_that_are_closed_together(clients):
    for _round in range(ROUNDS):
        asha, ben = people(2)
        code = room_of([asha, ben])
        first, second = reported(code, ben, reporter=asha), reported(code, ben)
        done, late = results(
            clients,
            "rooms/report",
            ("warn", first, {"also": second.pk}),
            ("suspend", second, {"also": first.pk}),
        )
        assert DONE in done and "This report was closed before." in late
        assert Measure.objects.filter(user=ben).count() == 1


@pytest.mark.parametrize("actions", [("end", "keep"), ("keep", "keep"), ("end", "end")])
def test_one_appeal(clients, actions):
    for _round in range(ROUNDS):
        ben = person("Ben")
        suspend_rename_delete.suspend(ben)
        measures.take(ben, measures.Kind.SUSPENSION, "No insults.")
        measure = Measure.objects.get(user=ben)
        measures.appeal(ben, measure.pk, "It was my cat.")
        fields = {"shown": measure.shown}
        rows = [(each, measure, fields) for each in actions]
        done, late = results(clients, "accounts/measure", *rows)
        assert DONE in done and DONE not in late
        assert "Somebody else has dealt with this measure meanwhile." in late
        [entry] = AuditEntry.objects.filter(person=ben)
        ended = entry.kind == "lift"
        measure.refresh_from_db()
        assert measure.answer == f"By {'end' if ended else 'keep'}."
        assert bool(measure.ended_at) == ended == User.objects.get(pk=ben.pk).is_active
