"""Plays whole games among bots without a server: from rules and a seed to a finished game."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from time import thread_time
from typing import NamedTuple, TypeVar

from literature.knowledge import Knowledge
from literature.policy import choose, policy, wants_to_claim
from literature.policy.program import PREFIX, BotFailed, Program
from literature.record import document, verdict
from literature.rules.apply import apply
from literature.rules.deal import deal
from literature.rules.information_state import InformationState, information_state
from literature.rules.legality import IllegalMove
from literature.rules.moves import Event, Move
from literature.rules.options import OPTIONS, PRESETS, Rules
from literature.rules.state import FINISHED, State, new_game

_Decision = TypeVar("_Decision", Move, Move | None)

#: Bots of all levels end every game (literature/policy/levels.py proves it), but programs may not.
MOST_MOVES = 5000


class EndlessGame(RuntimeError):
    """A game among bots has not ended after ``MOST_MOVES`` moves."""


class Played(NamedTuple):
    """A game: the dealer, the dealt hands by seat, every event and the last state.

    The game is finished, unless the bot at ``failed.seat`` failed. In this case that bot's team
    lost. ``thinking`` is the processor time of each seat's decisions in seconds.
    """

    dealer: int
    dealt: tuple[int, ...]
    log: list[Event]
    state: State
    thinking: list[list[float]]
    failed: BotFailed | None


class Bot:
    """The bot at a seat: the name of its policy, and its knowledge."""

    def __init__(self, rules: Rules, seat: int, dealer: int, dealt: int, policy: str) -> None:
        self.seat, self.dealer, self.dealt, self.policy = seat, dealer, dealt, policy
        self.knowledge = Knowledge(rules, seat, dealer, dealt)
        self.thinking: list[float] = []

    def decide(
        self, by: Callable[..., _Decision], state: State, log: list[Event], *more: Random
    ) -> _Decision:
        """The decision of the seat's policy ``by`` ``choose`` or ``wants_to_claim``, timed."""
        seen, begun = self.sees(state, log), thread_time()
        move = by(seen, self.knowledge, self.policy, *more)
        self.thinking.append(thread_time() - begun)
        return move

    def sees(self, state: State, log: list[Event]) -> InformationState:
        """The seat's information state. The bot's knowledge is updated from the log."""
        self.knowledge.update(log[self.knowledge.number :])
        return information_state(state, log, self.seat, dealer=self.dealer, dealt=self.dealt)


def seed_of(seed: int, game: int) -> bytes:
    """The seed of one game of a run: 32 bytes, always the same for the same two numbers."""
    return sha256(f"selfplay {seed} {game}".encode()).digest()


def rules_of(preset: str, seed: bytes) -> Rules:
    """The rules of a preset. For ``random``, every option is drawn from the seed."""
    if preset != "random":
        return PRESETS[preset]
    rng = Random(seed)
    return Rules.from_json({option: rng.choice(values) for option, values in OPTIONS.items()})


def play(rules: Rules, seed: bytes, teams: tuple[str, str]) -> Played:
    """Play a game of ``teams[0]`` against ``teams[1]``.

    A team is the name of a policy, several names for its seats in turn (``hard,medium,medium``), or
    ``cmd:`` and the command of a program. The seed decides the deal, the dealer and the random
    choices of the levels.
    """
    rng = Random(seed)
    dealer = rng.randrange(rules.players)
    dealt = deal(rules, seed, dealer)
    bots = [
        Bot(rules, seat, dealer, hand, player_at(teams, seat)) for seat, hand in enumerate(dealt)
    ]
    state, log, failed = new_game(rules, dealt, dealer), list[Event](), None
    while state.phase != FINISHED and not failed:
        if len(log) >= MOST_MOVES:
            raise EndlessGame(f"{len(log)} moves by {rules.text()}, seed {seed.hex()}")
        try:
            state, event = step(bots, state, log, rng)
            log.append(event)
        except BotFailed as error:
            failed = error
    return Played(dealer, dealt, log, state, [bot.thinking for bot in bots], failed)


def player_at(teams: tuple[str, str], seat: int) -> str:
    """The level or command at a seat."""
    team = teams[seat & 1]
    if team.startswith(PREFIX):
        return team
    levels = team.split(",")
    return levels[(seat >> 1) % len(levels)]


def record(played: Played, teams: tuple[str, str]) -> bytes:
    """The record of a game, verified. Raise ``RuntimeError`` if it is not valid, which
    is a bug."""
    levels = [player_at(teams, seat) for seat in range(len(played.dealt))]
    seats = [
        {"name": f"{level[:20].capitalize()} {seat + 1}", "bot": level}
        for seat, level in enumerate(levels)
    ]
    paper = document(played.state, played.dealt, played.dealer, played.log, seats)
    data = json.dumps(paper, ensure_ascii=False, indent=1).encode()
    wrong = verdict(data)
    if wrong:
        raise RuntimeError(f"{wrong} in {data.decode()}")
    return data


def step(bots: Sequence[Bot], state: State, log: list[Event], rng: Random) -> tuple[State, Event]:
    """Make the next move: the first claim that a seat wants to make, clockwise from the
    turn-holder, or else the turn-holder's move. Return the new state and the event.

    Raise ``BotFailed`` if a program gives no legal move.
    """
    bot = bots[state.turn]
    move = None
    if state.rules.claim_timing != "own_turn":
        around = [*bots[state.turn :], *bots[: state.turn]]
        claims = ((each, each.decide(wants_to_claim, state, log)) for each in around)
        bot, move = next((pair for pair in claims if pair[1]), (bot, None))
    move = move or bot.decide(choose, state, log, rng)
    try:
        return apply(state, move)
    except IllegalMove as error:
        program = policy(bot.policy)
        if not isinstance(program, Program):
            raise
        what = f"{move} is refused: {error.code}"
        raise program.failed(what, bot.sees(state, log), bot.knowledge) from error
