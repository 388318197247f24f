"""The search for games by names, cards, a date, a room's code, or an id of a game."""

from datetime import date, time
from datetime import datetime as moment

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from game.models import Game, Move, Player
from game.rules.cards import UNKNOWN, card_text, parse_card
from rooms.models.room import CODE_LENGTH, CODE_LETTERS

HELP = (
    "names, cards that were asked for (9H, 10♥), a date (2026-11-20), the code of a room, "
    "the beginning of an id"
)

_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
MOST_WORDS = 8


def find_games(games: QuerySet[Game], text: str) -> QuerySet[Game]:
    """Return the games that match each of the first ``MOST_WORDS`` words of ``text``. The result is
    the same for every staff member.

    A card finds no running games, because their tables may no longer show the ask for it.
    """
    for word in _words(text):
        games = games.filter(_fits(word))
    return games


def cards_of(text: str) -> list[str]:
    """Return the cards in ``text``, in the form in which they are stored."""
    return [card for card in map(_card, _words(text)) if card]


def with_asks(games: QuerySet[Game], text: str) -> QuerySet[Game]:
    """Add ``asks`` to each game: the moves that asked for a card in ``text``. A running game gets
    none.
    """
    asks = (
        Move.objects.filter(kind=Move.Kind.ASK, card__in=cards_of(text))
        .exclude(game__status=Game.Status.RUNNING)
        .order_by("number")
        .only("game_id", "number", "card")
    )
    return games.prefetch_related(Prefetch("moves", queryset=asks, to_attr="asks"))


def _words(text: str) -> list[str]:
    return text.split()[:MOST_WORDS]


def _fits(word: str) -> Q:
    day = _day(word)
    if day:
        # Use the end of the day. The start of the next day does not exist for the last day of the
        # calendar.
        ends = [timezone.make_aware(moment.combine(day, each)) for each in (time.min, time.max)]
        return Q(started_at__range=ends)
    named = Q(pk__in=Player.objects.filter(name__icontains=word).values("game"))
    if len(word) == CODE_LENGTH and set(word.upper()) <= set(CODE_LETTERS):
        named |= Q(room_code=word.upper())
    if len(word) >= 6 and set(word.lower()) <= set("0123456789abcdef"):
        # A range uses the index of the primary key.
        named |= Q(pk__gte=word.lower(), pk__lt=word.lower() + "g")
    card = _card(word)
    if card:
        asked = Move.objects.filter(game=OuterRef("pk"), card=card)
        named |= ~Q(status=Game.Status.RUNNING) & Exists(asked)
    return named


def _day(word: str) -> date | None:
    try:
        return date.fromisoformat(word) if "-" in word else None
    except ValueError:
        return None


def _card(word: str) -> str | None:
    """Return the card that ``word`` means (for example ``9H``, ``10♥`` or ``th``), in the form in
    which cards are stored; None if it is not a card.
    """
    plain = word.upper().replace("10", "T")
    for symbol, suit in _SUITS.items():
        plain = plain.replace(symbol, suit)
    card = parse_card(plain)
    return None if card == UNKNOWN else card_text(card)
