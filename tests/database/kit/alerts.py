"""Helpers for tests of alerts: people who get them, the scheduler's work, and what was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest import mock

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from alerts import push, webhook
from alerts.models import CHOSEN_FROM, WAYS, Choices, Device
from alerts.outgoing import Outcome
from bots import background
from game.models import DueWork, Game
from rooms.actions import lobby, playing
from rooms.models import Room, Seat
from tests.kit import room_of


def with_devices(users: list[User]) -> list[User]:
    """Give each person a device."""
    for user in users:
        Device.objects.create(user=user, endpoint=f"https://push.example/{user.pk}")
    return users


def with_mail(users: list[User]) -> list[User]:
    """Turn guests into accounts with confirmed addresses, who want everything by each way."""
    for user in users:
        user.is_guest = False
        user.username = user.name.lower()
        user.save()
        address = f"{user.username}@mail.example"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        Choices.objects.create(user=user, ways={what: list(WAYS) for what in CHOSEN_FROM})
    return users


def gone(users: list[User], seconds: float = 3600) -> None:
    """Let the pages of these people be closed for this time."""
    before = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(user__in=users).update(last_seen=before)


def work() -> None:
    """Do what a scheduler does for alerts."""
    background.do_due_work()
    assert not DueWork.objects.filter(tries__gt=0).exists(), "work in the background failed"


@contextmanager
def senders(outcome: Outcome = Outcome.SENT) -> Iterator[list[tuple]]:
    """Replace the senders of push messages and webhooks. Yield the list of what they were to send:
    the address, the message and the other values.
    """
    sent: list[tuple] = []

    def push_send(device, text, ttl):
        message = {"title": text.title, "body": text.body, "url": text.link, "tag": text.tag}
        sent.append((device.endpoint, message, ttl))
        return outcome

    def webhook_send(url, text, link):
        sent.append((url, text, link))
        return outcome

    with (
        mock.patch.object(push, "send", push_send),
        mock.patch.object(webhook, "send", webhook_send),
    ):
        yield sent


def table_for_alerts(
    users: list[User], *, bots: int = 0, seconds: int = 24 * 3600, **rules: object
) -> Room:
    """A running game of these people with a turn clock. Nobody's page is open, and the start of the
    game has been told.
    """
    code = room_of(users, **rules)
    for _ in range(bots):
        lobby.add_bot(code, users[0], "easy")
    Room.objects.filter(code=code).update(table={"turn_seconds": seconds})
    gone(users)
    playing.start(code, users[0])
    DueWork.objects.filter(kind="alert").delete()
    room = Room.objects.select_related("game").get(code=code)
    Game.objects.filter(pk=room.game_id).update(alert_at=None)
    return room


def holder_of(room: Room) -> User:
    """The person whose turn it is."""
    game = Game.objects.get(rooms=room)
    user = game.players.get(seat=game.turn).user
    assert user
    return user


def told(sent: list[tuple]) -> list[tuple[int, str]]:
    """The person and the title of each push message."""
    return [(int(each[0].rpartition("/")[2]), each[1]["title"]) for each in sent]
