"""Who sits where in a game, as it stood when it was played."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Player(models.Model):
    """A seat of a game: a person, or a bot of some level. Stands by itself when the room is gone.

    ``user`` is None for a bot, for a person whose account is gone, and in an imported game.
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    #: Who sat here until they left the game and a bot took the seat for good.
    left_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    #: How many moves had been made when they left; it stays when the person is forgotten.
    left_at = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=40)
    avatar = models.CharField(max_length=32, blank=True)
    bot = models.CharField(max_length=16, blank=True)
    #: A bot moves for this person whenever it is their turn, until they are back.
    has_substitute = models.BooleanField(default=False, db_default=False)
    #: How often the table waited for a claim that did not come.
    pauses_wasted = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(name="player_one_per_seat", fields=["game", "seat"]),
            models.UniqueConstraint(
                name="player_one_seat_per_user",
                fields=["game", "user"],
                condition=Q(user__isnull=False),
            ),
            models.CheckConstraint(
                name="player_bot_has_no_user", condition=Q(bot="") | Q(user__isnull=True)
            ),
            models.CheckConstraint(name="player_seat_at_table", condition=Q(seat__lt=12)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def was_left(self) -> bool:
        """Whether a person played here until they left the seat to a bot."""
        return self.left_at is not None
