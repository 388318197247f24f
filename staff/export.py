"""Exports many games as a zip file of records. The file is sent while it is being made."""

from collections.abc import AsyncIterator, Sequence
from zipfile import ZIP_DEFLATED, ZipFile

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse

from finished import records
from game.integrity import problems
from game.models import Game
from game.refusals import Refused

AT_ONCE = 20


def zip_response(request: HttpRequest, game_ids: Sequence[str]) -> StreamingHttpResponse:
    """Return a zip file with the records of these games, except running games.

    If the rows of a game are damaged, its file is a text with the reason. So one game can't stop
    the whole download.
    """
    # Send the file without gzip: Django would compress each piece separately, and some clients read
    # only the first piece.
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    response = StreamingHttpResponse(_zipped(game_ids), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="literature-games.zip"'
    return response


class _Pieces(list[bytes]):
    """The pieces that a zip file has written and that are not sent yet."""

    def write(self, data: bytes) -> int:
        self.append(data)
        return len(data)

    def flush(self) -> None: ...


async def _zipped(game_ids: Sequence[str]) -> AsyncIterator[bytes]:
    """Yield the pieces of the zip file. The function is asynchronous, because the server would
    collect all pieces of a synchronous iterator before sending the first.
    """
    pieces = _Pieces()
    with ZipFile(pieces, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for start in range(0, len(game_ids), AT_ONCE):
            await sync_to_async(_add)(archive, game_ids[start : start + AT_ONCE])
            yield b"".join(pieces)
            pieces.clear()
    yield b"".join(pieces)


def _add(archive: ZipFile, game_ids: Sequence[str]) -> None:
    """Add a file for each game: its record, or the reason why it has none."""
    for game in Game.objects.filter(pk__in=game_ids).exclude(status=Game.Status.RUNNING):
        name = f"literature-{game.pk}"
        try:
            archive.writestr(f"{name}.json", records.export(game))
        except Refused as refused:
            archive.writestr(f"{name}.txt", "\n".join([refused.message, *problems(game), ""]))
