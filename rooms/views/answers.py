"""Answers the POSTs of a room: JSON for programs, regions for htmx, a redirect for plain forms.

One decorator does this for all views, so that all refusals look alike.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST
from structlog.contextvars import bind_contextvars

from accounts.access import wants_json
from accounts.limits import seconds_to_wait
from game.answers import refusal, with_wait
from game.presentation.rendering import draw
from game.refusals import Refused
from game.rules.legality import IllegalMove
from rooms import code_rate_limit
from rooms.access import signed_in
from rooms.live import active_tab, presence, rendering, snapshot
from rooms.live.host_tools import host_tools
from rooms.live.snapshot import Snapshot

View = Callable[..., HttpResponse]

#: A page with an open socket sends this header.
LIVE = "X-Live"

#: The id of the host's panel. Its forms target the panel, and their answers replace it.
HOST_TOOLS, HOST_TOOLS_ID = "rooms/host_tools.html", "host-tools"

#: The refusals after which there is no room to show.
NO_PAGE = ("no_room", "no_spectators", "everybody_gone")


def room_post(
    per_minute: int = 600,
    *,
    for_players: bool = False,
    refuse: Callable[[HttpRequest, Refused, str], HttpResponse] | None = None,
    succeed: Callable[[HttpRequest, str, Any], HttpResponse] | None = None,
) -> Callable[[Callable[..., Any]], View]:
    """Make a view from ``change(request, code, user) -> answer``: a dictionary or None.

    ``change`` makes one change, or raises ``Refused`` or ``IllegalMove``. Programs get the answer,
    or the fresh ``state.json`` for None. People get their own regions, rendered anew.
    ``for_players`` views check the code rate limit after the membership check fails, and check the
    active tab in their own query. ``refuse`` and ``succeed`` replace the default answers.
    """
    refuse = refuse or room_refusal
    succeed = succeed or success

    def decorate(change: Callable[..., Any]) -> View:
        @require_POST
        @wraps(change)
        def view(request: HttpRequest, code: str) -> HttpResponse:
            code = code.upper()
            try:
                user = signed_in(request)
                check_rate(request, change.__name__, per_minute)
                if not for_players:
                    code_rate_limit.check(request, code, user.id)
                    presence.note_request(code, user.id)
                    active_tab.check(code, user.id, active_tab.named(request))
                answer = change(request, code, user)
                if isinstance(answer, dict) and "move" in answer:
                    bind_contextvars(game=answer["game"], move=answer["version"])
                return succeed(request, code, answer)
            except IllegalMove as illegal:
                _note_refused(request, code, for_players)
                return refuse(request, Refused(illegal.code), code)
            except Refused as refused:
                _note_refused(request, code, for_players)
                if refused.code == "no_room":
                    code_rate_limit.missed(request)
                # After the change the person may no longer see the room, for example if spectators
                # are not allowed.
                return refuse(request, refused, code)

        return view

    return decorate


def _note_refused(request: HttpRequest, code: str, for_players: bool) -> None:
    """Renew the presence after a refused move. An accepted move renews it in its own queries."""
    if for_players and request.user.is_authenticated:
        presence.note_request(code, request.user.id)


def check_rate(request: HttpRequest, group: str, per_minute: int, key: str = "user_or_ip") -> None:
    """Count this request towards the limit. Raises ``Refused`` with ``rate_limited``."""
    wait = seconds_to_wait(request, f"rooms.{group}", per_minute, key)
    if wait:
        raise Refused("rate_limited", retry_after=wait)


def success(request: HttpRequest, code: str, answer: dict[str, Any] | None) -> HttpResponse:
    """The answer to a successful POST."""
    if wants_json(request):
        if answer is None:
            answer = snapshot.read_for(code, request.user.id, whole_log=True).document(
                request.user.id
            )
        return JsonResponse(answer)
    if request.htmx and request.htmx.target == HOST_TOOLS_ID:
        return HttpResponse(_host_tools(request, code, ""))
    if request.htmx and LIVE in request.headers:
        # The socket sends the regions. Sending them twice would double the size of a move.
        return HttpResponse(_sentence(request))
    if request.htmx:
        return HttpResponse(all_regions(request, code))
    return HttpResponseRedirect(reverse("rooms:room", args=[code]))


def room_refusal(request: HttpRequest, refused: Refused, code: str) -> HttpResponse:
    """The answer to a refused POST: a sentence in the room, near the form."""
    if refused.code == "rate_limited":
        return _rate_refusal(request, refused)
    visible = request.user.is_authenticated and refused.code not in NO_PAGE
    if wants_json(request) or not visible:
        return refusal(request, refused)
    return with_wait(_room_with(request, refused, code), refused)


def regions_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The answer if the page may no longer see the room: only the sentence."""
    if not request.htmx:
        return refusal(request, refused)
    return with_wait(HttpResponse(_sentence(request, refused), status=refused.status), refused)


def _rate_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Only the sentence. It costs little, and is the same for existing and unknown codes."""
    if wants_json(request) or not request.htmx:
        return refusal(request, refused)
    response = regions_refusal(request, refused)
    response["HX-Reswap"] = "none"  # Leave the target of the request unchanged.
    return response


def _room_with(request: HttpRequest, refused: Refused, code: str) -> HttpResponse:
    try:
        code_rate_limit.check(request, code, request.user.id)
        if request.htmx and request.htmx.target == HOST_TOOLS_ID:
            return HttpResponse(_host_tools(request, code, refused.message), status=refused.status)
        if request.htmx:
            return HttpResponse(all_regions(request, code, refused), status=refused.status)
        return room_page(request, snapshot.read_for(code, request.user.id), refused)
    except Refused as gone:
        if gone.code == "rate_limited":
            return _rate_refusal(request, gone)
        if gone.code == "no_room":
            code_rate_limit.missed(request)
        # A person whose name is taken can sit down under another name, without seeing the room.
        return refusal(request, Refused(gone.code, **refused.context | gone.context))


def room_page(request: HttpRequest, now: Snapshot, refused: Refused | None = None) -> HttpResponse:
    """The whole page of a room, with the refusal."""
    context = rendering.page_context(now, request.user.id)
    context |= refusal_context(request, refused) | {"oob": False}
    # Without scripts, the form of a claim is shown only on request.
    context["plain"] = bool(request.GET.get("plain"))
    status = refused.status if refused else 200
    return render(request, "rooms/room.html", context, status=status)


def _host_tools(request: HttpRequest, code: str, message: str) -> str:
    """The host's panel and the regions of the page."""
    now = snapshot.read_for(code, request.user.id)
    panel = render_to_string(HOST_TOOLS, host_tools(now, request.user.id, message), request)
    return panel + rendering.frame(now, request.user.id)


def all_regions(request: HttpRequest, code: str, refused: Refused | None = None) -> str:
    """All regions of the person's page, with the sentence of the refusal."""
    now = snapshot.read_for(code, request.user.id)
    return rendering.frame(now, request.user.id) + _sentence(request, refused)


def _sentence(request: HttpRequest, refused: Refused | None = None) -> str:
    return draw("refusal.html", refusal_context(request, refused) | {"oob": True})


def refusal_context(request: HttpRequest, refused: Refused | None) -> dict[str, Any]:
    """The context of ``refusal.html``: the sentence, and a free name with the address ``again`` to
    which it can be sent.
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
