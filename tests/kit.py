"""Helpers for tests of games and rooms: people, rooms with people, and games in progress.

People sit in the order of a list: the index of a person is the number of the seat.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from unittest import mock

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import GUEST, User, username_skeleton
from accounts.names import fold
from accounts.session_renewal import RENEWED_AT
from finished import records
from game import database_time, play, row_values
from game.models import Game, Hand, Player
from game.models import Move as MoveRow
from game.play import dealing
from game.play.moves import store
from game.play.planning import plan
from literature.rules.apply import apply
from literature.rules.cards import CARDS, UNKNOWN, cards_in, hand_of, parse_card
from literature.rules.decks import DECKS
from literature.rules.information_state import information_state
from literature.rules.legality import IllegalMove, OfferedMoves
from literature.rules.moves import Ask, Claim, Move, Pass, holders_of
from literature.rules.options import OPTIONS, PRESETS, Rules
from literature.rules.state import FINISHED, MUST_PASS, State
from rooms.actions import lobby, playing
from rooms.models import Room, RoomEvent, Seat

NAMES = "Asha Ben Chidi Dora Emil Fatima Goran Hana Ines Jun Kofi Lena".split()

#: Headers that ask for an answer for a program, or for htmx.
JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}

#: The simplest rules, for four players. All asks stay visible.
PLAIN = Rules(
    deck="8s-out",
    players=4,
    misplaced_claim="void",
    pass_after_claim=False,
    game_end="all_sets",
    history="full",
)


# People


def person(name: str = "Asha", avatar: str = "fox") -> User:
    """A guest."""
    return User.objects.create_guest(name, avatar)


def account(name: str = "Asha") -> User:
    """A person with an account, without a way to sign in."""
    return User.objects.create_user(f"account-of-{name}".casefold(), name=name, avatar="fox")


def people(count: int) -> list[User]:
    """Guests with different names. One statement stores them."""
    users = [
        User(
            username=f"{GUEST}{secrets.token_hex(8)}",
            name=name,
            avatar="fox",
            is_guest=True,
            password=make_password(None),
        )
        for name in NAMES[:count]
    ]
    for user in users:
        user.username_skeleton = username_skeleton(user.username)
    return User.objects.bulk_create(users)


def named_in(text: str, users: Sequence[User]) -> list[str]:
    """Return the names that a page contains as whole words. (A random token may contain a short
    name.)
    """
    return [user.name for user in users if re.search(rf"\b{user.name}\b", text)]


#: The number of the puzzle of the day in all tests, whenever they run.
TODAY = 61


def signed_in(user: User, **options: Any) -> Client:
    """Return a browser with a session of ``user``.

    The rows are those of ``Client.force_login``, which needs five times as many statements.
    """
    now = timezone.now()
    user.last_login = now
    user.save(update_fields=["last_login"])
    values = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
        RENEWED_AT: int(now.timestamp()),
    }
    session = Session.objects.create(
        session_key=get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789"),
        session_data=SessionStore().encode(values),
        expire_date=now + timedelta(seconds=settings.SESSION_COOKIE_AGE),
    )
    client = Client(**options)
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


# Games


def roster(users: Sequence[User], bots: int = 0, level: str = "easy") -> list[Player]:
    """Return unsaved players: people have the first seats, bots the others."""
    seated = [
        Player(seat=seat, user=user, name=user.name, avatar=user.avatar)
        for seat, user in enumerate(users)
    ]
    machines = [
        Player(seat=seat, name=f"Bot {seat}", avatar="bot-ada", bot=level)
        for seat in range(len(users), len(users) + bots)
    ]
    return seated + machines


@contextmanager
def stacked(*hands: str) -> Iterator[None]:
    """Give these hands to all new games. A hand is a text with cards and names of sets.

    The hands do not follow from the seed, so ``check_games`` finds a problem in such a game.
    """

    def deal(rules: Rules, seed: bytes, dealer: int) -> tuple[int, ...]:
        dealt = tuple(hand(rules, text) for text in hands)
        assert sum(dealt) == DECKS[rules.deck].mask, "not the whole deck"
        return dealt

    with mock.patch.object(dealing, "deal", deal):
        yield


def hand(rules: Rules, text: str) -> int:
    """Turn a text such as ``"low-clubs 9H"`` into a bit set."""
    card_sets = {each.name: each.mask for each in DECKS[rules.deck].sets}
    return sum(card_sets.get(word) or hand_of([parse_card(word)]) for word in text.split())


def started(
    users: Sequence[User],
    rules: Rules = PLAIN,
    *,
    bots: int = 0,
    dealer: int = 0,
    level: str = "easy",
) -> Game:
    """Start a game. Return it before the first move."""
    rules = rules.with_players(len(users) + bots)
    return play.start(rules, roster(users, bots, level), dealer=dealer)


def state_of(game: Game) -> State:
    """Return the stored position of a game. One statement reads it."""
    hands = list(Hand.objects.filter(game=game.pk).select_related("game"))
    return row_values.load_state(hands[0].game, hands)


def rows_of(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a game, its hands, players and moves, to check that nothing changed."""
    return {
        model.__name__: list(model.objects.filter(**{field: game.pk}).order_by("pk").values())
        for model, field in [(Game, "pk"), (Hand, "game"), (Player, "game"), (MoveRow, "game")]
    }


