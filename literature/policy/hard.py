"""The hard level: it values an uncertain ask by the positions after a hit and after a miss."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from literature.knowledge.knowledge import Knowledge
from literature.knowledge.posterior import Posterior
from literature.policy.claims import certain_claim, sets_without_opponents
from literature.policy.features import PositionFeatures
from literature.policy.levels import from_fullest_set
from literature.policy.value import Network, Values
from literature.rules.information_state import InformationState
from literature.rules.legality import OfferedMoves
from literature.rules.moves import Ask, Claim, Move, Pass
from literature.rules.state import ENDGAME, MUST_PASS

#: A claim with at least this probability is nearly certain.
CLAIM: Final = 0.99
#: If no ask may hit, a claim needs this probability, unless the bot can't wait any longer.
SETTLE: Final = 0.9


class Hard:
    """Chooses moves by probabilities. It stores nothing between moves."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or Network.load()

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Claim | None:
        """A certain or nearly certain claim, or None."""
        claims = information_state.legal.claims
        claim = certain_claim(knowledge, knowledge.may, claims)
        if claim or not (sets := sets_without_opponents(knowledge, claims)):
            return claim
        chance, likely = _best_claim(Posterior(knowledge), sets)
        return likely if chance >= CLAIM else None

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """A certain claim, a sure hit, a nearly certain claim, a pass (if necessary or better), an
        ask, or an uncertain claim.
        """
        legal = information_state.legal
        claim = certain_claim(knowledge, knowledge.may, legal.claims)
        if claim:
            return claim
        known, may = knowledge.sure(), knowledge.may
        asks = [
            Ask(knowledge.seat, card, of) for card, of in legal.ask_pairs if may[of] >> card & 1
        ]
        if sure := [ask for ask in asks if known[ask.of] >> ask.card & 1]:
            ours = sum(known[knowledge.seat & 1 :: 2])
            return from_fullest_set(knowledge, sure, ours, rng)
        posterior = Posterior(knowledge)
        chance, likely = _best_claim(posterior, sets_without_opponents(knowledge, legal.claims))
        if likely and chance >= CLAIM:
            return likely
        values = Values(PositionFeatures(posterior), self.network)
        worth = values.asks(asks) if asks else []
        passed = self._pass(information_state, posterior, values, worth)
        if passed:
            return passed
        if not asks:
            return self._settle(information_state, posterior)
        return self.pick(values, asks, worth, rng)

    def pick(self, values: Values, asks: Sequence[Ask], worth: Sequence[float], rng: Random) -> Ask:
        """The ask that is worth most. Among equal asks the choice is random."""
        enough = max(worth) - 1e-9
        return rng.choice([ask for ask, each in zip(asks, worth, strict=True) if each >= enough])

    def _pass(
        self, seen: InformationState, posterior: Posterior, values: Values, worth: Sequence[float]
    ) -> Pass | None:
        """A pass, if passing is necessary or better than the best ask or claim."""
        legal, knowledge = seen.legal, posterior.knowledge
        if not legal.passes:
            return None
        if (legal.passes[0] ^ knowledge.seat) & 1:
            return Pass(knowledge.seat, min(legal.passes, key=lambda to: knowledge.counts[to]))
        if any(knowledge.counts[1 - (knowledge.seat & 1) :: 2]):
            to = max(legal.passes, key=values.turn)
            better = not worth or values.turn(to) > max(worth)
        else:
            to = max(legal.passes, key=lambda to: (_knows(posterior, to), knowledge.counts[to]))
            sets = sets_without_opponents(knowledge, legal.claims)
            mine = sum((posterior.best_claim(index) or (0.0,))[0] for index in sets)
            better = _knows(posterior, to) > mine
        if better or seen.phase == MUST_PASS:
            return Pass(knowledge.seat, to)
        return None

    def _settle(self, seen: InformationState, posterior: Posterior) -> Move:
        """The likeliest claim, or an ask that informs teammates.

        This is for the case that no ask may hit.
        """
        legal, knowledge = seen.legal, posterior.knowledge
        sets: Sequence[int] = sets_without_opponents(knowledge, legal.claims)
        if seen.phase == ENDGAME:
            # After the claims of its own sets this seat has no cards, so it passes the turn to a
            # teammate, who knows more about the other sets.
            own = knowledge.may[knowledge.seat]
            sets = [each for each in sets if knowledge.deck.sets[each].mask & own] or sets
        chance, claim = _best_claim(posterior, sets)
        patient = knowledge.vain_asks < 2 * len(knowledge.may)
        if chance < SETTLE and legal.asks and patient:
            return _waiting_ask(posterior, legal)
        assert claim is not None, "what is true fits, and so there is a claim"
        return claim


def _waiting_ask(posterior: Posterior, legal: OfferedMoves) -> Ask:
    """An ask that can't hit. Its target is the opponent with the worst prospects.

    It shows teammates that this seat does not hold a card that it seemed to hold.
    """
    knowledge = posterior.knowledge
    seat, public = knowledge.seat, Posterior(knowledge.public())
    own = knowledge.may[seat]
    cards = [card for card in legal.asks if not own >> card & 1] or list(legal.asks)
    card = max(cards, key=lambda each: public.chance(each, seat))
    # For each set, the number of cards that this seat's team is publicly known to hold. A target's
    # prospects are the expected number of these cards that it can take.
    openly = Counter(
        card_set.index
        for card_set in knowledge.deck.sets
        for holder in map(knowledge.evidence.open_holder, card_set.cards)
        if holder >= 0 and not (holder ^ seat) & 1
    )
    prospects = {
        of: sum(number * posterior.holds_any(index, of) for index, number in openly.items())
        for of in legal.asks[card]
    }
    return Ask(seat, card, min(prospects, key=lambda of: prospects[of]))


def _best_claim(posterior: Posterior, sets: Sequence[int]) -> tuple[float, Claim | None]:
    best: tuple[float, Claim | None] = (-1.0, None)
    for index in sets:
        found = posterior.best_claim(index)
        if found and found[0] > best[0]:
            best = found[0], Claim(posterior.knowledge.seat, index, found[1])
    return best


def _knows(posterior: Posterior, seat: int) -> float:
    """The expected number of the team's sets that a teammate could claim correctly.

    The teammate knows their own cards, and guesses the others from public knowledge.
    """
    knowledge = posterior.knowledge
    live = [each.index for each in knowledge.deck.sets if each.mask & posterior.live]
    public = Posterior(knowledge.public())
    others = [each for each in range(seat & 1, len(knowledge.may), 2) if each != seat]
    total = 0.0
    for index in sets_without_opponents(knowledge, live):
        right = 1.0
        for card in knowledge.deck.sets[index].cards:
            guess = max(others, key=lambda each: public.chance(card, each))
            right *= posterior.chance(card, seat) + posterior.chance(card, guess)
        total += right
    return total
