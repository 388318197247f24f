"""Computes the player results again from the logs."""

from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from game.models import Player
from game.play import results


class Command(BaseCommand):
    help = (
        "Rewrite the results of all players in finished games from the logs of the games."
        " The site can run at the same time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "usernames",
            nargs="*",
            metavar="USER",
            help="rewrite only results of games of these users; without user names, of all games",
        )

    def handle(self, *, usernames: list[str], **options: object) -> None:
        count = 0
        for game_id in self.games(usernames):
            results.rewrite(game_id)
            count += 1
        self.stdout.write(_("Games with rewritten results: %(n)d.") % {"n": count})

    def games(self, usernames: list[str]) -> Iterator[str]:
        """The ids of the games.

        They are listed before the work begins, because each game has its own transaction.
        """
        games = results.played_here()
        if usernames:
            people = set(User.objects.filter(username__in=usernames))
            unknown = sorted(set(usernames) - {person.username for person in people})
            if unknown:
                raise CommandError(_("No user has the user name %(name)s.") % {"name": unknown[0]})
            played = Player.objects.filter(Q(user__in=people) | Q(left_user__in=people))
            games = games.filter(pk__in=played.values("game"))
        yield from list(games.order_by("started_at").values_list("pk", flat=True))
