"""How the pages of finished games answer what they refuse."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from accounts.access import wants_json
from game.refusals import Refused


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The code and the sentence for programs, a page that says it for people."""
    if wants_json(request) or request.path.endswith(".json"):
        body: dict[str, Any] = {"code": refused.code, "message": refused.message}
        return JsonResponse(body, status=refused.status)
    context = {"refusal": refused.message, "code": refused.code}
    return render(request, "refused.html", context, status=refused.status)
