"""What there is to check a deal by: for the reader's own browser, which works it out again."""

from dataclasses import dataclass

from game.models import Game
from game.records import deal_proof
from game.rules.cards import card_text


@dataclass(frozen=True, slots=True)
class Proof:
    """The seed of a deal, the seal that was shown before the first move (its SHA-256), and the
    deck in the order in which the shuffle finds it."""

    seed: str
    seal: str
    deck: str


def proof_of(game: Game) -> Proof | None:
    """The proof of a game that is over; None where it does not say how it was dealt."""
    proof = deal_proof(game) if game.is_over else None
    if proof is None:
        return None
    seed, seal = proof
    return Proof(seed, seal, " ".join(card_text(card) for card in game.deck.cards))
