"""Alerts about turns: who is told, when, and once."""

from functools import partial

import pytest
from django.core import mail as outbox
from django.utils import timezone

from alerts import needs
from alerts.models import Alert, Webhook
from bots import background, driver
from game import play
from game.models import DueWork, Game, Move
from rooms.actions import moderation, suspend_rename_delete
from rooms.models import Seat
from tests.database.kit.alerts import (
    holder_of,
    senders,
    table_for_alerts,
    told,
    with_devices,
    with_mail,
    work,
)
from tests.database.kit.threads import at_once
from tests.database.kit.times import ANY_TIME, dealt, fresh
from tests.kit import claim, hit_ask, make_moves, missed_ask, people, state_of

pytestmark = pytest.mark.django_db

MINE = "It is your turn"


@pytest.fixture
def users(db):
    return with_devices(people(4))


@pytest.fixture
def sent():
    with senders() as messages:
        yield messages


@pytest.fixture
def room(clock, users):
    """A table with a day for each turn. Nobody's page is open."""
    return table_for_alerts(users)


def looks(user):
    Seat.objects.filter(user=user).update(last_seen=timezone.now())


def test_with_a_long_clock_a_turn_is_told_at_once(room, clock, sent):
    make_moves(room.game, missed_ask)
    work()
    assert not sent, "an open page has a moment to say that it is open"
    clock.forward(20)
    work()
    assert told(sent) == [(holder_of(room).pk, MINE)]
    _endpoint, message, ttl = sent[0]
    assert message["body"].startswith(f"Table {room.code}. You have until ")
    assert message["url"] == f"/r/{room.code}/"
    assert message["tag"] == f"table-{room.code}"
    assert ttl == 24 * 3600 - 20


@pytest.mark.parametrize("seconds", [0, 60])
def test_without_a_long_clock_it_is_told_after_two_minutes(users, clock, sent, seconds):
    room = table_for_alerts(users, seconds=seconds)
    make_moves(room.game, missed_ask)
    clock.forward(119)
    work()
    assert not sent
    clock.forward(1)
    work()
    assert told(sent) == [(holder_of(room).pk, MINE)]


def test_a_turn_is_told_once(room, clock, sent):
    make_moves(room.game, missed_ask)
    for _hour in range(20):
        clock.forward(3600)
        work()
    assert len(sent) == 1


def test_each_turn_is_told(room, clock, sent):
    expected = []
    for _turn in range(3):
        make_moves(room.game, missed_ask)
        clock.forward(20)
        work()
        expected.append((holder_of(room).pk, MINE))
    assert told(sent) == expected


def test_who_has_looked_is_not_told(room, clock, sent):
    make_moves(room.game, missed_ask)
    clock.forward(8)
    looks(holder_of(room))
    clock.forward(12)
    work()
    clock.forward(3600)
    work()
    assert not sent


def test_who_looks_before_it_is_sent_is_not_told(room, clock, sent):
    make_moves(room.game, missed_ask)
    clock.forward(20)
    needs.write_due_turns()
    assert Alert.objects.exists()
    looks(holder_of(room))
    work()
    assert not sent
    assert not Alert.objects.exists()


def test_a_turn_that_has_passed_is_not_told(room, clock, sent):
    make_moves(room.game, missed_ask)
    clock.forward(20)
    needs.write_due_turns()
    make_moves(room.game, missed_ask)
    background.do_due_work()
    assert not sent


def test_a_turn_that_has_come_back_is_told_once(room, clock, sent):
    first = holder_of(room)
    make_moves(room.game, missed_ask)
    back = partial(missed_ask, of=room.game.players.get(user=first).seat)
    make_moves(room.game, back)
    clock.forward(20)
    needs.write_due_turns()
    make_moves(room.game, missed_ask, back)
    clock.forward(20)
    work()
    assert told(sent) == [(first.pk, MINE)]


def test_who_moves_and_keeps_the_turn_is_not_told(room, clock, sent):
    make_moves(room.game, missed_ask, hit_ask)
    clock.forward(3600)
    work()
    assert not sent


def test_a_person_for_whom_the_turn_clock_moved_is_told_again(room, clock, sent):
    make_moves(room.game, missed_ask)
    holder = holder_of(room)
    play.act(
        room.game.pk,
        lambda game, seat: hit_ask(play.read_stored_game(game.pk).state),
        version=1,
        mover=Move.Mover.TURN_CLOCK,
    )
    assert holder_of(room) == holder
    clock.forward(20)
    work()
    assert told(sent) == [(holder.pk, MINE)]


