"""Games with damaged rows. The staff can still look at them and export the other games."""

import io
import json
from zipfile import ZipFile

import pytest

from game.integrity import problems
from game.models import Game
from staff.models import AuditEntry
from tests.database.kit.staff import boss
from tests.database.kit.tampering import TAMPERINGS, people_of, with_each_kind_of_move
from tests.kit import people

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LIST = "/admin/game/game/"

#: After this damage no move can be described.
NO_LOG = {"no options", "nonsense options"}
#: Damage to one or two of the moves, or to the list of the sets' scorers.
ODD_LINES = {"no scorers", "too few scorers", "another set", "an asker outside",
             "an asked outside", "no such card", "null holders", "nonsense holders"}  # fmt: skip


@pytest.fixture
def client():
    return boss()


def abandoned(users):
    game = with_each_kind_of_move(users)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    return Game.objects.get(pk=game.pk)


def page(client, game):
    answer = client.get(f"{LIST}{game.pk}/change/")
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_page_of_a_damaged_game_names_the_damage(client, name):
    users = people(4)
    game = abandoned(users)
    TAMPERINGS[name](game)
    answer = page(client, game)
    [(_question, good, words), *_others] = answer.context["answers"]
    assert good is False
    assert words == "; ".join(problems(Game.objects.get(pk=game.pk)))
    text = answer.content.decode()
    assert ("its moves can’t be shown" in text) == (name in NO_LOG)
    odd = text.count("The stored data of this move is damaged")
    assert (odd > 0) == (name in ODD_LINES)
    if name not in NO_LOG:
        moves = game.moves.filter(number__lt=Game.objects.get(pk=game.pk).version)
        assert text.count(f"/games/{game.pk}/?move=") == moves.count()
    # A running game gets the same damage, and then its hands are opened.
    game = with_each_kind_of_move(users)
    TAMPERINGS[name](game)
    answer = client.post(f"{LIST}{game.pk}/hands/", {"reason": "a doubt"}, follow=True)
    assert answer.status_code == 200
    assert answer.context["answers"][0][1] is False


def test_a_running_game_with_a_damaged_log_reveals_nothing(client):
    game = with_each_kind_of_move()
    TAMPERINGS["null holders"](game)
    text = page(client, game).content.decode()
    assert "its moves can’t be shown" in text
    assert "are hidden" not in text


def test_a_damaged_game_does_not_stop_an_export(client):
    users = people(4)
    games = {name: abandoned(users) for name in TAMPERINGS}
    good, newer = abandoned(users), abandoned(users)
    for name, game in games.items():
        TAMPERINGS[name](game)
    Game.objects.filter(pk=newer.pk).update(rules_version=99)
    chosen = [game.pk for game in (*games.values(), good, newer)]
    assert client.get(LIST).status_code == 200
    data = {"action": "export_records", "_selected_action": chosen, "reason": "asked for"}
    archive = ZipFile(io.BytesIO(b"".join(client.post(LIST, data))))
    assert archive.testzip() is None
    files = {name.removeprefix("literature-"): archive.read(name) for name in archive.namelist()}
    assert {name.partition(".")[0] for name in files} == set(chosen)
    assert json.loads(files[f"{good.pk}.json"])["commitment"] == good.commitment
    assert "newer rules" in files[f"{newer.pk}.txt"].decode()
    said = files[f"{games['null holders'].pk}.txt"].decode()
    assert "is damaged" in said
    assert "is damaged: " in said
    assert AuditEntry.objects.count() == len(chosen)


@pytest.mark.parametrize("name", ["no options", "nonsense seed"])
def test_an_uncheckable_deal_is_not_called_wrong(client, name):
    game = abandoned(people(4))
    TAMPERINGS[name](game)
    dealt = page(client, game).context["answers"][-1]
    assert dealt[1:] == (
        None,
        "Unknown: the seed or the rules can’t be read.",
    )


def test_names_stay_with_their_seats(client):
    game = abandoned(people(4))
    assert [user.name for user in people_of(game)] == ["Asha", "Ben", "Chidi", "Dora"]
    game.players.filter(seat=1).delete()
    rows = page(client, game).context["seats"]
    hands = {hand.seat: hand for hand in game.hands.all()}
    for player, _team, cards in rows:
        assert len(cards[0].split()) == hands[player.seat].dealt.bit_count()
    assert [player.name for player, _team, _cards in rows] == ["Asha", "Chidi", "Dora"]
