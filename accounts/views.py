"""The pages for name, picture and preferences, and for confirming an e-mail address."""

from allauth.account.views import ConfirmEmailView
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import measures
from accounts.blocks import lift
from accounts.forms import GuestForm
from accounts.models import LONGEST_APPEAL
from accounts.people import change_preferences, ensure_person, set_name_and_picture
from accounts.preferences import sent_preferences
from accounts.rate_limits import seconds_to_wait
from accounts.suspended_page import proven_person, suspended_person
from accounts.view_helpers import next_url, wants_json, whole_number

# The limit for guests counts by IP address, and a whole school may share one address.
GUESTS_PER_MINUTE = 120
PREFERENCES_PER_MINUTE = 60


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """The page for a name and a picture. A POST with ``invent`` gives both to a new visitor."""
    if request.method != "POST":
        return guest_page(request, None)
    form = GuestForm(request.POST, request.user)
    wait = seconds_to_wait(request, "guest", GUESTS_PER_MINUTE)
    if wait:
        response = refuse(request, form, "rate_limited", too_often(), 429)
        response["Retry-After"] = str(wait)
        return response
    if request.POST.get("invent"):
        user = ensure_person(request)
    elif form.is_valid():
        user = set_name_and_picture(request, form.cleaned_data["name"], form.cleaned_data["avatar"])
        change_preferences(user, form.cleaned_data["preferences"])
    else:
        return refuse(request, form, *form.refusal(), 422)
    if wants_json(request):
        return JsonResponse({"name": user.name, "avatar": user.avatar})
    return HttpResponseRedirect(next_url(request))


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Store preferences that a script or a program sends, like a change at the table."""
    if not request.user.is_authenticated:
        return refusal("no_name", _("Enter a name. The other players will see it."), 403)
    wait = seconds_to_wait(request, "preferences", PREFERENCES_PER_MINUTE, "user")
    if wait:
        response = refusal("rate_limited", too_often(), 429)
        response["Retry-After"] = str(wait)
        return response
    try:
        change_preferences(request.user, sent_preferences(request.POST))
    except ValidationError as wrong:
        return refusal(str(wrong.code), str(wrong.message), 422)
    return HttpResponse(status=204)


@require_POST
def notices(request: HttpRequest) -> HttpResponse:
    """Note that the person has read the notices of the staff that a page showed."""
    if request.user.is_authenticated:
        measures.read(request.user, request.POST.getlist("shown"))
    return HttpResponseRedirect(next_url(request))


@require_POST
def appeal(request: HttpRequest) -> HttpResponse:
    """Store an appeal against a measure. Suspended people may use this page, too."""
    user = proven_person(request.POST.get("proof", "")) or suspended_person(request)
    if not user and request.user.is_authenticated:
        user = request.user
    text = " ".join(request.POST.get("text", "").replace("\0", " ").split())[:LONGEST_APPEAL]
    measure_id = whole_number(request.POST.get("measure")) or 0
    if user and text and measures.appeal(user, measure_id, text):
        messages.success(request, _("The staff will read your appeal, and you will get an answer."))
    else:
        messages.error(
            request, _("Write why the staff should change the measure. You can do so once.")
        )
    return HttpResponseRedirect(next_url(request))


@require_http_methods(["GET", "HEAD", "POST"])
def blocks(request: HttpRequest) -> HttpResponse:
    """List the people whom this person has blocked. A POST lifts the block ``block``."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        lift(request.user, whole_number(request.POST.get("block")) or 0)
        return redirect("accounts:blocks")
    rows = request.user.blocks.select_related("blocked").order_by("-pk")
    return render(request, "accounts/blocks.html", {"blocks": rows})


def too_often() -> str:
    return _("Too many attempts. Wait a moment, then try again.")


def refusal(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)


def refuse(
    request: HttpRequest, form: GuestForm, code: str, message: str, status: int
) -> HttpResponse:
    """Answer with the form and the error; programs get the code and the sentence as JSON."""
    if wants_json(request):
        return refusal(code, message, status)
    return guest_page(request, form, message, status)


def guest_page(
    request: HttpRequest, form: GuestForm | None, message: str = "", status: int = 200
) -> HttpResponse:
    context = {"guest_form": form, "refusal": message, "next": next_url(request)}
    return render(request, "accounts/guest.html", context, status=status)


class ConfirmEmail(ConfirmEmailView):
    """Confirms the e-mail address in the link, even if another person is signed in."""

    def logout_other_user(self, confirmation: object) -> None:
        """Sign nobody out: a guest who opened another person's link could not sign in again."""


class Sessions(ListUserSessionsView):
    """Lists where the person is signed in. A POST signs out there: of one ``session``, or of all
    other sessions.
    """

    def form_valid(self, form: object) -> HttpResponse:
        others = UserSession.objects.filter(user=self.request.user)
        others = others.exclude(session_key=self.request.session.session_key)
        if "session" in self.request.POST:
            others = others.filter(pk=whole_number(self.request.POST["session"]))
        get_adapter().end_sessions(others)
        messages.success(self.request, _("You are signed out there."))
        return HttpResponseRedirect(self.get_success_url())
