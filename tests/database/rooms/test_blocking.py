"""A block at a table or on a profile: the form beside the report, and what is not shown."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import blocks, person_key
from accounts.models import Block
from rooms import reporting
from rooms.actions import chat, lobby
from rooms.live import rendering
from rooms.live.reading import read_for
from rooms.models import RoomBan
from tests.kit import account, people, person, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


def key_of(code, viewer, other):
    now = read_for(code, viewer.pk)
    [key] = [
        each.key
        for each in reporting.reportables(now, viewer)
        if each.user_id == other.pk and not each.message
    ]
    return key


def messages_for(code, viewer):
    now = read_for(code, viewer.pk)
    return [line.text for line in rendering.mine_context(now, viewer.pk)["chat"]]


def test_the_report_page_blocks_a_person_at_the_chosen_seat():
    asha, ben = people(2)
    code, client = room_of([asha, ben]), signed_in(asha)
    key = key_of(code, asha, ben)
    page = client.get(f"/r/{code}/report/?about=seat-1").content.decode()
    assert f'value="{key}" selected' in page.split("<h2>Block a person")[1]
    answer = client.post(f"/r/{code}/block/", {"about": key}, follow=True)
    assert answer.redirect_chain == [(f"/r/{code}/", 302)]
    assert f"You have blocked {ben.name}." in answer.content.decode()
    assert list(Block.objects.values_list("by", "blocked")) == [(asha.pk, ben.pk)]


def test_nobody_blocks_a_person_whom_the_page_does_not_offer():
    asha, ben, wim = *people(2), person("Wim")
    code = room_of([asha, ben])
    for about in ("", "0", key_of(code, ben, asha), f"person-{wim.pk}"):
        assert signed_in(asha).post(f"/r/{code}/block/", {"about": about}).status_code == 422
    assert not Block.objects.exists()


def test_two_separated_people_do_not_read_each_other():
    asha, ben, cleo = people(3)
    code = room_of([asha, ben, cleo])
    chat.send(code, asha, "From Asha")
    chat.send(code, ben, "From Ben")
    chat.send(code, cleo, "From Cleo")
    signed_in(asha).post(f"/r/{code}/block/", {"about": key_of(code, asha, ben)})
    assert messages_for(code, asha) == ["From Asha", "From Cleo"]
    assert messages_for(code, ben) == ["From Ben", "From Cleo"]
    assert messages_for(code, cleo) == ["From Asha", "From Ben", "From Cleo"]
    for viewer, hidden in ((asha, "From Ben"), (ben, "From Asha")):
        assert hidden not in signed_in(viewer).get(f"/r/{code}/").content.decode()


@pytest.mark.parametrize("by_reader", [True, False])
def test_a_person_without_a_seat_does_not_read_them_either(by_reader):
    asha, ben, wim = *people(2), person("Wim")
    code = room_of([asha, ben])
    chat.send(code, asha, "From Asha")
    chat.send(code, ben, "From Ben")
    blocks.block(*((wim, asha.pk) if by_reader else (asha, wim.pk)))
    assert messages_for(code, wim) == ["From Ben"]
    chat.react(code, asha, "wow")
    now = read_for(code, wim.pk)
    frames = [rendering.frame(now, each) for each in (wim.pk, person("Zoe").pk)]
    assert ["From Asha" in each for each in frames] == [False, True]
    assert ['data-unseen="0"' in each for each in frames] == [by_reader, False]


def test_the_report_page_shows_no_message_that_a_block_hides():
    asha, ben, cleo = people(3)
    code = room_of([asha, ben, cleo])
    chat.send(code, asha, "From Asha")
    chat.send(code, cleo, "From Cleo")
    blocks.block(asha, ben.pk)
    page = signed_in(ben).get(f"/r/{code}/report/").content.decode()
    assert "From Cleo" in page and "From Asha" not in page
    assert f'value="{key_of(code, ben, asha)}"' in page


def test_a_person_reports_the_message_of_somebody_whom_they_have_blocked():
    asha, ben = people(2)
    code = room_of([asha, ben])
    chat.send(code, ben, "From Ben")
    blocks.block(asha, ben.pk)
    assert "From Ben" in signed_in(asha).get(f"/r/{code}/report/").content.decode()


def test_a_block_hides_the_reactions_of_the_blocked_person():
    asha, ben, cleo = people(3)
    room = table_of([asha, ben, cleo], bots=3)
    chat.react(room.code, asha, "wow")
    number = room.seats.get(user=asha).number

    def hidden(viewer):
        return f'data-unseen="{number}"' in signed_in(viewer).get(f"/r/{room.code}/").text

    assert not hidden(ben)
    blocks.block(ben, asha.pk)
    assert hidden(ben)
    assert not hidden(asha) and not hidden(cleo)
    chat.react(room.code, ben, "wow")
    page = signed_in(asha).get(f"/r/{room.code}/").text
    assert "data-unseen" not in page, "nobody learns who has blocked them"


def test_a_banned_person_blocks_the_host():
    asha, ben, cleo, dan = people(4)
    code, client = room_of([asha, ben, cleo]), signed_in(ben)
    lobby.kick(code, asha, 1)
    lobby.join(code, dan)  # Ben has not seen this person.
    page = client.get(f"/r/{code}/report/").content.decode()
    assert "<h2>Block a person" in page
    keys = dict(re.findall(r'<option value="([^"]+)"[^>]*>\s*(\S+)', page))
    host, other = (key_of(code, cleo, each) for each in (asha, dan))
    assert host in keys and other not in keys
    assert client.post(f"/r/{code}/block/", {"about": other}).status_code == 422
    answer = client.post(f"/r/{code}/block/", {"about": host}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert f"You have blocked {asha.name}." in answer.content.decode()
    assert list(Block.objects.values_list("by", "blocked")) == [(ben.pk, asha.pk)]
    RoomBan.objects.update(at=timezone.now() - timedelta(days=8))
    assert client.post(f"/r/{code}/block/", {"about": host}).status_code == 403


def test_a_person_is_blocked_on_the_profile():
    asha, zoe = person(), account("Zoe")
    path, client = f"/people/{person_key.key_of(zoe.pk)}/", signed_in(asha)
    form = client.get(f"{path}report/").content.decode().split("<h2>Block a person")[1]
    assert f'action="{path}block/"' in form and 'name="about" value="person"' in form
    answer = client.post(f"{path}block/", {"about": "person"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "You have blocked Zoe." in answer.content.decode()
    assert list(Block.objects.values_list("by", "blocked")) == [(asha.pk, zoe.pk)]
