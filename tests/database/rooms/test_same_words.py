"""Pages call a preset, changed rules and the end of a game by the same name everywhere."""

import pytest

from game.models import Game
from game.presentation.rules_text import PRESET_NAMES
from rooms.actions import host_settings
from rooms.models import Room
from tests.database.kit.staff import boss
from tests.kit import people, signed_in, started, table_of

pytestmark = pytest.mark.django_db


def text(client, address):
    return client.get(address).content.decode()


def test_each_preset_has_the_same_name_everywhere():
    room = table_of(people(4))
    form = text(signed_in(room.host), f"/r/{room.code}/settings/")
    new = text(signed_in(room.host), "/rooms/new/")
    for preset, name in PRESET_NAMES.items():
        assert f">{name}</a>" in form, preset
        assert str(name) in new, preset


def test_changed_rules_are_own_rules_everywhere():
    room = table_of(people(4))
    client, staff = signed_in(room.host), boss()
    host_settings.set_options(room.code, room.host, {"deck": "quartets"})
    Room.objects.update(game=None)
    pages = [text(client, f"/r/{room.code}/"), text(client, "/")]
    pages.append(text(staff, f"/admin/rooms/room/{room.pk}/change/"))
    pages.append(text(staff, "/admin/rooms/room/"))
    assert ["Own rules" in page for page in pages] == [True] * 4
    assert not any("with changes" in page or "Custom rules" in page for page in pages)


def test_a_game_without_a_result_was_not_finished():
    users = people(4)
    game = started(users)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    pages = [text(boss(), f"/admin/game/game/{game.pk}/change/")]
    pages.append(text(signed_in(users[0]), f"/games/{game.pk}/"))
    assert ["not finished" in page for page in pages] == [True, True]
    assert not any("abandoned" in page.lower() for page in pages)
