"""Computes what each viewer of a game may know, without using the site's code, and searches pages
for anything else.

``Truth`` follows a game from the dealt hands and the moves in the database. The functions
``leaks_in_…`` get a document, an answer or a page that was sent to a viewer. They return everything
in it that the viewer may not know at that moment.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

from tests.cluster.kit.site_process import CARDS, SETS, SUITS, Site, cards_of, logged_moves

ASKS_SHOWN = {"last_ask": 1, "last_two": 2, "full": 10_000}


# The truth, and what viewers may know


@dataclass
class Truth:
    """The hands of a game at each of its versions."""

    rules: dict[str, Any]
    hands: list[list[set[str]]]  # By version, then by seat
    log: list[dict[str, Any]] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)  # Texts that must not be sent during the game.
    finished: bool = False
    # Elements that name cards and are allowed on every page, as text.
    furniture: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, site: Site, game_id: str) -> "Truth":
        row = site.rows("SELECT options, seed FROM game_game WHERE id = ?", game_id)[0]
        dealt = site.rows("SELECT dealt FROM game_hand WHERE game_id = ? ORDER BY seat", game_id)
        truth = cls(json.loads(row["options"]), [[set(cards_of(hand[0])) for hand in dealt]])
        truth.secrets.add(row["seed"])
        truth._note_numbers()
        return truth

    def catch_up(self, site: Site, game_id: str) -> None:
        """Add the moves that were stored since the last call, and compare the hands with the stored
        hands.
        """
        for move in logged_moves(site, game_id)[len(self.log) :]:
            self.add(move)
        live = site.rows("SELECT live FROM game_hand WHERE game_id = ? ORDER BY seat", game_id)
        assert [set(cards_of(hand[0])) for hand in live] == self.hands[-1]
        status = site.rows("SELECT status FROM game_game WHERE id = ?", game_id)[0][0]
        self.finished = status == "finished"

    def add(self, move: dict[str, Any]) -> None:
        hands = [set(hand) for hand in self.hands[-1]]
        if move.get("hit"):
            hands[move["of"]].remove(move["ask"])
            hands[move["seat"]].add(move["ask"])
        for card, seat in move.get("revealed", {}).items():
            hands[seat].remove(card)
        self.log.append(move)
        self.hands.append(hands)
        self._note_numbers()

    def _note_numbers(self) -> None:
        # A hand may also appear as a number, in decimal or hexadecimal. Leave out small numbers,
        # which could be a version or a score.
        for hand in self.hands[-1]:
            bits = sum(1 << CARDS.index(card) for card in hand)
            if bits >= 1 << 20:
                self.secrets |= {str(bits), f"{bits:x}"}

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def sets(self) -> dict[str, list[str]]:
        return SETS[self.rules["deck"]]

    @property
    def players(self) -> int:
        return len(self.hands[0])

    @property
    def counts_are_secret(self) -> bool:
        return self.rules["hand_counts"] == "secret"

    def over(self, version: int) -> bool:
        return self.finished and version == self.version

    def resolved(self, version: int) -> set[str]:
        return {move["claim"] for move in self.log[:version] if "revealed" in move}

    def shown(self, version: int) -> list[dict[str, Any]]:
        """Return the moves that the ``history`` option shows at a version."""
        log = self.log[:version]
        if self.over(version):
            return log
        asks = [move["number"] for move in log if "ask" in move]
        latest = asks[-ASKS_SHOWN[self.rules["history"]] :]
        return [move for move in log if "ask" not in move or move["number"] in latest]

    def opponents_in(self, seat: int, version: int) -> set[int]:
        hands = self.hands[version]
        return {other for other in range(self.players) if (other ^ seat) & 1 and hands[other]}

    def askable(self, seat: int, version: int) -> set[str]:
        """Return the cards that a seat may ask for on its turn: the other cards of the sets of
        which it holds a card.
        """
        hand, gone = self.hands[version][seat], self.resolved(version)
        held = [cards for name, cards in self.sets.items() if name not in gone and hand & {*cards}]
        return {card for cards in held for card in cards} - hand


def cards_told(moves: Sequence[dict[str, Any]]) -> set[str]:
    """Return the cards that moves name in public."""
    told: set[str] = set()
    for move in moves:
        told |= {move["ask"]} if "ask" in move else set()
        told |= {*move.get("holders", ()), *move.get("revealed", ())}
    return told


# Cards in a text, in every notation

_RANKS = dict(zip("23456789TJQKA", "2 3 4 5 6 7 8 9 10 jack queen king ace".split(), strict=True))
_SPELLED = {
    f"{rank_name} of {suit_name}": rank + suit
    for rank, rank_name in _RANKS.items()
    for suit, suit_name in SUITS.items()
} | {"red joker": "RJ", "black joker": "BJ"}
_SHORT = {
    ("10" if rank == "T" else rank) + symbol: rank + suit
    for rank in _RANKS
    for symbol, suit in zip("♣♦♥♠", "CDHS", strict=True)
}
_CODE = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][CDHS]|RJ|BJ)(?![A-Za-z0-9])")
_SYMBOL = re.compile("(?:10|[2-9JQKA])[♣♦♥♠]")
_NAME = re.compile("(?<![a-z0-9])(?:" + "|".join(_SPELLED) + ")", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def cards_in_text(text: str) -> frozenset[str]:
    """Return all cards that a text names."""
    found = set(_CODE.findall(text))
    found |= {_SHORT[short] for short in _SYMBOL.findall(text)}
    return frozenset(found | {_SPELLED[name.lower()] for name in _NAME.findall(text)})


# A short number must stand alone, because a CSRF token may contain it by chance.
_NUMBER = re.compile(r"([0-9a-f]{12,})|(?<![A-Za-z0-9])(?:0x)?([0-9a-f]{6,11})(?![A-Za-z0-9])")


def secrets_in(truth: Truth, text: str) -> list[str]:
    """Return the seeds in a text, and the hands that it contains as numbers."""
    numbers = (each[1] or each[2] for each in _NUMBER.finditer(text))
    return [f"secret {number}" for number in numbers if number in truth.secrets]


# JSON


def leaks_in_document(truth: Truth, viewer: int | None, document: dict[str, Any]) -> list[str]:
    """Return everything in a ``state.json`` that ``viewer`` (a seat, or None) may not know."""
    if document["phase"] == "lobby":
        return _stray_cards(document, lambda _path: False)
    version = document["version"]
    hands, over = truth.hands[version], truth.over(version)
    found = _stray_cards(document, _in_document)
    turn, asks = document["turn"], document["legal"]["asks"]
    own = None if viewer is None else hands[viewer]
    hand = document["hand"]
    if hand != (None if own is None else sorted(own, key=CARDS.index)):
        found.append(f"hand {hand}")
    if document["you"] != viewer:
        found.append(f"you {document['you']}")
    if document["log"] != truth.shown(version):
        found.append(f"log {document['log']}")
    for seat, shown in enumerate(document["seats"]):
        secret = truth.counts_are_secret and not over
        if shown["cards"] != (None if secret else len(hands[seat])):
            found.append(f"count of {seat}: {shown['cards']}")
        if shown["out"] != (not hands[seat]):
            found.append(f"out of {seat}")
    if viewer is None:
        legal = document["legal"]
        found += [f"legal {legal}"] if any(legal.values()) else []
    elif asks:
        named = {card: {*seats} for card, seats in asks.items()}
        opponents = truth.opponents_in(viewer, version)
        if viewer != turn or named != dict.fromkeys(truth.askable(viewer, version), opponents):
            found.append(f"asks {asks}")
    if viewer is not None and not {*document["legal"]["claims"]} <= {*truth.sets}:
        found.append("claims")
    return found


def leaks_in_answer(truth: Truth, answer: dict[str, Any]) -> list[str]:
    """Return the secrets in the JSON answer to a move. It may contain only the public move and its
    cards.
    """
    found = _stray_cards(answer, _in_answer)
    if "move" in answer and answer["move"] != truth.log[answer["version"] - 1]:
        found.append(f"move {answer['move']}")
    return found


Path = tuple[str | int, ...]


def _mentions(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (((*path, key), card) for card in cards_in_text(key))
            yield from _mentions(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _mentions(item, (*path, index))
    elif isinstance(value, str):
        yield from ((path, card) for card in cards_in_text(value))


def _stray_cards(document: Any, may_name: Callable[[Path], bool]) -> list[str]:
    return [f"{card} at {path}" for path, card in _mentions(document) if not may_name(path)]


def _names_of_move(path: Path) -> bool:
    return path == ("ask",) or (len(path) == 2 and path[0] in ("holders", "revealed"))


def _in_document(path: Path) -> bool:
    return (
        path[0] == "hand"
        or (path[0] == "log" and _names_of_move(path[2:]))
        or (path[:2] == ("legal", "asks") and len(path) == 3)
    )


def _in_answer(path: Path) -> bool:
    return path[0] == "move" and _names_of_move(path[1:])


# HTML

_VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_OPAQUE = {"csrfmiddlewaretoken", "request_id"}


class Element:
    """An element of a page, with methods for the search."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.inside: list[Element | str] = []
        self._text: str | None = None
        self._named: frozenset[str] | None = None
        self._cards: frozenset[str] | None = None

    def __str__(self) -> str:
        words = " ".join(item.strip() for item in self.inside if isinstance(item, str))
        return f"<{self.tag} {self.attributes}> {words}"

    def walk(self) -> Iterator["Element"]:
        yield self
        for item in self.inside:
            if isinstance(item, Element):
                yield from item.walk()

    def text(self) -> str:
        if self._text is None:
            parts = (item if isinstance(item, str) else item.text() for item in self.inside)
            self._text = "".join(parts)
        return self._text

    def ancestors(self) -> Iterator["Element"]:
        element: Element | None = self
        while element:
            yield element
            element = element.parent

    def find(self, id_: str) -> "Element | None":
        return next((each for each in self.walk() if each.attributes.get("id") == id_), None)

    def own_words(self) -> Iterator[str]:
        """Yield the element's attributes, and the text that is directly in it."""
        for name, value in self.attributes.items():
            token = name == "hx-headers" or (
                name == "value" and self.attributes.get("name") in _OPAQUE
            )
            if token:
                # A field for a token must contain nothing but a token.
                assert re.fullmatch(r'[\w"{}: -]{1,120}', value), value
            else:
                yield value
        yield from (item for item in self.inside if isinstance(item, str))

    def named(self) -> frozenset[str]:
        """Return the cards that this element names in its attributes or its own text, and the cards
        that only several elements inside it name together.
        """
        if self._named is None:
            words = {card for words in self.own_words() for card in cards_in_text(words)}
            inside = [item for item in self.inside if isinstance(item, Element)]
            if inside and any(symbol in self.text() for symbol in "♣♦♥♠"):
                # The rank and the suit of a card may be in separate elements.
                split = {_SHORT[short] for short in _SYMBOL.findall(self.text())}
                words |= split - {card for item in inside for card in item.cards()}
            self._named = frozenset(words)
        return self._named

    def cards(self) -> frozenset[str]:
        """Return the cards that this element and all elements inside it name."""
        if self._cards is None:
            parts = [item.cards() for item in self.inside if isinstance(item, Element)]
            self._cards = self.named().union(*parts)
        return self._cards


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.inside.append(element)
        if tag not in _VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.at = self.at.parent or self.root

    def handle_endtag(self, tag: str) -> None:
        for element in self.at.ancestors():
            if element.tag == tag:
                self.at = element.parent or self.root
                return

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)

    def handle_comment(self, data: str) -> None:
        self.at.inside.append(data)


