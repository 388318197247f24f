"""The findings of the judge: what a player could know before a move, and a verdict on the move.

``finished/review`` puts findings in words. Chances are ``rounded``; ``about`` marks approximate
chances. A set is its name in the record.
"""

from typing import Final

from literature.knowledge.reasons import RuledOut, Sure
from literature.rules.cards import UNKNOWN
from literature.stored import Card, Cards, stored

#: The verdicts on a move.
BEST: Final = "best"
GOOD: Final = "good"
LUCKY: Final = "lucky"
WASTED: Final = "wasted"
GAVE_AWAY: Final = "gave_away"

#: Why an ask is worth more than another ask: its set is fuller than the other set, or fuller than
#: all other sets in which the player can ask; or it can take the other team's last card of a set.
FULLER = "fuller"
FULLEST = "fullest"
LAST = "last"


def is_unlikely(chance: float) -> bool:
    """Whether a chance, rounded to whole percents as on pages, is less than even."""
    return round(100 * chance) < 50


@stored
class Holding:
    """The chance that ``of`` holds ``card``, with the reasons for it.

    If the chance is 1 or 0, ``sure`` or ``never`` has the reason. Otherwise:

    - ``may``: the possible holders with their chances, the likeliest first.
    - ``ruled_out``: the other seats, each with the reason why it can't hold the card.
    - ``one_of``: the cards of which ``of`` holds at least one, if ``card`` is among them.
    - ``share``: the number of unknown cards of ``of``, of all possible holders together, and of the
      possible holder except ``of`` that has most of them.
    - ``other``: another possible holder who asked in this set, with the cards of which it holds at
      least one.
    """

    card: Card
    of: int
    chance: float
    about: bool = False
    sure: Sure | None = None
    never: RuledOut | None = None
    may: tuple[tuple[int, float], ...] = ()
    ruled_out: tuple[tuple[int, RuledOut], ...] = ()
    one_of: Cards = 0
    share: tuple[int, int, int] = (0, 0, 0)
    other: tuple[int, Cards] = (-1, 0)


@stored
class Worth:
    """The reason why an ask in ``set`` is worth more than an ask in ``than``: ``FULLER``,
    ``FULLEST`` or ``LAST``.
    """

    set: str
    than: str
    why: str


@stored
class NamedClaim:
    """A claim that a player could make, with its chance."""

    set: str
    holders: tuple[tuple[Card, int], ...]
    chance: float = 1.0


@stored
class Receiver:
    """A receiver of the turn, with its prospects by the knowledge of a viewer.

    - ``chance``: the chance of its best ask.
    - ``could_take``: the number of cards that it can take for certain, because by public knowledge
      only one other seat can hold them.
    - ``alone``: whether there is no such card, but a card whose holder is certain only for the
      viewer. In ``chance``, this card counts as if all other seats that may hold it by public
      knowledge were equally likely.
    """

    to: int
    chance: float
    could_take: int
    alone: bool = False
    about: bool = False


@stored
class AskFinding:
    """The verdict on an ask.

    - ``why``: its chance. ``better``: the best ask, if the ask was not the best.
    - ``worth``: why the best ask is worth more; ``prize``: why the ask that was made is worth more
      than ``likelier``, a likelier ask, or than the best ask.
    """

    verdict: str | None
    chance: float
    why: Holding
    could_claim: NamedClaim | None = None
    nothing_to_hit: bool = False
    better: Holding | None = None
    worth: Worth | None = None
    prize: Worth | None = None
    likelier: Holding | None = None


@stored
class ClaimFinding:
    """The verdict on a claim.

    - ``doubt``: the uncertain cards, each with its claimed holder and the chance of this.
    - ``forced``: no ask could hit, so the player had to claim. ``endgame``: opponents had no cards.
    - ``better_claim``: a likelier claim of the set. ``chances``: for each card that it places
      elsewhere, the chance that it is there, and the chance that the claimed holder has it.
    - ``other_claim``: a likelier claim of another set.
    - ``last_cards``: whether it takes the last cards of a claimer who could still ask, while other
      sets are in play.
    """

    verdict: str | None
    chance: float
    about: bool = False
    forced: bool = False
    endgame: bool = False
    better_claim: NamedClaim | None = None
    chances: tuple[tuple[Card, float, float], ...] = ()
    doubt: tuple[tuple[Card, int, float], ...] = ()
    other_claim: NamedClaim | None = None
    last_cards: bool = False


