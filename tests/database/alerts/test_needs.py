"""Alerts about other things than turns: starts, claim pauses, play again, reviews and puzzles."""

from datetime import timedelta

import pytest

from accounts import blocks
from alerts.choices import store
from alerts.models import Choices, Webhook
from game import play
from game.models import DueWork, Game, Review
from puzzles.answers import RIGHT, Answers
from puzzles.models import AccountAnswers
from rooms.actions import invitations, lobby, playing
from rooms.models import Invitation, Room, RoomBan, Seat
from tests.database.kit.alerts import (
    gone,
    senders,
    table_for_alerts,
    told,
    with_devices,
    work,
)
from tests.database.rooms.test_regulars import played
from tests.kit import TODAY, people, play_on, room_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db):
    return with_devices(people(4))


@pytest.fixture
def sent():
    with senders() as messages:
        yield messages


# The start of a game


@pytest.fixture
def lobby_code(clock, users):
    """A table where the host looks, and the others do not."""
    code = room_of(users)
    gone(users[1:])
    return code


def start(code, host, clock):
    playing.start(code, host)
    clock.forward(1)
    Seat.objects.filter(user=host).update(last_seen=clock.now)
    clock.forward(19)
    work()


def test_a_start_is_told_to_all_who_do_not_look(lobby_code, users, clock, sent):
    start(lobby_code, users[0], clock)
    holder = Game.objects.get().players.get(seat=Game.objects.get().turn).user_id
    expected = {user.pk: "A game has started" for user in users[1:]}
    if holder in expected:
        expected[holder] = "It is your turn"
    assert sorted(told(sent)) == sorted(expected.items())
    clock.forward(600)
    work()
    assert len(sent) == 3, "who has the first turn gets one message"


def test_who_wants_only_starts_is_told_of_the_turn_with_it(lobby_code, users, clock, sent):
    for user in users:
        Choices.objects.create(user=user, ways={"turn": [], "start": ["push"]})
    Seat.objects.update(last_seen=None)
    playing.start(lobby_code, users[0])
    clock.forward(20)
    work()
    assert {title for _user, title in told(sent)} == {"A game has started"}
    game = Game.objects.get()
    for endpoint, message, _ttl in sent:
        is_mine = endpoint.endswith(f"/{game.players.get(seat=game.turn).user_id}")
        assert ("It is your turn." in message["body"]) == is_mine


def test_a_channel_is_told_of_a_start(lobby_code, users, clock, sent):
    room = Room.objects.get()
    Webhook.objects.create(room=room, url="https://chat.example/hush")
    Seat.objects.update(last_seen=clock.now + timedelta(hours=1))
    playing.start(lobby_code, users[0])
    clock.forward(20)
    work()
    ((_url, text, _link),) = sent
    assert text.startswith(f"A game has started. Table {lobby_code}. It is the turn of ")


def test_a_person_alone_leaves_no_work(users):
    table_of(users[:1], bots=3)
    assert not DueWork.objects.filter(kind="alert").exists()


# A claim pause


@pytest.fixture
def paused(clock, users):
    """A person whose page has closed after they let the table wait for a claim."""
    room = table_for_alerts(users, claim_timing="any_time")
    seat = (room.game.turn + 1) % 4
    user = room.game.players.get(seat=seat).user
    play.start_claim_pause(room.game.pk, user.pk, "low-spades")
    return user


def test_a_claim_pause_waits_for_somebody_who_has_gone(paused, clock, sent):
    clock.forward(20)
    work()
    assert told(sent) == [(paused.pk, "The table waits for your claim")]
    assert "spades" not in str(sent)
    assert sent[0][2] == 25, "afterwards nobody waits"


def test_who_places_the_cards_is_not_told(paused, clock, sent):
    clock.forward(10)
    Seat.objects.filter(user=paused).update(last_seen=clock.now)
    clock.forward(10)
    work()
    assert not sent


def test_a_claim_pause_that_is_over_is_not_told(paused, clock, sent):
    play.cancel_claim_pause(Game.objects.get().pk, paused.pk)
    clock.forward(20)
    work()
    assert not sent


# Play again


@pytest.fixture
def over(clock, users):
    room = table_for_alerts(users, series="single")
    play_on(room.game, claims=0.9)
    DueWork.objects.all().delete()
    Seat.objects.filter(user__in=users[:2]).update(last_seen=clock.now, away=False)
    return Room.objects.get()


def test_play_again_waits_for_those_who_have_gone(over, users, clock, sent):
    playing.again(over.code, users[1], deal=True)
    clock.forward(20)
    Seat.objects.filter(user__in=users[:2]).update(last_seen=clock.now)
    work()
    title = f"{users[1].name} wants to play again."
    assert sorted(told(sent)) == [(user.pk, title) for user in users[2:]]