def parsed(html: str) -> Element:
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.root


def versions_in(page: Element) -> tuple[int, int] | None:
    """Return the versions of the room and the game in a page or an update."""
    element = page.find("versions") or page.find("heartbeat")
    if element is None:
        return None
    return int(element.attributes["data-room"]), int(element.attributes["data-game"])


#: The ids of the parts of a page that show cards of its game.
_LIVE = {"table", "mine", "moves"}


def furniture(page: Element) -> set[str]:
    """Return the elements of ``page`` that name cards and are outside the parts with a game.

    ``page`` is not a page of the tested game, so these elements reveal nothing about that game.
    They are allowed on every page.
    """
    return {
        str(each)
        for each in page.walk()
        if each.named() and not any(up.attributes.get("id") in _LIVE for up in each.ancestors())
    }


def leaks_in_page(truth: Truth, viewer: int | None, page: Element, since: int | None) -> list[str]:
    """Return everything in a page, an update or regions that ``viewer`` may not know.

    ``since`` is the version that the socket had before, for the moves in an update.
    """
    versions = versions_in(page)
    if versions is None:
        return [
            f"{card} in {each}"
            for each in page.walk()
            for card in each.named()
            if str(each) not in truth.furniture
        ]
    version = versions[1]
    found = _leaks_in_hand(truth, viewer, page, version)
    news = truth.log[since:version] if since is not None else []
    moves = page.find("moves")
    if moves is not None:
        found += _leaks_in_news(moves, news)
    for form in (each for each in page.walk() if each.tag == "form"):
        found += _leaks_in_form(truth, viewer, form, version)
    found += _strays(truth, viewer, page, version)
    found += _leaks_in_every_hand(truth, page, version)
    table = page.find("table")
    if table and truth.counts_are_secret and not truth.over(version):
        found += [f"count: {words}" for words in re.findall(r"\d+\s+cards?\b", table.text())]
    return found


