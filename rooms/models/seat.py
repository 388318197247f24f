"""Who sits where in a room."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rooms.models.room import MOST_SEATS


class Seat(models.Model):
    """A taken seat: a person's, or a bot's of some level. Team = ``number`` mod 2.

    ``last_seen`` is when a person's page was last heard of; ``away`` is set when that is too long
    ago, and cleared when they are heard of again. Never a counter: a process may die at any time.
    """

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(max_length=40)
    folded_name = models.CharField(max_length=120)
    avatar = models.CharField(max_length=32)
    bot = models.CharField(max_length=16, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    away = models.BooleanField(default=False)
    #: The page at which the person plays: one of them at a time has the news.
    tab = models.CharField(max_length=32, blank=True)
    #: What the person showed last, of ``rooms.actions.chat.REACTIONS``, and when.
    reaction = models.CharField(max_length=16, blank=True)
    reacted_at = models.DateTimeField(null=True, blank=True)
    #: The host lets nobody read what this person writes.
    muted = models.BooleanField(default=False)
    #: Asks for the next game of a series.
    ready = models.BooleanField(default=False)
    #: Would end the game that is on, without a result, if all who sit there agree.
    wants_end = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="seat_one_holder", fields=["room", "number"]),
            models.UniqueConstraint(
                name="seat_one_per_user", fields=["room", "user"], condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(name="seat_names_differ", fields=["room", "folded_name"]),
            # The upper half is where people stand for a moment while they change places.
            models.CheckConstraint(name="seat_at_table", condition=Q(number__lt=2 * MOST_SEATS)),
            models.CheckConstraint(
                name="seat_person_or_bot",
                condition=Q(user__isnull=True) & ~Q(bot="") | Q(user__isnull=False, bot=""),
            ),
        ]
        indexes = [
            # What the watch over presence looks at: people who are thought to be here.
            models.Index(
                name="seat_present",
                fields=["last_seen"],
                condition=Q(user__isnull=False, away=False),
            ),
            # And people who are thought to be away.
            models.Index(
                name="seat_absent",
                fields=["last_seen"],
                condition=Q(user__isnull=False, away=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def team(self) -> int:
        """0 or 1: players seated alternately form a team."""
        return self.number % 2
