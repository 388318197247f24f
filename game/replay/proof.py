"""What there is to check a deal by: for the reader's own browser, which works it out again."""

import json
from dataclasses import dataclass

from game.models import Game
from game.rules.cards import card_text
from game.rules.deal import SHUFFLE


@dataclass(frozen=True, slots=True)
class Proof:
    """The seed of a deal, the seal that was shown before the first move (its SHA-256), and the
    deck in the order in which the shuffle finds it."""

    seed: str
    seal: str
    deck: str


def proof_of(game: Game) -> Proof | None:
    """The proof of a game that is over; None where it does not say how it was dealt."""
    if game.source is None:
        said = {"shuffle": SHUFFLE, "seed": game.seed, "commitment": game.commitment}
    else:
        said = json.loads(bytes(game.source))
    if said.get("shuffle") != SHUFFLE or not game.is_over:
        return None
    deck = " ".join(card_text(card) for card in game.deck.cards)
    return Proof(said["seed"], said["commitment"], deck)
