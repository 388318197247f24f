"""The integrity check of a stored game: checks its deal, replays its moves, compares its rows."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from django.db import transaction
from django.utils import timezone

from game import row_values
from game.models import Game, Hand, IntegrityCheck, Player
from game.refusals import Refused
from literature import record
from literature.record import BadRecord
from literature.rules.apply import apply
from literature.rules.deal import commitment, deal, hand_sizes
from literature.rules.legality import IllegalMove
from literature.rules.moves import Claimed, Event, move_of
from literature.rules.state import FINISHED, State, new_game

# The errors that damaged rows cause, for example if they name a seat that does not exist, or have a
# list that is too short.
DAMAGE_ERRORS = (ValueError, TypeError, LookupError, AttributeError)


class Contradiction(Exception):
    """A contradiction in a stored game. The text describes it in a few words."""


def check(games: Iterable[Game]) -> list[IntegrityCheck]:
    """Check some games and store the results.

    Return a result for each game, in the order of the games.
    """
    verdicts = []
    for game in games:
        found = problems(game)
        if found and not game.is_over:
            # A move may have been stored between the queries. Check again while the game is locked.
            with transaction.atomic():
                game = Game.objects.select_for_update().get(pk=game.pk)
                found = problems(game)
        now, agrees = timezone.now(), not found
        verdicts.append(
            IntegrityCheck(game=game, at=now, version=game.version, problems=found, agrees=agrees)
        )
    # Use one statement, because a check of the whole database stores thousands of results.
    IntegrityCheck.objects.bulk_create(
        verdicts,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["at", "version", "problems", "agrees"],
    )
    return verdicts


def problems(game: Game) -> list[str]:
    """The problems of a stored game, each in a few words.

    The list is empty if log and rows agree.
    """
    try:
        return _differences(game)
    except Contradiction as wrong:
        return [str(wrong)]
    except Refused:
        return [f"version {game.rules_version} of the rules is unknown"]
    except DAMAGE_ERRORS as error:
        return [f"its rows are damaged: {error!r}"]


def _differences(game: Game) -> list[str]:
    hands = list(game.hands.all())
    dealt = [hand.dealt for hand in hands]
    check_seats(game, hands, list(game.players.all()))
    _check_deal(game, dealt)
    state, turn_version, log = _played_again(game, dealt)
    stored = row_values.load_state(game, hands)
    found = [
        f"{name} does not match the log"
        for name, now, then in zip(stored._fields, stored, state, strict=True)
        if now != then and name != "table"
    ]
    if (game.status == Game.Status.FINISHED) != (state.phase == FINISHED):
        found.append("its status does not match the log")
    if game.source is None:
        if game.turn_version != turn_version:
            found.append("turn_version does not match the log")
    else:
        try:
            played = record.replay(record.read(bytes(game.source)))
            is_its_record = list(played.dealt) == dealt and list(played.log) == log
        except BadRecord:
            is_its_record = False
        if not is_its_record:
            found.append("its record has other hands or moves")
    if game.room_events.filter(number__gt=game.version).exists():
        found.append("a room event belongs to a move that was not made")
    return found


def check_seats(game: Game, hands: Sequence[Hand], players: Sequence[Player]) -> None:
    """Raise ``Contradiction`` unless the game has exactly the seats of its rules."""
    seats = list(range(game.rules.players))
    held, taken = [hand.seat for hand in hands], [player.seat for player in players]
    if held != seats or taken != seats or game.dealer not in seats:
        raise Contradiction("it does not have one hand and one player for each seat")


def _check_deal(game: Game, dealt: list[int]) -> None:
    sizes = tuple(hand.bit_count() for hand in dealt)
    if reduce(or_, dealt) != game.deck.mask or sizes != hand_sizes(game.rules, game.dealer):
        raise Contradiction("the dealt hands are not the deck")
    if game.source is not None:
        return
    seed = bytes.fromhex(game.seed)
    if not game.is_practice and commitment(seed) != game.commitment:
        raise Contradiction("the seed is not the one that was committed to")
    if deal(game.rules, seed, game.dealer) != tuple(dealt):
        raise Contradiction("the seed does not deal these hands")


def _played_again(game: Game, dealt: list[int]) -> tuple[State, int, list[Event]]:
    """Replay the log.

    Return the last state, the ``turn_version`` that the game should have, and the events.
    """
    state, turn_version, log = new_game(game.rules, dealt, game.dealer), 0, list[Event]()
    for number, move in enumerate(game.moves.all()):
        said = f"move {number + 1}"  # Pages also number moves from 1.
        if move.number != number:
            raise Contradiction(f"{said} is missing")
        try:
            event = row_values.load_event(game.rules, move)
            after, again = apply(state, move_of(event))
        except IllegalMove as illegal:
            raise Contradiction(f"{said} is not legal: {illegal.code}") from illegal
        except DAMAGE_ERRORS as error:
            raise Contradiction(f"{said} is damaged: {error!r}") from error
        if again != event:
            raise Contradiction(f"{said} has a wrong outcome")
        if not isinstance(event, Claimed) or event.seat == state.turn:
            turn_version = after.number
        state = after
        log.append(event)
    return state, turn_version, log
