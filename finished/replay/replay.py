"""A finished game at any of its moves, seen from one seat or with all hands open.

After move ``n`` a seat saw ``observation(information_state(state after n, log up to n, seat))``
under the game's options. Seen from this seat, the replay shows the same.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict

from accounts.models import User
from accounts.view_helpers import whole_number
from game import row_values
from game.integrity import DAMAGE_ERRORS, Contradiction, check_seats
from game.models import Game, Player
from game.presentation.document import seats_document
from game.presentation.lines import event_lines
from game.presentation.table import ASKS_ON_PAGE, table_view
from game.presentation.view_models import Face, Line, TableView
from game.refusals import Refused
from literature.protocol import observation_document
from literature.rules.apply import apply
from literature.rules.cards import hand_text
from literature.rules.information_state import Observation, information_state, observation
from literature.rules.legality import IllegalMove
from literature.rules.moves import Claimed, Event, move_of
from literature.rules.state import State, new_game, table_for

#: A page lists all moves and claims of an ordinary game. An imported game may have thousands, of
#: which a page lists at most these numbers.
MOST_LISTED = 300
MOST_CLAIMS = 100

#: The seat from which the game is shown; None if all hands are open.
Eyes = int | None


class Place(NamedTuple):
    """The position after ``move`` moves, seen from the seat ``eyes`` (None: all hands are open)."""

    move: int
    eyes: Eyes

    @property
    def query(self) -> str:
        """The position as a query string."""
        named = {"move": self.move} | ({} if self.eyes is None else {"eyes": self.eyes})
        return f"?{urlencode(named)}"


@dataclass(frozen=True)
class Replay:
    """A game from the deal to its last move. ``states[n]`` is the state after ``n`` moves.

    ``whole`` is False if the log has an impossible move (which ``check_games`` reports). In this
    case the replay ends before that move.
    """

    game: Game
    players: tuple[Player, ...]
    #: The dealt hand of each seat, as a bit set.
    dealt: tuple[int, ...]
    log: tuple[Event, ...]
    states: tuple[State, ...]
    helped: dict[int, str]
    #: For each seat, the number of moves before its person left; None if nobody left the seat.
    left: tuple[int | None, ...]
    whole: bool

    @property
    def last(self) -> int:
        """The number of moves.

        It is also the number of the last position, because position 0 is the deal.
        """
        return len(self.log)

    @cached_property
    def made_for_people(self) -> frozenset[int]:
        """The moves that a bot or the turn clock made for a person, also after the person left."""
        of_bots = (
            event.number
            for event in self.log
            if (after := self.left[event.seat]) is not None and event.number >= after
        )
        return frozenset(self.helped) | frozenset(of_bots)

    def faces(self, number: int) -> list[Face]:
        """The players at the table after ``number`` moves."""
        return [
            Face(
                player.name,
                player.avatar,
                player.bot if left is None or number > left else "",
                False,
            )
            for player, left in zip(self.players, self.left, strict=True)
        ]

    @cached_property
    def claims(self) -> tuple[Line, ...]:
        """The lines of the claims. Of very many claims, only the last are listed."""
        claims = [event for event in self.log if isinstance(event, Claimed)]
        return self.lines_for(None, claims[-MOST_CLAIMS:])

    def listed_at(self, number: int) -> tuple[Event, ...]:
        """The moves that the page lists at position ``number``: all moves of an ordinary game, and
        the moves around this position in a very long game.
        """
        first = max(0, min(number - MOST_LISTED // 2, self.last - MOST_LISTED))
        return self.log[first : first + MOST_LISTED]

    def lines_for(self, you: int | None, events: Sequence[Event]) -> tuple[Line, ...]:
        """Some events as lines that address the player at seat ``you``."""
        final = self.observation(self.last, None)
        return event_lines(final, events, self.faces(self.last), self.helped, you)

    def observation(self, number: int, eyes: Eyes, *, most_asks: int | None = None) -> Observation:
        """The observation of ``eyes`` after ``number`` moves, with at most ``most_asks`` asks."""
        state, dealt = self.states[number], None
        if eyes is None:
            all_open = replace(self.game.rules, history="full", hand_counts="public")
            state = state._replace(table=table_for(all_open))
        else:
            dealt = self.dealt[eyes]
        log = self.log[:number]
        if most_asks is not None:
            log = row_values.without_old_asks(log[-MOST_LISTED:], most_asks)
        return observation(
            information_state(state, log, eyes, dealer=self.game.dealer, dealt=dealt)
        )

    def table(self, number: int, eyes: Eyes, you: int | None = None) -> TableView:
        """The table after ``number`` moves. Sentences address the player at seat ``you``."""
        shown = self.observation(number, eyes, most_asks=ASKS_ON_PAGE)
        return table_view(shown, self.faces(number), self.helped, you=you)

    def document(self, number: int, eyes: Eyes) -> dict[str, object]:
        """The game's part of the ``state.json`` that a seat could see after ``number`` moves.

        With all hands open it also has ``hands``.
        """
        shown = self.observation(number, eyes)
        document = {
            "game": self.game.id,
            "commitment": self.game.commitment,
            **observation_document(shown),
            "rules": self.game.rules.to_json(),
            "seats": seats_document(shown, self.faces(number)),
            "moves": self.last,
        }
        if eyes is None:
            document["hands"] = [hand_text(hand) for hand in self.states[number].hands]
        return document


def read_replay(game: Game) -> Replay:
    """The replay of a finished game. Raise ``ValueError`` for a running game.

    Raise ``Refused`` with ``newer_rules``, or with ``damaged`` if not even the deal can be read.
    """
    if not game.is_over:
        raise ValueError("the hands of a running game are secret")
    try:
        hands, players = tuple(game.hands.all()), tuple(game.players.all())
        check_seats(game, hands, players)
        dealt, moves = tuple(hand.dealt for hand in hands), row_values.load_moves(game)
        log, states = list[Event](), [new_game(game.rules, dealt, game.dealer)]
        # Both end before the first impossible move.
        with suppress(IllegalMove, *DAMAGE_ERRORS):
            for move in moves:
                event = row_values.load_event(game.rules, move)
                states.append(apply(states[-1], move_of(event))[0])
                log.append(event)
        return Replay(
            game=game,
            players=players,
            dealt=dealt,
            log=tuple(log),
            states=tuple(states),
            helped=row_values.helped_in(moves[: len(log)]),
            left=tuple(player.left_at for player in players),
            whole=len(log) == len(moves),
        )
    except (Contradiction, *DAMAGE_ERRORS) as error:
        raise Refused("damaged") from error


def place_in(replay: Replay, query: QueryDict) -> Place:
    """The position in ``query``; by default the deal with all hands open."""
    move, eyes = whole_number(query.get("move")) or 0, whole_number(query.get("eyes"))
    is_seat = eyes is not None and eyes < len(replay.players)
    return Place(min(move, replay.last), eyes if is_seat else None)


def seat_of(replay: Replay, user: User | AnonymousUser) -> int | None:
    """The seat of a person who kept it to the end; None for other people."""
    if not user.is_authenticated:
        return None
    return next((each.seat for each in replay.players if each.user_id == user.pk), None)