def ask(seat: int, card: str, of: int) -> Ask:
    """Make an ask, for example ``ask(0, "9H", 1)``."""
    return Ask(seat, parse_card(card), of)


def claim(state: State, seat: int, name: str, **said: int) -> Claim:
    """Make a claim of a set with the true holders. ``said`` has other holders for some cards."""
    card_set = DECKS[state.rules.deck].set_named(name)
    assert card_set
    truth = {
        card: holder
        for card in card_set.cards
        for holder, held in enumerate(state.hands)
        if held >> card & 1
    }
    named = truth | {parse_card(card): holder for card, holder in said.items()}
    return Claim(seat, card_set.index, holders_of(named.items()))


def claim_fields(claimed: Claim, rules: Rules) -> dict[str, Any]:
    """Return the form fields of a claim."""
    named = {f"holder-{CARDS[card]}": seat for card, seat in claimed.holders}
    return {"set": DECKS[rules.deck].sets[claimed.card_set].name} | named


def move_fields(move: Move, rules: Rules) -> tuple[str, dict[str, Any]]:
    """Return the last part of a move's address, and the form fields of the move."""
    if isinstance(move, Ask):
        return "ask", {"card": CARDS[move.card] if move.card >= 0 else "XX", "of": move.of}
    if isinstance(move, Pass):
        return "pass", {"to": move.to}
    if move.card_set == UNKNOWN:
        return "claim", {"set": "no-such-set"}
    return "claim", claim_fields(move, rules)


# Random play

#: No random game has more moves than this.
MOST_MOVES = 2000


def random_rules(chance: Random, **options: Any) -> Rules:
    """Return random options. The given ``options`` keep their values."""
    drawn = {option: chance.choice(values) for option, values in OPTIONS.items()}
    return Rules(**(drawn | options))


def random_move(state: State, chance: Random, claims: float = 0.07) -> Move:
    """Choose a random legal move. Games with such moves come to an end.

    ``claims`` is the probability of a claim if the player may claim. With more claims a game is
    shorter.
    """
    assert state.phase != FINISHED
    while True:
        move = _wild_move(state, chance, claims)
        try:
            apply(state, move)
        except IllegalMove as illegal:
            assert illegal.code == "repeated_claim", illegal.code
            continue
        return move


def any_move(state: State, chance: Random) -> Move:
    """Choose a random move of any seat. It may be illegal."""
    players, deck = state.rules.players, state.deck
    seat = chance.choice([state.turn, chance.randrange(players)])
    kind = chance.choice(["ask"] * 8 + ["claim"] + ["pass"] * 2)
    if kind == "ask":
        return Ask(seat, chance.choice([*deck.cards, UNKNOWN]), chance.randrange(players))
    if kind == "pass":
        return Pass(seat, chance.randrange(players))
    card_set = chance.choice(deck.sets)
    named = [(card, chance.randrange(players)) for card in card_set.cards]
    if chance.random() < 0.2:
        named.pop()
    return Claim(seat, card_set.index, holders_of(named))


def play_on(
    game: Game, moves: int | None = None, seed: int = 0, claims: float | None = None
) -> State:
    """Make ``moves`` random legal moves, or fewer if the game ends. If ``moves`` is None, play to
    the end. With more ``claims`` a game is shorter.
    """
    chance = Random(seed)
    if claims is None:
        claims = 0.3 if moves is None else 0.07

    def some_move(state: State) -> Move:
        return random_move(state, chance, claims)

    return make_moves(game, *[some_move] * (MOST_MOVES if moves is None else moves))


def make_moves(game: Game, *moves: Callable[[State], Move]) -> State:
    """Make the moves that these functions choose, up to the end of the game.

    The moves are planned and stored as by ``play.act``, but the position is read only once. This
    takes a quarter of the time.
    """
    stored = play.read_stored_game(game.pk)
    person = MoveRow.Mover.PERSON
    for choose in moves:
        state = stored.state
        if state.phase == FINISHED:
            break
        move = choose(state)
        planned = plan(
            stored, lambda *_, move=move: move, version=state.number, mover=person, request=None
        )
        assert store(planned), "the game has changed meanwhile"
        stored = replace(stored, game=planned.game, state=planned.state)
    game.refresh_from_db()
    return stored.state


