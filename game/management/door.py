"""Commands of ``manage.py`` that are doors to those of ``python -m literature``."""

from argparse import ArgumentParser
from types import ModuleType

from django.core.management.base import BaseCommand, CommandError

from literature.terminal import Failed


class Door(BaseCommand):
    """Runs ``command``, a module of ``literature.terminal``."""

    requires_system_checks = []  # These commands use no database and no settings.
    command: ModuleType

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.description = self.command.__doc__
        self.command.add_arguments(parser)

    def handle(self, **options: object) -> None:
        try:
            for line in self.command.run(**options):
                self.stdout.write(line)
                self.stdout.flush()
        except Failed as error:
            raise CommandError(str(error)) from error