@stored
class PassFinding:
    """The verdict on a pass: its ``receiver``, the chance of the passer's ``own`` best ask (None if
    the passer had to pass), and something better.

    A pass without a choice has no verdict: it was the ``only`` one, or went ``to_opponents``. If
    opponents have no cards, it has only ``choices``.
    """

    verdict: str | None
    receiver: Receiver | None = None
    own: float | None = None
    better_ask: Holding | None = None
    better_pass: Receiver | None = None
    only: bool = False
    to_opponents: bool = False
    choices: tuple[int, ...] = ()
    could_claim: NamedClaim | None = None


Finding = AskFinding | ClaimFinding | PassFinding


@stored
class Told:
    """What everybody learnt from an ask: whether it ``begins`` a set (the asker was not known to
    hold a card of it), and other cards whose holder became certain.
    """

    begins: bool
    sure: tuple[tuple[Card, int], ...]


@stored
class ReviewedMove:
    """A move in a review.

    - ``certain``: for each seat (as text) that had some, the sets that it could claim without risk.
    - ``expected`` and ``after``: the points that each team could expect, before and after the move.
    - ``told``: what everybody learnt from an ask.
    """

    seat: int
    finding: Finding
    certain: dict[str, list[str]]
    expected: tuple[float, float]
    after: tuple[float, float]
    told: Told | None = None


@stored
class AskHint:
    """The advice to make an ask, which can't hit if it is ``in_vain``.

    ``worth``: why it is the best ask; ``likelier``: a likelier ask, which is worth less.
    """

    why: Holding
    in_vain: bool = False
    worth: Worth | None = None
    likelier: Holding | None = None


@stored
class ClaimHint:
    """The advice to make a claim, with the reasons for the cards of teammates. ``last_cards`` is as
    in ``ClaimFinding``.
    """

    claim: NamedClaim
    about: bool
    why: tuple[Holding, ...]
    last_cards: bool = False


#: A pass is advised by its receiver. None is the advice to wait.
Hint = AskHint | ClaimHint | Receiver | None


@stored
class PlayerFigures:
    """A player's figures, from the player's own moves.

    - ``judged``: the moves with a verdict; ``sound``: the best and good moves among them.
    - ``tries``: asks and claims; ``hits``: the successful ones; ``expected``: their expected
      number.
    - ``bold``: asks and claims with less than an even chance.
    """

    judged: int
    sound: int
    tries: int
    bold: int
    hits: int
    expected: float


@stored
class MissedClaim:
    """A certain claim that a seat could have made on its turn, but did not make.

    - ``since``: the move from which it could claim; ``move``: the move by which it lost the turn.
    - ``claimed``: the move that resolved the set later, or None.
    - ``lost``: whether the seat's team did not claim the set correctly later.
    """

    seat: int
    set: str
    since: int
    move: int
    claimed: int | None
    lost: bool


@stored
class TurningPoint:
    """A turn that gave ``team`` expected points; ``move`` contributed most to them."""

    move: int
    team: int
    shift: float


@stored
class OwnFact:
    """The most important fact for a seat. ``summary_text.own_sentence`` has a sentence for each
    ``kind``.
    """

    kind: str
    move: int | None = None
    chance: float = 0.0
    about: bool = False
    set: str = ""
    card: Card = UNKNOWN
    of: int = -1
    instead: float = 0.0
    count: int = 0


@stored
class Summary:
    """The summary of a game; ``sentences`` has one fact, or None, for each seat."""

    players: tuple[PlayerFigures, ...]
    missed_claims: tuple[MissedClaim, ...]
    expected: tuple[tuple[float, float], ...]
    turning: tuple[TurningPoint, ...]
    sentences: tuple[OwnFact | None, ...]
