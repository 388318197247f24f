"""What a table's templates are given: plain values, which hold what may be shown and no more."""

from dataclasses import dataclass

from game.presentation.cache import cached
from game.presentation.move_text import card_name, card_short, joker_word, rank_short
from game.rules.cards import CARDS


@dataclass(frozen=True, slots=True)
class Face:
    """Somebody at the table, as all see them. ``bot`` is a level, or empty for a person.

    ``substitute``: a bot moves for this person until they are back.
    """

    name: str
    avatar: str
    bot: str
    away: bool
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card to show: ``text`` as in records, ``short`` and ``name`` for people."""

    text: str
    short: str
    name: str
    rank: str
    suit: str

    @property
    def is_joker(self) -> bool:
        """Jokers are drawn, and say their colour in a word."""
        return self.text in ("RJ", "BJ")

    @classmethod
    def of(cls, card: int) -> "Card":
        return _card(card)


@cached
def _card(card: int) -> Card:
    text = CARDS[card]
    joker = text in ("RJ", "BJ")
    rank = joker_word(text) if joker else rank_short(text[0])
    suit = text if joker else text[1]
    return Card(text, card_short(card), card_name(card), rank, suit)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of the game: ``cards`` is None where counts are secret."""

    number: int
    face: Face
    team: int
    cards: int | None
    out: bool
    has_turn: bool


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """Who sits where: what a seat's own part says of the seats, itself among them."""

    number: int
    face: Face
    team: int


@dataclass(frozen=True, slots=True)
class SetView:
    """A set: who scored it (None: nobody has, or nobody did) and whether it is still in play.

    ``cloth`` is what it is bound in as a book, ``span`` what stands on its back.
    """

    name: str
    label: str
    cloth: str
    span: str
    cards: tuple[Card, ...]
    in_play: bool
    team: int | None


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as it is revealed: what was said, what was found, and what came of it.

    ``cards``: each card with the seat that was named and the seat that held it, which is None where
    the cards stayed hidden. ``spoken`` is for a screen reader, which doesn't see the cards turn.
    """

    label: str
    cards: tuple[tuple[Card, int, int | None], ...]
    verdict: str
    result: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Line:
    """An event of the log, with its sentence; that of an ask is also in its two parts, question and
    answer. ``team``: of a claim, who scored the set, if anybody. ``own``: it is said to somebody
    whom it concerns."""

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
    revealed: tuple[tuple[Card, str], ...] = ()
    claim: ClaimView | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the log that is no move: it was told when ``number`` moves had been made."""

    number: int
    sentence: str
    kind: str = "note"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A team's: the books that it has won."""

    team: int
    name: str
    score: int
    books: tuple[SetView, ...]


@dataclass(frozen=True, slots=True)
class Last:
    """The last event, with those it was about. ``book``: the set that was claimed."""

    line: Line
    who: SeatView
    whom: SeatView | None
    book: SetView | None


@dataclass(frozen=True, slots=True)
class TableView:
    """What everybody sees. ``lost`` are the books that nobody scored.

    ``log`` has the latest first. ``note``: what was told beside the moves just now. ``you``: whose
    own words it is in, if it is for one person alone.
    """

    seats: tuple[SeatView, ...]
    turn: SeatView
    you: int | None
    phase: str
    scores: tuple[tuple[int, str, int], ...]
    sets: tuple[SetView, ...]
    shelves: tuple[Shelf, ...]
    lost: tuple[SetView, ...]
    last: Last | None
    log: tuple[Line | Note, ...]
    note: str
    finished: bool
    winner: int | None
    winner_name: str


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one set that a viewer holds."""

    label: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskGroup:
    """A set that may be asked from: each card, whether it may be asked for, whether it is held."""

    label: str
    span: str
    cards: tuple[tuple[Card, bool, bool], ...]


@dataclass(frozen=True, slots=True)
class ClaimForm:
    """A set that may be claimed now: each card, and whether the claimer holds it."""

    set: SetView
    cards: tuple[tuple[Card, bool], ...]

    @property
    def held(self) -> int:
        """How many of its cards the claimer holds."""
        return sum(mine for _card, mine in self.cards)

    @property
    def all_mine(self) -> bool:
        """Whether the claimer holds the whole set: then it is one tap."""
        return all(mine for _card, mine in self.cards)


@dataclass(frozen=True, slots=True)
class MineView:
    """What one seat sees beside the table: the own hand, and what may be done.

    ``others`` are the teammates, clockwise from the viewer; ``turn`` is whose turn it is.
    ``last``: the last move, if it concerns them, said to them; ``begins``: no move was made yet,
    and the first is theirs.
    """

    seat: NamedSeat
    last: Line | None
    begins: bool
    turn: NamedSeat
    my_turn: bool
    must_pass: bool
    must_claim: bool
    hand: tuple[Group, ...]
    hand_size: int
    targets: tuple[NamedSeat, ...]
    asks: tuple[AskGroup, ...]
    claims: tuple[ClaimForm, ...]
    others: tuple[NamedSeat, ...]
    passes: tuple[NamedSeat, ...]
