"""The host's panel: people, actions, and settings for the next game."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import escape

from game.models import Game
from game.refusals import SENTENCES
from tests.kit import HTMX, signed_in, table_of

pytestmark = pytest.mark.django_db

PANEL = HTMX | {"HX-Target": "host-tools"}
LIVE = PANEL | {"X-Live": "1"}


@pytest.fixture
def room(users):
    """A game of four people. The host has seat 0."""
    return table_of(users)


@pytest.fixture
def host(users):
    return signed_in(users[0])


def panel(room, client):
    return client.get(f"/r/{room.code}/host/tools/").content.decode()


def press(room, client, path, headers=LIVE, **fields):
    answer = client.post(f"/r/{room.code}/{path}/", fields, headers=headers)
    return answer.status_code, answer.content.decode()


def gone(room, seat, seconds):
    last_seen = timezone.now() - timedelta(seconds=seconds)
    room.seats.filter(number=seat).update(away=True, last_seen=last_seen)


def test_the_panel_has_the_people_and_the_next_games_rules(room, host, users):
    shown = panel(room, host)
    for number, name in enumerate(["Ben", "Chidi", "Dora"], start=1):
        for button in (f"Mute {name}", f"Make {name} the host", f"Ban {name}"):
            assert button in shown, button
        assert f'id="host-substitute-{number}"' not in shown
    assert "Ban Asha" not in shown
    assert f'href="/r/{room.code}/settings/"' in shown
    assert "This game keeps its rules." in shown


def test_the_panel_is_empty_for_others_and_in_a_lobby(room, host, users):
    assert panel(room, signed_in(users[1])).strip() == ""
    type(room).objects.update(game=None)
    assert panel(room, host).strip() == ""


def test_a_substitute_is_offered_after_a_minute_of_absence(room, host, clock):
    gone(room, 1, 30)
    assert "When a player has been away for a minute, you can let a bot play." in panel(room, host)
    clock.forward(31)
    assert "Let a bot play until Ben is back" in panel(room, host)
    status, shown = press(room, host, "stand-in/until-back", seat=1)
    assert (status, "away; a bot plays" in shown) == (200, True)
    assert "Let a bot play" not in shown
    # Everybody sees that a bot plays, in the middle of the table and at the seat.
    regions = signed_in(room.seats.get(number=2).user).get(f"/r/{room.code}/regions/")
    assert "A bot plays for Ben until Ben is back." in regions.content.decode()
    assert "bot plays</span>" in regions.content.decode()


@pytest.mark.parametrize("headers", [LIVE, PANEL])
def test_the_panel_shows_the_result_of_an_action(room, host, headers):
    status, shown = press(room, host, "mute", headers, seat=1, muted=1)
    assert status == 200
    assert "Unmute Ben" in shown
    assert 'id="refusal"' not in shown


def test_the_panel_shows_a_refusal(room, host, users):
    status, shown = press(room, host, "stand-in/until-back", seat=1)
    assert status == 422
    assert shown.count(escape(str(SENTENCES["not_away"]))) == 1
    assert "Mute Ben" in shown
    assert "Mute" not in press(room, signed_in(users[1]), "mute", seat=2, muted=1)[1]


def test_a_former_host_has_no_panel(room, host, users):
    status, shown = press(room, host, "host", seat=2)
    assert (status, "host-people" in shown) == (200, False)
    assert "Mute Asha" in panel(room, signed_in(users[2]))


def test_after_the_game_the_panel_has_no_pace_and_no_substitute(room, host):
    gone(room, 1, 100)
    Game.objects.update(status="finished", phase="finished", due_at=None)
    shown = panel(room, host)
    assert 'name="pace"' not in shown
    assert "Let a bot play" not in shown
    assert "A bot takes the seat" not in shown
    assert "Ben can’t come back to this table until you lift the ban." in shown


def test_only_the_hosts_page_has_the_button_for_the_panel(room, host, users):
    assert "data-host" in host.get(f"/r/{room.code}/regions/").content.decode()
    assert "data-host" not in signed_in(users[1]).get(f"/r/{room.code}/regions/").content.decode()


def test_a_substitute_can_be_called_from_the_table(room, host, users):
    Game.objects.update(turn=1)
    gone(room, 1, 100)
    for user, offered in ((users[0], True), (users[2], False)):
        regions = signed_in(user).get(f"/r/{room.code}/regions/").content.decode()
        assert ('id="until-back"' in regions, 'id="substitute"' in regions) == (offered, True)
