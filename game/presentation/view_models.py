"""The values that the templates of the table get: plain data that the viewer may see.

Those without ``eq`` are made by functions with a cache, so equal ones are the same object.
``cached_part`` hashes a hundred of them for each move, which is fast by identity.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from game.presentation.move_text import card_name, card_short, rank_short
from game.presentation.rendering import cached
from literature.rules.cards import CARDS

#: The middle of the table shows a longer sentence in a smaller font.
LONG = 80


@dataclass(frozen=True, slots=True)
class Face:
    """A player as everybody sees them. ``bot`` is a level, or empty for a person.

    ``substitute``: whether a bot moves for this person until they are back.
    """

    name: str
    avatar: str
    bot: str
    away: bool
    substitute: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card to show. ``text`` is for records, ``short`` and ``name`` are for people. A joker has
    its text as ``suit``, and its colour as ``rank``.
    """

    text: str
    short: str
    name: str
    rank: str
    suit: str

    @classmethod
    @cached
    def of(cls, card: int) -> "Card":
        text = CARDS[card]
        if text in ("RJ", "BJ"):
            rank, suit = _("red") if text == "RJ" else _("black"), text
        else:
            rank, suit = rank_short(text[0]), text[1]
        return cls(text, card_short(card), card_name(card), rank, suit)


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat without its number of cards and without the turn, for the private part."""

    number: int
    face: Face
    team: int


@dataclass(frozen=True, slots=True)
class SeatView(NamedSeat):
    """A seat of the game. ``cards`` is None if card counts are secret."""

    cards: int | None
    out: bool
    has_turn: bool


@dataclass(frozen=True, slots=True, eq=False)
class SetView:
    """A set. ``team`` is the team that scored it, or None. A scored set is drawn as a book:
    ``cloth`` is the book's colour (the suit, ``rank`` for a quartet, or ``extra`` for the ninth
    set), and ``span`` is the text on its spine.
    """

    name: str
    label: str
    cloth: str
    span: str
    cards: tuple[Card, ...]
    in_play: bool
    team: int | None


@dataclass(frozen=True, slots=True, eq=False)
class ClaimView:
    """A claim with its outcome.

    ``cards`` has each card with its claimed and its true holder. The true holder is None if the
    cards stayed hidden.
    """

    label: str
    cards: tuple[tuple[Card, int, int | None], ...]
    verdict: str
    result: str
    right: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An event of the log with its sentence.

    For an ask or a claim, the middle of the table shows ``question`` and ``answer`` instead of the
    sentence. ``team`` is the team that scored a claimed set. ``revealed`` has each card of that set
    with its true holder, and whether the claim named another holder. ``own``: whether the sentence
    addresses the viewer.
    """

    number: int
    kind: str
    seat: int
    sentence: str
    question: str = ""
    answer: str = ""
    hit: bool | None = None
    card: Card | None = None
    other: int | None = None
    set_name: str | None = None
    team: int | None = None
    revealed: tuple[tuple[Card, int, str, bool], ...] = ()
    claim: ClaimView | None = None
    own: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the middle of the table must show the sentence in a smaller font."""
        return len(f"{self.question} {self.answer}" if self.question else self.sentence) > LONG

    @property
    def holders(self) -> list[tuple[str, list[Card]]]:
        """For a revealed claim, each true holder with their cards."""
        holders: dict[str, list[Card]] = {}
        for card, _seat, holder, _misplaced in self.revealed:
            holders.setdefault(holder, []).append(card)
        return list(holders.items())

    @property
    def is_good(self) -> bool:
        """Whether the event is a hit, or a claim without a wrong card."""
        return self.claim.right if self.claim else bool(self.hit)

    @property
    def data(self) -> dict[str, object]:
        """The event as data for a page's script (``#moves`` in ``docs/protocol.md``)."""
        data: dict[str, object] = {"number": self.number, "kind": self.kind, "seat": self.seat}
        data |= {"other": self.other, "hit": self.hit, "set": self.set_name, "team": self.team}
        data = {key: value for key, value in data.items() if value is not None}
        data["text"] = self.sentence
        if self.card:
            data |= {"card": self.card.text, "face": [self.card.rank, self.card.suit]}
            data |= {"question": self.question, "answer": self.answer}
        if claim := self.claim:
            said = {"label": claim.label, "verdict": claim.verdict, "result": claim.result}
            cards = [[c.rank, c.suit, c.short, named, found] for c, named, found in claim.cards]
            data["claim"] = {**said, "cards": cards}
        return data | {"own": True} if self.own else data


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the log that is not a move. It follows the first ``number`` moves."""

    number: int
    sentence: str
    kind: str = "note"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A team with the sets on its shelf."""

    team: int
    name: str
    score: int
    sets: tuple[SetView, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The public table.

    ``log`` has the latest entry first; ``lacks`` says why it lacks asks, if it does. ``note`` has
    the sentences about the latest room events. ``you`` is the viewer's seat if there is only one
    viewer; sentences then address that player.
    """

    seats: tuple[SeatView, ...]
    turn: SeatView
    you: int | None
    phase: str
    sets: tuple[SetView, ...]
    shelves: tuple[Shelf, ...]
    last: Line | None
    log: tuple[Line | Note, ...]
    lacks: str
    note: str
    winner: int | None
    winner_name: str


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some cards of a hand. ``name`` is the name of their set if they are grouped by set."""

    name: str
    label: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AskGroup:
    """A set to ask from: each card, whether the viewer may ask for it, and whether they hold it."""

    label: str
    cards: tuple[tuple[Card, bool, bool], ...]


@dataclass(frozen=True, slots=True, eq=False)
class ClaimForm:
    """A set to claim: each card, and whether the viewer holds it."""

    set: SetView
    cards: tuple[tuple[Card, bool], ...]

    @property
    def held(self) -> int:
        """The number of cards of this set that the viewer holds."""
        return sum(mine for _card, mine in self.cards)


@dataclass(frozen=True, slots=True)
class MineView:
    """A seat's private view: its hand, and the moves that it may make.

    ``others`` are the viewer's teammates, clockwise. ``last`` is the last move in sentences that
    address the viewer; None if it does not concern them. ``recap`` summarizes the moves since the
    viewer's last move, if it is their turn again. ``recap_lines`` has each of these moves: first
    those that matter to the viewer, then the others. ``sort`` is the order of the hand: ``set``,
    ``rank`` or ``own``.
    """

    seat: NamedSeat
    last: Line | None
    recap: str
    recap_lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    my_turn: bool
    must_pass: bool
    must_claim: bool
    claim_risk: str
    hand: tuple[Group, ...]
    hand_size: int
    sort: str
    targets: tuple[NamedSeat, ...]
    asks: tuple[AskGroup, ...]
    claims: tuple[ClaimForm, ...]
    others: tuple[NamedSeat, ...]
    passes: tuple[NamedSeat, ...]
