"""Measures and appeals in the staff pages."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import measures
from accounts.measures import Kind
from accounts.models import Measure, User
from rooms.actions import suspend_rename_delete
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import people, person, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

WORDS = {"reason": "a reason", "told": "Please stop."}


def answer(client, action, measure):
    """Answer as the page of the reason does."""
    asked = act(client, "accounts/measure", action, measure.pk).content.decode()
    shown = re.findall(r'name="shown" value="([^"]+)"', asked)
    return act(client, "accounts/measure", action, measure.pk, **WORDS, shown=shown)


def test_a_mute_for_a_time():
    client, ben = boss(), person("Ben")
    act(client, "accounts/user", "mute", ben.pk, **WORDS, days="7")
    measure = Measure.objects.get()
    left = measure.until - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)
    assert AuditEntry.objects.get().detail == f"until {measure.until:%Y-%m-%d %H:%M} UTC"
    refused = act(client, "accounts/user", "mute", ben.pk, **WORDS, days="1000")
    assert refused.status_code == 422
    assert Measure.objects.count() == 1


def test_a_person_must_be_told_something():
    client, ben = boss(), person("Ben")
    for action in ("warn", "mute", "suspend"):
        answer = act(client, "accounts/user", action, ben.pk, reason="a reason")
        assert answer.status_code == 422
    assert not Measure.objects.exists()
    assert User.objects.get(pk=ben.pk).is_active


def test_appeals_are_found_and_answered():
    client = boss()
    ben, cleo = people(2)
    for user in (ben, cleo):
        measures.take(user, Kind.SUSPENSION, "No insults.")
        suspend_rename_delete.suspend(user)
    appealed, other = Measure.objects.order_by("pk")
    assert measures.appeal(ben, appealed.pk, "It was my cat.")
    listed = client.get("/admin/accounts/measure/", {"state": "appeal"})
    assert [each.pk for each in listed.context["cl"].result_list] == [appealed.pk]
    page = client.get(f"/admin/accounts/measure/{appealed.pk}/change/").content.decode()
    assert "It was my cat." in page
    answer(client, "end", appealed)
    assert User.objects.get(pk=ben.pk).is_active
    # There is nothing to reject.
    for measure in (appealed, other):
        answer(client, "keep", measure)
    assert list(AuditEntry.objects.values_list("kind", "person")) == [("lift", ben.pk)]
    assert not User.objects.get(pk=cleo.pk).is_active


def test_an_expired_mute_is_over():
    client, ben = boss(), person("Ben")
    for seconds in (-60, 60):
        measures.take(ben, Kind.MUTE, "No insults.", timezone.now() + timedelta(seconds=seconds))
    expired, muted = Measure.objects.order_by("pk")
    Measure.objects.update(ended_at=None)
    measures.appeal(ben, expired.pk, "It was my cat.")
    for state, found in (("appeal", expired), ("force", muted), ("ended", expired)):
        listed = client.get("/admin/accounts/measure/", {"state": state}).context["cl"].result_list
        assert list(listed) == [found], state
    answer(client, "keep", expired)
    expired.refresh_from_db()
    assert expired.answer == "Please stop."
    page = client.get(f"/admin/accounts/measure/{expired.pk}/change/").content.decode()
    assert ">ended<" in page


def test_somebody_else_has_answered_while_the_page_was_open():
    client, ben = boss(), person("Ben")
    measures.take(ben, Kind.MUTE, "No insults.")
    measure = Measure.objects.get()
    measures.appeal(ben, measure.pk, "It was my cat.")
    before = measure.shown
    measures.keep(measure, "We read the table.")
    for action in ("keep", "end"):
        page = act(client, "accounts/measure", action, measure.pk, **WORDS, shown=before)
        assert "Somebody else has dealt with this measure" in page.content.decode()
    assert Measure.objects.get().answer == "We read the table."
    # Those who have read the answer may still end the measure.
    answer(client, "end", measure)
    assert Measure.objects.get().ended_at


def test_measures_need_permission_and_spare_the_staff():
    ben, eve = person("Ben"), staff("eve")
    sam = signed_in(staff("sam", "accounts.view_user", "accounts.view_measure"))
    keeper = signed_in(staff("kim", "accounts.view_user", "accounts.change_user"))
    for client, user in ((sam, ben), (keeper, eve)):
        for action in ("warn", "mute", "suspend"):
            act(client, "accounts/user", action, user.pk, **WORDS)
    assert not Measure.objects.exists()
    measures.take(ben, Kind.MUTE, "No insults.")
    answer(sam, "end", Measure.objects.get())
    assert Measure.objects.get().ended_at is None


def test_nobody_decides_about_themselves():
    kim = staff("kim", "accounts.view_measure", "accounts.change_user")
    measures.take(kim, Kind.MUTE, "No insults.")
    measure = Measure.objects.get()
    assert measures.appeal(kim, measure.pk, "It was my cat.")
    for action in ("end", "keep"):
        answer(signed_in(kim), action, measure)
    measure.refresh_from_db()
    assert (measure.ended_at, measure.answer) == (None, "")
    assert not AuditEntry.objects.exists()


def test_the_page_of_a_measure_offers_what_is_possible():
    client, ben = boss(), person("Ben")
    measures.take(ben, Kind.MUTE, "No insults.")
    measure = Measure.objects.get()
    path = f"/admin/accounts/measure/{measure.pk}/change/"

    def offered():
        page = client.get(path).text
        assert f'href="/admin/accounts/user/{ben.pk}/change/"' in page
        return [name for name in ("end", "keep") if f'name="action" value="{name}"' in page]

    assert offered() == ["end"]
    measures.appeal(ben, measure.pk, "I was angry.")
    assert offered() == ["end", "keep"]
    asked = act(client, "accounts/measure", "keep", measure.pk).text
    assert "Answer to “I was angry.”" in asked
    measures.end(measure, "It was enough.")
    assert offered() == []
