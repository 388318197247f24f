"""Reports to the staff about people, their messages, names and pictures."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.columns import person_or_none
from rooms.models.people import LONGEST_CHAT_MESSAGE


class Report(models.Model):
    """A report. It keeps a copy of what it is about, because rooms, messages and people may be
    deleted before the staff read it.
    """

    class Subject(models.TextChoices):
        PERSON = "person", _("behaviour")
        MESSAGE = "message", _("message")
        NAME = "name", _("name")
        PICTURE = "picture", _("picture")

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        HINTS = "hints", _("Hints about cards")
        SPOILING = "spoiling", _("Spoils the game on purpose")
        ADVERTISING = "advertising", _("Advertising")
        NAME = "name", _("A name that hurts or deceives")
        PICTURE = "picture", _("The picture")
        OTHER = "other", _("Something else")

    reporter = person_or_none(verbose_name=_("reporter"), db_constraint=False)
    person = person_or_none("reports", db_constraint=False)
    subject = models.CharField(_("about"), max_length=16, choices=Subject)
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    line = models.CharField(max_length=LONGEST_CHAT_MESSAGE, blank=True)
    #: The name and the picture at the time of the report.
    name = models.CharField(_("name"), max_length=40)
    avatar = models.CharField(max_length=32)
    code = models.CharField(_("room"), max_length=12, db_index=True)
    game = models.CharField(max_length=32, blank=True)
    #: The id, the text and the time of the message; 0 if the report is not about a message.
    message = models.PositiveBigIntegerField(default=0)
    text = models.CharField(max_length=LONGEST_CHAT_MESSAGE, blank=True)
    written_at = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    #: The time at which the staff dealt with the report or dismissed it.
    closed_at = models.DateTimeField(null=True, db_index=True)
    #: Whether the reporter has been told so.
    is_told = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                name="report_open_once",
                fields=["reporter", "person", "subject", "message"],
                condition=Q(closed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_subject_display()}: {self.name}"
