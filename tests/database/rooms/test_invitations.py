"""Invitations to people with whom a person has played."""

from datetime import timedelta

import pytest

from accounts import blocks
from accounts.person_key import key_of
from game.models import DueWork
from game.refusals import Refused
from rooms import regulars, retention
from rooms.actions import invitations, lobby, playing
from rooms.models import Invitation, Room
from rooms.regulars import invitations_for
from tests.database.kit.played_by_people import end_by_people
from tests.database.rooms.test_regulars import played
from tests.kit import JSON, one_line, people, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def friends():
    """Asha has played with Ben and Cleo, and not with Dev."""
    asha, ben, cleo, dev = people(4)
    room = played([asha, ben, cleo], bots=3)
    Room.objects.filter(pk=room.pk).delete()
    return asha, ben, cleo, dev


def codes(user):
    return [each.room.code for each in invitations_for(user)]


def test_an_invitation_waits_at_home(friends):
    asha, ben, cleo, dev = friends
    code = room_of([asha])
    assert invitations.invite(code, asha, [ben.pk, dev.pk, asha.pk]) == 1
    assert (codes(ben), codes(cleo), codes(dev)) == ([code], [], [])
    text = one_line(signed_in(ben).get("/"))
    assert "You are invited" in text
    assert code in text
    assert "You are invited" not in one_line(signed_in(cleo).get("/"))
    lobby.join(code, ben)
    assert codes(ben) == []


def test_an_invitation_waits_for_a_week(friends, clock):
    asha, ben, _cleo, _dev = friends
    code = room_of([asha])
    invitations.invite(code, asha, [ben.pk])
    clock.forward(timedelta(days=6, hours=23).total_seconds())
    assert codes(ben) == [code]
    clock.forward(2 * 3600)
    assert codes(ben) == []
    Invitation.objects.update(at="2020-01-01T00:00Z")
    dict(retention.prune())
    assert not Invitation.objects.exists()


def test_the_next_invitation_replaces_the_first(friends, clock):
    asha, ben, _cleo, _dev = friends
    first, second = room_of([asha]), room_of([asha])
    for code in (first, second, second):
        invitations.invite(code, asha, [ben.pk])
        clock.forward(1)
    assert codes(ben) == [second]
    assert Invitation.objects.count() == 1


def test_after_a_declined_invitation_the_same_person_must_wait(friends, clock):
    asha, ben, cleo, _dev = friends
    code, other = room_of([asha]), room_of([cleo])
    invitations.invite(code, asha, [ben.pk])
    invitation = invitations_for(ben).get()
    signed_in(cleo).post("/people/decline/", {"invitation": invitation.pk})
    assert codes(ben) == [code], "another person can't decline it"
    signed_in(ben).post("/people/decline/", {"invitation": invitation.pk})
    assert codes(ben) == []
    assert invitations.invite(code, asha, [ben.pk]) == 1, "nobody learns who has declined"
    assert codes(ben) == []
    invitations.invite(other, cleo, [ben.pk])
    assert codes(ben) == [other]
    clock.forward(invitations.REST.total_seconds() + 1)
    invitations.invite(code, asha, [ben.pk])
    assert codes(ben) == [code, other]


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("by_invited", [True, False])
def test_a_block_ends_invitations(friends, order, by_invited):
    asha, ben, _cleo, _dev = friends
    code = room_of([asha])
    pair = (ben, asha.pk) if by_invited else (asha, ben.pk)
    if order == "before":
        blocks.block(*pair)
    invitations.invite(code, asha, [ben.pk])
    if order == "after":
        assert codes(ben) == [code]
        blocks.block(*pair)
    assert codes(ben) == []


@pytest.mark.parametrize("change", ["left", "locked", "closed", "banned", "suspended"])
def test_an_invitation_to_a_table_without_a_way_in_is_not_shown(friends, change):
    asha, ben, cleo, _dev = friends
    code = room_of([asha, cleo])
    invitations.invite(code, asha, [ben.pk])
    assert codes(ben) == [code]
    room = Room.objects.filter(code=code)
    if change == "left":
        lobby.leave(code, asha)
    elif change == "banned":
        room.get().bans.create(user=ben)
    elif change == "suspended":
        asha.is_active = False
        asha.save()
    else:
        closed = {"closed_at": room.get().created_at}
        room.update(**({"locked": True} if change == "locked" else closed))
    assert codes(ben) == []


def test_only_people_at_the_table_invite(friends):
    asha, ben, cleo, _dev = friends
    code = room_of([cleo])
    for wrong in (code, "NOROOM"):
        with pytest.raises(Refused, match="not_seated"):
            invitations.invite(wrong, asha, [ben.pk])
    assert not Invitation.objects.exists()
    assert not DueWork.objects.filter(kind="invitation").exists()


