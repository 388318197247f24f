"""Addresses and their blocks in the staff pages."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts import addresses
from accounts.models import AddressBlock
from rooms.models import Report
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import person, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

THERE = "203.0.113.9"
FIELDS = {"address": THERE, "days": "3", "reason": "a reason"}
ADD = "/admin/accounts/addressblock/add/"


def report_about(user):
    return Report.objects.create(person=user, name=user.name, subject="person", reason="other")


def page_of(client, what, row):
    return client.get(f"/admin/{what}/{row.pk}/change/").content.decode()


def test_addresses_with_other_people():
    asha, *others = [person(f"P{n}") for n in range(24)]
    for user in (asha, *others):
        addresses.note(user, THERE)
    addresses.note(asha, "2001:db8:1:2:3::4")
    client = boss()
    for page in (
        page_of(client, "accounts/user", asha),
        page_of(client, "rooms/report", report_about(asha)),
    ):
        assert page.index("2001:db8:1:2::") < page.index(THERE)
        links = [f"/admin/accounts/user/{other.pk}/change/" in page for other in others]
        assert sum(links) == 20
        assert "and more" in page


def test_addresses_need_permission():
    asha = person()
    addresses.note(asha, THERE)
    eve = signed_in(staff("eve", "accounts.view_user", "rooms.view_report", "rooms.change_report"))
    kim = signed_in(staff("kim", "accounts.view_user", "accounts.change_user"))
    assert THERE not in page_of(eve, "accounts/user", asha)
    assert THERE not in page_of(eve, "rooms/report", report_about(asha))
    assert THERE in page_of(kim, "accounts/user", asha)
    act(eve, "accounts/user", "block_address", asha.pk, **FIELDS)
    act(eve, "rooms/report", "block_address", Report.objects.get().pk, **FIELDS)
    assert eve.post(ADD, FIELDS).status_code == 403
    assert not AddressBlock.objects.exists()


def test_a_block_from_the_page_of_a_person():
    asha, client = person(), boss()
    addresses.note(asha, "203.0.113.10")
    addresses.note(asha, THERE)
    form = act(client, "accounts/user", "block_address", asha.pk).content.decode()
    assert f'value="{THERE}"' in form
    act(client, "accounts/user", "block_address", asha.pk, **FIELDS)
    made = AddressBlock.objects.get()
    left = made.until - timezone.now()
    assert (made.address, made.reason) == (THERE, "a reason")
    assert timedelta(days=2, hours=23) < left <= timedelta(days=3)
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.person, entry.reason) == ("block-address", asha, "a reason")
    ends = f"{made.until:%Y-%m-%d %H:%M}"
    assert entry.detail == f"address block {made.pk}, until {ends} UTC"
    assert f"{THERE}, " in page_of(client, "accounts/user", asha)
    assert "(blocked)" in page_of(client, "accounts/user", asha)
    assert addresses.refuses(asha, THERE)


def test_a_block_from_a_report_closes_the_report():
    asha, client = person(), boss()
    addresses.note(asha, THERE)
    report = report_about(asha)
    act(client, "rooms/report", "block_address", report.pk, **FIELDS)
    report.refresh_from_db()
    assert report.closed_at
    assert f"report {report.pk}, address block" in AuditEntry.objects.get().detail
    # It is closed already, so nothing happens.
    act(client, "rooms/report", "block_address", report.pk, **FIELDS)
    assert AddressBlock.objects.count() == 1


def test_a_report_about_a_deleted_person():
    client = boss()
    report = Report.objects.create(name="Rex", subject="person", reason="other")
    act(client, "rooms/report", "block_address", report.pk)
    act(client, "rooms/report", "block_address", report.pk, **FIELDS)
    assert AddressBlock.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": ""},
        {"address": "somewhere"},
        {"address": "203.0.113.0/24"},
        {"address": "127.0.0.1"},
        {"address": "::ffff:127.0.0.1"},
        {"days": ""},
        {"days": "0"},
        {"days": "365"},
        {"reason": " "},
        {"reason": "x" * 501},
        {"address": "\0"},
    ],
)
def test_bad_blocks(wrong):
    asha, client = person(), boss()
    assert client.post(ADD, FIELDS | wrong).status_code == 422
    act(client, "accounts/user", "block_address", asha.pk, **FIELDS | wrong)
    assert not AddressBlock.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_block_from_the_list_is_lifted():
    client = boss()
    answer = client.post(ADD, FIELDS | {"address": "2001:db8:1:2:3::4"}, follow=True)
    assert answer.wsgi_request.path == "/admin/accounts/addressblock/"
    made = AddressBlock.objects.get()
    assert made.address == "2001:db8:1:2::"
    act(client, "accounts/addressblock", "lift", made.pk, reason="a mistake")
    assert not addresses.in_force().exists()
    act(client, "accounts/addressblock", "lift", made.pk, reason="again")
    kinds = list(AuditEntry.objects.order_by("pk").values_list("kind", "person"))
    assert kinds == [("block-address", None), ("unblock-address", None)]
    # No log keeps the address longer than the block.
    for entry in AuditEntry.objects.all():
        assert "2001" not in entry.detail
    assert not LogEntry.objects.exists()


def test_the_staff_are_spared():
    eve = staff("eve")
    addresses.note(eve, THERE)
    kim = signed_in(staff("kim", "accounts.view_user", "accounts.change_user"))
    act(kim, "accounts/user", "block_address", eve.pk, **FIELDS)
    assert not AddressBlock.objects.exists()
