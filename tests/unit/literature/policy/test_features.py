"""A position as numbers: the features after an ask agree with the probabilities, and with the
position that results.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.knowledge.posterior import Posterior
from literature.policy.features import AT, PositionFeatures
from literature.policy.value import Network, Values
from literature.rules.moves import Ask
from literature.rules.state import PLAYING
from tests.unit.kit.strategies import PROFILE, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow

#: The features whose values after a hit are known in advance.
FORESEEN = ("own", "small", "seats", "left", "cards", "my_turn", "reach")


@PROFILE
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), before=st.integers(0, 40))
def test_values_and_features_after_a_hit_or_miss(rules, rng, before):
    table = Table(rules, rng)
    list(table.play_at_random(before))
    asks = open_asks(table) if table.state.phase == PLAYING else []
    if not asks:
        return
    posterior = Posterior(table.knowledge[table.state.turn])
    features = PositionFeatures(posterior)
    the_odds_agree(posterior, features, rng.choice(asks))
    values = Values(features, Network.load())
    for ask, value in zip(asks, values.asks(asks), strict=True):
        weighed = values.example(ask)
        hit, miss = (float(values.network(rows).sum()) for rows in (weighed.hit, weighed.miss))
        assert min(hit, miss) - 1e-9 <= value <= max(hit, miss) + 1e-9
    if hits := [ask for ask in asks if table.state.hands[ask.of] >> ask.card & 1]:
        what_follows_agrees(table, features, rng.choice(hits))


def open_asks(table: Table) -> list[Ask]:
    """The turn-holder's asks that may hit or miss, as far as the turn-holder knows."""
    seat = table.state.turn
    knowledge, legal = table.knowledge[seat], table.information_state(seat).legal
    return [
        Ask(seat, card, of)
        for card, targets in legal.asks.items()
        for of in targets
        if of in knowledge.possible(card) and len(knowledge.possible(card)) > 1
    ]


def the_odds_agree(posterior: Posterior, features: PositionFeatures, ask: Ask) -> None:
    """The present ``ours`` is the average of its values after a hit and after a miss, weighted by
    their chances, if the card that a hit wins is left out. The present ``whole_ours`` is its value
    after a miss, times the chance of a miss: in the other case an opponent holds the card.
    """
    deck = posterior.knowledge.deck
    card_set = deck.set_indexes[ask.card]
    chance, part = posterior.chance(ask.card, ask.of), 1 / len(deck.sets[card_set].cards)
    hit = features.hit(ask.card, ask.of, features.rows(ask.seat))
    miss = features.miss(ask.card, ask.of, features.rows(ask.of))
    ours = chance * (hit[AT["ours"]] - part) + (1 - chance) * miss[AT["ours"]]
    assert ours == pytest.approx(posterior.ours(card_set), abs=1e-6)
    whole = (1 - chance) * miss[AT["whole_ours"]]
    now = features.rows(ask.seat)[features.place[card_set]]
    assert whole == pytest.approx(now[AT["whole_ours"]], abs=1e-6)
    assert np.isfinite([hit, miss]).all()


def what_follows_agrees(table: Table, features: PositionFeatures, ask: Ask) -> None:
    """After a hit, the features in ``FORESEEN`` are as ``PositionFeatures.hit`` predicted."""
    card_set = table.state.deck.set_indexes[ask.card]
    foreseen = features.hit(ask.card, ask.of, features.rows(ask.seat))
    table.play(ask)
    after = PositionFeatures(Posterior(table.knowledge[ask.seat]))
    row = after.rows(ask.seat)[after.place[card_set]]
    for name in FORESEEN:
        assert row[AT[name]] == pytest.approx(foreseen[AT[name]])
    # Everybody knows the holder of this card now, and may conclude the holders of other cards.
    assert row[AT["open_ours"]] >= foreseen[AT["open_ours"]] - 1e-9