def _leaks_in_hand(truth: Truth, viewer: int | None, page: Element, version: int) -> list[str]:
    hand = page.find("hand")
    if viewer is None:
        return ["a hand"] if hand else []
    if hand is None:
        # An update without a hand reveals nothing. But a page and its regions must have the hand.
        return [] if page.find("mine") is None else ["no hand where one should be"]
    shown = [each.attributes["data-card"] for each in hand.walk() if "data-card" in each.attributes]
    own = truth.hands[version][viewer]
    if sorted(shown) != sorted(own):
        return [f"hand {sorted(shown)} instead of {sorted(own)}"]
    return [f"{card} in the hand" for card in hand.cards() - own]


def _leaks_in_every_hand(truth: Truth, page: Element, version: int) -> list[str]:
    """Return the wrong hands in a list of dealt hands. A page may have the list only after the
    game.
    """
    lists = [each for each in page.walk() if each.attributes.get("class") == "every-hand"]
    if lists and not truth.over(version):
        return ["every hand"]
    return [
        f"hand {seat} of every hand"
        for each in lists
        for seat, hand in enumerate(item for item in each.walk() if item.tag == "li")
        if hand.cards() != truth.hands[0][seat]
    ]


def _leaks_in_news(moves: Element, news: list[dict[str, Any]]) -> list[str]:
    told = json.loads(moves.attributes.get("data-moves") or "[]")
    found = []
    by_number = {move["number"]: move for move in news}
    for item in told:
        move = by_number.get(item["number"])
        if move is None:
            found.append(f"move {item['number']} again")
            continue
        named = {card for _path, card in _mentions(item)}
        if not named <= cards_told([move]) or item.get("hit") != move.get("hit"):
            found.append(f"move {item}")
    return found


