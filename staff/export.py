"""Exports many games as a zip file of records. The file is sent while it is being made."""

import io
from collections.abc import AsyncIterator, Sequence
from zipfile import ZIP_DEFLATED, ZipFile

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse

from game import records
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


async def _zipped(game_ids: Sequence[str]) -> AsyncIterator[bytes]:
    """Yield the pieces of the zip file. The function is asynchronous, because the server would
    collect all pieces of a synchronous iterator before sending the first.
    """
    out = _Pieces()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for start in range(0, len(game_ids), AT_ONCE):
            for name, text in await sync_to_async(_files)(game_ids[start : start + AT_ONCE]):
                archive.writestr(name, text)
            yield out.taken()
    yield out.taken()


def _files(game_ids: Sequence[str]) -> list[tuple[str, str]]:
    games = Game.objects.filter(pk__in=game_ids).exclude(status=Game.Status.RUNNING)
    return [_file(game) for game in games]


def _file(game: Game) -> tuple[str, str]:
    """Return the name and the content of a game's file: the record, or the reason why there is
    none.
    """
    name = f"literature-{game.pk}"
    try:
        return f"{name}.json", records.export(game)
    except Refused as refused:
        return f"{name}.txt", "\n".join([refused.message, *problems(game), ""])


class _Pieces(io.RawIOBase):
    """A buffer. The zip file writes to it, and the reader empties it."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return the bytes that were written since the last call, and empty the buffer."""
        data, self._written = b"".join(self._written), []
        return data