def missed_ask(state: State, of: int | None = None) -> Ask:
    """Return a legal ask of the turn-holder that misses. Games with such asks are long. ``of``
    is the opponent to ask; None means any opponent.
    """
    missed = (ask for ask in _legal_asks(state) if not state.hands[ask.of] >> ask.card & 1)
    return next(ask for ask in missed if of in (None, ask.of))


def hit_ask(state: State) -> Ask:
    """Return a legal ask of the turn-holder that hits. Most positions have one."""
    return next(ask for ask in _legal_asks(state) if state.hands[ask.of] >> ask.card & 1)


def _legal_asks(state: State) -> Iterator[Ask]:
    for card, seats in _legal(state, state.turn).asks.items():
        for of in seats:
            yield Ask(state.turn, card, of)


def _legal(state: State, seat: int) -> OfferedMoves:
    return information_state(state, (), seat, dealer=0).legal


def _wild_move(state: State, chance: Random, claims: float) -> Move:
    while True:
        seat = chance.randrange(state.rules.players) if chance.random() < 0.05 else state.turn
        legal = _legal(state, seat)
        if legal.passes and (state.phase == MUST_PASS or chance.random() < 0.3):
            return Pass(seat, chance.choice(legal.passes))
        if legal.claims and (not legal.asks or chance.random() < claims):
            return _random_claim(state, seat, chance.choice(legal.claims), chance)
        if legal.asks:
            card = chance.choice(list(legal.asks))
            holding = [of for of in legal.asks[card] if state.hands[of] >> card & 1]
            wanted = holding if holding and chance.random() < 0.6 else legal.asks[card]
            return Ask(seat, card, chance.choice(wanted))


def _random_claim(state: State, seat: int, index: int, chance: Random) -> Claim:
    team = range(seat % 2, state.rules.players, 2)
    named = {card: chance.choice(team) for card in state.deck.sets[index].cards}
    if chance.random() < 0.7:
        for holder in team:
            named |= dict.fromkeys(
                cards_in(state.hands[holder] & state.deck.sets[index].mask), holder
            )
    return Claim(seat, index, holders_of(named.items()))


# Rooms


def room_of(users: Sequence[User], preset: str = "classic", **options: Any) -> str:
    """Open a lobby for these people. The first is the host. Return the room's code.

    The rows are those of ``lobby.open_room`` and ``lobby.join``, which need many more statements.
    """
    room = Room(host=users[0])
    room.use_preset(preset)
    room.options = replace(PRESETS[preset], **options).to_json()
    room.version += len(users) - 1
    room.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(
            room=room,
            number=number,
            user=user,
            name=user.name,
            folded_name=fold(user.name),
            avatar=user.avatar,
            last_seen=database_time.now(),
        )
        for number, user in enumerate(users)
    )
    return room.code


def last_change(code: str) -> tuple[str, list[list[Any]]] | None:
    """Return who made the latest change of a room's rules or table options, and the change."""
    events = RoomEvent.objects.filter(room__code=code, kind=RoomEvent.Kind.CHANGED)
    event = events.with_names().last()
    return event and (event.name, event.changed)


def table_of(users: Sequence[User], preset: str = "classic", bots: int = 0, **options: Any) -> Room:
    """Start a game of these people and this number of bots. Return the room."""
    code = room_of(users, preset, **options)
    for _ in range(bots):
        lobby.add_bot(code, users[0], "easy")
    playing.start(code, users[0])
    return Room.objects.select_related("game").get(code=code)


def show(room: Room, state: State) -> Game:
    """Store another position for a room's game, without moves that lead to it."""
    game = room.game
    assert game
    game.options = state.rules.to_json()
    row_values.set_position(game, state)
    game.version = game.moves.count()
    if state.phase == FINISHED:
        game.status = Game.Status.FINISHED
        game.due_at = None
    game.save()
    for held, cards in zip(game.hands.all(), state.hands, strict=True):
        Hand.objects.filter(pk=held.pk).update(live=cards)
    return Game.objects.get(pk=game.pk)


def one_line(answer: HttpResponse) -> str:
    """The text of a page, without the line breaks and the indentation of its template."""
    text = re.sub(r">\s*\n\s*", ">", answer.content.decode())
    return re.sub(r"\s*\n\s*", " ", re.sub(r"\s*\n\s*(?=[<>])", "", text))


def import_record(data: bytes) -> Game:
    """Store a record as a game, without an ``Import``."""
    return records.store(records.checked(data), data)
