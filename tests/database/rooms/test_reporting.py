"""Reports by people at a table, in the lobby, after a game and on a profile."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import person_key
from accounts.models import Block
from rooms import reporting, retention
from rooms.actions import chat, lobby, moderation, playing, suspend_rename_delete
from rooms.live import presence
from rooms.live.reading import read_for
from rooms.models import ChatMessage, Report, Room, RoomBan
from tests.kit import JSON, account, people, person, play_on, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


def offered(code, viewer):
    return reporting.reportables(read_for(code, viewer.pk), viewer)


def key_of(code, viewer, name):
    """The form's key for a person."""
    [key] = [each.key for each in offered(code, viewer) if each.name == name and not each.message]
    return key


def send(code, viewer, about, reason="insult", **fields):
    return signed_in(viewer).post(
        f"/r/{code}/report/", {"about": about, "reason": reason, **fields}
    )


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
def test_players_and_spectators_report_a_player(state):
    users, wim = people(4), person("Wim")
    code = room_of(users) if state == "lobby" else table_of(users).code
    if state == "over":
        play_on(Room.objects.get().game)
    for reporter in (users[0], users[3], wim):
        client, about = signed_in(reporter), key_of(code, reporter, users[1].name)
        fields = {"about": about, "reason": "insult", "line": "Twice."}
        answer = client.post(f"/r/{code}/report/", fields, follow=True)
        assert answer.redirect_chain == [(f"/r/{code}/", 302)]
        assert "Thank you. The staff read your report" in answer.content.decode()
    found = Report.objects.order_by("pk")
    assert [each.reporter for each in found] == [users[0], users[3], wim]
    kept = {"person": users[1].pk, "name": users[1].name, "avatar": users[1].avatar, "code": code}
    kept |= {"subject": "person", "reason": "insult", "line": "Twice.", "closed_at": None}
    kept["game"] = Room.objects.get().game_id or ""
    for each in found.values():
        assert {**each, "person": each["person_id"]}.items() >= kept.items()


def test_a_message_is_reported_with_its_text_and_time():
    asha, ben = people(2)
    code = room_of([asha, ben])
    chat.send(code, ben, "Something rude")
    message = ChatMessage.objects.get()
    page = signed_in(asha).get(f"/r/{code}/report/").content.decode()
    assert f"{ben.name}: Something rude" in page
    send(code, asha, f"message-{message.pk}")
    report = Report.objects.get()
    assert (report.subject, report.message, report.person) == ("message", message.pk, ben)
    assert (report.text, report.written_at) == ("Something rude", message.written_at)


@pytest.mark.parametrize("subject", ["name", "picture"])
def test_a_name_and_a_picture_are_subjects_of_their_own(subject):
    asha, ben = people(2)
    code = room_of([asha, ben])
    about = key_of(code, asha, ben.name)
    send(code, asha, about)
    send(code, asha, about, subject)
    assert set(Report.objects.values_list("subject", flat=True)) == {"person", subject}


def test_a_report_counts_once_while_it_is_open():
    asha, ben = people(2)
    code = room_of([asha, ben])
    about = key_of(code, asha, ben.name)
    for reason in ("insult", "insult", "other"):
        assert send(code, asha, about, reason).status_code == 302
    assert Report.objects.get().reason == "insult"
    assert reporting.close(Report.objects.get()) == 1
    send(code, asha, about)
    assert Report.objects.filter(closed_at=None).count() == 1
    assert Report.objects.count() == 2


def test_nobody_reports_themselves_or_a_bot():
    asha, ben = people(2)
    code = room_of([asha, ben])
    lobby.add_bot(code, asha, "easy")
    chat.send(code, asha, "Hello")
    assert [each.name for each in offered(code, asha)] == [ben.name]
    own = key_of(code, ben, asha.name)
    for about in (own, f"message-{ChatMessage.objects.get().pk}", "", "seat-1", "\0"):
        assert send(code, asha, about).status_code == 422, about
    assert send(code, asha, key_of(code, asha, ben.name), "nonsense").status_code == 422
    assert not Report.objects.exists()


def test_a_table_with_bots_alone_has_nobody_to_report():
    asha = person()
    code = lobby.open_game_with_bots(asha, "first-game")
    page = signed_in(asha).get(f"/r/{code}/report/").content.decode()
    assert "Nobody else is at this table" in page
    assert "<select" not in page


def test_spectators_and_people_who_have_just_left_can_be_reported():
    users, wim = people(4), person("Wim")
    code = table_of(users).code
    presence.renew_spectators({code: [wim.pk]})
    lobby.leave(code, users[2])
    names = {each.name for each in offered(code, users[0])}
    assert names == {users[1].name, users[2].name, users[3].name, "Wim"}