def _fields(form: Element) -> Iterator[tuple[str, str, Element]]:
    """Yield the name, the value and the element of every field that a form can send."""
    for each in form.walk():
        name = each.attributes.get("name", "")
        if each.tag == "select":
            for option in each.walk():
                if option.tag == "option":
                    yield name, option.attributes.get("value", option.text().strip()), option
        elif each.tag in ("input", "button") and name:
            yield name, each.attributes.get("value", ""), each


def _leaks_in_form(truth: Truth, viewer: int | None, form: Element, version: int) -> list[str]:
    action = form.attributes.get("action", "").rstrip("/").rpartition("/")[2]
    if action not in ("ask", "claim", "pass"):
        return []
    if any(around.tag == "template" for around in form.ancestors()):
        # The templates for forms are the same for all viewers. They contain no holders, and offer
        # no cards.
        return [f"{value} in a template" for _name, value, _field in _fields(form) if value]
    if viewer is None:
        return [f"a form to {action}"]
    fields = list(_fields(form))
    if action == "ask":
        cards = {value for name, value, _ in fields if name == "card"} - {""}
        seats = {value for name, value, _ in fields if name == "of"} - {""}
        opponents = {str(seat) for seat in truth.opponents_in(viewer, version)}
        wrong = cards != truth.askable(viewer, version) or seats != opponents
        return [f"asks {sorted(cards)} of {sorted(seats)}"] if wrong else []
    if action == "claim":
        return _leaks_in_claim(truth, viewer, fields, version)
    return []