def test_once_they_play_nobody_needs_to_be_told(over, users, clock, sent):
    playing.again(over.code, users[1], deal=True)
    playing.again(over.code, users[0], deal=True)
    DueWork.objects.filter(subject__startswith="start").delete()
    Game.objects.update(alert_at=None)
    clock.forward(20)
    work()
    assert not sent


# Invitations


@pytest.fixture
def invited(users):
    """Ben has an invitation from Asha, with whom he has played."""
    asha, ben = users[:2]
    room = played([asha, ben], bots=4)
    room.delete()
    DueWork.objects.all().delete()
    code = room_of([asha])
    invitations.invite(code, asha, [ben.pk])
    return code


def test_an_invitation_is_told_once(invited, users, clock, sent):
    asha, ben = users[:2]
    for _ in range(2):
        work()
        invitations.invite(invited, asha, [ben.pk])
    work()
    assert told(sent) == [(ben.pk, f"{asha.name} invites you to play")]
    message = sent[0][1]
    assert invited in message["body"]
    assert message["url"].endswith(f"/r/{invited}/")


@pytest.mark.parametrize("change", ["declined", "blocked", "sat down", "not wanted"])
def test_an_invitation_without_use_is_not_told(invited, users, change, sent):
    asha, ben = users[:2]
    if change == "declined":
        invitations.decline(ben, Invitation.objects.get().pk)
    elif change == "blocked":
        blocks.block(ben, asha.pk)
    elif change == "sat down":
        lobby.join(invited, ben)
    else:
        Choices.objects.create(user=ben, ways={"invitation": []})
    work()
    assert not sent


# Reviews


def reviewed(room):
    """Let the review of the room's game be ready, as ``bots.reviewing`` does."""
    game = Game.objects.get(pk=room.game_id)
    Review.objects.update_or_create(game=game, defaults={"engine": 1, "summary": {}})
    DueWork.put("alert", f"review {game.pk}", game.finished_at)


def test_a_review_is_told_only_on_wish(over, users, sent):
    Choices.objects.create(user=users[3], ways={"review": ["push"]})
    reviewed(over)
    work()
    assert told(sent) == [(users[3].pk, "The review of your game is ready")]
    assert sent[0][1]["url"] == f"/games/{over.game_id}/"


def test_who_was_banned_is_not_told_of_the_review(over, users, sent):
    Choices.objects.create(user=users[3], ways={"review": ["push"]})
    Game.objects.update(room_code=over.code)
    RoomBan.objects.create(room=over, user=users[3])
    reviewed(over)
    work()
    assert not sent


# The puzzle


def test_the_puzzle_comes_each_day_at_the_chosen_hour(users, clock, sent):
    clock.now = clock.now.replace(hour=12, minute=30, second=0, microsecond=0)
    choices = Choices(user=users[0], ways={"puzzle": ["push"]}, puzzle_hour=18, zone="Asia/Kolkata")
    store(choices, clock.now)  # There it is 18:00.
    clock.forward(24 * 3600 - 1)
    work()
    assert not sent
    with pytest.MonkeyPatch.context() as patch:
        for day in (TODAY, TODAY + 1):
            patch.setattr("puzzles.days.today", lambda day=day: day)
            clock.forward(1)
            work()
            clock.forward(24 * 3600 - 1)
    assert told(sent) == [(users[0].pk, "Today’s puzzle is ready")] * 2
    assert sent[0][1]["url"] == "/puzzle/"


def test_who_has_solved_the_puzzle_is_not_told(users, clock, sent):
    store(Choices(user=users[0], ways={"puzzle": ["push"]}), clock.now)
    AccountAnswers.objects.create(
        user=users[0], answers=Answers().after(TODAY, RIGHT, TODAY).to_json()
    )
    clock.forward(24 * 3600)
    work()
    assert not sent


def test_who_does_not_want_it_any_more_is_not_told(users, clock, sent):
    store(Choices(user=users[0], ways={"puzzle": ["push"]}), clock.now)
    assert DueWork.objects.filter(kind="alert").exists()
    store(Choices(user=users[0], ways={"puzzle": []}), clock.now)
    assert not DueWork.objects.filter(kind="alert").exists()
    store(Choices(user=users[0], ways={"puzzle": ["push"]}), clock.now)
    Choices.objects.update(ways={})
    clock.forward(24 * 3600)
    work()
    assert not sent
    assert not DueWork.objects.filter(kind="alert").exists()
