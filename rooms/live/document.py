"""The document ``state.json``: all that one person may see of a room."""

from datetime import datetime

from game import due_times
from game.models import Game
from game.presentation.document import face_document, seats_document
from literature.protocol import observation_document
from rooms.actions.open_tables import waits_until
from rooms.live.beside_game import kick_vote
from rooms.live.snapshot import Snapshot


def document(now: Snapshot, user_id: int | None) -> dict[str, object]:
    """Return ``state.json`` for a person."""
    seat = now.seat_number_of(user_id)
    document: dict[str, object] = {
        "room": now.room.code,
        "room_version": now.room.version,
        "game": now.game.id if now.game else None,
        "commitment": now.game.commitment if now.game else None,
        "deadline": _moment(now.game.deadline if now.game else None),
        "declaring": {
            "seat": now.game.claim_pause_seat,
            "set": now.game.claim_pause_set,
            "until": _moment(now.game.claim_pause_until),
        }
        if now.game and now.game.claim_pause_until
        else None,
        "pace": due_times.chosen_pace(now.game) if now.game else now.room.table["pace"],
        "bots": now.game.bots_mode if now.game else Game.BotsMode.NORMAL,
        "help": now.has_help,
        "series": {
            "games": now.series.games,
            "won": list(now.series.won),
            "points": list(now.series.points),
            "over": now.series.over,
            "winner": now.series.winner,
            "ready": [seat.number for seat in now.seats if seat.ready],
        },
        "watchers": list(now.spectator_names),
        "ending": [seat.number for seat in now.seats if seat.user_id and seat.wants_end],
        "agreement": _agreement(now),
        "kick_vote": _kick_vote(now, user_id),
    }
    if now.game is None:
        return document | _lobby(now, seat)
    shown = now.observation(seat)
    return document | observation_document(shown) | {"seats": seats_document(shown, now.faces)}


def _lobby(now: Snapshot, seat: int | None) -> dict[str, object]:
    return {
        "version": 0,
        "phase": "lobby",
        "you": seat,
        "turn": None,
        "may_pass": False,
        "rules": now.rules.to_json(),
        "scores": [0, 0],
        "sets": {},
        "seats": [
            face_document(person.face, number) | {"cards": None, "out": False} if person else None
            for number, person in enumerate(now.people)
        ],
        "hand": None,
        "log": [],
        "legal": {"asks": {}, "claims": [], "passes": []},
        "dealer": None,
    }


def _agreement(now: Snapshot) -> dict[str, object] | None:
    if not now.room.is_open_lobby:
        return None
    agreed, here = now.agreement
    return {"until": _moment(waits_until(now.room)), "agreed": agreed, "of": here}


def _kick_vote(now: Snapshot, user_id: int | None) -> dict[str, object] | None:
    vote = kick_vote(now, user_id) if now.seat_number_of(user_id) is not None else None
    return vote and {key: value for key, value in vote.items() if key != "name"}


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
