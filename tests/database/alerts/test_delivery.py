"""Sending: quiet hours, attempts, the end of attempts, limits, and addresses that are gone."""

import re
import smtplib
from unittest import mock

import pytest
from django.core import mail as outbox
from django.core.mail.backends import locmem

from alerts import needs, push
from alerts.delivery import MOST_MAILS, PAUSES
from alerts.models import Alert, Choices, Device, Way, Webhook, What
from alerts.outgoing import Outcome
from bots import background
from game.models import DueWork
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
from tests.kit import make_moves, missed_ask, people

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST = "mail.example"
    settings.SITE_URL = "https://cards.example"


@pytest.fixture
def users(db):
    return with_devices(people(4))


@pytest.fixture
def room(clock, users):
    return table_for_alerts(users)


def next_turn(room, clock):
    """Make a move. Return who has the turn, when it is time to tell them."""
    make_moves(room.game, missed_ask)
    clock.forward(20)
    return holder_of(room)


# Quiet hours


@pytest.fixture
def at_night(clock, users):
    """It is two o'clock, and everybody wants quiet from 22 to 7 o'clock."""
    clock.now = clock.now.replace(hour=2, minute=0)
    for user in users:
        Choices.objects.create(user=user, quiet_from=22, quiet_until=7)


def test_an_alert_waits_for_the_morning(at_night, room, clock):
    with senders() as sent:
        user = next_turn(room, clock)
        work()
        clock.forward(4 * 3600)
        work()
        assert not sent
        clock.forward(3600)
        work()
    assert told(sent) == [(user.pk, "It is your turn")]


def test_it_is_dropped_if_the_turn_passes_before_the_morning(at_night, room, clock):
    with senders() as sent:
        user = next_turn(room, clock)
        work()
        make_moves(room.game, missed_ask)
        clock.forward(5 * 3600)
        work()
        work()
    assert user.pk not in {who for who, _title in told(sent)}


def test_the_room_has_no_quiet_hours(at_night, room, clock):
    Webhook.objects.create(room=room, url="https://chat.example/hush")
    with senders() as sent:
        next_turn(room, clock)
        work()
    assert [each[0] for each in sent] == ["https://chat.example/hush"]


# Attempts


def test_it_is_tried_again_after_longer_and_longer_pauses(room, clock):
    with senders(Outcome.AGAIN) as sent:
        user = next_turn(room, clock)
        work()
        for number, pause in enumerate([*PAUSES, PAUSES[-1]], 1):
            assert len(sent) == number
            clock.forward(pause.total_seconds() - 1)
            work()
            assert len(sent) == number
            clock.forward(1)
            work()
    assert len({each[1]["tag"] for each in sent}) == 1, "a copy replaces the first"
    with senders() as sent:
        clock.forward(3600)
        work()
        clock.forward(3600)
        work()
    assert told(sent) == [(user.pk, "It is your turn")]


def test_it_is_given_up_after_a_day(room, clock):
    with senders(Outcome.AGAIN) as sent:
        next_turn(room, clock)
        for _hour in range(30):
            work()
            clock.forward(3600)
        assert 24 <= len(sent) <= 27
    assert not Alert.objects.exists()
    assert not DueWork.objects.filter(kind="delivery").exists()


def test_a_sent_alert_is_forgotten_after_a_day(room, clock):
    with senders():
        next_turn(room, clock)
        work()
        assert Alert.objects.get().sent_at
        clock.forward(24 * 3600)
        work()
    assert not Alert.objects.exists()
    assert not DueWork.objects.filter(kind="delivery").exists()


def test_after_a_kill_it_is_sent_once_more(room, clock, monkeypatch):
    def sent_but_killed(*_values, **_more):
        raise SystemExit

    next_turn(room, clock)
    needs.write_due_turns()
    with monkeypatch.context() as patch:
        patch.setattr(push, "send", sent_but_killed)
        with pytest.raises(SystemExit):
            background.do_due_work()
    with senders() as sent:
        clock.forward(background.LEASE.total_seconds())
        background.do_due_work()
        assert len(sent) == 1


def test_a_fault_of_a_sender_does_not_stop_the_others(room, clock, caplog):
    Webhook.objects.create(room=room, url="https://chat.example/hush")
    next_turn(room, clock)
    needs.write_due_turns()
    with senders() as sent, mock.patch.object(push, "send", side_effect=ValueError("a fault")):
        background.do_due_work()
    assert [each[0] for each in sent] == ["https://chat.example/hush"]
    assert "a fault" in caplog.text


