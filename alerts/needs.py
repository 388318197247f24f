"""Finds who needs an alert, and writes the alerts into the queue.

Other apps leave traces and do not know about alerts: a game has the time from which its turn may
need an alert (``Game.alert_at``), and the queue has work of the kind ``alert``, whose subject is
what has happened, and the game or the person.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q

from alerts.choices import choices_of, next_hour, ways_for
from alerts.models import Alert, Way, Webhook, What
from game import database_time, due_times
from game.models import DueWork, Game, Player, Review
from game.presence import away_after
from puzzles import days
from puzzles.answers import Answers
from puzzles.models import AccountAnswers
from rooms.models import Invitation, Room, RoomBan
from rooms.regulars import invitations_for
from rooms.retention import Stopped

logger = logging.getLogger(__name__)

DAY: Final = timedelta(days=1)
#: The number of games in one look.
AT_ONCE: Final = 50


def write_due_turns() -> None:
    """Write the alerts for turns that have waited long enough. Any number of schedulers may do so:
    each alert has a key, so it is written once.
    """
    due = Game.objects.filter(alert_at__lte=database_time.now()).order_by("alert_at")
    for game in due[:AT_ONCE]:
        assert game.alert_at
        try:
            _write_turn(game, game.alert_at - due_times.alert_delay(game))
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            # An error in one game must not stop the others.
            logger.exception("Nobody could be told whose turn it is in game %s", game.pk)
        # A move may have set another time meanwhile.
        Game.objects.filter(pk=game.pk, alert_at=game.alert_at).update(alert_at=None)


def _write_turn(game: Game, began_at: datetime) -> None:
    room = Room.objects.filter(game=game).first()
    if room is None:
        return
    holder = _person_at(game, game.turn)
    away = _not_looking(room, [holder], began_at)
    _write(What.TURN, away, game=game, number=game.version, began_at=began_at)
    if away:
        _write_to_channel(What.TURN, room, game, began_at, holder)


def write_due(work: DueWork, _stopped: Stopped) -> datetime | None:
    """Write the alerts for what has happened. Return when something else is due, or None."""
    what, _, where = work.subject.partition(" ")
    if what == What.PUZZLE:
        return _write_puzzle(int(where))
    game, now = Game.objects.filter(pk=where).first(), database_time.now()
    room = Room.objects.filter(game=where).first()
    if game and what == What.REVIEW:
        people = Player.objects.filter(game=game).values_list("user", "left_user")
        ids = {user_id for pair in people for user_id in pair if user_id}
        _write(What.REVIEW, ids, game=game, began_at=now)
    elif game and room and what == What.START:
        away = _not_looking(room, None, game.started_at)
        holder = _person_at(game, game.turn)
        _write(What.START, away, game=game, began_at=game.started_at, told_of_turn=holder)
        _write_to_channel(What.START, room, game, game.started_at, None)
    elif game and room and what == What.CLAIM and game.claim_pause_until:
        began_at = game.claim_pause_until - due_times.CLAIM_PAUSE
        away = _not_looking(room, [_person_at(game, game.claim_pause_seat)], began_at)
        _write(What.CLAIM, away, game=game, number=game.version, began_at=began_at)
    elif game and room and what == What.AGAIN:
        began_at = now - away_after()
        _write(What.AGAIN, _not_looking(room, None, began_at), game=game, began_at=began_at)
    return None


def write_invitation(work: DueWork, _stopped: Stopped) -> None:
    """Write the alerts for an invitation."""
    for each in Invitation.objects.filter(pk=work.subject):
        _write(What.INVITATION, [each.user_id], number=each.pk, began_at=each.at)


def _write_puzzle(user_id: int) -> datetime | None:
    choices, now = choices_of(user_id), database_time.now()
    if not choices.ways_of(What.PUZZLE):
        return None
    if now.astimezone(choices.time_zone).hour == choices.puzzle_hour:
        _write(What.PUZZLE, [user_id], number=days.today(), began_at=now)
    # A day with a change of the clock has 25 hours, but no work waits longer than a day.
    return min(next_hour(choices, choices.puzzle_hour, now), now + DAY)


def _not_looking(room: Room, people: Iterable[int | None] | None, since: datetime) -> list[int]:
    """Those of these people (None: of everybody) at the table whose page has not been open since
    this time.
    """
    seats = room.seats.filter(Q(last_seen=None) | Q(last_seen__lte=since))
    ids = seats.filter(user__isnull=False).values_list("user_id", flat=True)
    return [user_id for user_id in ids if user_id and (people is None or user_id in people)]


def _person_at(game: Game, seat: int | None) -> int | None:
    """The person at a seat of the game; None if a bot plays there."""
    people = {player.seat: player.user_id for player in game.players.all()}
    return None if seat is None else people[seat]


def _write(
    what: What,
    user_ids: Iterable[int],
    *,
    began_at: datetime,
    game: Game | None = None,
    number: int = 0,
    told_of_turn: int | None = None,
) -> None:
    """Write an alert for each of these people and each of their ways. The person who is
    ``told_of_turn`` by another alert gets only one of both.
    """
    ids = set(user_ids)
    of_turn = set(ways_for(What.TURN, ids & {told_of_turn or 0}))
    for user_id, way in ways_for(what, ids):
        if (user_id, way) not in of_turn:
            key = f"{way} {what} {user_id} {game.pk if game else ''} {number}"
            put(key, what, way, began_at, user_id=user_id, game=game, number=number)


def _write_to_channel(
    what: What, room: Room, game: Game, began_at: datetime, user_id: int | None
) -> None:
    webhook = Webhook.objects.filter(room=room).first()
    if webhook:
        key, number = f"{what} {game.pk} {game.version}", game.version
        way, about = Way.WEBHOOK, {"user_id": user_id, "game": game, "webhook": webhook}
        put(f"{way} {webhook.pk} {key}", what, way, began_at, number=number, **about)


def put(key: str, what: What, way: Way, began_at: datetime, **more: object) -> None:
    """Put an alert into the queue, unless it has been there."""
    now = database_time.now()
    values = {"what": what, "way": way, "began_at": began_at, "made_at": now, **more}
    with transaction.atomic():
        alert, is_new = Alert.objects.get_or_create(key=key, defaults=values)
        if is_new:
            DueWork.put("delivery", str(alert.pk), now)


def room_of(alert: Alert) -> Room | None:
    """The table that an alert concerns."""
    if alert.webhook:
        return alert.webhook.room
    if alert.what == What.INVITATION:
        return Room.objects.filter(invitations=alert.number).first()
    is_of_table = alert.game_id and alert.what != What.REVIEW
    return Room.objects.filter(game=alert.game_id).first() if is_of_table else None


def is_needed(alert: Alert, room: Room | None) -> bool:
    """Whether an alert still tells something that its person does not know, and may know.

    ``room`` is the table that it concerns.
    """
    game, user_id, what = alert.game, alert.user_id, What(alert.what)
    if what == What.TEST:
        return True
    if alert.way != Way.WEBHOOK and (user_id, alert.way) not in ways_for(what, [user_id or 0]):
        return False
    if what == What.PUZZLE:
        row = AccountAnswers.objects.filter(user=user_id).first()
        done = row and Answers.from_json(row.answers).done(alert.number)
        return alert.number == days.today() and not done
    if what == What.INVITATION:
        return bool(alert.user and invitations_for(alert.user).filter(pk=alert.number).exists())
    if game is None or RoomBan.objects.filter(room__code=game.room_code, user=user_id).exists():
        return False
    if what == What.REVIEW:
        return Review.objects.filter(game=game).exclude(summary=None).exists()
    if room is None or room.game_id != game.pk:
        return False
    if user_id and not _not_looking(room, [user_id], alert.began_at):
        return False
    if what == What.AGAIN:
        mine = room.seats.filter(user=user_id, ready=True)
        return game.is_over and room.seats.filter(ready=True).exists() and not mine.exists()
    if game.is_over or what == What.START:
        return not game.is_over
    seat = game.turn if what == What.TURN else game.claim_pause_seat
    is_theirs = _person_at(game, seat) == user_id
    if what == What.CLAIM:
        return is_theirs and due_times.is_paused(game, database_time.now())
    # A later turn of the same person has an alert of its own.
    return is_theirs and not game.substitute and game.turn_version <= alert.number
