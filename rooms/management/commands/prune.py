"""Abandons deserted games and removes old rows. The scheduler also does this once a day."""

from django.core.management.base import BaseCommand, CommandParser

from rooms import retention


class Command(BaseCommand):
    help = (
        "End games that nobody has visited for 7 days. Remove rooms without a game and guests "
        "without games after 30 days, expired sessions and requests, and old rows of shared "
        "replays. The site can run at the same time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--most",
            type=int,
            default=retention.MOST,
            help="the greatest number of rows of each kind to remove in this run",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="only print the number of rows; remove nothing"
        )

    def handle(self, *, most: int, dry_run: bool, **options: object) -> None:
        for name, number in retention.count() if dry_run else retention.prune(most):
            self.stdout.write(f"{name}: {number}")