# Addresses that are gone


def test_a_dead_device_is_forgotten_and_the_others_stay(room, users, clock):
    user = next_turn(room, clock)
    Device.objects.create(user=user, endpoint="https://push.example/second")

    def send(device, *_more):
        return Outcome.GONE if device.endpoint.endswith("second") else Outcome.SENT

    with mock.patch.object(push, "send", send):
        work()
    assert [each.endpoint for each in Device.objects.filter(user=user)] == [
        f"https://push.example/{user.pk}"
    ]
    assert Alert.objects.get().sent_at


def test_a_dead_channel_is_forgotten(room, clock):
    Device.objects.all().delete()
    Webhook.objects.create(room=room, url="https://chat.example/hush")
    with senders(Outcome.GONE):
        next_turn(room, clock)
        work()
    assert not Webhook.objects.exists()
    assert not Alert.objects.exists()


def test_after_the_last_dead_device_nothing_is_written(room, clock):
    with senders(Outcome.GONE):
        user = next_turn(room, clock)
        work()
    assert not Device.objects.filter(user=user).exists()
    assert not Alert.objects.exists()


def test_a_device_that_failed_gets_it_again_and_so_do_the_others(room, clock):
    user = next_turn(room, clock)
    Device.objects.create(user=user, endpoint="https://push.example/second")
    outcomes = {"second": Outcome.AGAIN}

    def send(device, *_more):
        return outcomes.get(device.endpoint.rpartition("/")[2], Outcome.SENT)

    with mock.patch.object(push, "send", send):
        work()
        assert not Alert.objects.get().sent_at
        outcomes.clear()
        clock.forward(60)
        work()
    assert Alert.objects.get().sent_at


# Mail


@pytest.fixture
def readers(clock, db):
    return with_mail(people(4))


def test_mails_are_limited_to_ten_a_day(readers, clock):
    room = table_for_alerts(readers)
    for _turn in range(30):
        next_turn(room, clock)
        work()
    count = {user.pk: 0 for user in readers}
    for mail in outbox.outbox:
        count[
            next(user.pk for user in readers if mail.to == [f"{user.username}@mail.example"])
        ] += 1
    assert max(count.values()) == MOST_MAILS
    clock.forward(24 * 3600)
    outbox.outbox.clear()
    next_turn(room, clock)
    work()
    assert len(outbox.outbox) == 1


def test_a_mail_names_the_page_the_choices_and_the_end(readers, clock):
    room = table_for_alerts(readers)
    user = next_turn(room, clock)
    work()
    (mail,) = outbox.outbox
    assert mail.to == [f"{user.username}@mail.example"]
    links = re.findall(r"https://\S+", mail.body)
    assert links[:2] == [
        f"https://cards.example/r/{room.code}/",
        "https://cards.example/account/alerts/",
    ]
    assert links[2].startswith("https://cards.example/account/alerts/stop/")
    assert mail.extra_headers["Message-ID"].endswith("@cards.example>")


def test_only_a_confirmed_address_gets_mail(readers, clock):
    room = table_for_alerts(readers)
    user = next_turn(room, clock)
    needs.write_due_turns()
    user.emailaddress_set.update(verified=False)
    work()
    assert not outbox.outbox


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no such user")}), False),
        (smtplib.SMTPRecipientsRefused({"a": (450, b"busy")}), True),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), True),
        (ConnectionRefusedError(), True),
    ],
)
def test_a_mail_server_may_refuse(readers, clock, monkeypatch, error, kept):
    def refuse(*_values):
        raise error

    room = table_for_alerts(readers)
    next_turn(room, clock)
    with monkeypatch.context() as patch:
        patch.setattr(locmem.EmailBackend, "send_messages", refuse)
        work()
    assert Alert.objects.exists() == kept
    clock.forward(60)
    work()
    assert len(outbox.outbox) == kept


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_schedulers_send_no_eleventh_mail(clock):
    (user,) = with_mail(people(1))
    for number in range(MOST_MAILS + 6):
        key = f"test {number}"
        needs.put(key, What.TEST, Way.MAIL, clock.now, user_id=user.pk)
    at_once([background.do_due_work] * 6)
    while background.do_due_work():
        pass
    assert len(outbox.outbox) == MOST_MAILS