def test_another_person_on_the_seat_is_not_reported():
    asha, ben, cleo = people(3)
    code = room_of([asha, ben])
    about = key_of(code, asha, ben.name)
    lobby.leave(code, ben)
    lobby.join(code, cleo, 1)
    assert send(code, asha, about).status_code == 422
    assert not Report.objects.exists()
    # The lobby still shows a message of Ben.
    ChatMessage.objects.create(room=Room.objects.get(), user=ben, text="Something rude")
    send(code, asha, about)
    assert Report.objects.get().person == ben


def test_a_key_belongs_to_one_room():
    asha, ben = people(2)
    first, second = room_of([asha, ben]), room_of([asha, ben])
    assert key_of(first, asha, ben.name) != key_of(second, asha, ben.name)


def test_the_address_chooses_a_seat_or_a_message():
    asha, ben = people(2)
    code = room_of([asha, ben])
    chat.send(code, ben, "Something rude")
    about = f"message-{ChatMessage.objects.get().pk}"
    for place, key in (("seat-1", key_of(code, asha, ben.name)), (about, about), ("seat-9", "")):
        page = signed_in(asha).get(f"/r/{code}/report/?about={place}").content.decode()
        assert re.findall(r'<option value="([^"]*)" selected', page)[0] == key


def test_the_link_at_a_seat_means_the_person_who_sits_there_now():
    users, zoe = people(6), person("Zoe")
    code = room_of(users, series="best_of_three")
    playing.start(code, users[0])
    play_on(Room.objects.get().game)
    lobby.leave(code, users[2])
    lobby.join(code, zoe, 2)
    page = signed_in(users[0]).get(f"/r/{code}/report/?about=seat-2").content.decode()
    chosen = key_of(code, users[0], "Zoe")
    assert re.findall(r'<option value="([^"]*)" selected', page)[0] == chosen
    assert users[2].name in page


@pytest.mark.parametrize("state", ["lobby", "over"])
def test_each_message_of_another_person_has_a_way_to_report_it(state):
    users = people(4)
    code = room_of(users) if state == "lobby" else table_of(users).code
    if state == "over":
        play_on(Room.objects.get().game)
    for user in users[:3]:
        chat.send(code, user, f"I am {user.name}")
    lobby.leave(code, users[2])  # They stay and watch.
    suspend_rename_delete.forget(users[0])
    rows = dict(ChatMessage.objects.values_list("text", "pk"))
    links = {
        user.name: f"/r/{code}/report/?about=message-{rows[f'I am {user.name}']}"
        for user in users[:3]
    }
    for viewer, reports in ((1, {2}), (2, {1}), (3, {1, 2})):
        page = signed_in(users[viewer]).get(f"/r/{code}/").content.decode()
        found = {name for name, link in links.items() if f'href="{link}"' in page}
        assert found == {users[number].name for number in reports}
        for number in reports:
            assert f'aria-label="Report this message of {users[number].name}"' in page


def keys_in(page):
    """The keys and labels that a form offers."""
    return {label: key for key, label in re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)', page)}


