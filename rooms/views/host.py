"""Views for the settings of the host."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.view_helpers import wants_json
from game.refusals import Refused
from rooms import house_rules, house_rules_form
from rooms.actions import host_settings
from rooms.live.host_tools import host_tools
from rooms.models import Room
from rooms.request_fields import integer
from rooms.views.post_answers import HOST_TOOLS, room_post, room_refusal, success
from rooms.views.read_room import read_room

NOT_OPTIONS = {"csrfmiddlewaretoken", "preset", "save_as", "keep", "request_id"}


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form with all options and their meanings. On POST, the host sets or saves the
    rules.
    """
    if request.method != "POST":
        room = read_room(request, code).room
        return _page(request, room, {}, preset=request.GET.get("preset", ""))
    # A name for the rules without options asks to save them, too.
    only_name = request.POST.get("save_as") and not _options_sent(request)
    return _save(request, code) if "keep" in request.POST or only_name else _set(request, code)


def _form_again(request: HttpRequest, refused: Refused, code: str) -> HttpResponse:
    """Show the host's form again, with the values that the host sent and the refusal. Give other
    requests the usual refusal.
    """
    options = _options_sent(request)
    if options and refused.status == 422 and not (wants_json(request) or request.htmx):
        room = Room.objects.filter(code=code, host=request.user.pk).first()
        if room:
            return _page(request, room, options, refused, preset=request.POST.get("preset", ""))
    return room_refusal(request, refused, code)


def _saved(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Show the host's form again, with the values that the host sent and the name of the saved
    rules. Give programs and htmx the usual answer.
    """
    if wants_json(request) or request.htmx:
        return success(request, code, None)
    room = Room.objects.get(code=code)
    preset = request.POST.get("preset", "")
    return _page(request, room, _options_sent(request), preset=preset, kept=name)


def _page(
    request: HttpRequest,
    room: Room,
    filled: dict[str, str],
    refused: Refused | None = None,
    *,
    preset: str = "",
    kept: str = "",
) -> HttpResponse:
    """Render the page of the house rules. The form has the values of ``preset``, or else of the
    room; ``filled`` values replace them.
    """
    user = request.user
    is_host = room.host_id == user.id
    saved = user.saved_rules.all() if is_host else []
    chips = {chip.words.name: chip for chip in house_rules_form.preset_chips(saved)}
    chosen = house_rules.chosen(room, saved)
    if preset in chips:
        filled = house_rules_form.filled_from(chips[preset]) | filled
        chosen = preset
    groups = house_rules_form.groups(room, chips[chosen].base, filled)
    context = {
        "room": room,
        "is_host": is_host,
        "refusal": refused.message if refused else "",
        "kept": kept,
        "save_as": request.POST.get("save_as", "") if refused else "",
        "groups": groups,
        "differing": [option for group in groups for option in group.options if option.differs],
        "changed": [option for group in groups for option in group.options if option.is_changed],
        "presets": chips.values(),
        "chosen": chips[chosen],
        "like": host_settings.link_text(
            chips[chosen].base, house_rules_form.rules_on_form(room, filled)
        ),
        "last_change": house_rules.last_change(room),
    }
    status = refused.status if refused else 200
    return render(request, "rooms/house_rules.html", context, status=status)


def _options_sent(request: HttpRequest) -> dict[str, str]:
    return {option: value for option, value in request.POST.items() if option not in NOT_OPTIONS}


def _parsed_options(request: HttpRequest) -> dict[str, str | int | bool]:
    sent = _options_sent(request)
    return {option: host_settings.parse_option(option, value) for option, value in sent.items()}


@never_cache
@require_safe
def tools(request: HttpRequest, code: str) -> HttpResponse:
    """Show the host's panel during a game. For other people it is empty."""
    now = read_room(request, code)
    return render(request, HOST_TOOLS, host_tools(now, request.user.pk))


@room_post(refuse=_form_again, succeed=_saved)
def _save(request: HttpRequest, code: str, user: User) -> str:
    """Save the rules in the form under the name in the field ``save_as``. The room does not
    change.
    """
    name = request.POST.get("save_as", "")
    return host_settings.save_rules(code, user, name, _parsed_options(request))


@room_post(refuse=_form_again)
def _set(request: HttpRequest, code: str, user: User) -> None:
    """Set the options in the form. If the field ``preset`` is sent, first set all rules as in
    this preset or these saved rules.
    """
    options = _parsed_options(request)
    preset = request.POST.get("preset")
    if options:
        host_settings.set_options(code, user, options, preset)
    else:
        host_settings.use_preset(code, user, preset or "")


@room_post()
def hand_over(request: HttpRequest, code: str, user: User) -> None:
    """Make the person at the seat in the field ``seat`` the host."""
    host_settings.hand_over(code, user, integer(request.POST, "seat"))


@room_post()
def lock(request: HttpRequest, code: str, user: User) -> None:
    """Lock the room if the field ``locked`` is 1; unlock it if it is 0."""
    host_settings.lock(code, user, bool(integer(request.POST, "locked")))
