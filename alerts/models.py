"""What people want to be told, the addresses to which it goes, and the alerts themselves."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class What(models.TextChoices):
    """What an alert tells."""

    TURN = "turn", _("It is your turn")
    CLAIM = "claim", _("The table waits for your claim")
    START = "start", _("A table where you sit starts a game")
    AGAIN = "again", _("A friend waits for you to play again")
    INVITATION = "invitation", _("Somebody with whom you have played invites you")
    REVIEW = "review", _("The review of your game is ready")
    PUZZLE = "puzzle", _("The day’s puzzle")
    TEST = "test", _("A test")


class Way(models.TextChoices):
    """The way by which an alert reaches people. A webhook brings it to everybody in a channel."""

    PUSH = "push", _("On your devices")
    MAIL = "mail", _("By e-mail")
    WEBHOOK = "webhook", _("In a channel")


#: What people choose on the page of alerts, and by which ways. Mails begin only with a choice.
CHOSEN_FROM = [what for what in What if what != What.TEST]
WAYS = [Way.PUSH, Way.MAIL]
AT_FIRST: dict[str, list[str]] = {
    what: [] if what in (What.REVIEW, What.PUZZLE) else [Way.PUSH] for what in CHOSEN_FROM
}


class Choices(models.Model):
    """A person's choices. Somebody without a row has the defaults.

    ``ways`` has the chosen ways for each kind of alert. Hours are whole hours of the day in
    ``zone``. There are no quiet hours if they would begin when they end.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    ways = models.JSONField(default=dict)
    zone = models.CharField(max_length=64, default="UTC")
    quiet_from = models.PositiveSmallIntegerField(default=0)
    quiet_until = models.PositiveSmallIntegerField(default=0)
    puzzle_hour = models.PositiveSmallIntegerField(default=8)

    class Meta:
        verbose_name_plural = "choices"

    def __str__(self) -> str:
        return str(self.user_id)

    def ways_of(self, what: str) -> list[str]:
        """The chosen ways for a kind of alert. A newer kind has its default."""
        return self.ways.get(what, AT_FIRST[what])

    @property
    def time_zone(self) -> tzinfo:
        """The person's time zone; UTC if this machine does not know it."""
        try:
            return ZoneInfo(self.zone)
        except (KeyError, OSError, ValueError):
            return UTC


class Device(models.Model):
    """A browser to which the push service at ``endpoint`` brings messages. The keys encrypt
    them.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    #: The header of the browser when it subscribed; None for devices from before this column.
    user_agent = models.CharField(max_length=300, null=True)  # noqa: DJ001
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pk}"


class Webhook(models.Model):
    """A channel that is told when a game of the room starts and whose turn it is. Whoever knows the
    address can write into the channel, so pages do not show it.
    """

    room = models.OneToOneField("rooms.Room", on_delete=models.CASCADE, related_name="webhook")
    url = models.CharField(max_length=500)

    def __str__(self) -> str:
        return str(self.room_id)


class Alert(models.Model):
    """A message to a person, or to a channel, by one way. Its text is written when it is sent.

    ``key`` says what is told to whom: nothing is told twice by the same way. The row of a sent
    alert stays for a day. ``began_at`` is the time since which something waits for the person: who
    has looked since then needs no alert. ``number`` is the version of the game, or the puzzle.
    """

    key = models.CharField(max_length=100, unique=True)
    what = models.CharField(max_length=10)
    way = models.CharField(max_length=10)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    game = models.ForeignKey("game.Game", null=True, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(default=0)
    webhook = models.ForeignKey(Webhook, null=True, on_delete=models.CASCADE, related_name="+")
    began_at = models.DateTimeField()
    made_at = models.DateTimeField()
    #: The time and the number of the attempts to send it.
    tried_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # Counts the mails of a day.
            models.Index(name="alert_tried", fields=["user", "way", "tried_at"]),
        ]

    def __str__(self) -> str:
        return self.key
