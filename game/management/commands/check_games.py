"""Proves for the whole database that the log is the truth."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.checks import problems
from game.models import Game


class Command(BaseCommand):
    help = "Play stored games again and hold them against their rows; exit 1 if any differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", metavar="ID", help="all games if none is given")

    def handle(self, *, ids: list[str], **options: object) -> None:
        games = Game.objects.order_by("pk")
        missing = set(ids)
        if ids:
            games = games.filter(pk__in=ids)
        checked = wrong = 0
        for game in games.iterator(chunk_size=200):
            missing.discard(game.pk)
            checked += 1
            found = problems(game)
            wrong += bool(found)
            for problem in found:
                self.stdout.write(f"{game.pk}: {problem}")
        for game_id in sorted(missing):
            self.stderr.write(_("%(id)s: there is no such game") % {"id": game_id})
        said = ngettext("%(n)d game checked", "%(n)d games checked", checked) % {"n": checked}
        self.stdout.write(f"{said}, {_('%(n)d wrong') % {'n': wrong}}")
        if wrong or missing:
            raise SystemExit(1)
