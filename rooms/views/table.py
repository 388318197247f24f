"""Views of the table beside moves: claim pauses, substitutes, pace, reactions, chat."""

from django.http import HttpRequest

from accounts.models import User
from rooms.access import integer, request_id
from rooms.actions import chat, claim_pause, pace, playing, substitutes
from rooms.actions.locked import once
from rooms.views.answers import room_post


@room_post()
def start_claim_pause(request: HttpRequest, code: str, user: User) -> None:
    """``set``: the set for whose claim the table waits."""
    claim_pause.start(code, user, request.POST.get("set", ""))


@room_post()
def cancel_claim_pause(request: HttpRequest, code: str, user: User) -> None:
    claim_pause.cancel(code, user)


@room_post()
def substitute(request: HttpRequest, code: str, user: User) -> None:
    substitutes.substitute(code, user)


@room_post()
def substitute_until_back(request: HttpRequest, code: str, user: User) -> None:
    """``seat``: the seat of the absent player."""
    substitutes.substitute_until_back(code, user, integer(request.POST, "seat"))


@room_post()
def pause_bots(request: HttpRequest, code: str, user: User) -> None:
    """``paused``: 1 to pause the bots, 0 to let them go on."""
    pace.pause_bots(code, user, paused=bool(integer(request.POST, "paused")))


@room_post()
def play_to_turn(request: HttpRequest, code: str, user: User) -> None:
    pace.play_to_turn(code, user)


@room_post(per_minute=60)
def end(request: HttpRequest, code: str, user: User) -> None:
    """``agrees``: 1 to agree to end the game without a result, 0 to play on."""
    playing.agree_to_end(code, user, agrees=bool(integer(request.POST, "agrees")))


@room_post(per_minute=20)
def react(request: HttpRequest, code: str, user: User) -> None:
    """``reaction``: one of ``REACTIONS``."""
    chat.react(code, user, request.POST.get("reaction", ""))


@room_post(per_minute=30)
def send_chat_message(request: HttpRequest, code: str, user: User) -> None:
    """``text``: a message, while no game is on."""
    text = request.POST.get("text", "")
    once(
        user,
        request_id(request.POST, required=False),
        f"chat {code}",
        lambda: chat.send(code, user, text),
    )


@room_post()
def mute(request: HttpRequest, code: str, user: User) -> None:
    """``seat`` and ``muted``: 1 to mute, 0 to unmute."""
    muted = bool(integer(request.POST, "muted"))
    chat.mute(code, user, integer(request.POST, "seat"), muted)
