"""Views for the settings of the host."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.view_helpers import wants_json
from game.presentation.rules_text import has_high_sets
from game.refusals import Refused
from game.table_options import FEWEST_SEATS
from literature.rules.decks import DECKS
from literature.rules.options import Rules, options_text
from rooms import house_rules, options_form
from rooms.actions import host_settings
from rooms.live.host_tools import host_tools
from rooms.models import Room
from rooms.views.post_answers import HOST_TOOLS, post_with, room_post
from rooms.views.read_room import read_room

NOT_OPTIONS = {"csrfmiddlewaretoken", "preset", "save_as", "keep", "request_id"}

hand_over = post_with(host_settings.hand_over, seat=int)
lock = post_with(host_settings.lock, locked=bool)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form with all options and their meanings. On POST, the host sets or saves them."""
    if request.method == "POST":
        return _change(request, code)
    return _page(request, read_room(request, code).room, {}, preset=request.GET.get("preset", ""))


def _page(
    request: HttpRequest,
    room: Room,
    sent: dict[str, str],
    refused: Refused | None = None,
    *,
    preset: str = "",
    kept: str = "",
) -> HttpResponse:
    """Render the page of the house rules. The form has the values of ``preset``, or else of the
    room; the values that were ``sent`` replace them.
    """
    user = request.user
    is_host = room.host_id == user.id
    saved = user.saved_rules.all() if is_host and isinstance(user, User) else []
    starts = house_rules.starts(saved)
    start = starts.get(preset)
    chosen = start or house_rules.chosen(room, starts)
    values = options_form.shown_values(room, start, sent)
    groups = options_form.groups(room, chosen.base, values)
    shown = [option for _title, options in groups for option in options]
    rules = Rules.from_json({option: values[option] for option in room.rules.to_json()})
    context = {
        "room": room,
        "is_host": is_host,
        "refusal": refused.message if refused else "",
        "kept": kept,
        "save_as": request.POST.get("save_as", "") if refused else "",
        "groups": groups,
        "present": options_text(host_settings.values_of(room)),
        "least_seats": max(FEWEST_SEATS, host_settings.least_seats(room)),
        "without_high_sets": [deck for deck in DECKS if not has_high_sets(deck)],
        "differing": [option for option in shown if option.differs],
        "changed": [option for option in shown if option.is_changed],
        "presets": starts.values(),
        "chosen": chosen,
        "like": host_settings.link_text(chosen.base, rules),
        "last_change": house_rules.last_change(room),
    }
    status = refused.status if refused else 200
    return render(request, "rooms/house_rules.html", context, status=status)


@never_cache
@require_safe
def tools(request: HttpRequest, code: str) -> HttpResponse:
    """Show the host's panel during a game. For other people it is empty."""
    now = read_room(request, code)
    return render(request, HOST_TOOLS, host_tools(now, request.user.pk))


@room_post()
def _change(request: HttpRequest, code: str, user: User) -> HttpResponse | None:
    """Set the options in the form. If the field ``preset`` is sent, first set all rules as in this
    preset or these saved rules.

    But if the request comes from the save button, or has a name for the rules and no options, only
    save the rules under the name in the field ``save_as``. A page then shows the host's form again,
    with the values that the host sent and the name of the saved rules. After most refusals it shows
    the form with the refusal.
    """
    fields = request.POST.dict()
    sent = {field: value for field, value in fields.items() if field not in NOT_OPTIONS}
    name, preset, saved = fields.get("save_as", ""), fields.get("preset", ""), ""
    whole_page = not (wants_json(request) or HtmxDetails(request))
    try:
        options = options_form.OptionsForm(sent).values()
        if "keep" in fields or (name and not sent):
            saved = host_settings.save_rules(code, user, name, options)
        else:
            replaced = fields.get("preset") if sent else preset
            host_settings.set_options(code, user, options, replaced)
    except Refused as refused:
        room = Room.objects.filter(code=code, host=user).first()
        if not (room and sent and whole_page) or refused.status != 422:
            raise
        return _page(request, room, sent, refused, preset=preset)
    if saved and whole_page:
        return _page(request, Room.objects.get(code=code), sent, preset=preset, kept=saved)
    return None
