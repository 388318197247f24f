"""Answers the POSTs of a room: JSON for programs, regions for htmx, and a redirect for plain forms.

The decorator ``room_post`` makes the views.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails
from structlog.contextvars import bind_contextvars

from accounts.models import User
from accounts.view_helpers import wants_json
from game.presentation.rendering import render_part
from game.refusal_responses import check_rate, refusal, with_wait
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from rooms import code_rate_limit, own_tables, since
from rooms.live import active_tab, presence, rendering
from rooms.live.document import document
from rooms.live.host_tools import host_tools
from rooms.live.reading import read_for
from rooms.live.snapshot import Snapshot
from rooms.requests import integer

View = Callable[..., HttpResponse]
PostAnswer = dict[str, object] | HttpResponse | None

#: A page with an open socket sends this header.
LIVE = "X-Live"

#: The template and the id of the host's panel. The forms in the panel name its id as their target,
#: and their answers replace the panel.
HOST_TOOLS, HOST_TOOLS_ID = "rooms/host_tools.html", "host-tools"

#: The id of the element in the menu that shows the result of a change of name.
NAME_SAYS = "name-says"

#: After these refusals the person can't see the room.
NO_PAGE = ("no_room", "room_closed", "no_spectators", "everybody_gone")

#: Moves that people of one IP address may post in a minute.
MOVES_PER_ADDRESS = 12_000


def room_post(
    per_minute: int = 600, *, for_players: bool = False
) -> Callable[[Callable[..., PostAnswer]], View]:
    """Make a view from ``change(request, code, user)``, which returns the answer: a dictionary,
    None, or a response.

    ``change`` makes one change, or raises ``Refused`` or ``IllegalMove``. A program gets the
    answer; if the answer is None, it gets the new ``state.json``. A person usually gets
    the regions of their page. ``for_players`` views do their own checks of the code rate limit
    (only after the move is refused) and of the active tab (in the query of the move).
    """

    def decorate(change: Callable[..., PostAnswer]) -> View:
        @require_POST
        @wraps(change)
        def view(request: HttpRequest, code: str) -> HttpResponse:
            code = code.upper()
            try:
                user = signed_in(request)
                check_rate(request, change.__name__, per_minute)
                if for_players:
                    check_rate(request, "moves", MOVES_PER_ADDRESS, key="ip")
                else:
                    code_rate_limit.check(request, code, user.id)
                    presence.note_request(code, user.id)
                    active_tab.check(code, user.id, active_tab.tab_id_of(request))
                answer = change(request, code, user)
                if isinstance(answer, dict) and "move" in answer:
                    bind_contextvars(game=answer["game"], move=answer["version"])
                if isinstance(answer, HttpResponse):
                    return answer
                return success(request, code, answer)
            except (IllegalMove, Refused) as error:
                refused = error if isinstance(error, Refused) else Refused(error.code)
                if for_players and request.user.is_authenticated:
                    # After an accepted move, ``make_move`` renews the presence if the person had
                    # a substitute.
                    presence.note_request(code, request.user.id)
                if refused.code == "no_room":
                    code_rate_limit.count_miss(request)
                # ``success`` raises ``Refused``, too, if the person may no longer see the room
                # after the change. For example, the room may not allow spectators.
                return room_refusal(request, refused, code)

        return view

    return decorate


def post_with(action: Callable[..., None], per_minute: int = 600, **fields: type) -> View:
    """Make a view from ``action(code, user, …)``, which gets these fields of the form: numbers
    (``int``), yes (1) and no (0) (``bool``), or texts (``str``).
    """

    @wraps(action)
    def change(request: HttpRequest, code: str, user: User) -> None:
        sent = request.POST
        values = (
            sent.get(name, "") if kind is str else kind(integer(sent, name))
            for name, kind in fields.items()
        )
        action(code, user, *values)

    return room_post(per_minute)(change)


def signed_in(request: HttpRequest) -> User:
    """The person who sent the request. Raise ``Refused`` (``no_name``) if nobody is signed in."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    return request.user


def success(request: HttpRequest, code: str, answer: dict[str, object] | None) -> HttpResponse:
    """Answer a successful POST."""
    if wants_json(request):
        if answer is None:
            now = read_for(code, request.user.id, whole_log=True)
            answer = document(now, request.user.id)
        return JsonResponse(answer)
    htmx = HtmxDetails(request)
    if htmx.target == HOST_TOOLS_ID:
        return HttpResponse(_host_tools(request, code, ""))
    if htmx and LIVE in request.headers:
        # The socket sends the regions. If the answer had them, too, a move would cost twice as many
        # bytes.
        return HttpResponse(_sentence(request))
    if htmx:
        return HttpResponse(all_regions(request, code))
    return redirect("rooms:room", code)


