"""The verdict on a record, as a sentence for players. Moves are numbered from 1."""

import json
from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from finished.records import BAD_SEED, TOO_LONG
from game.presentation.move_text import card_name, set_name, team_name
from literature import record
from literature.record import BadRecord, Record
from literature.record_shape import FORMATS, MoveDocument
from literature.rules.apply import apply
from literature.rules.cards import CARDS, UNKNOWN, parse_card
from literature.rules.deal import hand_sizes
from literature.rules.decks import DECKS
from literature.rules.moves import CORRECT, MISPLACED, OPPONENT_HELD, Claimed
from literature.rules.state import FINISHED, State
from literature.rules.versions import PRESENT

#: The reason why a move is illegal. It follows a sentence such as "Move 12: Ben asks Asha for …".
_WHY = {
    "game_over": gettext_lazy("The game was already over."),
    "not_your_turn": gettext_lazy("It was %(turn)s’s turn."),
    "must_pass": gettext_lazy("%(who)s had no cards left and could only pass."),
    "must_claim": gettext_lazy("The other team had no cards left, so only a claim was possible."),
    "unknown_card": gettext_lazy("This deck has no such card."),
    "target_teammate": gettext_lazy("%(whom)s is not an opponent of %(who)s."),
    "set_resolved": gettext_lazy("The set %(set)s had already been claimed."),
    "target_empty": gettext_lazy("%(whom)s had no cards left."),
    "no_card_of_set": gettext_lazy("%(who)s held no card of %(set)s."),
    "asking_held_card": gettext_lazy("%(who)s already held that card."),
    "unknown_set": gettext_lazy("This deck has no such set."),
    "bad_holders": gettext_lazy("The claim does not name one holder for each card of the set."),
    "holder_not_teammate": gettext_lazy("The claim names a player of the other team as a holder."),
    "repeated_claim": gettext_lazy(
        "The team had already made this claim, and no card had moved since."
    ),
    "may_not_pass": gettext_lazy("%(who)s still had cards, so the rules did not allow a pass."),
    "bad_pass": gettext_lazy("The turn could not go to %(whom)s."),
}

_OUTCOMES = {
    CORRECT: gettext_lazy("correct"),
    MISPLACED: gettext_lazy("wrong, with all cards on the claimer’s team"),
    OPPONENT_HELD: gettext_lazy("wrong, with a card on the other team"),
}

#: Sentences about malformed documents, by error texts of ``literature.record_shape``. Other error
#: texts get a general sentence.
_SHAPE = {
    "document": gettext_lazy("The file is JSON, but not one JSON object."),
    "format": gettext_lazy("The file is not marked as a record: “format” must be “%(format)s”."),
    "a key twice": gettext_lazy("The file has the same key twice in one object."),
    "nested too deep": gettext_lazy("The JSON in the file is nested too deeply."),
    "seats": gettext_lazy("The record does not have one entry in “seats” for each player."),
    "seats.name": gettext_lazy("A seat in the record has no name."),
    "hands": gettext_lazy("The record does not have one list of cards in “hands” for each player."),
    "moves": gettext_lazy("The “moves” in the record are not a list of moves."),
    "moves: one kind each": gettext_lazy("Each move must be an ask, a claim or a pass."),
    "a seat number": gettext_lazy("The record names a seat that is not at this table."),
    "hit": gettext_lazy("The record has an ask without “hit”."),
    "outcome": gettext_lazy("The record has a claim without a valid “outcome”."),
    "result": gettext_lazy("The “result” in the record is not valid."),
}


def in_words(data: bytes, bad: BadRecord, most_moves: int) -> str:
    """The sentence for an invalid record: the error, and the number of its move if there is one.
    A record may have ``most_moves``.
    """
    code, index = bad.verdict.code, bad.verdict.move
    if code == "malformed":
        return _malformed(data, bad)
    read = record.read(data)
    if code == TOO_LONG:
        sentence = ngettext(
            "The record has %(moves)d moves, but at most %(most)d move is allowed.",
            "The record has %(moves)d moves, but at most %(most)d moves are allowed.",
            most_moves,
        )
        return sentence % {"moves": len(read.document["moves"]), "most": most_moves}
    if code == BAD_SEED:
        return _(
            "The seed in the record is not 64 hexadecimal digits, does not deal these hands, or "
            "does not match the commitment."
        )
    if index is not None:
        return _move(read, index, code)
    return _bad_deal(read) if code == "bad_deal" else _wrong_result(read)


def _malformed(data: bytes, bad: BadRecord) -> str:
    if not data.strip():
        return _("The file is empty.")
    what = str(bad.__cause__)
    if what == "not JSON":
        try:
            json.loads(data.decode("utf-8"))
        except UnicodeDecodeError:
            return _("The file is not text in UTF-8, so it is not a game record.")
        except json.JSONDecodeError as error:
            where = {"line": error.lineno, "column": error.colno}
            text = _("The file is not JSON: it can’t be read at line %(line)d, column %(column)d.")
            return text % where
        except (ValueError, RecursionError):
            pass
        return _("The file is not JSON.")
    if what.startswith("rules."):
        return _("The record has an unknown value for “%(option)s”.") % {"option": what[6:]}
    if what in _SHAPE:
        return str(_SHAPE[what]) % {"format": FORMATS[PRESENT]}
    return _("The file is not a game record: something is wrong with “%(what)s”.") % {"what": what}


