"""Puts away what nobody comes back to; for once a day."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from game.replay import together
from rooms import tidying

MOST = 10_000


class Command(BaseCommand):
    help = (
        "End games to which nobody came for 7 days; remove rooms without a game and guests without "
        "games after 30, sessions and requests that have run out, and what pages at replays left "
        "behind a day ago. Safe beside a running site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, default=MOST, help="of each kind, in this run")
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")

    def handle(self, *, most: int, dry_run: bool, **options: object) -> None:
        now = timezone.now()
        # Games first: a room can go once its game is over, a guest once their room has gone.
        kinds = {
            "games abandoned": (tidying.deserted_games, tidying.abandon_games),
            "rooms removed": (tidying.idle_rooms, tidying.remove_rooms),
            "guests removed": (tidying.idle_guests, tidying.remove_guests),
            "requests forgotten": (tidying.old_requests, None),
            "sessions forgotten": (tidying.ended_sessions, None),
            "replay pages forgotten": (together.forgotten, None),
        }
        for name, (rows, do) in kinds.items():
            if dry_run:
                found = rows(now).count()
            else:
                found = do(most) if do else tidying.remove_rows(rows(now), most)
            self.stdout.write(f"{name}: {found}")
