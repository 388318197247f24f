"""Becoming a guest, and changing what one is called."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import next_url, wants_json
from accounts.forms import GuestForm
from accounts.guests import become
from accounts.limits import seconds_to_wait

# By address: a whole school may sit behind one.
GUESTS_PER_MINUTE = 120


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """The page that asks for a name and a picture, and what it sends."""
    if request.method != "POST":
        return guest_page(request, None)
    form = GuestForm(request.POST)
    wait = seconds_to_wait(request, "guest", GUESTS_PER_MINUTE)
    if wait:
        sentence = _("That was too often. Try again in a moment.")
        response = refuse(request, form, "rate_limited", sentence, 429)
        response["Retry-After"] = str(wait)
        return response
    if not form.is_valid():
        return refuse(request, form, *form.refusal(), 422)
    user = become(request, form.cleaned_data["name"], form.cleaned_data["avatar"])
    if wants_json(request):
        return JsonResponse({"name": user.name, "avatar": user.avatar})
    return HttpResponseRedirect(next_url(request))


def refuse(
    request: HttpRequest, form: GuestForm, code: str, message: str, status: int
) -> HttpResponse:
    """The form again, or the code for programs, with the sentence that says why."""
    if wants_json(request):
        return JsonResponse({"code": code, "message": message}, status=status)
    return guest_page(request, form, message, status)


def guest_page(
    request: HttpRequest, form: GuestForm | None, message: str = "", status: int = 200
) -> HttpResponse:
    context = {"guest_form": form, "refusal": message, "next": next_url(request)}
    return render(request, "accounts/guest.html", context, status=status)
