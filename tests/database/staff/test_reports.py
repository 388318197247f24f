"""Reports in the staff pages."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts import measures
from accounts.models import Measure, User
from literature.rules.cards import CARDS
from rooms.actions import chat, lobby, suspend_rename_delete
from rooms.models import ChatMessage, Report, Room, RoomBan
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import people, play_on, room_of, signed_in, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LIST = "/admin/rooms/report/"


@pytest.fixture
def client():
    return boss()


def reported(room, person, reporter=None, **more):
    fields = {"subject": "person", "reason": "insult", "code": room.code, "name": person.name}
    return Report.objects.create(person=person, reporter=reporter, **fields | more)


def page(client, report):
    return client.get(f"{LIST}{report.pk}/change/").content.decode()


def do(client, action, report, **more):
    fields = {"reason": "a reason", "told": "Please stop.", **more}
    return act(client, "rooms/report", action, report.pk, **fields).content.decode()


def test_the_most_reported_and_the_newest_come_first(client):
    asha, ben, cleo, dan = people(4)
    room = Room.objects.get(code=room_of([asha, ben, cleo, dan]))
    closed = reported(room, ben, dan, closed_at=timezone.now())
    first = reported(room, ben, asha)
    second = reported(room, cleo, asha)
    third = reported(room, ben, cleo)
    listed = [each.pk for each in client.get(LIST).context["cl"].result_list]
    assert listed == [third.pk, first.pk, second.pk, closed.pk]
    only_open = client.get(LIST, {"state": "open"}).context["cl"].result_list
    assert [each.open_reports for each in only_open] == [2, 2, 1]
    assert "open reports" in client.get("/admin/").content.decode()


def test_a_report_beside_the_messages_and_events(client, django_assert_max_num_queries):
    users = people(4)
    room = Room.objects.get(code=room_of(users))
    for text in ("Long ago", "Something rude", "Please stop"):
        chat.send(room.code, users[1], text)
    old = ChatMessage.objects.filter(text="Long ago")
    old.update(written_at=timezone.now() - timedelta(hours=2))
    message = ChatMessage.objects.get(text="Something rude")
    chat.mute(room.code, users[0], 1, True)
    report = reported(
        room, users[1], users[0], subject="message", message=message.pk, text=message.text
    )
    before = reported(room, users[1], users[2], closed_at=timezone.now(), reason="hints")
    do(client, "suspend", before)  # Too late: it is closed.
    with django_assert_max_num_queries(20):
        text = page(client, report)
    assert "<mark><bdi>Something rude</bdi></mark>" in text
    assert "Please stop" in text
    assert "was muted by the host" in text
    assert "Long ago" not in text
    assert "Hints about cards" in text
    assert f"/admin/rooms/room/{room.pk}/change/" in text


def test_a_report_from_a_running_game_shows_no_card(client):
    users = people(4)
    room = table_of(users)
    play_on(room.game, 12)
    text = page(client, reported(room, users[1], users[0], game=room.game.pk))
    assert f"/admin/game/game/{room.game.pk}/change/" in text
    main = text[text.index('id="content-main"') :]
    words = set(main.replace("<", " ").replace(">", " ").split())
    assert not words & {str(card) for card in CARDS}


def test_a_report_beside_the_latest_reactions_and_the_measures(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    for user, reaction in ((asha, "oops"), (ben, "laugh")):
        chat.react(room.code, user, reaction)
    room.seats.filter(user=asha).update(reacted_at=timezone.now() - timedelta(hours=2))
    measures.take(ben, measures.Kind.WARNING, "No insults, please.")
    measures.appeal(ben, Measure.objects.get().pk, "It was my cat.")
    text = page(client, reported(room, ben, asha))
    assert "<bdi>Ha ha</bdi>" in text and "Oops" not in text
    assert "No insults, please." in text and "It was my cat." in text


def test_notes_about_a_person(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    report = reported(room, ben, asha)
    assert act(client, "rooms/report", "note", report.pk, reason=" ").status_code == 422
    act(client, "rooms/report", "note", report.pk, reason="Says the cat did it")
    act(client, "accounts/user", "note", ben.pk, reason="Wrote to us twice")
    assert Report.objects.get().closed_at is None
    assert not User.objects.get(pk=ben.pk).has_notice
    for text in (
        page(client, reported(room, ben, reason="other")),
        client.get(f"/admin/accounts/user/{ben.pk}/change/").content.decode(),
    ):
        notes = re.search(r'id="notes-heading".*?</section>', text, re.DOTALL)[0]
        assert "Says the cat did it" in notes and "Wrote to us twice" in notes and "boss" in notes
    found = AuditEntry.objects.order_by("pk").values_list("kind", "person", "by_name", "room")
    assert list(found) == [("note", ben.pk, "boss", room.code), ("note", ben.pk, "boss", "")]
    # A note is about the person, and is forgotten with the person.
    suspend_rename_delete.forget(ben)
    assert set(AuditEntry.objects.values_list("reason", flat=True)) == {""}


def test_a_dismissed_report(client):
    asha, ben, cleo = people(3)
    room = Room.objects.get(code=room_of([asha, ben, cleo]))
    report, same = reported(room, ben, asha), reported(room, ben, cleo)
    do(client, "dismiss", report, also=[same.pk])
    assert not Report.objects.filter(closed_at=None).exists()
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.person, entry.room) == ("dismiss", ben, room.code)
    assert (entry.reason, entry.detail) == ("a reason", f"report {report.pk}, {same.pk}")
    assert "This report was closed before." in do(client, "dismiss", same)
    assert AuditEntry.objects.count() == 1
    for reporter in (asha, cleo):
        text = signed_in(reporter).get("/").content.decode()
        assert "The staff have dealt with your report." in text
    assert User.objects.get(pk=ben.pk).is_active


def test_other_reports_stay_open_unless_they_were_shown(client):
    asha, ben, cleo, dan = people(4)
    room = Room.objects.get(code=room_of([asha, ben, cleo, dan]))
    report = reported(room, ben, asha)
    same = reported(room, ben, cleo, reason="other", line="Shouts all the time")
    elsewhere = reported(room, ben, code="CDFGHJ", line="Elsewhere, too")
    reported(room, ben, dan, line="Long ago", closed_at=timezone.now())
    reported(room, cleo, dan, line="About Cleo")
    asked = act(client, "rooms/report", "warn", report.pk).content.decode()
    assert "Shouts all the time" in asked and "Elsewhere, too" in asked
    assert "Long ago" not in asked and "About Cleo" not in asked
    assert re.findall(r'value="(\d+)"[^>]*checked', asked) == [str(same.pk)]
    later = reported(room, ben, dan)
    do(client, "warn", report, also=[same.pk])
    still_open = Report.objects.filter(person=ben, closed_at=None).order_by("pk")
    assert list(still_open) == [elsewhere, later]
    # Somebody who has the same page open is told.
    assert "This report was closed before." in do(client, "warn", report, also=[same.pk])
    assert Measure.objects.count() == 1


def test_suspending(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    do(client, "suspend", reported(room, ben, asha))
    assert not User.objects.get(pk=ben.pk).is_active
    assert AuditEntry.objects.get().kind == "suspend"
    assert Measure.objects.get(user=ben).until is None


@pytest.mark.parametrize("action", ["warn", "mute"])
def test_warning_and_muting(client, action):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    report = reported(room, ben, asha)
    do(client, action, report)
    assert Measure.objects.get(user=ben).told == "Please stop."
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.detail) == (action, f"report {report.pk}")
    assert Report.objects.get().closed_at


def test_resetting_a_name(client):
    asha, ben = people(2)
    User.objects.filter(pk=ben.pk).update(name="Rude", avatar="owl")
    room = Room.objects.get(code=room_of([asha, User.objects.get(pk=ben.pk)]))
    report = reported(room, User.objects.get(pk=ben.pk), asha, subject="name", reason="name")
    do(client, "reset_name", report)
    ben.refresh_from_db()
    assert (ben.name, ben.name_is_invented) == ("Owl", True)
    assert room.seats.get(user=ben).name == "Owl"
    assert AuditEntry.objects.get().detail == f"report {report.pk}, Rude → Owl"


def test_banning_and_closing(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    do(client, "ban", reported(room, ben, asha))
    assert RoomBan.objects.get().user == ben
    do(client, "close_room", reported(room, ben, asha))
    room.refresh_from_db()
    assert room.closed_at
    assert set(AuditEntry.objects.values_list("kind", flat=True)) == {"remove", "close-room"}


def test_a_refused_action_leaves_the_report_open(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    report = reported(room, ben, asha)
    lobby.leave(room.code, ben)
    suspend_rename_delete.forget(ben)
    Room.objects.all().delete()
    report.refresh_from_db()
    for action in ("warn", "suspend", "reset_name", "mute", "ban", "close_room"):
        do(client, action, report)
    assert Report.objects.get().closed_at is None
    assert not AuditEntry.objects.exists()
    text = page(client, report)
    assert "the account is deleted" in text
    assert "The room is deleted." in text
    do(client, "dismiss", report)
    assert Report.objects.get().closed_at


@pytest.mark.parametrize(
    ("rights", "allowed"),
    [
        (["rooms.view_report"], set()),
        (["rooms.change_report"], {"dismiss"}),
        (
            ["rooms.change_report", "accounts.change_user"],
            {"dismiss", "note", "warn", "reset_name", "mute", "suspend"},
        ),
        (["rooms.change_report", "rooms.change_room"], {"dismiss", "ban", "close_room"}),
        (["rooms.view_report", "accounts.change_user", "rooms.change_room"], set()),
    ],
)
def test_each_action_needs_its_permission(rights, allowed):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    client, report = signed_in(staff("sam", *rights)), reported(room, ben, asha)
    shown = page(client, report)
    every = "dismiss note warn reset_name mute suspend ban close_room".split()
    for action in every:
        assert (f'value="{action}"' in shown) == (action in allowed)
        if action not in allowed:
            do(client, action, report)
    assert not AuditEntry.objects.exists()


def test_only_superusers_can_act_on_staff():
    asha = people(1)[0]
    eve = staff("eve")
    room = Room.objects.get(code=room_of([asha]))
    sam = signed_in(staff("sam", "rooms.change_report", "accounts.change_user"))
    do(sam, "suspend", reported(room, eve, asha))
    assert User.objects.get(pk=eve.pk).is_active
    assert Report.objects.get().closed_at is None


def test_reported_staff_neither_read_nor_dismiss_the_report():
    asha = people(1)[0]
    sam = staff("sam", "rooms.view_report", "rooms.change_report")
    room = Room.objects.get(code=room_of([asha]))
    report = reported(room, sam, asha)
    assert signed_in(sam).get(f"{LIST}{report.pk}/change/").status_code == 404
    sam.user_permissions.add(Permission.objects.get(codename="change_room"))
    for action in ("dismiss", "close_room"):
        do(signed_in(sam), action, report)
    assert Report.objects.get().closed_at is None
    assert page(boss(), report)


def test_a_report_from_a_profile_has_no_room(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    report, other = reported(room, ben, asha, code=""), reported(room, ben, code="", line="Twice")
    assert client.get(LIST).status_code == 200
    text = page(client, report)
    assert "none: reported on the profile" in text
    assert "The room is deleted." not in text and "lines-heading" not in text
    offered = set(re.findall(r'name="action" value="(\w+)"', text))
    assert {"dismiss", "suspend"} <= offered and not offered & {"ban", "close_room"}
    assert {"ban", "close_room"} <= set(
        re.findall(r'name="action" value="(\w+)"', page(client, reported(room, ben, line="3")))
    )
    for action in ("ban", "close_room"):
        assert "No table has that code." in do(client, action, report)
    asked = act(client, "rooms/report", "dismiss", report.pk).content.decode()
    assert re.search(r"\d\d:\d\d: behaviour; Insults or threats; Twice", asked)
    do(client, "dismiss", report, also=[other.pk])
    assert Report.objects.filter(closed_at=None).count() == 1


def test_the_way_from_one_report_to_the_next(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    first, second = reported(room, ben, asha), reported(room, asha, ben)
    closed = reported(room, ben, asha, closed_at=timezone.now())
    for each, following in ((first, second), (second, first), (closed, second)):
        link = f'href="/admin/rooms/report/{following.pk}/change/">Next open report'
        assert link in page(client, each)
    Report.objects.exclude(pk=first.pk).update(closed_at=timezone.now())
    assert "No other report is open." in page(client, first)


def test_the_lines_of_the_reported_person_are_marked_whatever_their_name(client):
    asha, ben = people(2)
    room = Room.objects.get(code=room_of([asha, ben]))
    chat.send(room.code, ben, "An insult")
    chat.send(room.code, asha, "Stop it")
    report = reported(room, ben, asha, name="Another name")
    rows = page(client, report).split("<tr>")
    marked = [row for row in rows if "the reported person" in row]
    assert len(marked) == 1 and "An insult" in marked[0]


def test_the_page_of_a_person_lists_reports_about_and_by_the_person():
    asha, ben = people(2)
    sam = staff("sam", "rooms.view_report", "accounts.view_user")
    room = Room.objects.get(code=room_of([asha, ben]))
    reported(room, ben, asha, line="He shouts")
    reported(room, sam, ben, line="About the staff")

    def person_page(viewer, user):
        return signed_in(viewer).get(f"/admin/accounts/user/{user.pk}/change/").text

    assert "He shouts" in person_page(sam, ben)
    assert "He shouts" in person_page(sam, asha)
    assert "About the staff" not in person_page(sam, ben), "nobody reads reports about themselves"
    chief = User.objects.create_superuser("chief", password="x")
    assert "About the staff" in person_page(chief, ben)
    assert "He shouts" not in person_page(staff("eve", "accounts.view_user"), ben)
