"""Plays games to the end with knowledge of all cards, and deals short games."""

import random

from game import play, row_values
from game.models import Game
from literature.rules.decks import CardSet
from literature.rules.information_state import information_state
from literature.rules.legality import OfferedMoves
from literature.rules.moves import Ask, Claim, Move, Pass, holders_of
from literature.rules.state import State

MOST_MOVES = 600


def play_to_end(game_id: str, seed: int = 1, misses: float = 0.3) -> Game:
    """Move for every seat until the game is over. There are hits, misses, and mostly right
    claims. With fewer ``misses`` the game is shorter.
    """
    rng = random.Random(seed)
    for _ in range(MOST_MOVES):
        game = Game.objects.get(pk=game_id)
        if game.is_over:
            return game
        state = row_values.load_state(game, list(game.hands.all()))
        play.act(game.id, _move(game, state, rng, misses), version=game.version)
    raise AssertionError("the game does not end")


def deal_short_game(game_id: str) -> None:
    """Deal a game again before its first move, so that about forty moves end it.

    For each set, one seat has all cards except two, and the next opponent has these two.
    """
    game = Game.objects.get(pk=game_id)
    hands = [0] * game.rules.players
    for number, card_set in enumerate(game.deck.sets):
        for place, card in enumerate(card_set.cards):
            hands[(number + (place < 2)) % len(hands)] |= 1 << card
    for seat, hand in enumerate(hands):
        game.hands.filter(seat=seat).update(dealt=hand, live=hand)


def _move(game: Game, state: State, rng: random.Random, misses: float) -> Move:
    turn, out = state.turn, tuple(not hand for hand in state.hands)
    legal = information_state(state, [], turn, dealer=game.dealer).legal
    if out[turn]:
        return Pass(turn, legal.passes[0])
    for index in legal.claims:
        holders = _holders(state, game.deck.sets[index])
        if all(seat % 2 == turn % 2 for seat in holders.values()):
            if rng.random() < 0.2:
                card = rng.choice(list(holders))
                holders[card] = (holders[card] + 2) % game.rules.players
            return Claim(turn, index, holders_of(list(holders.items())))
    if not legal.asks:
        index = legal.claims[0]
        return Claim(
            turn, index, holders_of([(card, turn) for card in game.deck.sets[index].cards])
        )
    return Ask(turn, *_question(legal, state, rng, misses))


def _holders(state: State, card_set: CardSet) -> dict[int, int]:
    return {
        card: next(seat for seat, hand in enumerate(state.hands) if hand >> card & 1)
        for card in card_set.cards
    }


def _question(
    legal: OfferedMoves, state: State, rng: random.Random, misses: float
) -> tuple[int, int]:
    asks = [(card, seat) for card, seats in legal.asks.items() for seat in seats]
    hits = [(card, seat) for card, seat in asks if state.hands[seat] >> card & 1]
    return rng.choice(hits if hits and rng.random() >= misses else asks)
