"""The log of a game for the staff: each event, its time, and who made the move: a person, a bot,
the turn clock, a substitute, or an imported record.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from game import row_values
from game.integrity import DAMAGE_ERRORS
from game.models import Game, Move, Player
from game.presentation.move_text import event_words
from game.refusals import Refused
from literature.rules.cards import UNKNOWN
from literature.rules.moves import Claimed
from literature.rules.state import UNRESOLVED


def entries(game: Game, players: Iterable[Player]) -> list[tuple[Move, str, float]] | None:
    """Return the moves, oldest first, each with a sentence, and the seconds since the previous
    move or since the start of the game. For a running game, return only the moves that the table
    still shows to everybody.

    So staff pages never show the hidden part of a running game's log. Return None if the rules, or
    the part that the table shows, can't be read.
    """
    try:
        shown = row_values.load_shown_log(game)[0] if not game.is_over else None
        rules = game.rules
    except (Refused, *DAMAGE_ERRORS):
        return None
    numbers = range(game.version) if shown is None else {event.number for event in shown}
    by_seat = {player.seat: player.name for player in players}
    # A dash stands for the name of a missing player.
    names = [by_seat.get(seat, "\u2013") for seat in range(max(by_seat, default=-1) + 1)]
    before, found = game.started_at, []
    for move in row_values.load_moves(game):
        if move.number in numbers:
            try:
                event, scorer = row_values.load_event(rules, move), UNRESOLVED
                if isinstance(event, Claimed):
                    if event.card_set == UNKNOWN:
                        raise LookupError("there is no such set in this deck")
                    scorer = int(game.scorers[event.card_set])
                sentence = event_words(game.deck, event, names, scorer).sentence
            except DAMAGE_ERRORS:  # The staff still see the other moves.
                sentence = _("The stored data of this move is damaged.")
            found.append((move, sentence, (move.made_at - before).total_seconds()))
        before = move.made_at
    return found
