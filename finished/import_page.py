"""The page for importing records of games."""

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.rate_limits import cap
from accounts.view_helpers import wants_json
from finished.importing import LARGEST, import_file, refuse_large
from game.models import Import
from game.refusal_responses import check_rate, with_wait
from game.refusals import Refused

MOST_FILES = 20
PER_MINUTE = 6
PER_MINUTE_OF_ADDRESS = 12
#: A request may upload up to a megabyte, and imported records are stored for ever.
PER_HOUR_OF_ADDRESS = 60
#: A person may import at most this number of games, because a record has up to half a megabyte.
MOST_GAMES = 300
#: At most this number of refused files is stored for a person.
MOST_REFUSED = 100
LISTED = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """The form for files, and the verdict on each file. The page links to each stored game."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    if request.method != "POST":
        return _page(request, [])
    try:
        files = _files(request)
    except Refused as refused:
        if wants_json(request):
            raise
        return with_wait(_page(request, [], refused.message, refused.status), refused)
    attempts = [
        refuse_large(str(file.name), file.size, request.user)
        if file.size and file.size > LARGEST
        else import_file(str(file.name), file.read(), request.user)
        for file in files
    ]
    newest_first = Import.objects.filter(user=request.user, game=None).order_by("-at", "-pk")
    old = newest_first.values_list("pk", flat=True)[cap(MOST_REFUSED) :]
    Import.objects.filter(pk__in=list(old)).delete()
    status = 200 if all(attempt.game_id for attempt in attempts) else 422
    if wants_json(request):
        imports = [
            {
                "file": attempt.file_name,
                "game": attempt.game_id,
                "code": attempt.code or None,
                "move": attempt.move,
                "message": attempt.sentence or _("The record is imported."),
            }
            for attempt in attempts
        ]
        return JsonResponse({"imports": imports}, status=status)
    return _page(request, attempts, status=status)


def _files(request: HttpRequest) -> list[UploadedFile]:
    """The uploaded files.

    Raise ``Refused`` with ``rate_limited``, ``no_files``, ``many_files`` or ``many_games``.
    """
    check_rate(request, "import", PER_MINUTE)
    check_rate(request, "import-address", PER_MINUTE_OF_ADDRESS, "ip")
    check_rate(request, "import-hour", PER_HOUR_OF_ADDRESS, "ip", seconds=3600)
    files = request.FILES.getlist("records")
    if not files:
        raise Refused("no_files")
    if len(files) > MOST_FILES:
        raise Refused("many_files", most=MOST_FILES)
    imported = Import.objects.filter(user_id=request.user.pk or 0, game__isnull=False).count()
    if imported + len(files) > cap(MOST_GAMES):
        raise Refused("many_games", most=cap(MOST_GAMES))
    return files


def _page(
    request: HttpRequest, attempts: list[Import], refusal: str = "", status: int = 200
) -> HttpResponse:
    shown = {attempt.pk for attempt in attempts}
    mine = Import.objects.filter(user_id=request.user.pk or 0)
    earlier = mine.exclude(pk__in=shown).order_by("-at", "-pk")
    context = {
        "attempts": attempts,
        "earlier": earlier.defer("refused")[:LISTED],
        "refusal": refusal,
        "most_files": MOST_FILES,
        "largest": LARGEST // 1000,
    }
    return render(request, "finished/import.html", context, status=status)
