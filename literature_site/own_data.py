"""The download of all data of a person, as one zip file. Unfinished games are left out, because
their records would show hidden cards.
"""

import json
from collections.abc import AsyncIterator, Iterator
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.models import Block, Follow, Measure, UsedAddress, User
from alerts.models import Choices, Device
from game.models import Game, Import, Move, Player, PlayerResult
from game.refusal_responses import check_rate
from puzzles.models import AccountAnswers
from rooms.models import ChatMessage, Invitation, Report, Room, RoomEvent, SavedRules, Seat
from staff.export import add_games

DOWNLOADS_PER_HOUR = 6
AT_ONCE = 500
PIECE = 64 * 1024

#: For each file: the rows of a person, and the columns. No column has a secret, like a password or
#: the key of a session, and none is about another person, except the
#: names that the person sees anyway.
FILES: list[tuple[str, type[Model], str, str]] = [
    ("profile", User, "pk", "username name avatar email is_guest date_joined last_login "
                            "preferences"),
    ("e-mail-addresses", EmailAddress, "user", "email verified primary"),
    ("sessions", UserSession, "user", "ip user_agent created_at last_seen_at"),
    ("second-steps", Authenticator, "user", "type created_at last_used_at"),
    ("other-providers", SocialAccount, "user", "provider uid date_joined last_login extra_data"),
    ("addresses", UsedAddress, "user", "address last_at"),
    ("blocks", Block, "by", "blocked__name at"),
    ("follows", Follow, "by", "followed__name"),
    ("measures", Measure, "user", "kind told at until ended_at appeal answer"),
    ("results", PlayerResult, "user", "game_id seat result ended_at preset room_code asks hits "
                                      "right_claims wrong_claims"),
    ("moves", Move, "user", "game_id number made_at"),
    ("imports", Import, "user", "file_name at game_id code sentence size"),
    ("rooms-of-host", Room, "host", "code"),
    ("seats", Seat, "user", "room__code number name"),
    ("invitations", Invitation, "user", "by__name room__code at"),
    ("messages", ChatMessage, "user", "room__code text written_at"),
    ("events", RoomEvent, "user", "room__code kind at"),
    ("reports", Report, "reporter", "subject reason line code at closed_at"),
    ("saved-rules", SavedRules, "user", "name preset options"),
    ("puzzles", AccountAnswers, "user", "answers"),
    # Whoever knows the address and the keys of a device can send alerts to it.
    ("devices", Device, "user", "added_at user_agent"),
    ("alerts", Choices, "user", "ways zone quiet_from quiet_until puzzle_hour"),
]  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def own_data(request: HttpRequest) -> HttpResponseBase:
    """Explain what is in the file. A POST downloads it."""
    if not request.user.is_authenticated:
        return HttpResponseRedirect("/")
    if request.method != "POST":
        return render(request, "account/own_data.html")
    check_rate(request, "own_data", DOWNLOADS_PER_HOUR, seconds=3600)
    # GZipMiddleware would compress the file once more.
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    headers = {"Content-Disposition": 'attachment; filename="literature-my-data.zip"'}
    return StreamingHttpResponse(
        _pieces(packed(request.user)), content_type="application/zip", headers=headers
    )


def packed(user: User) -> IO[bytes]:
    """Return the zip file. It is on the disk, whatever its size."""
    file = TemporaryFile()  # noqa: SIM115 - ``_pieces`` closes it
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, model, whose, columns in FILES:
            rows: QuerySet = model._default_manager.filter(**{whose: user.pk})
            _add(archive, name, rows.order_by("pk").values(*columns.split()).iterator(AT_ONCE))
        add_games(archive, _finished_games(user), "games/")
    file.seek(0)
    return file


def _add(archive: ZipFile, name: str, rows: Iterator[dict[str, object]]) -> None:
    """Add a list of rows as JSON, row by row."""
    with archive.open(f"{name}.json", "w") as file:
        before = "[\n"
        for row in rows:
            text = json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
            file.write(f"{before}{text}".encode())
            before = ",\n"
        file.write(b"[]\n" if before == "[\n" else b"\n]\n")


def _finished_games(user: User) -> QuerySet[Game]:
    played = Player.objects.filter(Q(user=user) | Q(left_user=user)).values("game_id")
    imported = Import.objects.filter(user=user, game__isnull=False).values("game_id")
    games = Game.objects.filter(Q(pk__in=played) | Q(pk__in=imported))
    return games.exclude(status=Game.Status.RUNNING).order_by("started_at")


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece
