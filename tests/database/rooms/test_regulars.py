"""The people with whom a person has played, whom they follow, and who is online."""

import re

import pytest
from django.core.cache import cache

from accounts import blocks
from accounts.models import Follow, User
from accounts.person_key import key_of
from rooms import regulars
from rooms.models import Room, Seat
from tests.database.kit.played_by_people import end_by_people
from tests.kit import named_in, one_line, people, signed_in, table_of

pytestmark = pytest.mark.django_db


def played(users, bots=0):
    """A finished game of these people. Its table stays."""
    room = table_of(users, "first-game", bots=bots)
    end_by_people(room.game)
    return room


@pytest.fixture
def friends():
    """Asha and Ben have played twice together, Asha and Cleo once; Dev with nobody."""
    asha, ben, cleo, _dev = users = people(4)
    played([asha, ben], bots=4)
    played([asha, cleo, ben], bots=3)
    Seat.objects.update(last_seen=None)
    return users


def names(user):
    return [each.name for each in regulars.regulars_of(user)]


def test_the_people_of_finished_games(friends, django_assert_max_num_queries):
    asha, ben, cleo, dev = friends
    assert {each.name: each.games for each in regulars.regulars_of(asha)} == {
        ben.name: 2,
        cleo.name: 1,
    }
    assert names(dev) == []
    with django_assert_max_num_queries(5):
        names(asha)


def test_followed_people_come_first(friends):
    asha, ben, cleo, _dev = friends
    for followed, other in ((cleo, ben), (ben, cleo)):
        asha.follows.all().delete()
        assert regulars.follow(asha, followed.pk)
        assert names(asha) == [followed.name, other.name]
        assert not any(each.is_followed for each in regulars.regulars_of(followed))


def test_a_person_follows_only_people_with_whom_they_have_played(friends, monkeypatch):
    asha, ben, cleo, dev = friends
    assert not regulars.follow(asha, dev.pk)
    assert not regulars.follow(asha, asha.pk)
    assert regulars.follow(asha, ben.pk) and regulars.follow(asha, ben.pk)
    assert Follow.objects.count() == 1
    monkeypatch.setattr(regulars, "MOST_FOLLOWED", 1)
    assert not regulars.follow(asha, cleo.pk)


def test_a_block_hides_both_from_each_other(friends):
    asha, ben, cleo, _dev = friends
    regulars.follow(asha, ben.pk)
    blocks.block(ben, asha.pk)
    assert names(asha) == [cleo.name]
    assert names(ben) == [cleo.name]
    assert regulars.follow(ben, asha.pk), "the answer tells nobody of the block"
    assert names(ben) == [cleo.name]


def test_suspended_people_are_not_listed(friends):
    asha, ben, cleo, _dev = friends
    ben.is_active = False
    ben.save()
    assert names(asha) == [cleo.name]


def online(user):
    return [each.name for each in regulars.regulars_of(user) if each.is_online]


def test_only_those_are_online_who_let_others_see_it(friends, clock):
    asha, ben, cleo, _dev = friends
    Seat.objects.filter(user=ben).update(last_seen=clock.now)
    signed_in(cleo).get("/")
    assert online(asha) == []
    for each in (ben, cleo):
        signed_in(each).post("/people/", {"online": "on"})
    cleo.refresh_from_db()
    assert online(asha) == [ben.name], "Cleo has no open page"
    signed_in(cleo).get("/tables/?few=1")
    assert sorted(online(asha)) == sorted([ben.name, cleo.name])
    cache.clear()
    clock.forward(3600)
    assert online(asha) == []
    Seat.objects.filter(user=ben).update(last_seen=clock.now)
    signed_in(ben).post("/people/", {"online": "off"})
    assert online(asha) == []


def test_the_page_has_a_button_for_each_person(friends):
    asha, ben, cleo, dev = friends
    client = signed_in(asha)
    assert named_in(one_line(client.get("/people/")), friends) == [asha.name, ben.name, cleo.name]
    client.post("/people/follow/", {"person": key_of(ben.pk), "follow": "1"})
    assert "Unfollow" in one_line(client.get("/people/"))
    client.post("/people/follow/", {"person": key_of(ben.pk), "follow": "0"})
    assert not Follow.objects.exists()
    for person in (key_of(dev.pk), f"{ben.pk}", ""):
        answer = client.post("/people/follow/", {"person": person, "follow": "1"}, follow=True)
        assert "at most 500 people, with whom you have finished a game." in one_line(answer)
    assert not Follow.objects.exists()


def test_one_follows_a_person_met_on_the_profile(friends):
    asha, ben, _cleo, dev = friends
    User.objects.update(is_guest=False)
    path, client = f"/people/{key_of(ben.pk)}/", signed_in(asha)
    for sent, offered in (("1", "Unfollow"), ("0", "Follow")):
        fields = {"person": key_of(ben.pk), "follow": sent, "next": path}
        answer = client.post("/people/follow/", fields, follow=True)
        assert answer.redirect_chain == [(path, 302)]
        assert re.findall(r"Follow|Unfollow", one_line(answer)) == [offered]
    assert "Follow" not in one_line(client.get(f"/people/{key_of(dev.pk)}/"))


def test_the_button_to_follow_tells_nobody_of_a_block(friends):
    asha, ben, _cleo, _dev = friends
    User.objects.update(is_guest=False)
    path, client = f"/people/{key_of(ben.pk)}/", signed_in(asha)
    blocks.block(ben, asha.pk)
    for sent, offered in (("1", "Unfollow"), ("0", "Follow")):
        fields = {"person": key_of(ben.pk), "follow": sent, "next": path}
        answer = client.post("/people/follow/", fields, follow=True)
        assert re.findall(r"Follow|Unfollow", one_line(answer)) == [offered]
        assert "at most 500 people" not in one_line(answer)
    assert ben.name not in one_line(client.get("/people/"))


def test_a_table_where_somebody_left_offers_an_invitation(friends):
    asha, ben, _cleo, _dev = friends
    room = played([asha, ben], bots=4)
    assert 'id="invite-again"' not in one_line(signed_in(asha).get(f"/r/{room.code}/"))
    signed_in(ben).post(f"/r/{room.code}/leave/")
    assert 'id="invite-again"' in one_line(signed_in(asha).get(f"/r/{room.code}/"))
    assert Room.objects.get(pk=room.pk).game_id