def test_the_page_of_a_table(friends):
    asha, ben, cleo, dev = friends
    code = room_of([asha, cleo])
    client, page = signed_in(asha), f"/r/{code}/invite/"
    text = one_line(client.get(page))
    assert ben.name in text
    assert 'type="checkbox"' in text
    assert dev.name not in text
    answer = client.post(page, {"person": [key_of(ben.pk), key_of(dev.pk), "7~x"]}, follow=True)
    assert "1 person has your invitation. It waits for a week." in one_line(answer)
    assert answer.redirect_chain[-1][0] == f"/r/{code}/"
    assert (codes(ben), codes(dev)) == ([code], [])
    for nobody in ([], [key_of(dev.pk)]):
        answer = client.post(page, {"person": nobody})
        assert answer.status_code == 422
        assert "Choose the people whom you want to invite." in one_line(answer)


def test_the_people_of_the_last_game_are_chosen_at_first():
    asha, ben, cleo = people(3)
    played([asha, cleo], bots=4)
    room = played([asha, ben], bots=4)
    lobby.leave(room.code, ben)
    found = signed_in(asha).get(f"/r/{room.code}/invite/")
    assert found.context["chosen"] == {ben.pk}
    assert {each.user_id for each in found.context["regulars"]} == {ben.pk, cleo.pk}


# Again with these people


def test_again_opens_a_table_with_the_same_rules():
    asha, ben, cleo = people(3)
    room = played([asha, ben, cleo], bots=3)
    rules, game = room.rules, room.game_id
    room.delete()
    client = signed_in(asha)
    assert 'id="again-with-people"' in one_line(client.get("/"))
    answer = client.post("/play/again/", {"game": game, "request_id": "one"})
    code = answer.url.split("/")[2]
    assert "The others have your invitation." in one_line(client.get(answer.url))
    again = client.post("/play/again/", {"game": game, "request_id": "one"})
    assert again.url == answer.url, "a second press opens no second table"
    new = Room.objects.get(code=code)
    assert new.rules == rules
    assert [new.code] == codes(ben) == codes(cleo)
    assert codes(asha) == []


def test_again_at_a_table_that_is_still_there():
    asha, ben, cleo = people(3)
    room = played([asha, ben, cleo], bots=3)
    lobby.leave(room.code, ben)
    assert invitations.play_again(asha, room.game_id) == room.code
    assert (codes(ben), codes(cleo)) == ([room.code], [])


def test_only_players_of_the_game_invite_its_people(friends):
    asha, ben, _cleo, dev = friends
    game = played([asha, ben], bots=4).game_id
    for user, wrong in ((dev, game), (asha, "nothing")):
        with pytest.raises(Refused, match="no_game"):
            invitations.play_again(user, wrong)


@pytest.mark.postgres
@pytest.mark.parametrize("game", ["\0", "é", "a" * 33, "a" * 5000, "a b"])
def test_impossible_ids_of_games_are_refused(friends, game):
    fields = {"game": game, "request_id": "one"}
    answer = signed_in(friends[0]).post("/play/again/", fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game")


def test_a_person_who_was_banned_from_the_game_does_not_find_its_people():
    asha, ben, cleo = people(3)
    room = table_of([asha, ben, cleo], "first-game", bots=3)
    lobby.kick(room.code, asha, room.seats.get(user=ben).number)
    end_by_people(room.game)
    assert {each.user_id for each in regulars.regulars_of(asha)} == {ben.pk, cleo.pk}
    assert not regulars.regulars_of(ben)
    assert 'id="again-with-people"' not in one_line(signed_in(ben).get("/"))
    with pytest.raises(Refused, match="no_game"):
        invitations.play_again(ben, room.game_id)


def test_an_invitation_to_a_running_game_waits_for_its_end(friends):
    asha, ben, _cleo, _dev = friends
    code = room_of([asha])
    invitations.invite(code, asha, [ben.pk])
    lobby.fill_with_bots(code, asha)
    playing.start(code, asha)
    assert codes(ben) == []
    end_by_people(Room.objects.get(code=code).game)
    assert codes(ben) == [code]


def test_a_declined_invitation_is_kept_for_the_day_of_rest(friends, clock):
    asha, ben, _cleo, _dev = friends
    code = room_of([asha])
    invitations.invite(code, asha, [ben.pk])
    clock.forward(timedelta(days=6, hours=23).total_seconds())
    invitations.decline(ben, Invitation.objects.get().pk)
    clock.forward(timedelta(hours=2).total_seconds())
    dict(retention.prune())
    invitations.invite(code, asha, [ben.pk])
    assert codes(ben) == []


def test_a_game_with_bots_alone_has_nobody_to_invite():
    (asha,) = people(1)
    room = played([asha], bots=5)
    room.delete()
    assert 'id="again-with-people"' not in one_line(signed_in(asha).get("/"))
    assert not regulars.regulars_of(asha)
