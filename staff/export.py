"""Exports many games as a zip file of records."""

from collections.abc import Collection
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse

from finished import records
from game.integrity import problems
from game.models import Game
from game.refusals import Refused

#: The number of games that are read at the same time.
AT_ONCE = 20


def zip_response(game_ids: Collection[str]) -> HttpResponse:
    """Return a zip file with the records of these games.

    If the rows of a game are damaged, its file is a text with the reason. So one game can't stop
    the whole download.
    """
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game in Game.objects.filter(pk__in=game_ids).iterator(AT_ONCE):
            name = f"literature-{game.pk}"
            try:
                archive.writestr(f"{name}.json", records.export(game))
            except Refused as refused:
                archive.writestr(f"{name}.txt", "\n".join([refused.message, *problems(game), ""]))
    headers = {"Content-Disposition": 'attachment; filename="literature-games.zip"'}
    return HttpResponse(file.getvalue(), content_type="application/zip", headers=headers)
