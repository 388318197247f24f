"""Finished games that consist only of claims."""

from collections.abc import Sequence
from dataclasses import replace

from literature.rules.decks import DECKS
from literature.rules.moves import CORRECT, MISPLACED, OPPONENT_HELD, Claimed, Event
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED, NOBODY, UNRESOLVED, State, new_game

RULES = replace(PRESETS["classic"], players=4)
OUTCOMES = {"": CORRECT, "m": MISPLACED, "r": MISPLACED}


def game_of_claims(text: str) -> tuple[State, Sequence[int], list[Event]]:
    """The last state, the dealt hands, and the log of a game.

    Each claim is of the next set of the deck: the claimer's seat, who claims to hold all cards; for
    a wrong claim ``m`` or ``h`` (one card is with the teammate, or with the next opponent), and the
    team that scores, or ``-``. With ``n`` the claim names the teammate for the opponent's card. An
    ``f`` costs a point. After ``r`` the set stays in play, and then this team claims it.
    """
    sets, hands, log = DECKS[RULES.deck].sets, [0] * RULES.players, list[Event]()
    scores, scorers = [0, 0], [UNRESOLVED] * len(sets)
    for index, claim in enumerate(text.split()):
        seat, kind, to = int(claim[0]), claim[1:2], claim[2:] or claim[0]
        cards, outcome = sets[index].cards, OUTCOMES.get(kind, OPPONENT_HELD)
        found = dict.fromkeys(cards, seat)
        if outcome != CORRECT:
            found[cards[0]] = (seat + (2 if outcome == MISPLACED else 1)) % RULES.players
        for card, holder in found.items():
            hands[holder] |= 1 << card
        claimed = dict.fromkeys(cards, seat)
        if kind == "n":
            claimed[cards[0]] = (seat + 2) % RULES.players
        named, true = tuple(claimed.items()), tuple(found.items())
        revealed = None if kind == "r" else true
        log.append(Claimed(len(log), seat, index, named, outcome, revealed))
        if kind == "r":
            log.append(Claimed(len(log), int(to), index, true, CORRECT, true))
        scorers[index] = NOBODY if kind == "f" or to == "-" else int(to)
        if kind == "f":
            scores[seat % 2] -= 1
        elif to != "-":
            scores[int(to)] += 1
    rules = replace(RULES, opponent_held_claim="minus_one" if "f" in text else "opponents")
    state = new_game(rules, hands, 0)._replace(
        phase=FINISHED, live=0, scores=(scores[0], scores[1]), scorers=tuple(scorers)
    )
    return state, hands, log
