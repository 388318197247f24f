"""Computes the player results again from the logs."""

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from game.models import Game
from game.play import results


class Command(BaseCommand):
    help = (
        "Rewrite the results of all players in finished games from the logs of the games."
        " The site can run at the same time."
    )

    def handle(self, **options: object) -> None:
        # The ids are listed before the work begins, because each game has its own transaction.
        # Imported games have no results.
        ended = Game.objects.filter(source=None).exclude(status=Game.Status.RUNNING)
        ids = list(ended.order_by("started_at").values_list("pk", flat=True))
        for game_id in ids:
            results.rewrite(game_id)
        self.stdout.write(_("Games with rewritten results: %(n)d.") % {"n": len(ids)})
