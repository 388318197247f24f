"""Whole games among bots, without a server: rules and a seed in, a finished game out."""

import json
from hashlib import sha256
from random import Random
from typing import NamedTuple

from bots.ai import Knowledge, choose, wants_to_claim
from game.rules.apply import apply
from game.rules.deal import deal
from game.rules.moves import Event, Move
from game.rules.options import OPTIONS, PRESETS, Rules
from game.rules.record import document, verdict
from game.rules.state import FINISHED, State, new_game
from game.rules.view import InformationState, information_state

#: No game may get so long: bots end every game (bots/ai/policy.py says why).
MOST_MOVES = 5000


class EndlessGame(RuntimeError):
    """A game among bots passed ``MOST_MOVES``. It must never happen."""


class Played(NamedTuple):
    """A finished game: who dealt, the dealt hands by seat, every event and the last state."""

    dealer: int
    dealt: tuple[int, ...]
    log: list[Event]
    state: State


class BadGame(RuntimeError):
    """The record of a game among bots was found wrong. It must never happen."""


class Bot:
    """One seat: its level of play, and its knowledge."""

    def __init__(self, rules: Rules, seat: int, dealer: int, dealt: int, level: str) -> None:
        self.seat, self.dealer, self.dealt, self.level = seat, dealer, dealt, level
        self.knowledge = Knowledge(rules, seat, dealer, dealt)

    def sees(self, state: State, log: list[Event]) -> InformationState:
        """What this seat may know; its knowledge keeps up with it."""
        self.knowledge.update(log[self.knowledge.number :])
        return information_state(state, log, self.seat, dealer=self.dealer, dealt=self.dealt)


def seed_of(seed: int, game: int) -> bytes:
    """The seed of one game of a run: 32 bytes, the same ones each time."""
    return sha256(f"selfplay {seed} {game}".encode()).digest()


def rules_of(preset: str, seed: bytes) -> Rules:
    """The rules of that name; ``random`` draws every option from the seed."""
    if preset != "random":
        return PRESETS[preset]
    rng = Random(seed)
    return Rules(**{option: rng.choice(values) for option, values in OPTIONS.items()})


def play(rules: Rules, seed: bytes, levels: tuple[str, str]) -> Played:
    """A game in which team 0 plays at ``levels[0]`` and team 1 at ``levels[1]``.

    The seed decides everything: the deal, the dealer and what bots leave to chance.
    """
    rng = Random(seed)
    dealer = rng.randrange(rules.players)
    dealt = deal(rules, seed, dealer)
    bots = [Bot(rules, seat, dealer, hand, levels[seat & 1]) for seat, hand in enumerate(dealt)]
    state, log = new_game(rules, dealt, dealer), list[Event]()
    while state.phase != FINISHED:
        if len(log) >= MOST_MOVES:
            raise EndlessGame(f"{len(log)} moves by {rules.text()}, seed {seed.hex()}")
        state, event = apply(state, _next_move(bots, state, log, rng))
        log.append(event)
    return Played(dealer, dealt, log, state)


def record(played: Played, levels: tuple[str, str]) -> bytes:
    """The game on paper, checked. Raises ``BadGame``."""
    seats = [
        {"name": f"{levels[seat & 1].capitalize()} {seat + 1}", "bot": levels[seat & 1]}
        for seat in range(len(played.dealt))
    ]
    paper = document(played.state, played.dealt, played.dealer, played.log, seats)
    data = json.dumps(paper, ensure_ascii=False, indent=1).encode()
    wrong = verdict(data)
    if wrong:
        raise BadGame(f"{wrong} in {data.decode()}")
    return data


def _next_move(bots: list[Bot], state: State, log: list[Event], rng: Random) -> Move:
    """A claim by whoever is sure of one, clockwise from the turn; else the turn-holder's move."""
    for bot in [*bots[state.turn :], *bots[: state.turn]]:
        if bot.seat == state.turn or state.rules.claim_timing != "own_turn":
            claim = wants_to_claim(bot.sees(state, log), bot.knowledge, bot.level)
            if claim:
                return claim
    bot = bots[state.turn]
    return choose(bot.sees(state, log), bot.knowledge, bot.level, rng)
