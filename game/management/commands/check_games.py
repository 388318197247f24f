"""Checks the integrity of stored games: of all games, or of the games with the given ids."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.integrity import check
from game.models import Game

AT_ONCE = 200


class Command(BaseCommand):
    help = (
        "Play stored games again, and compare the results with the stored rows. Exit with 1 if a "
        "game has a problem. The verdicts are stored for the staff."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "ids", nargs="*", metavar="ID", help="the ids of games; all games if none is given"
        )

    def handle(self, *, ids: list[str], **options: object) -> None:
        games = Game.objects.order_by("pk")
        missing = set(ids)
        if ids:
            games = games.filter(pk__in=ids)
        checked = wrong = 0
        keys = list(games.values_list("pk", flat=True))
        for first in range(0, len(keys), AT_ONCE):
            for verdict in check(games.filter(pk__in=keys[first : first + AT_ONCE])):
                missing.discard(verdict.game_id)
                checked += 1
                wrong += not verdict.agrees
                for problem in verdict.problems:
                    self.stdout.write(f"{verdict.game_id}: {problem}")
        for game_id in sorted(missing):
            self.stderr.write(_("No game has the id %(id)s.") % {"id": game_id})
        said = ngettext(
            "%(n)d game checked, %(wrong)d wrong", "%(n)d games checked, %(wrong)d wrong", checked
        )
        self.stdout.write(said % {"n": checked, "wrong": wrong})
        if wrong or missing:
            raise SystemExit(1)
