"""Reviews a game record: ``manage.py review FILE [--json]``."""

import json
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from finished.review import report
from literature.judge.game import steps
from literature.judge.summary import summary
from literature.terminal import Failed
from literature.terminal.review import played_record


class Command(BaseCommand):
    help = "Review a game record: judge each move by what its player could know."
    requires_system_checks = []  # This command reads only a file.

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *, file: str, **options: object) -> None:
        try:
            played = played_record(file)
        except Failed as error:
            raise CommandError(str(error)) from error
        rules, log = played.record.rules, played.log
        names = [str(seat["name"]) for seat in played.record.document["seats"]]
        moves = list(steps(rules, played.record.dealer, played.dealt, log))
        whole = summary(rules, log, moves)
        if options["json"]:
            found = report.document(rules, log, moves, whole, names)
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        for line in report.lines(rules, log, moves, whole, names, played.state.scorers):
            self.stdout.write(line)