def _bad_deal(read: Record) -> str:
    hands, rules = read.document["hands"], read.rules
    texts = [text for hand in hands for text in hand]
    deck = {CARDS[card] for card in DECKS[rules.deck].cards}
    for text, times in Counter(texts).items():
        if text not in deck:
            return _("“%(card)s” was dealt, but this deck has no such card.") % {"card": _cut(text)}
        if times > 1:
            return _("The %(card)s was dealt twice.") % {"card": card_name(parse_card(text))}
    missing = [CARDS[card] for card in DECKS[rules.deck].cards if CARDS[card] not in texts]
    if missing:
        return _("The %(card)s was not dealt to anybody.") % {
            "card": card_name(parse_card(missing[0]))
        }
    sizes = hand_sizes(rules, read.dealer)
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        if len(hand) != size:
            said = {"who": _names(read)[seat], "n": len(hand), "size": size}
            sentence = ngettext(
                "%(who)s was dealt %(n)d card instead of %(size)d.",
                "%(who)s was dealt %(n)d cards instead of %(size)d.",
                len(hand),
            )
            return sentence % said
    return _("The hands do not match the deal.")


def _wrong_result(read: Record) -> str:
    state = record.replay(read, len(read.document["moves"])).state
    if state.phase != FINISHED:
        return _("The record has a result, but the moves do not end the game.")
    said, true = read.document["result"], record.result_of(state)
    if said["scores"] != true["scores"]:
        numbers = {
            "a": "\u2013".join(map(str, said["scores"])),
            "b": "\u2013".join(map(str, state.scores)),
        }
        return _("The result in the record is %(a)s, but the moves give %(b)s.") % numbers
    if said["winner"] != true["winner"]:
        won = [_("%(team)s wins") % {"team": team_name(team)} for team in (0, 1)]
        ends = {None: _("a draw"), 0: won[0], 1: won[1]}
        teams = {"a": ends[said["winner"]], "b": ends[true["winner"]]}
        return _("The result in the record is: %(a)s. The moves give: %(b)s.") % teams
    deck = DECKS[read.rules.deck]
    for each in deck.sets:
        if said["sets"].get(each.name, "") != true["sets"].get(each.name, ""):
            return _("The result in the record for %(set)s does not match the moves.") % {
                "set": set_name(deck, each)
            }
    return _("The result in the record names a set that is not in this deck.")


def _move(read: Record, index: int, code: str) -> str:
    move, state = read.document["moves"][index], record.replay(read, index).state
    words = _words_of(read, state, move)
    if "ask" in move:
        sentence = _("%(who)s asks %(whom)s for the %(card)s")
    elif "claim" in move:
        sentence = _("%(who)s claims %(set)s")
    else:
        sentence = _("%(who)s passes the turn to %(whom)s")
    said = {"n": index + 1, "move": sentence % words}
    if code == "wrong_outcome":
        _after, event = apply(state, record.move_from_json(read.rules, move))
        assert isinstance(event, Claimed)
        ends = {"said": _OUTCOMES[move["outcome"]], "true": _OUTCOMES[event.outcome]}
        return _(
            "Move %(n)d: %(move)s. The record calls the claim %(said)s, but it was %(true)s."
        ) % (said | ends)
    if code != "wrong_hit":
        why = str(_WHY.get(code, code))
    elif move["hit"]:
        why = _("The record says that %(whom)s held this card, but %(whom)s did not hold it.")
    else:
        why = _("The record says that %(whom)s did not hold this card, but %(whom)s held it.")
    return _("Move %(n)d: %(move)s. %(wrong)s") % (said | {"wrong": why % words})


def _words_of(read: Record, state: State, move: MoveDocument) -> dict[str, str]:
    """The values of the placeholders in a sentence about a move."""
    names = _names(read)
    words = {"who": names[move["seat"]], "turn": names[state.turn], "whom": ""}
    other = move.get("of", move.get("pass"))
    if other is not None:
        words["whom"] = names[other]
    deck = DECKS[read.rules.deck]
    if "ask" in move:
        card = parse_card(move["ask"])
        own_set = next((each for each in deck.sets if card in each.cards), None)
        words["card"] = f"“{_cut(move['ask'])}”" if card == UNKNOWN else card_name(card)
    else:
        own_set = deck.set_named(move.get("claim", ""))
    words["set"] = set_name(deck, own_set) if own_set else f"“{_cut(move.get('claim', ''))}”"
    return words


def _names(read: Record) -> Sequence[str]:
    """The names of the seats. "Seat 1" and so on replace names that are missing or used twice."""
    names = [_cut(seat["name"]) for seat in read.document["seats"]]
    often = Counter(names)
    return [
        name if name and often[name] == 1 else _("Seat %(n)d") % {"n": seat + 1}
        for seat, name in enumerate(names)
    ]


def _cut(text: str) -> str:
    """A text from a record, shortened so that it fits into a sentence."""
    return "".join(char if char.isprintable() else " " for char in text)[:40].strip()