def _leaks_in_claim(
    truth: Truth, viewer: int, fields: list[tuple[str, str, Element]], version: int
) -> list[str]:
    """Return the wrong fields of a claim. Only cards in the viewer's own hand may have a holder;
    all other cards must have none.
    """
    own = truth.hands[version][viewer]
    offered: dict[str, list[str]] = {}
    found = []
    for name, value, element in fields:
        if not name.startswith("holder-"):
            continue
        card = name.removeprefix("holder-")
        chosen = element.attributes.keys() & {"selected", "checked"}
        fixed = element.attributes.get("type") == "hidden"
        if card in own:
            if (fixed or chosen) and value != str(viewer):
                found.append(f"{card} placed at {value}")
        elif fixed or (chosen and value):
            found.append(f"{card} placed at {value}")
        else:
            offered.setdefault(card, []).append(value)
    if len({tuple(values) for values in offered.values()}) > 1:
        found.append(f"holders differ: {offered}")
    return found


def _strays(truth: Truth, viewer: int | None, page: Element, version: int) -> list[str]:
    """Return the cards that a page names where no rule allows it.

    Cards of visible moves are allowed anywhere. An element may also name all cards of a set
    together, because everybody knows which cards belong to a set.
    """
    public = cards_told(truth.shown(version))
    return [
        f"{card} in {element}"
        for element in page.walk()
        for card in element.named() - public
        if str(element) not in truth.furniture
        and not _may_stand(truth, viewer, element, card, version)
    ]


def _may_stand(truth: Truth, viewer: int | None, element: Element, card: str, version: int) -> bool:
    own = set() if viewer is None else truth.hands[version][viewer]
    public = cards_told(truth.shown(version))
    whole = {*next((cards for cards in truth.sets.values() if card in cards), ())}
    for around in element.ancestors():
        id_ = around.attributes.get("id")
        action = around.attributes.get("action", "").rstrip("/").rpartition("/")[2]
        if id_ == "moves" or (id_ == "mine" and card in own):
            return True
        if around.attributes.get("class") == "every-hand" and truth.over(version):
            return True
        if action == "ask" and viewer is not None and card in truth.askable(viewer, version):
            return True
        if whole <= around.cards() <= whole | public:
            return True
    return False


def same_for_all(pages: Sequence[tuple[str, Element]]) -> list[str]:
    """Return the viewers whose public tables differ at one version. There should be none."""
    tables = [(who, _essence(page.find("table"))) for who, page in pages if page.find("table")]
    return [f"{one} and {other} differ" for (one, a), (other, b) in pairwise(tables) if a != b]


def _essence(element: Element | None) -> list[tuple[str, tuple[tuple[str, str], ...], str]]:
    assert element
    return [
        (
            each.tag,
            tuple(
                (name, value)
                for name, value in each.attributes.items()
                if each.attributes.get("name") not in _OPAQUE and name != "hx-swap-oob"
            ),
            "".join(item.strip() for item in each.inside if isinstance(item, str)),
        )
        for each in element.walk()
    ]
