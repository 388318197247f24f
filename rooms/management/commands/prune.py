"""Abandons deserted games and removes old rows. The scheduler also does this once a day."""

from django.core.management.base import BaseCommand

from rooms import retention


class Command(BaseCommand):
    help = (
        "End games that nobody has visited for 7 days. Remove rooms without a game and guests "
        "without games after 30 days, expired sessions and requests, and old rows of shared "
        "replays. The site can run at the same time."
    )

    def handle(self, **options: object) -> None:
        for name, number in retention.prune():
            self.stdout.write(f"{name}: {number}")
