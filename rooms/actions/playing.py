"""Starts the first game from the lobby, and the next games after it. Also ends games and series."""

import secrets
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.db.models import Q

from accounts.models import User
from accounts.rate_limits import cap, rate
from game import database_time, play
from game.models import DueWork, Game, Player
from game.presence import away_after
from game.refusals import Refused
from literature.rules.options import Rules
from literature.rules.series import next_dealer
from rooms.actions.events import Kind, record_event
from rooms.actions.locked import locked_room, locked_room_as_host, seat_of
from rooms.actions.seating import evened, move_to, next_bot_face, why_not_start
from rooms.models import KickVote, Room, RoomEvent, Seat, SeriesGame
from rooms.series import latest_seats, series_standing

#: In a newcomer's first game the bots are slow until the newcomer has had this many turns.
SLOW_TURNS = 5

#: A lobby with empty seats waits so long for people before bots may fill it.
WAITS = timedelta(seconds=60)

#: The kind of work that starts a game, or shows that bots may fill the lobby now.
START = "start"

#: One host may have at most this many running games. Bots play in most of them and use the
#: processor.
MOST_RUNNING = 40

#: In rooms that were opened from one address there may be at most this many running games. Anybody
#: can become many hosts. But a school may have one address for many people.
MOST_RUNNING_OF_ADDRESS = 100


def start(code: str, host: User, *, is_newcomer: bool = False, practice: bool = False) -> str:
    """Deal a game to the seated players, who move to seats 0, 1, 2 … Return the game's id.

    If ``is_newcomer`` is set, the host has the first turn, and the bots are slow at first. A
    ``practice`` game of a newcomer has an easy deal, and counts in no statistics.
    """
    with locked_room_as_host(code, host) as room:
        if room.game_id is not None and not between_games(room):
            raise Refused("not_ready")
        others = room.seats.filter(user__isnull=False, away=False, ready=False).exclude(user=host)
        if room.is_open_lobby and others.exists():
            raise Refused("not_agreed")
        return deal_game(room, newcomer=host if is_newcomer else None, practice=practice)


def again(code: str, user: User, *, deal: bool = False) -> None:
    """After a game, mark the person as ready for the next game, or open the lobby. In a lobby or a
    running game, do nothing.

    In a series the next game is dealt when everybody present is ready. After a series (or a single
    game) the room becomes a lobby, unless ``deal`` is set: then the next game is dealt when
    everybody present is ready, or at once if the host of a private table asks. If such a game can't
    be dealt, the room becomes a lobby, too.
    """
    with locked_room(code) as room:
        seat = seat_of(room, user)
        if room.game is None or not room.game.is_over:
            return  # Somebody else pressed the button a moment earlier.
        of_series = between_games(room)
        if not (of_series or deal):
            _to_lobby(room)
            return
        seat.ready = True
        seat.save(update_fields=["ready"])
        hosts = room.host_id == user.id and not of_series and not room.open_since
        if not (hosts or all_ready(room)):
            DueWork.put("alert", f"again {room.game_id}", database_time.now() + away_after())
            return
        if of_series or not why_not_start(list(room.seats.all())):
            deal_game(room)
        else:
            _to_lobby(room)


def all_ready(room: Room) -> bool:
    """Return whether there are people present, and all of them are ready."""
    here = room.seats.filter(user__isnull=False, away=False)
    return here.exists() and not here.filter(ready=False).exists()


def _to_lobby(room: Room) -> None:
    """Remove the game from the room, and open the lobby. An open table waits for people again."""
    room.game = None
    if room.open_since:
        wait_for_people(room)
    room.save(update_fields=["game", "series", "open_since"])
    room.seats.update(ready=False, wants_end=False)
    KickVote.objects.filter(room=room).delete()


def wait_for_people(room: Room) -> None:
    """Let an open lobby wait for people from now on. The caller saves ``open_since``."""
    room.open_since = database_time.now()
    DueWork.put(START, room.code, room.open_since + WAITS)


def deal_if_all_ready(room: Room) -> None:
    """Deal the next game after a finished game, if all people present are ready and the game can be
    dealt.

    Call this function after somebody was marked as away or a bot joined, because perhaps only that
    person or bot was missing. The caller holds the room's lock.
    """
    if room.game is None or not room.game.is_over or not all_ready(room):
        return
    if not why_not_start(list(room.seats.all())):
        deal_game(room)


def end_series(code: str, host: User) -> None:
    """End a series between two games, at the host's request, and open the lobby."""
    with locked_room_as_host(code, host) as room:
        if not between_games(room):
            raise Refused("not_ready")
        back_to_lobby(room)


def back_to_lobby(room: Room) -> None:
    """Open the lobby, and end the present series, so that the next game begins a new series. The
    caller holds the room's lock.
    """
    room.series += 1
    _to_lobby(room)


def agree_to_end(code: str, user: User, agrees: bool) -> None:
    """Agree to end the running game, or reject it for all. The game ends when all people at the
    table agree.

    Raise ``Refused`` with ``not_playing`` or ``not_seated``.
    """
    with locked_room(code) as room:
        if room.game is None or room.game.is_over:
            raise Refused("not_playing")
        seat = seat_of(room, user)
        if agrees:
            seat.wants_end = True
            seat.save(update_fields=["wants_end"])
            _end_if_all_agree(room)
            return
        wanting = room.seats.filter(wants_end=True)
        if wanting.exclude(pk=seat.pk).exists():
            record_event(room, Kind.PLAYS_ON, seat.user_id)
        wanting.update(wants_end=False)


def _end_if_all_agree(room: Room) -> None:
    people = room.seats.filter(user__isnull=False)
    # If no people are left, the bots finish the game.
    if people.exists() and not people.filter(wants_end=False).exists():
        abandon_game(room)
        record_event(room, Kind.ENDED)


