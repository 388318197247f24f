"""Sends an alert that is due, or drops it."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from alerts import mail, push, webhook
from alerts.choices import choices_of, quiet_until
from alerts.models import Alert, Device, Way, What
from alerts.needs import DAY, is_needed, room_of
from alerts.outgoing import Outcome
from alerts.text import Text, text_of
from game import database_time
from game.models import DueWork
from rooms.retention import Stopped

#: The waiting times after the first, the second, … failure. An alert is given up after a day.
PAUSES: Final = [timedelta(minutes=minutes) for minutes in (1, 5, 20, 60)]

#: A person gets at most this many mails a day.
MOST_MAILS: Final = 10


def deliver(work: DueWork, _stopped: Stopped) -> datetime | None:
    """Send an alert. Return when to look at it again, or None if it is deleted.

    If a process is killed between sending and storing that, the message is sent once more. On a
    device it then replaces its first copy.
    """
    alerts = Alert.objects.select_related("user", "game", "webhook__room")
    alert = alerts.filter(pk=work.subject).first()
    if alert is None:
        return None
    now, room = database_time.now(), room_of(alert)
    if alert.sent_at or now >= alert.made_at + DAY or not is_needed(alert, room):
        alert.delete()
        return None
    if alert.way != Way.WEBHOOK and alert.what != What.TEST:
        assert alert.user_id
        quiet = quiet_until(choices_of(alert.user_id), now)
        if quiet:
            return min(quiet, now + DAY)
    outcome = _send(alert, text_of(alert, room), now) if _count(alert, now) else Outcome.GONE
    if outcome == Outcome.GONE:
        alert.delete()
        return None
    if outcome == Outcome.AGAIN:
        return now + PAUSES[min(alert.tries, len(PAUSES)) - 1]
    # Until tomorrow the row says that this was told, and counts the mails of a day.
    alert.sent_at = now
    alert.save(update_fields=["sent_at"])
    return now + DAY


def _count(alert: Alert, now: datetime) -> bool:
    """Count an attempt. Return False if the person has had enough mails for a day."""
    with transaction.atomic():
        if alert.way == Way.MAIL and alert.user_id and not alert.tries:
            User.objects.lock_existing([alert.user_id])  # Another scheduler may count, too.
            mails = Alert.objects.filter(user=alert.user_id, way=Way.MAIL, tried_at__gt=now - DAY)
            if mails.count() >= MOST_MAILS:
                return False
        alert.tried_at, alert.tries = now, alert.tries + 1
        alert.save(update_fields=["tried_at", "tries"])
    return True


def _send(alert: Alert, text: Text, now: datetime) -> Outcome:
    if alert.webhook:
        outcome = webhook.send(alert.webhook.url, f"{text.title}. {text.body}", text.link)
        if outcome == Outcome.GONE:
            alert.webhook.delete()
        return outcome
    assert alert.user
    if alert.way == Way.MAIL:
        return mail.send(alert.user, alert.key, text)
    ttl = max(0, int((_ends_at(alert) - now).total_seconds()))
    outcomes = set()
    for device in Device.objects.filter(user=alert.user):
        outcome = push.send(device, text, ttl)
        if outcome == Outcome.GONE:
            device.delete()
        outcomes.add(outcome)
    # If one device failed, all get the message again, and show it once.
    return next((each for each in (Outcome.AGAIN, Outcome.SENT) if each in outcomes), Outcome.GONE)


def _ends_at(alert: Alert) -> datetime:
    """When the alert is worth nothing any more."""
    game, end = alert.game, alert.made_at + DAY
    if game and alert.what == What.TURN and game.deadline:
        return min(game.deadline, end)
    if game and alert.what == What.CLAIM and game.claim_pause_until:
        return min(game.claim_pause_until, end)
    return end
