"""The replay of a game with damaged rows: it is shown as far as possible, or a page explains why
not.
"""

import pytest

from game.models import Game
from tests.database.kit.tampering import TAMPERINGS, with_each_kind_of_move
from tests.kit import JSON, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

#: Damage after which nothing can be shown
NOTHING = {"dealer outside", "fewer players", "no options", "nonsense options", "no hand",
           "hand elsewhere", "no player", "player elsewhere"}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_damaged_game_is_shown_up_to_the_damage(users, name):
    game = with_each_kind_of_move(users)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    TAMPERINGS[name](Game.objects.get(pk=game.pk))
    client, address = signed_in(users[0]), f"/games/{game.pk}/"
    expected = 422 if name in NOTHING else 200
    pages = [client.get(address), client.get(f"{address}positions/?from=0&to=9")]
    document = client.get(f"{address}?eyes=1", headers=JSON)
    assert {answer.status_code for answer in (*pages, document)} == {expected}
    if name in NOTHING:
        assert "is damaged" in pages[0].content.decode()
        assert document.json()["code"] == "damaged"
    record = client.get(f"{address}record.json")
    assert (record.status_code, record.json().get("code")) in [(200, None), (422, "damaged")]


@pytest.mark.parametrize("name", ["an asked outside", "null holders", "holders outside"])
def test_the_replay_ends_before_the_impossible_move(users, name):
    game = with_each_kind_of_move(users)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    TAMPERINGS[name](game)
    text = signed_in(users[0]).get(f"/games/{game.pk}/").content.decode()
    assert "the later stored moves are damaged" in text
