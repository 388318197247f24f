"""The host removes a spectator, sees whom they have banned, and lifts a ban."""

import pytest

from game.refusals import SENTENCES, Refused
from rooms.actions import chat, lobby, moderation
from rooms.live import presence
from rooms.models import Room
from tests.kit import HTMX, JSON, person, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def wim():
    return person("Wim")


@pytest.fixture(params=[table_of, lambda users: Room.objects.get(code=room_of(users))])
def room(request, users, wim):
    """A game or a lobby that Wim watches."""
    room = request.param(users)
    presence.renew_spectators({room.code: [wim.pk]})
    return room


def tools(room, user):
    """What the host's tools show: the panel in a game, the host's part of a lobby."""
    path = "host/tools/" if room.game else "regions/"
    return signed_in(user).get(f"/r/{room.code}/{path}").content.decode()


def test_the_host_bans_a_spectator_and_lets_them_come_back(room, users, wim):
    host, watches = signed_in(users[0]), signed_in(wim)
    assert "Ban Wim" in tools(room, users[0])
    assert watches.get(f"/r/{room.code}/").status_code == 200
    answer = host.post(f"/r/{room.code}/remove/", {"spectator": wim.pk}, headers=HTMX)
    assert answer.status_code == 200
    shown = tools(room, users[0])
    assert "Ban Wim" not in shown
    assert "Lift the ban on Wim" in shown

    gone = watches.get(f"/r/{room.code}/")
    assert gone.status_code == 403
    assert str(SENTENCES["removed"]) in gone.content.decode()

    host.post(f"/r/{room.code}/bans/lift/", {"person": wim.pk}, headers=HTMX)
    assert watches.get(f"/r/{room.code}/").status_code == 200
    assert "Lift the ban" not in tools(room, users[0])


def test_only_spectators_are_removed_as_spectators(room, users, wim):
    """A player may have watched before they sat down."""
    presence.renew_spectators({room.code: [users[1].pk]})
    for other in (users[1], person("Eva")):
        with pytest.raises(Refused, match="not_watching"):
            moderation.kick_spectator(room.code, users[0], other.pk)
    for not_host in (users[1], wim):
        with pytest.raises(Refused, match="not_host"):
            moderation.kick_spectator(room.code, not_host, wim.pk)
        with pytest.raises(Refused, match="not_host"):
            moderation.lift_ban(room.code, not_host, wim.pk)
    assert not room.bans.exists()


def test_the_host_can_not_lift_a_ban_by_the_staff(room, users, wim):
    moderation.kick_spectator(room.code, users[0], wim.pk)
    room.spectating.create(user=wim, last_seen=wim.date_joined)
    moderation.kick(room.code, wim)
    assert "Wim" not in tools(room, users[0])
    moderation.lift_ban(room.code, users[0], wim.pk)
    assert room.bans.get().user == wim


def test_a_kicked_person_does_not_see_the_lobby_or_its_chat(users):
    code = room_of(users)
    chat.send(code, users[0], "Only for us")
    lobby.kick(code, users[0], 1)
    client = signed_in(users[1])
    for path in ("", "regions/", "state.json", "settings/", "host/tools/"):
        answer = client.get(f"/r/{code}/{path}")
        assert answer.status_code == 403, path
        assert "Only for us" not in answer.content.decode()
        assert "Chidi" not in answer.content.decode()
    page = client.get(f"/r/{code}/").content.decode()
    assert "<h1>You can’t come back</h1>" in page
    assert page.count("You were banned") == 1
    moderation.lift_ban(code, users[0], users[1].pk)
    client.post(f"/r/{code}/join/")
    assert Room.objects.get().seats.filter(user=users[1]).exists()


def test_a_kick_in_the_lobby_asks_first(users):
    shown = tools(Room.objects.get(code=room_of(users)), users[0])
    question = shown.index("Ben can’t come back to this table until you lift the ban.")
    summary = shown.rindex("<summary", 0, question)
    assert 'aria-label="Ban Ben"' in shown[summary:question]


@pytest.mark.parametrize(("action", "field"), [("remove", "spectator"), ("bans/lift", "person")])
@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_that_no_row_can_have_is_refused(room, users, action, field, number):
    answer = signed_in(users[0]).post(f"/r/{room.code}/{action}/", {field: number}, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_request"


def test_a_ban_hides_what_the_person_wrote(users):
    code = room_of(users)
    chat.send(code, users[1], "An insult")
    chat.send(code, users[2], "Stop it")
    host = signed_in(users[0])
    assert "An insult" in host.get(f"/r/{code}/").text
    lobby.kick(code, users[0], 1)
    page = host.get(f"/r/{code}/").text
    assert "An insult" not in page and "Stop it" in page
    moderation.lift_ban(code, users[0], users[1].pk)
    assert "An insult" in host.get(f"/r/{code}/").text