def to_room(request: HttpRequest, code: str) -> HttpResponse:
    """Give a program the room's code, and redirect a browser to the room."""
    return JsonResponse({"code": code}) if wants_json(request) else redirect("rooms:room", code)


def room_refusal(request: HttpRequest, refused: Refused, code: str) -> HttpResponse:
    """Answer a refused POST, usually with the page or its regions, which show the sentence of the
    refusal near the form. The menu's form for the name gets only the sentence, and a name that is
    not taken if one is suggested.
    """
    htmx = HtmxDetails(request)
    if htmx.target == NAME_SAYS:
        context = refusal_context(request, refused) | {"refused_at": "name-refusal", "oob": False}
        return HttpResponse(render_part("refusal.html", context), status=refused.status)
    if refused.code == "rate_limited":
        return _rate_refusal(request, refused)
    visible = request.user.is_authenticated and refused.code not in NO_PAGE
    if wants_json(request) or not visible:
        return refusal(request, refused)
    try:
        code_rate_limit.check(request, code, request.user.id)
        if htmx.target == HOST_TOOLS_ID:
            panel = _host_tools(request, code, refused.message)
            response = HttpResponse(panel, status=refused.status)
        elif htmx:
            response = HttpResponse(all_regions(request, code, refused), status=refused.status)
        else:
            response = room_page(request, read_for(code, request.user.id), refused)
    except Refused as gone:
        if gone.code == "rate_limited":
            return _rate_refusal(request, gone)
        if gone.code == "no_room":
            code_rate_limit.count_miss(request)
        # A person whose name is taken may choose another name here, although they can't see the
        # room.
        response = refusal(request, Refused(gone.code, **refused.context | gone.context))
    return with_wait(response, refused)


def regions_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Answer a refused request with the sentence alone, without the regions. A removed person's
    page is loaded again, so that it no longer shows the table.
    """
    if not HtmxDetails(request):
        return refusal(request, refused)
    response = HttpResponse(_sentence(request, refused), status=refused.status)
    if refused.code == "removed":
        response["HX-Refresh"] = "true"
    return with_wait(response, refused)


def _rate_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Answer with the sentence alone. This costs little, and is the same for existing and unknown
    codes.
    """
    if wants_json(request) or not HtmxDetails(request):
        return refusal(request, refused)
    response = regions_refusal(request, refused)
    response["HX-Reswap"] = "none"  # Do not change the element that the request wanted to replace.
    return response


def room_page(request: HttpRequest, now: Snapshot, refused: Refused | None = None) -> HttpResponse:
    """Render the whole page of a room, with the sentence of a refusal if there is one."""
    context = rendering.page_context(now, request.user.id)
    context |= refusal_context(request, refused) | {"oob": False}
    # A page without scripts shows the form of a claim only if the address asks for it.
    context["plain"] = bool(request.GET.get("plain"))
    user = signed_in(request)
    context["next_table"] = own_tables.next_table(user, now.room.code)
    context["seconds_away"] = since.seconds_away(now, user.id)
    context["away_least"] = since.least_seconds(now)
    status = refused.status if refused else 200
    return render(request, "rooms/room.html", context, status=status)


def _host_tools(request: HttpRequest, code: str, message: str) -> str:
    """Render the host's panel and the regions of the page."""
    now = read_for(code, request.user.id)
    panel = render_to_string(HOST_TOOLS, host_tools(now, request.user.id, message), request)
    return panel + rendering.frame(now, request.user.id)


def all_regions(request: HttpRequest, code: str, refused: Refused | None = None) -> str:
    """Render all regions of the person's page, with the sentence of a refusal if there is one."""
    now = read_for(code, request.user.id)
    return rendering.frame(now, request.user.id) + _sentence(request, refused)


def _sentence(request: HttpRequest, refused: Refused | None = None) -> str:
    return render_part("refusal.html", refusal_context(request, refused) | {"oob": True})


def refusal_context(request: HttpRequest, refused: Refused | None) -> dict[str, object]:
    """Return the context of ``refusal.html``: among others the sentence of the refusal, a free name
    if one is suggested, and the address ``again`` to which the page can send that name.
    """
    context = refused.context if refused else {}
    return {
        "refused_at": "refusal",
        "refusal": refused.message if refused else "",
        "suggestion": context.get("suggestion", ""),
        "wished_seat": context.get("seat"),
        "again": request.path,
        "sits": request.path.endswith("/join/"),
    }
