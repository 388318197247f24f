"""Chooses a bot's move from its knowledge. All levels have the same small interface.

``choose`` is for the seat that has the turn, ``wants_to_claim`` for any seat that the rules let
claim now. Both use only an information state and a ``Knowledge``. They return only legal moves.

**Games of these bots end.** At every level:

1. A bot makes only asks that may hit by its ``possible_cards``, which take account of every public
   miss. So nobody asks the same seat twice for a card that has not moved. Once a card has moved,
   everybody knows its holder for good, and an ask for it never misses again. A game has at most
   cards x seats misses.
2. Each hit adds a card to the turn-holder's hand. So there are fewer hits than cards before the
   next miss, claim or pass.
3. If no ask may hit, no opponent can hold a card of any set of which the bot has a card; in the
   endgame opponents hold no cards at all. So its team holds a whole set, and the bot claims it
   with holders that fit its knowledge and are not forbidden. The true holders are such a choice. A
   claim out of turn is certain. So each claim either resolves one of at most 13 sets or is
   returned.
4. If a claim was returned, one team holds the whole set: no ask for its cards can hit, so the cards
   do not move until the set is resolved. No bot repeats a wrong claim. The number of possible
   claims is finite.
5. A pass follows a correct claim, or a claim that emptied the hand. The player who gets the turn
   has cards. So no pass follows a pass.

So there are finitely many misses, claims and passes, and finitely many hits between two of them.

The easy level forgets and overlooks who *holds* a card, but never who does *not* hold it. So the
argument is true for this level, too.

The hard level also makes asks that can't hit, if no ask may hit and its best claim is a guess. It
does so only while ``Knowledge.vain_asks`` is below a bound. This number counts such asks by all
players. It is reset when a set leaves play, or when an ask gives the seat new information (the ask
rules out a holder, or shows a card's holder for good). That happens finitely often, so there are
finitely many of these asks. The hard level's claims out of turn need not be certain, but each of
them resolves a set or is returned, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from literature.knowledge.belief import chances
from literature.knowledge.knowledge import Knowledge
from literature.policy.claims import certain_claim, likeliest_claim
from literature.policy.program import PREFIX, Program
from literature.rules.information_state import InformationState
from literature.rules.moves import Ask, Claim, Move, Pass
from literature.rules.state import MUST_PASS


class Policy(Protocol):
    """A way to play. The knowledge must include the whole log of the information state."""

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Move | None:
        """A claim, if this seat wants to make one now and the rules allow it."""

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """The move of the seat with the turn."""


class LevelPolicy(ABC):
    """Claims if it is sure. Otherwise passes if that is necessary or better, or asks if an ask may
    hit, or makes the likeliest claim.

    Subclasses decide which holders they think possible, and which ask they choose.
    """

    @abstractmethod
    def possible_cards(self, knowledge: Knowledge) -> list[int]:
        """For each seat, the bit set of the cards that it may hold according to this level."""

    @abstractmethod
    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """Choose one of the asks that may hit."""

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Claim | None:
        """A claim that is certain at this level."""
        return certain_claim(
            knowledge, self.possible_cards(knowledge), information_state.legal.claims
        )

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """A certain claim, a pass (if necessary or better), an ask, or the likeliest claim."""
        legal, may = information_state.legal, self.possible_cards(knowledge)
        claim = certain_claim(knowledge, may, legal.claims)
        if claim:
            return claim
        asks = [
            Ask(knowledge.seat, card, of) for card, of in legal.ask_pairs if may[of] >> card & 1
        ]
        if legal.passes:
            passed = _pass(information_state.phase, legal.passes, knowledge, asks)
            if passed:
                return passed
        if asks:
            return self.pick(knowledge, asks, rng)
        return likeliest_claim(knowledge, legal.claims)


class Easy(LevelPolicy):
    """Chooses asks without conclusions, and soon forgets where a card went."""

    #: The number of moves for which it remembers that a card went to another player.
    RECALL: Final = 8

    def possible_cards(self, knowledge: Knowledge) -> list[int]:
        """The cards that each seat may hold, without conclusions."""
        return knowledge.seen

    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """An ask for a card that moved recently; otherwise an ask in the set of which it holds the
        most cards.
        """
        since = max(0, knowledge.number - self.RECALL)
        recalled = [ask for ask in asks if knowledge.moved[ask.card] >= since]
        if recalled:
            return rng.choice(recalled)
        return from_fullest_set(knowledge, asks, knowledge.seen[knowledge.seat], rng)


class Medium(LevelPolicy):
    """Uses conclusions. It prefers likely cards, and sets of which its team holds many cards."""

    #: The weight of the part of the set that the team holds. A sure hit has weight 1.
    PROGRESS: Final = 0.6
    #: Asks that are nearly as good as the best ask count as equal, so that opponents can't draw
    #: conclusions from the choice.
    NEARLY: Final = 0.95

    def possible_cards(self, knowledge: Knowledge) -> list[int]:
        """The cards that each seat may hold, by the conclusions of ``Knowledge``."""
        return knowledge.may

    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """One of the best asks, by the chance of a hit and by the part of the set that the team
        holds.
        """
        odds, own = chances(knowledge), sum(knowledge.sure()[knowledge.seat & 1 :: 2])
        values = []
        for ask in asks:
            whole_set = knowledge.deck.set_masks[ask.card]
            begun = (own & whole_set).bit_count() / whole_set.bit_count()
            chance = odds[ask.card][ask.of] if ask.card in odds else 1.0
            values.append(chance + self.PROGRESS * begun)
        enough = max(values) * self.NEARLY
        return rng.choice([ask for ask, value in zip(asks, values, strict=True) if value >= enough])


def from_fullest_set(knowledge: Knowledge, asks: Sequence[Ask], cards: int, rng: Random) -> Ask:
    """An ask in the set of which the bit set ``cards`` has the most cards."""
    held = [(cards & knowledge.deck.set_masks[ask.card]).bit_count() for ask in asks]
    most = max(held)
    return rng.choice([ask for ask, each in zip(asks, held, strict=True) if each == most])


#: The levels of bots, the weakest first.
LEVELS: Final = ("easy", "medium", "hard")
DEFAULT_LEVEL: Final = "medium"


_MAKERS: Final[dict[str, Callable[[], Policy]]] = {"easy": Easy, "medium": Medium}
_POLICIES: Final[dict[str, Policy]] = {}


def register(name: str, make: Callable[[], Policy]) -> None:
    """Give a policy of your own a name, which can then be used like a level."""
    _MAKERS[name] = make
    _POLICIES.pop(name, None)


def policy(name: str) -> Policy:
    """The policy of a level, of a registered name, or of ``cmd:`` and the command of a program.

    All games of a process share it. Raise ``KeyError`` for an unknown name.
    """
    if name not in _POLICIES:
        if name.startswith(PREFIX):
            _POLICIES[name] = Program(name.removeprefix(PREFIX))
        elif name == "hard":
            from literature.policy.hard import Hard  # This loads numpy.

            _POLICIES[name] = Hard()
        else:
            _POLICIES[name] = _MAKERS[name]()
    return _POLICIES[name]


def choose(
    information_state: InformationState, knowledge: Knowledge, level: str, rng: Random
) -> Move:
    """The move of the seat with the turn. The knowledge is first updated from the log."""
    knowledge.update(information_state.log)
    return policy(level).choose(information_state, knowledge, rng)


def wants_to_claim(
    information_state: InformationState, knowledge: Knowledge, level: str
) -> Move | None:
    """The claim that the level makes now, even out of turn, if the rules let this seat claim."""
    knowledge.update(information_state.log)
    return policy(level).wants_to_claim(information_state, knowledge)


def _pass(
    phase: str, passes: Sequence[int], knowledge: Knowledge, asks: Sequence[Ask]
) -> Pass | None:
    """A pass, if it is necessary, or if no ask can hit, or if a teammate has a sure hit and this
    seat has none.
    """
    known, counts = knowledge.sure(), knowledge.counts
    has_sure_hit = any(known[ask.of] >> ask.card & 1 for ask in asks)
    better = not asks or (not has_sure_hit and any(map(knowledge.prospects, passes)))
    if not better and phase != MUST_PASS:
        return None
    if (passes[0] ^ knowledge.seat) & 1:
        # Only opponents have cards. The opponent with the fewest cards gets the turn.
        return Pass(knowledge.seat, min(passes, key=lambda seat: counts[seat]))
    best = max(passes, key=lambda seat: (knowledge.prospects(seat), counts[seat]))
    return Pass(knowledge.seat, best)
