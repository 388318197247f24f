"""The proof of a deal. The reader's own browser computes the deal again."""

from dataclasses import dataclass

from finished.records import deal_proof
from game.models import Game
from literature.rules.cards import card_text


@dataclass(frozen=True, slots=True)
class Proof:
    """The seed of a deal, its commitment (the SHA-256 that was shown before the first move), and
    the deck before the shuffle.
    """

    seed: str
    commitment: str
    deck: str


def proof_of(game: Game) -> Proof | None:
    """The proof of a finished game; None if its seed is unknown."""
    proof = deal_proof(game) if game.is_over else None
    if proof is None:
        return None
    seed, commitment = proof
    return Proof(seed, commitment, " ".join(card_text(card) for card in game.deck.cards))
