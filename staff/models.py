"""The audit log of the staff."""

from django.db import models
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.columns import person_or_none
from accounts.models import User


class AuditEntry(models.Model):
    """An action of the staff. Entries are never deleted. They change only when a person whom they
    mention is deleted.

    ``game``, ``room`` and ``person`` are the object of the action. Game and room are plain text,
    because an entry stays when the room is deleted.

    Django's ``LogEntry`` can't take its place: it is deleted with the staff member's account, and
    staff may delete their own.
    """

    class Kind(models.TextChoices):
        CHECK = "check", _("checked a game")
        EXPORT = "export", _("exported a game")
        OPEN_HANDS = "open-hands", _("opened the hands of a running game")
        CLOSE_ROOM = "close-room", _("closed a room")
        REMOVE = "remove", _("banned a person from a room")
        LIFT_BAN = "lift-ban", _("lifted a ban")
        WARN = "warn", _("warned a person")
        MUTE = "mute", _("muted a person")
        SUSPEND = "suspend", _("suspended a person")
        READMIT = "readmit", _("lifted a suspension")
        RENAME = "rename", _("renamed a person")
        FORGET = "forget", _("deleted an account")
        DISMISS = "dismiss", _("dismissed a report")
        LIFT = "lift", _("ended a measure")
        KEEP = "keep", _("answered an appeal")
        NOTE = "note", _("wrote a note about a person")
        BLOCK = "block-address", _("blocked an address")
        UNBLOCK = "unblock-address", _("lifted the block of an address")
        ADD_WORDS = "add-words", _("added words to the list")
        REMOVE_WORD = "remove-word", _("removed a word from the list")

    at = models.DateTimeField(_("time"), auto_now_add=True, db_index=True)
    by = person_or_none()
    by_name = models.CharField(
        _("staff member"), max_length=150, help_text="the user name of the staff member"
    )
    kind = models.CharField(_("action"), max_length=16, choices=Kind)
    reason = models.CharField(_("reason"), max_length=500)
    game = models.CharField(max_length=32, blank=True, db_index=True)
    room = models.CharField(max_length=12, blank=True, db_index=True)
    person = person_or_none()
    detail = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-pk"]
        permissions = [("open_hands", _("Can open the hands of a running game"))]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.get_kind_display()}"


@receiver(pre_delete, sender=User)
def forget_name(instance: User, **_more: object) -> None:
    """Remove a person's name, and notes about the person, from the log. This runs whenever an
    account is deleted: by the owner, by the staff, or because a guest has not come back. The
    entries stay.
    """
    entries = AuditEntry.objects.filter(person=instance)
    entries.update(detail="")
    entries.filter(kind=AuditEntry.Kind.NOTE).update(reason="")
