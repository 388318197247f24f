"""The home page, the pages about rules and strategy, and the views that open a room."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import addresses
from accounts.models import User
from accounts.people import ensure_person
from accounts.rate_limits import hidden_address
from accounts.view_helpers import letters_and_digits, wants_json
from game.models import Companion
from game.presentation.move_text import set_name
from game.presentation.rule_options import RULE_OPTIONS
from game.presentation.rules_text import PRESET_WORDS, preset_figures
from game.presentation.view_models import Card
from game.refusal_responses import check_rate
from game.refusals import Refused
from literature.rules.decks import DECKS
from literature.rules.options import DEFAULT_PRESET, FIRST_GAME, PRESETS
from rooms import house_rules, reporting
from rooms.actions import host_settings, invitations, lobby
from rooms.actions.locked import once
from rooms.actions.play_with_people import sit_down_among_people
from rooms.models.room import CODE_LENGTH
from rooms.own_tables import tables_of
from rooms.regulars import INVITATIONS_AT_HOME, invitations_for, note_online
from rooms.requests import request_id
from rooms.views import last_game, open_tables
from rooms.views.post_answers import signed_in, to_room
from rooms.views.regulars import check_invitations

ROOMS_PER_MINUTE = 60
#: The most rooms that one IP address can open in ten minutes. The limit is necessary, because the
#: bots in most rooms need computing time, and because anybody can become a guest.
ROOMS_OF_ADDRESS = 300


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page. From there a person can play against bots, open a table for friends, or
    enter a code.

    Accounts, and guests who have a table or a game, see their tables, their last game and the
    month's puzzles. Other people see what the game is.
    """
    user = request.user
    tables = tables_of(user) if user.is_authenticated else []
    last = last_game.of(user) if user.is_authenticated else None
    invited = invitations_for(user)[:INVITATIONS_AT_HOME] if user.is_authenticated else []
    if user.is_authenticated and (told := reporting.tell_reporter(user)):
        messages.info(request, told)
    if user.is_authenticated:
        note_online(user)
    is_back = bool(tables or last) or (user.is_authenticated and not user.is_guest)
    context = {
        "open_tables": open_tables.tables_for(request, {})[: open_tables.OPEN_TABLES_AT_HOME],
        "tables": tables,
        "invitations": invited,
        "running": next((table for table in tables if table.state == "running"), None),
        "last": last,
        "is_beginner": not last and all(table.state != "over" for table in tables),
        "code_length": CODE_LENGTH,
    }
    return render(request, "rooms/home_again.html" if is_back else "rooms/home.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules page: the game in pictures, and all options."""
    deck = DECKS[PRESETS[DEFAULT_PRESET].deck]
    context = {
        "sets": [(set_name(deck, each), [Card.of(c) for c in each.cards]) for each in deck.sets],
        "options": [option for option in RULE_OPTIONS.values() if option.words],
        "presets": [(words, *preset_figures(words.name)) for words in PRESET_WORDS],
    }
    return render(request, "pages/rules.html", context)


@require_safe
def strategy(request: HttpRequest) -> HttpResponse:
    """Show the page about strategy."""
    return render(request, "pages/strategy.html")


@require_safe
def go(request: HttpRequest) -> HttpResponse:
    """Redirect to the room with the code that the person typed."""
    code = letters_and_digits("".join(request.GET.get("code", "").split()).upper(), 12)
    if not code:
        raise Refused("no_room")
    return redirect("rooms:room", code)


def _opened(
    request: HttpRequest,
    action: str,
    host_of: Callable[[HttpRequest], User],
    open_room: Callable[..., str],
) -> HttpResponse:
    """Open a room. Redirect a browser to the room, and give a program the room's code. ``action``
    is the name of the action for ``once``.
    """
    check_rate(request, "open", ROOMS_PER_MINUTE)
    check_rate(request, "open-address", ROOMS_OF_ADDRESS, key="ip", seconds=600)
    host, name = host_of(request), request_id(request.POST, required=False)
    address = hidden_address(request.META["REMOTE_ADDR"])
    addresses.note(host, request.META["REMOTE_ADDR"])
    code = str(once(host, name, action, partial(open_room, host, opened_from=address)))
    return to_room(request, code)


@require_http_methods(["GET", "HEAD", "POST"])
def new_room(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table, or ask a visitor for a name. On POST, open a room with the
    rules of ``preset``, which may also name saved rules; or with the rules from another room's link
    (``like``).
    """
    if request.method == "POST":

        def open_room(host: User, **address: str) -> str:
            if request.POST.get("like"):
                preset, rules = host_settings.rules_from_link(request.POST["like"])
                return lobby.open_room(host, preset, rules, **address)
            preset = request.POST.get("preset") or DEFAULT_PRESET
            preset, saved = host_settings.rules_for_new_table(host, preset)
            return lobby.open_room(host, preset, saved, **address)

        return _opened(request, "rooms/new", signed_in, open_room)
    if not request.user.is_authenticated:
        return render(request, "rooms/ask_name.html", {"next": request.get_full_path()})
    tables = tables_of(request.user)
    context = {
        "presets": [
            each.words for each in house_rules.starts(request.user.saved_rules.all()).values()
        ],
        "default_preset": DEFAULT_PRESET,
        # If the person is in a running game, the page first shows the way back to it.
        "running": next((table for table in tables if table.state == "running"), None),
        "like": request.GET.get("like", ""),
    }
    return render(request, "rooms/new.html", context)


@require_POST
def play_bots(request: HttpRequest) -> HttpResponse:
    """Start a game against bots at once, or with ``practice`` a first game with an easy deal. A
    visitor without a name gets one, which they can change.
    """
    practice = bool(request.POST.get("practice"))
    open_room = partial(lobby.open_game_with_bots, preset=FIRST_GAME, practice=practice)
    return _opened(request, "play", ensure_person, open_room)


@require_POST
def play_with_people(request: HttpRequest) -> HttpResponse:
    """Sit down at an open table, or at a new one that waits for people. A visitor without a name
    gets one, which they can change.
    """
    return _opened(request, "play/people", ensure_person, sit_down_among_people)


@require_POST
def play_again(request: HttpRequest) -> HttpResponse:
    """Invite the people of the finished game with the id ``game`` to a table for another game."""
    game_id = letters_and_digits(request.POST.get("game", ""), 32)
    if not game_id:
        raise Refused("no_game")
    check_invitations(request)
    again = partial(invitations.play_again, game_id=game_id)
    opened = _opened(request, f"play/again {game_id}", signed_in, again)
    others = Companion.objects.filter(user=request.user.pk, player_result__game=game_id)
    if others.exists() and not wants_json(request):
        messages.success(request, _("The others have your invitation. It waits for a week."))
    return opened
