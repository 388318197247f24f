"""The cards of one seat: what it was dealt, and what it holds now."""

from django.db import models
from django.db.models import Q

from game.rules.cards import hand_text

ALL_CARDS = 2**54 - 1


class Hand(models.Model):
    """Two bit sets (``game.rules.cards``). Kept apart from the player, who is public."""

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="hands")
    seat = models.PositiveSmallIntegerField()
    dealt = models.BigIntegerField()
    live = models.BigIntegerField()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(name="hand_one_per_seat", fields=["game", "seat"]),
            models.CheckConstraint(
                name="hand_holds_cards",
                condition=Q(dealt__gte=0, dealt__lte=ALL_CARDS, live__gte=0, live__lte=ALL_CARDS),
            ),
        ]

    def __str__(self) -> str:
        return " ".join(hand_text(self.live))
