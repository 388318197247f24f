"""Measures how many asks per second ``apply`` checks and applies on one core (``make bench``).

The asks come from random six-player games. The share of hits is about the same as in games between
people. The asks are prepared before the measurement. For comparison, a bare loop does one
dictionary update for each ask ("the floor"). Rounds of both alternate in one process, so that a
slow machine slows both. The command never fails because of a figure.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from literature.rules.apply import apply
from literature.rules.deal import deal
from literature.rules.information_state import information_state
from literature.rules.moves import Ask, Claim, Pass, holders_of
from literature.rules.options import PRESETS, Rules
from literature.rules.state import FINISHED, MUST_PASS, PLAYING, UNRESOLVED, State, new_game

GAMES = 300
ROUNDS = 9
PASSES_A_ROUND = 10
AT_LEAST, AIM = 300_000, 500_000

#: The probability that an ask is chosen from the sure hits, if there are any. With this value about
#: half of all asks are hits.
KNOWS = 0.3

#: A list of consecutive asks, with the state before the first ask.
Stretch = tuple[State, list[Ask]]


def main() -> None:
    """Measure both loops, and print the figures."""
    stretches = [each for seed in range(GAMES) for each in stretches_of_a_game(seed)]
    asks = [ask for _, stretch in stretches for ask in stretch]
    print(
        f"{len(asks):,} asks of {GAMES} random six-player games, {hits(stretches):.0%} hits,"
        f" {PASSES_A_ROUND} times over in each of {ROUNDS} rounds."
    )
    floor, applied = [], []
    for _ in range(ROUNDS):
        floor.append(rate(len(asks), lambda: update_a_dictionary(asks)))
        applied.append(rate(len(asks), lambda: apply_all(stretches)))
    show("dictionary updates/s (the floor)", floor)
    show("validated asks/s by apply", applied)
    reached = median(applied)
    print(f"An ask costs {median(floor) / reached:.1f} dictionary updates.")
    for name, aim in (("at least", AT_LEAST), ("aim", AIM)):
        verdict = "reached" if reached >= aim else "missed"
        print(f"{name:>8} {aim:,}/s: {verdict}, at {reached / aim:.0%} of it")


def apply_all(stretches: list[Stretch]) -> None:
    """Apply the asks of each stretch in order."""
    for state, asks in stretches:
        for ask in asks:
            state, _ = apply(state, ask)


def update_a_dictionary(asks: list[Ask]) -> None:
    """Do the work of the floor: one dictionary update for each ask, with the same cards and
    seats.
    """
    holders: dict[int, int] = {}
    for seat, card, _ in asks:
        holders[card] = seat


def rate(asks: int, work: Callable[[], None]) -> float:
    """Return the number of asks per second."""
    start = perf_counter()
    for _ in range(PASSES_A_ROUND):
        work()
    return asks * PASSES_A_ROUND / (perf_counter() - start)


def show(what: str, rates: list[float]) -> None:
    """Print one line: the median, the slowest and the fastest round."""
    print(f"{what:<33} {median(rates):>12,.0f}   {min(rates):,.0f} to {max(rates):,.0f}")


def hits(stretches: list[Stretch]) -> float:
    """Return the share of hits among the asks."""
    answers = []
    for start, asks in stretches:
        state = start
        for ask in asks:
            state, _ = apply(state, ask)
            answers.append(state.turn == ask.seat)
    return sum(answers) / len(answers)


def stretches_of_a_game(seed: int) -> list[Stretch]:
    """Return the stretches of asks of one random game. Its claims and passes separate them."""
    random, rules = Random(seed), PRESETS["classic"]
    state = new_game(rules, deal(rules, random.randbytes(32), seed % rules.players), 0)
    stretches: list[Stretch] = [(state, [])]
    while state.phase != FINISHED:
        ask = some_ask(state, random) if state.phase == PLAYING else None
        if ask and whole_set(state) is None:
            stretches[-1][1].append(ask)
            state, _ = apply(state, ask)
        else:
            state, _ = apply(state, claim_or_pass(state, rules))
            stretches.append((state, []))
    return [each for each in stretches if each[1]]


def some_ask(state: State, random: Random) -> Ask | None:
    """Return a legal ask: a sure hit, or a random ask. Return None if there is none."""
    legal = information_state(state, [], state.turn, dealer=0).legal.asks
    asks = [Ask(state.turn, card, of) for card, seats in legal.items() for of in seats]
    known = [ask for ask in asks if state.hands[ask.of] >> ask.card & 1]
    if known and random.random() < KNOWS:
        return random.choice(known)
    return random.choice(asks) if asks else None


def whole_set(state: State) -> int | None:
    """Return the index of a set of which the team of the turn-holder holds all cards; None if
    there is none.
    """
    hands = state.hands[state.turn % 2 :: 2]
    for card_set in state.deck.sets:
        held = sum(hand & card_set.mask for hand in hands)
        if state.scorers[card_set.index] == UNRESOLVED and held == card_set.mask:
            return card_set.index
    return None


def claim_or_pass(state: State, rules: Rules) -> Claim | Pass:
    """Return a pass or a claim, for a position in which no ask is legal or in which the team of the
    turn-holder holds all cards of a set.
    """
    if state.phase == MUST_PASS:
        mine = range(state.turn % 2, rules.players, 2)
        to = next(seat for seat in [*mine, *range(rules.players)] if state.hands[seat])
        return Pass(state.turn, to)
    index = whole_set(state)
    if index is None:
        index = state.scorers.index(UNRESOLVED)
    named = []
    for card in state.deck.sets[index].cards:
        holder = next(seat for seat, hand in enumerate(state.hands) if hand >> card & 1)
        named.append((card, holder if (holder ^ state.turn) & 1 == 0 else state.turn))
    return Claim(state.turn, index, holders_of(named))


if __name__ == "__main__":
    main()