def abandon_game(room: Room) -> None:
    """End the game without a result, and open the lobby. The caller holds the room's lock."""
    assert room.game
    play.abandon(room.game.id)
    _to_lobby(room)


def leave_seat(
    room: Room, seat: Seat, events: tuple[Kind, Kind] = (Kind.LEFT, Kind.LEFT_TO_BOT)
) -> None:
    """Take a person's seat. In a running game a bot gets it. The caller holds the room's lock.

    ``events`` are the kinds of events to announce: without and with a running game. If a person
    leaves a lobby, it is not announced.
    """
    assert seat.user_id
    outside, in_game = events
    if room.game is None or room.game.is_over:
        if room.game or outside != Kind.LEFT:
            record_event(room, outside, seat.user_id)
        seat.delete()
        return
    record_event(room, in_game, seat.user_id)
    level = room.table["substitute_level"]
    play.replace_with_bot(room.game.id, seat.user_id, level)
    # The game keeps the player's name. The seat in the room gets a bot's name, so that the player
    # can come back under their own name.
    seat.avatar, seat.name = next_bot_face(list(room.seats.all()))
    seat.user, seat.bot, seat.away = None, level, False
    seat.tab, seat.ready, seat.muted, seat.wants_end = "", False, False, False
    seat.save()
    _end_if_all_agree(room)


def former_seat(room: Room, user: User) -> int | None:
    """Return the number of the seat that a person had in the present series. Return None if the
    room is not between two games of a series, or if the person has a seat now.
    """
    if not between_games(room) or room.seats.filter(user=user).exists():
        return None
    return latest_seats(room).get(user.id)


def raise_room_versions(game_ids: Collection[str]) -> None:
    """Raise the versions of the rooms of these games, so that pages show a change that is not a
    move, such as a corrected deadline.
    """
    for code in Room.objects.filter(game__in=game_ids).values_list("code", flat=True):
        with suppress(Refused), locked_room(code):  # The room may have been deleted.
            pass


def end_claim_pause_if_over(game_id: str) -> None:
    """End a game's claim pause if the time for the claim is up. Raise the versions of the game's
    rooms, so that their pages show the end of the pause.
    """
    codes = list(Room.objects.filter(game_id=game_id).values_list("code", flat=True))
    for code in codes:
        with locked_room(code):
            play.end_claim_pause(game_id)
    if not codes:
        # The room was deleted; its game goes on.
        play.end_claim_pause(game_id)


def between_games(room: Room) -> bool:
    """Return whether the game is finished and its series is not over."""
    finished = room.game is not None and room.game.status == Game.Status.FINISHED
    return finished and not series_standing(room).over


def deal_game(room: Room, newcomer: User | None = None, *, practice: bool = False) -> str:
    """Deal a game to the seated players. The game continues the present series or begins a new
    series.

    If the game is the first of a series, the ``newcomer`` deals, or else a random player. The bots
    are slow at first for a newcomer.
    """
    seats = list(room.seats.all())
    if refused := too_many_running(room):
        raise refused
    reason = why_not_start(seats)
    if reason:
        raise Refused(reason)
    order = evened(seats) or seats
    move_to(order, list(range(len(order))))
    room.seats.update(ready=False, wants_end=False)
    rules = room.rules.with_players(len(order))
    previous = _previous_of_series(room, rules)
    if previous is None:
        room.series += 1
        people = [seat.user_id for seat in order]
        dealer = people.index(newcomer.id) if newcomer else secrets.randbelow(len(order))
    else:
        dealer = next_dealer(rules, previous.dealer)
    players = [
        Player(
            seat=each.number, user_id=each.user_id, name=each.name, avatar=each.avatar, bot=each.bot
        )
        for each in order
    ]
    preset = room.equal_preset
    room.game = play.start(
        rules,
        players,
        dealer=dealer,
        preset=preset,
        changed_from="" if preset else room.preset,
        table=room.table,
        slow_turns=SLOW_TURNS if newcomer else 0,
        room_code=room.code,
        beginner=dealer if practice else None,
    )
    room.save(update_fields=["game", "series"])
    # The news of the lobby is old.
    room.events.filter(game=None).exclude(kind__in=RoomEvent.KEPT).delete()
    SeriesGame.objects.create(room=room, game=room.game, series=room.series)
    if len([each for each in order if each.user_id]) > 1:
        DueWork.put("alert", f"start {room.game.id}", room.game.started_at + away_after())
    return room.game.id


def too_many_running(room: Room) -> Refused | None:
    """Return the refusal of another game: ``many_running`` if the host has too many running games,
    or ``many_running_here`` if the address from which the room was opened has too many. A game that
    the host has left counts until the bots have finished it.
    """
    mine = Player.objects.filter(Q(user=room.host_id) | Q(left_user=room.host_id))
    if mine.filter(game__status=Game.Status.RUNNING).count() >= cap(MOST_RUNNING):
        return Refused("many_running", most=cap(MOST_RUNNING))
    most = max(cap(MOST_RUNNING_OF_ADDRESS), rate(MOST_RUNNING_OF_ADDRESS))
    here = Room.objects.filter(opened_from=room.opened_from, game__status=Game.Status.RUNNING)
    if room.opened_from and here.count() >= most:
        return Refused("many_running_here", most=most)
    return None


def _previous_of_series(room: Room, rules: Rules) -> Game | None:
    """Return the previous game if the series continues: the series is not decided, and the number
    of players and the kind of series are the same.
    """
    last = room.series_games.filter(series=room.series).select_related("game").last()
    if last is None or series_standing(room).over:
        return None
    same = (last.game.rules.players, last.game.rules.series) == (rules.players, rules.series)
    return last.game if same else None
