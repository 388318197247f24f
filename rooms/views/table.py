"""Views for changes at a table that are not moves: claim pauses, substitutes, pace, the order of a
hand, ending the game, reactions, chat.
"""

from django.http import HttpRequest

from accounts.models import User
from game import play
from game.models import Game
from game.presentation.hand import OWN, hand_groups
from game.presentation.rendering import render_part
from rooms.actions import chat, hand_order, playing, substitutes
from rooms.actions.locked import locked_game, once
from rooms.requests import integer, request_id
from rooms.views.post_answers import post_with, room_post

substitute = post_with(substitutes.substitute)
substitute_until_back = post_with(substitutes.substitute_until_back, seat=int)
mute = post_with(chat.mute, seat=int, muted=bool)
react = post_with(chat.react, 20, reaction=str)
#: Agrees to end the game without a result, or rejects this for all.
end = post_with(playing.agree_to_end, 60, agrees=bool)


@room_post()
def start_claim_pause(request: HttpRequest, code: str, user: User) -> None:
    """Start a claim pause for the set in the field ``set``."""
    with locked_game(code) as game_id:
        play.start_claim_pause(game_id, user.id, request.POST.get("set", ""))


@room_post()
def cancel_claim_pause(request: HttpRequest, code: str, user: User) -> None:
    with locked_game(code) as game_id:
        play.cancel_claim_pause(game_id, user.id)


@room_post()
def pause_bots(request: HttpRequest, code: str, user: User) -> None:
    """Pause the bots if the field ``paused`` is 1; let them go on if it is 0."""
    mode = Game.BotsMode.PAUSED if integer(request.POST, "paused") else Game.BotsMode.NORMAL
    with locked_game(code) as game_id:
        play.set_bots_mode(game_id, user.id, mode)


@room_post()
def play_to_turn(request: HttpRequest, code: str, user: User) -> None:
    with locked_game(code) as game_id:
        play.set_bots_mode(game_id, user.id, Game.BotsMode.TO_TURN)


@room_post(per_minute=120)
def sort_hand(request: HttpRequest, code: str, user: User) -> dict[str, object]:
    """Sort the person's hand as the field ``sort`` says: ``set``, ``rank``, or ``own``, which is
    the order of the field ``cards``. No update tells of it, so the answer has the sorted hand.
    """
    sort, cards = request.POST.get("sort", ""), request.POST.get("cards", "")
    game, held = hand_order.sort_hand(code, user, sort, cards)
    hand = hand_groups(game.deck, held, cards if sort == OWN else sort)
    context = {"game": game, "hand": hand, "hand_size": held.bit_count(), "sort": sort, "owner": ""}
    html = render_part("hand.html", context)
    return {"game": game.id, "version": game.version, "hand": html}


@room_post(per_minute=30)
def send_chat_message(request: HttpRequest, code: str, user: User) -> None:
    """Send the message in the field ``text`` to the chat."""
    text = request.POST.get("text", "")
    once(
        user,
        request_id(request.POST, required=False),
        f"chat {code}",
        lambda: chat.send(code, user, text),
    )
