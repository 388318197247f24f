"""The view for deleting an account."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game.refusal_responses import check_rate
from rooms.actions import suspend_rename_delete

PASSWORDS_PER_MINUTE = 5


@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Explain what is deleted and what stays. On POST, delete the account. If the account has a
    password, the person must enter it.
    """
    user = request.user
    if not user.is_authenticated:
        return HttpResponseRedirect("/")
    if request.method != "POST":
        return render(request, "account/delete.html")
    check_rate(request, "password", PASSWORDS_PER_MINUTE)
    if user.has_usable_password() and not user.check_password(request.POST.get("password", "")):
        context = {"refusal": _("That password is wrong. Try again.")}
        return render(request, "account/delete.html", context, status=422)
    logout(request)
    suspend_rename_delete.forget(user)
    return HttpResponseRedirect("/")
