"""The log: every accepted move of a game, with its outcome."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.columns import person_or_none


class Move(models.Model):
    """One accepted move. Columns that belong to other kinds of moves are null.

    ``other`` is the target of an ask, or the receiver of the turn. ``holders`` and ``revealed`` are
    lists of ``[card, seat]``: the claimed holders, and the true holders if the set left play.
    """

    class Kind(models.TextChoices):
        ASK = "ask", _("ask")
        CLAIM = "claim", _("claim")
        PASS = "pass", _("pass")

    class Mover(models.TextChoices):
        PERSON = "person", _("a person")
        BOT = "bot", _("a bot")
        TURN_CLOCK = "clock", _("the turn clock")
        SUBSTITUTE = "substitute", _("a substitute")
        RECORD = "record", _("a record")

    # This column has no index of its own, because the constraint below begins with the column.
    game = models.ForeignKey(
        "game.Game", on_delete=models.CASCADE, related_name="moves", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2, null=True)  # noqa: DJ001 - null: a move without a card
    other = models.PositiveSmallIntegerField(null=True)
    hit = models.BooleanField(null=True)
    card_set = models.CharField(max_length=16, null=True)  # noqa: DJ001
    holders = models.JSONField(null=True)
    outcome = models.CharField(max_length=16, null=True)  # noqa: DJ001
    revealed = models.JSONField(null=True)

    mover = models.CharField(max_length=10, choices=Mover)
    user = person_or_none()
    request_id = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="move_one_per_number", fields=["game", "number"]),
            # A request that is sent twice makes only one move.
            models.UniqueConstraint(
                name="move_one_per_request",
                fields=["user", "request_id"],
                condition=Q(user__isnull=False),
            ),
            models.CheckConstraint(
                name="move_has_columns_of_kind",
                condition=Q(
                    kind="ask",
                    card__isnull=False,
                    other__isnull=False,
                    hit__isnull=False,
                    card_set__isnull=True,
                )
                | Q(
                    kind="claim",
                    card__isnull=True,
                    card_set__isnull=False,
                    outcome__isnull=False,
                )
                | Q(kind="pass", card__isnull=True, card_set__isnull=True, other__isnull=False),
            ),
            models.CheckConstraint(
                name="move_not_to_oneself", condition=Q(other__isnull=True) | ~Q(other=F("seat"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
