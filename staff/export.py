"""Exports many games as a zip file of records."""

from collections.abc import Collection
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import QuerySet
from django.http import HttpResponse

from finished import records
from game.integrity import problems
from game.models import Game
from game.refusals import Refused

#: The number of games that are read at the same time.
AT_ONCE = 20


def zip_response(game_ids: Collection[str]) -> HttpResponse:
    """Return a zip file with the records of these games."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        add_games(archive, Game.objects.filter(pk__in=game_ids))
    headers = {"Content-Disposition": 'attachment; filename="literature-games.zip"'}
    return HttpResponse(file.getvalue(), content_type="application/zip", headers=headers)


def add_games(archive: ZipFile, games: QuerySet[Game], folder: str = "") -> None:
    """Add the records of these games to a zip file.

    If the rows of a game are damaged, its file is a text with the reason. So one game can't stop
    the whole download.
    """
    for game in games.iterator(AT_ONCE):
        name = f"{folder}literature-{game.pk}"
        try:
            archive.writestr(f"{name}.json", records.export(game))
        except Refused as refused:
            archive.writestr(f"{name}.txt", "\n".join([refused.message, *problems(game), ""]))