@pytest.mark.parametrize("watches", [False, True])
def test_a_banned_person_reports_the_host(watches):
    users, zoe = people(4), person("Zoe")
    code, banned = room_of(users), person("Wim") if watches else users[1]
    chat.send(code, users[0], "Something rude")
    if watches:
        presence.renew_spectators({code: [banned.pk]})
        moderation.kick_spectator(code, users[0], banned.pk)
    else:
        lobby.kick(code, users[0], 1)
    client, path = signed_in(banned), f"/r/{code}/report/"
    assert f'href="{path}"' in client.get(f"/r/{code}/").content.decode()
    # What came after the ban is not shown.
    lobby.join(code, zoe)
    chat.send(code, users[2], "The secret word is tea")
    page = client.get(path).content.decode()
    offered = keys_in(page)
    assert {users[0].name, users[2].name, f"{users[0].name}: Something rude"} <= offered.keys()
    assert "Zoe" not in page and "The secret word" not in page
    # The host may have left.
    lobby.leave(code, users[0])
    fields = {"about": offered[users[0].name], "reason": "insult"}
    answer = client.post(path, fields, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Thank you. The staff read your report" in answer.content.decode()
    assert Report.objects.get().person == users[0]
    RoomBan.objects.update(at=timezone.now() - timedelta(days=8))
    gone = client.get(path)
    assert gone.status_code == 403
    assert f'href="{path}"' not in gone.content.decode()


@pytest.mark.slow
def test_reports_are_limited(settings):
    settings.RATE_LIMIT_FACTOR = 0.1
    asha, ben = people(2)
    code = room_of([asha, ben])
    about = key_of(code, asha, ben.name)
    assert [send(code, asha, about).status_code for _ in range(3)] == [302, 302, 429]


def test_a_report_outlives_its_people_and_its_room():
    asha, ben = people(2)
    code = room_of([asha, ben])
    chat.send(code, ben, "Something rude")
    send(code, asha, f"message-{ChatMessage.objects.get().pk}")
    for user in (asha, ben):
        suspend_rename_delete.forget(user)
    Room.objects.all().delete()
    report = Report.objects.get()
    assert (report.reporter, report.person) == (None, None)
    assert (report.text, report.code) == ("Something rude", code)
    assert report.name


def test_the_reporter_is_told_once():
    asha, ben = people(2)
    code = room_of([asha, ben])
    about, client = key_of(code, asha, ben.name), signed_in(asha)
    told = "The staff have dealt with"
    send(code, asha, about)
    assert told not in client.get("/").content.decode()
    reporting.close(Report.objects.get())
    assert told not in signed_in(ben).get("/").content.decode()
    assert f"{told} your report." in client.get("/").content.decode()
    assert told not in client.get("/").content.decode()


def test_closing_a_report_closes_only_it_and_the_chosen_ones():
    users = people(4)
    code = room_of(users)
    for reporter, name in ((0, 1), (2, 1), (3, 1), (0, 2)):
        send(code, users[reporter], key_of(code, users[reporter], users[name].name))
    first, second, third, other = Report.objects.order_by("pk")
    # The last one is about another person.
    assert reporting.close(first, [second.pk, other.pk, 99999]) == 2
    assert list(Report.objects.filter(closed_at=None).order_by("pk")) == [third, other]
    assert reporting.close(first, [third.pk]) == 0
    assert list(Report.objects.filter(closed_at=None).order_by("pk")) == [third, other]


def test_closed_reports_are_forgotten_after_half_a_year():
    for days in (179, 181, None):
        closed = None if days is None else timezone.now() - timedelta(days=days)
        Report.objects.create(name=f"{days}", subject="name", reason="name", closed_at=closed)
    list(retention.prune())
    assert set(Report.objects.values_list("name", flat=True)) == {"179", "None"}


# From a profile


def of_profile(user, what):
    return f"/people/{person_key.key_of(user.pk)}/{what}"


@pytest.mark.parametrize(
    ("reason", "subject"), [("insult", "person"), ("name", "name"), ("picture", "picture")]
)
def test_a_person_is_reported_on_the_profile(reason, subject):
    asha, zoe = person(), account("Zoe")
    path, client = of_profile(zoe, "report/"), signed_in(asha)
    assert f'href="{path}"' in client.get(of_profile(zoe, "")).content.decode()
    page = client.get(path).content.decode()
    assert 'report about <b dir="auto">Zoe</b>' in page
    fields = dict(re.findall(r'<input type="hidden" name="(about)" value="(\w+)"', page))
    fields |= {"reason": reason, "line": "Twice."}
    assert client.post(path, fields | {"reason": ""}).status_code == 422
    assert client.post(path, fields | {"about": "seat-0"}).status_code == 422
    answer = client.post(path, fields, follow=True)
    assert answer.redirect_chain == [(of_profile(zoe, ""), 302)]
    assert "Thank you. The staff read your report" in answer.content.decode()
    [kept] = Report.objects.values("reporter", "person", "subject", "name", "avatar", "line")
    assert kept == {
        "reporter": asha.pk,
        "person": zoe.pk,
        "subject": subject,
        "name": "Zoe",
        "avatar": zoe.avatar,
        "line": "Twice.",
    }
    assert list(Report.objects.values_list("code", "game", "message")) == [("", "", 0)]


@pytest.mark.parametrize("what", ["report/", "block/"])
def test_nobody_reports_or_blocks_on_a_profile_that_is_not_open(what):
    asha, zoe, gus = account("Asha"), account("Zoe"), person("Gus")
    fields = {"about": "person", "reason": "insult"}
    client = signed_in(asha)
    zoe.preferences = {"profile": "met"}
    zoe.save()
    paths = [of_profile(user, what) for user in (zoe, gus, asha)]
    bodies = {client.post(each, fields, headers=JSON).content for each in paths}
    bodies.add(client.post(f"/people/7~x/{what}", fields, headers=JSON).content)
    assert len(bodies) == 1 and b"This profile is not open to you" in bodies.pop()
    assert Client().post(of_profile(zoe, what), fields).status_code == 403
    assert not (Report.objects.exists() or Block.objects.exists())


@pytest.mark.slow
def test_reports_on_profiles_count_for_the_same_limit(settings):
    settings.RATE_LIMIT_FACTOR = 0.1
    asha, ben, zoe = *people(2), account("Zoe")
    code = room_of([asha, ben])
    assert send(code, asha, key_of(code, asha, ben.name)).status_code == 302
    fields, client = {"about": "person", "reason": "insult"}, signed_in(asha)
    answers = [client.post(of_profile(zoe, "report/"), fields) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 429]
