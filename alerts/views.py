"""The pages of alerts: a person's choices and devices, a room's channel, and the end of mails."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from alerts import mail
from alerts.choices import add_device, address_of, can_mail, choices_of, stop_mails, store
from alerts.forms import ChannelForm, ChoicesForm, DeviceForm
from alerts.keys import public_push_key
from alerts.models import CHOSEN_FROM, WAYS, Choices, Device, Way, Webhook, What
from alerts.needs import put
from game import database_time
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms.views.post_answers import signed_in
from rooms.views.read_room import read_room

CHANGES_PER_MINUTE = 30
#: Each test message costs a mail, or a request to another site.
TESTS_PER_HOUR = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def alerts(request: HttpRequest) -> HttpResponse:
    """Show a person's choices. On POST, store them."""
    user = _person(request)
    choices = choices_of(user.pk)
    ways = WAYS if can_mail() else [Way.PUSH]
    form = ChoicesForm(request.POST or None, instance=choices)
    if request.method == "POST" and form.is_valid():
        store(form.save(), database_time.now())
        messages.success(request, _("Your choices are saved."))
        return redirect("alerts:alerts")
    context = {
        "form": form,
        "ways": ways,
        "rows": [
            (what, [(way, way in choices.ways_of(what)) for way in ways]) for what in CHOSEN_FROM
        ],
        "devices": Device.objects.filter(user=user),
        "push_key": public_push_key(),
        "can_mail": can_mail(),
        "address": address_of(user.pk),
        # Only the browser knows the time zone.
        "is_new": not Choices.objects.filter(pk=user.pk).exists(),
    }
    return render(request, "alerts/alerts.html", context, status=422 if form.errors else 200)


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Store the subscription of this browser."""
    user, form = _person(request), DeviceForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_request")
    add_device(user, request.headers.get("User-Agent", "")[:300], **form.cleaned_data)
    return redirect("alerts:alerts")


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Delete the subscription of a browser of this person."""
    endpoint = request.POST.get("endpoint", "")
    Device.objects.filter(user=_person(request), endpoint=endpoint).delete()
    return redirect("alerts:alerts")


@receiver(user_logged_out)
def forget_this_device(request: HttpRequest | None, user: User | None, **_more: object) -> None:
    """Send no more alerts to the browser in which this person signs out."""
    if request is not None and user is not None:
        endpoint = request.POST.get("endpoint", "")
        Device.objects.filter(user=user, endpoint=endpoint).delete()


@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test message by the way in the field ``way``."""
    user, way = _person(request), request.POST.get("way")
    reached = {
        Way.PUSH: Device.objects.filter(user=user).exists(),
        Way.MAIL: can_mail() and bool(address_of(user.pk)),
    }
    if way not in WAYS or not reached[Way(way)]:
        raise Refused("bad_request")
    _send_test(request, Way(way), user.pk)
    return redirect("alerts:alerts")


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Send no more mails to the person in a mail's link. A mail program may send the POST, without
    a session. A GET changes nothing, because programs open links to check them.
    """
    user_id = mail.person_of(token)
    if user_id is None or not User.objects.filter(pk=user_id).exists():
        return render(request, "alerts/stop.html", {"is_known": False}, status=404)
    done = request.method == "POST"
    if done:
        stop_mails(user_id)
    return render(request, "alerts/stop.html", {"is_known": True, "done": done})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def channel(request: HttpRequest, code: str) -> HttpResponse:
    """Show the host the form for the channel of the room. On POST, store the webhook, test it if
    the field ``test`` is sent, or delete it if the field ``remove`` is sent.
    """
    user, room = _person(request), read_room(request, code).room
    if room.host_id != user.pk:
        raise Refused("not_host")
    webhook = Webhook.objects.filter(room=room).first()
    form = ChannelForm(request.POST if "url" in request.POST else None)
    if request.method == "POST":
        if form.is_valid():
            Webhook.objects.update_or_create(room=room, defaults=form.cleaned_data)
            messages.success(request, _("The channel is saved."))
        elif webhook and "remove" in request.POST:
            webhook.delete()
        elif webhook and "test" in request.POST:
            _send_test(request, Way.WEBHOOK, webhook=webhook)
        if not form.errors:
            return redirect("alerts:channel", room.code)
    context = {"room": room, "form": form, "host": webhook and urlsplit(webhook.url).hostname}
    return render(request, "alerts/channel.html", context, status=422 if form.errors else 200)


def _person(request: HttpRequest) -> User:
    """The person who sent the request. Raise ``Refused`` if nobody is signed in, or if they change
    too much.
    """
    user = signed_in(request)
    if request.method == "POST":
        check_rate(request, "alerts", CHANGES_PER_MINUTE)
    return user


def _send_test(
    request: HttpRequest, way: Way, user_id: int | None = None, webhook: Webhook | None = None
) -> None:
    """Let the scheduler send a test message, so that this request does not wait."""
    check_rate(request, "alert_test", TESTS_PER_HOUR, seconds=3600)
    now = database_time.now()
    key = f"{way} {What.TEST} {user_id or webhook} {now.isoformat()}"
    put(key, What.TEST, way, now, user_id=user_id, webhook=webhook)
    messages.success(request, _("A test message is on its way."))