def test_a_claim_by_somebody_else_leaves_the_alert_as_it_is(users, clock, sent):
    game = dealt(users, ANY_TIME, turn_seconds=24 * 3600)
    before = fresh(game).alert_at
    clock.forward(5)
    play.act(
        game.pk,
        claim(state_of(game), 2, "low-spades"),
        version=0,
        request=play.Request(users[2].pk, "claim"),
    )
    assert (fresh(game).turn, fresh(game).alert_at) == (0, before)


@pytest.mark.parametrize(("seconds", "messages"), [(0, 0), (60, 0), (24 * 3600, 1)])
def test_nobody_is_told_if_only_bots_wait(users, clock, sent, seconds, messages):
    """A person alone with bots is told only because of a long turn clock."""
    room = table_for_alerts(users[:1], bots=3, seconds=seconds)
    Game.objects.filter(pk=room.game_id).update(turn=1, due_at=clock.now)
    while Game.objects.get(pk=room.game_id).turn:
        for each in driver.read_due()[0]:
            driver.act_if_due(*each)
        clock.forward(1)
    clock.forward(121)
    work()
    assert told(sent) == [(users[0].pk, MINE)] * messages


ENDS = {
    "suspended": suspend_rename_delete.suspend,
    "deleted": suspend_rename_delete.forget,
    "banned": lambda user: moderation.kick(Seat.objects.get(user=user).room.code, user),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_suspended_or_banned_person_gets_nothing(room, clock, sent, end):
    make_moves(room.game, missed_ask)
    clock.forward(20)
    needs.write_due_turns()
    assert Alert.objects.exists()
    end(holder_of(room))
    work()
    assert not sent


def test_a_suspended_person_with_a_seat_gets_nothing(room, clock, sent):
    make_moves(room.game, missed_ask)
    user = holder_of(room)
    user.is_active = False
    user.save()
    clock.forward(20)
    work()
    assert not sent
    assert not Alert.objects.exists()


def test_a_game_that_has_ended_tells_nothing(room, clock, sent):
    make_moves(room.game, missed_ask)
    clock.forward(20)
    needs.write_due_turns()
    play.abandon(room.game.pk)
    assert Game.objects.get(pk=room.game_id).alert_at is None
    work()
    assert not sent


def test_the_host_may_have_closed_the_room(room, clock, sent):
    make_moves(room.game, missed_ask)
    clock.forward(20)
    needs.write_due_turns()
    moderation.close(room.code)
    work()
    assert not sent


def test_a_person_without_an_address_costs_no_row(clock):
    users = people(4)
    room = table_for_alerts(users)
    make_moves(room.game, missed_ask)
    clock.forward(20)
    work()
    assert not Alert.objects.exists()
    assert Game.objects.get(pk=room.game_id).alert_at is None


def test_a_channel_is_told_whose_turn_it_is(room, clock, sent, settings):
    settings.SITE_URL = "https://cards.example/"
    Webhook.objects.create(room=room, url="https://chat.example/hush")
    make_moves(room.game, missed_ask)
    clock.forward(20)
    work()
    (message,) = [each for each in sent if each[0] == "https://chat.example/hush"]
    name = holder_of(room).name
    assert message[1:] == (
        f"It is the turn of {name}. Table {room.code}.",
        f"https://cards.example/r/{room.code}/",
    )


def test_a_mail_says_the_same(users, clock, settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://cards.example"
    room = table_for_alerts(with_mail(users))
    with senders():
        make_moves(room.game, missed_ask)
        clock.forward(20)
        work()
    (mail,) = outbox.outbox
    assert (mail.subject, mail.to) == (MINE, [f"{holder_of(room).username}@mail.example"])
    assert f"https://cards.example/r/{room.code}/" in mail.body


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_schedulers_tell_a_turn_once(clock):
    room = table_for_alerts(with_devices(people(4)))
    make_moves(room.game, missed_ask)
    clock.forward(20)
    with senders() as sent:
        assert at_once([background.do_due_work] * 6)
        assert told(sent) == [(holder_of(room).pk, MINE)]
    assert DueWork.objects.filter(kind="delivery").count() == Alert.objects.count() == 1


def test_a_fault_in_one_game_does_not_stop_the_others(
    room, users, clock, sent, caplog, monkeypatch
):
    find = needs._person_at

    def fails(game, seat):
        if game.pk == room.game_id:
            raise KeyError("no seat")
        return find(game, seat)

    other = table_for_alerts(users)
    make_moves(room.game, missed_ask)
    make_moves(other.game, missed_ask)
    clock.forward(20)
    monkeypatch.setattr(needs, "_person_at", fails)
    work()
    assert "no seat" in caplog.text
    monkeypatch.setattr(needs, "_person_at", find)
    work()
    assert told(sent) == [(holder_of(other).pk, MINE)]
