"""Converts stored games to records, and records to stored games."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from game import row_values
from game.integrity import DAMAGE_ERRORS
from game.models import Game, Hand, Move, Player
from game.refusals import Refused
from literature import record
from literature.record import BadRecord, PlayedRecord, Record, Verdict
from literature.rules.deal import SEED_BYTES, SHUFFLE, commitment, deal
from literature.rules.options import OPTIONS, RECORD_OPTIONS, Rules, preset_of
from literature.rules.state import FINISHED

#: The codes of verdicts that only the site gives.
TOO_LONG, BAD_SEED = "too_long", "bad_seed"

_SEED = re.compile(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def export(game: Game) -> str:
    """A game's record as JSON text. The record of an imported game is the imported text.

    Raise ``Refused`` with ``newer_rules``, or with ``damaged`` if the rows do not give a record.
    """
    try:
        if game.source is not None:
            return bytes(game.source).decode()
        return json.dumps(export_document(game), ensure_ascii=False, indent=1)
    except DAMAGE_ERRORS as error:
        raise Refused("damaged") from error


def export_document(game: Game) -> dict[str, object]:
    """The record of a game that was played on this site. A running game's record has no seed."""
    hands = list(game.hands.all())
    extra: dict[str, object] = {
        "site": "Literature",
        "played_at": game.started_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
    }
    if not game.is_practice:
        extra["commitment"] = game.commitment
        if game.is_over:
            extra |= {"shuffle": SHUFFLE, "seed": game.seed}
    return record.document(
        row_values.load_state(game, hands),
        [hand.dealt for hand in hands],
        game.dealer,
        row_values.load_log(game),
        [
            {"name": player.name} | ({"bot": player.bot} if player.bot else {})
            for player in game.players.all()
        ],
        extra,
    )


def checked(data: bytes, most_moves: int | None = None) -> PlayedRecord:
    """Check a record and replay it.

    The record must be valid. If it names our shuffle, its seed must deal its hands. Raise
    ``BadRecord`` otherwise. Call it outside a transaction: a long record takes seconds, and would
    block other writers.
    """
    read = record.read(data)
    if most_moves is not None and len(read.document["moves"]) > most_moves:
        raise BadRecord(Verdict(None, TOO_LONG))
    played = record.replay(read)
    check_deal_proof(played.record, played.dealt)
    return played


def check_deal_proof(read: Record, dealt: Sequence[int]) -> None:
    """Check the seed and the commitment of a record that names our shuffle. Raise ``BadRecord``
    (``BAD_SEED``) if they are wrong.
    """
    proof = _deal_proof(read)
    if proof is None:
        return
    text, given = proof
    # This check is stricter than ``bytes.fromhex``, which allows spaces. Other programs might read
    # such a text as other bytes.
    if not isinstance(text, str) or not _SEED.fullmatch(text):
        raise BadRecord(Verdict(None, BAD_SEED))
    seed = bytes.fromhex(text)
    if commitment(seed) != given or deal(read.rules, seed, read.dealer) != dealt:
        raise BadRecord(Verdict(None, BAD_SEED))


def deal_proof(game: Game) -> tuple[Any, Any] | None:
    """The seed and the commitment of a finished game, from its row or from its record.

    None for a practice game, and if the record does not name our shuffle.
    """
    if game.is_practice:
        return None
    if game.source is None:
        return game.seed, game.commitment
    try:
        return _deal_proof(record.read(bytes(game.source)))
    # The record was changed after the import. ``check_games`` reports this.
    except BadRecord:
        return None


def _deal_proof(read: Record) -> tuple[object, object] | None:
    document = read.document
    if document.get("shuffle") != SHUFFLE:
        return None
    return document.get("seed"), document.get("commitment")


@transaction.atomic
def store(played: PlayedRecord, data: bytes) -> Game:
    """Store the game of a record that ``checked`` has accepted: as a finished game, or as an
    abandoned game if the record has no end.
    """
    read, state = played.record, played.state
    played_at, said = _played_at(read.document), read.document["rules"]
    # The options that change what players see, if the record contains them.
    view_options = {
        option: said[option]
        for option in ("history", "hand_counts")
        if said.get(option) in OPTIONS[option]
    }
    rules = Rules.from_json(read.rules.to_json() | view_options, read.rules.version)
    game = Game(
        # A record does not have the series options, so they are not compared with the preset's.
        preset=preset_of(rules, {*RECORD_OPTIONS, *view_options}),
        options=rules.to_json(),
        rules_version=rules.version,
        dealer=read.dealer,
        started_at=played_at,
        finished_at=played_at,
        source=data,
    )
    finished = state.phase == FINISHED
    game.status = Game.Status.FINISHED if finished else Game.Status.ABANDONED
    row_values.set_position(game, state)
    game.turn_version = game.version
    game.save(force_insert=True)
    Player.objects.bulk_create(
        Player(
            game=game, seat=seat, name=_shown(holder["name"]), bot=_shown(holder.get("bot"))[:16]
        )
        for seat, holder in enumerate(read.document["seats"])
    )
    Hand.objects.bulk_create(
        Hand(game=game, seat=seat, dealt=dealt, live=live)
        for seat, (dealt, live) in enumerate(zip(played.dealt, state.hands, strict=True))
    )
    Move.objects.bulk_create(
        Move(
            game=game,
            mover=Move.Mover.RECORD,
            made_at=played_at,
            **row_values.event_columns(game.rules, event),
        )
        for event in played.log
    )
    return game


def _played_at(document: Mapping[str, object]) -> datetime:
    try:
        moment = datetime.fromisoformat(str(document["played_at"]))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    # The time is missing, or it is not a valid time.
    except (KeyError, TypeError, ValueError, OverflowError):
        return timezone.now()


def _shown(text: str | None) -> str:
    """A name from a record, shortened and without unprintable characters."""
    return "".join(char if char.isprintable() else " " for char in text or "")[:40]
