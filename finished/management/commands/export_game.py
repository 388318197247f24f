"""Writes a stored game as a record."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from finished import records
from game.models import Game
from game.refusals import Refused


class Command(BaseCommand):
    help = "Write the record of a stored game to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID")

    def handle(self, *, id: str, **options: object) -> None:
        game = Game.objects.filter(pk=id).first()
        if game is None:
            raise CommandError(_("No game has the id %(id)s.") % {"id": id})
        try:
            self.stdout.write(records.export(game))
        except Refused as refused:
            raise CommandError(refused.message) from refused
