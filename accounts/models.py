"""People. Guests and accounts are one model, so that a guest can become an account."""

import secrets
from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib.auth import models as auth
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import DEFAULT_AVATAR, check_avatar
from accounts.columns import person, person_or_none
from accounts.names import MAX_STORED, MAX_VISIBLE, check_name, clean_name, fold
from accounts.preferences import check_preferences

#: Every guest's user name begins with this text.
GUEST = "guest-"

LONGEST_SKELETON = 600
LONGEST_ADDRESS = 45


class UserManager(auth.UserManager["User"]):
    """Django's user manager, with methods that create guests and lock people."""

    def create_guest(self, name: str, avatar: str) -> "User":
        """Create a guest. Raise ValidationError for a bad name or picture."""
        check_avatar(avatar)
        return self.create_user(
            f"{GUEST}{secrets.token_hex(8)}", name=clean_name(name), avatar=avatar, is_guest=True
        )

    def lock_existing(self, user_ids: Collection[int]) -> list[int]:
        """Lock the rows of these people until the transaction ends. Return the ids of the
        people who still exist.
        """
        rows = self.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")
        return list(rows.values_list("pk", flat=True)) if user_ids else []


def username_skeleton(username: str) -> str:
    """The skeleton of a user name. User names that look the same have the same skeleton."""
    return fold(username)[:LONGEST_SKELETON]


def check_username(username: str, user_id: int | None) -> None:
    """Raise ValidationError if a name looks like another user name or begins like a guest's."""
    same = User.objects.filter(username_skeleton=username_skeleton(username))
    taken = same.exclude(pk=user_id or 0).exists()
    if taken or username.casefold().startswith(GUEST):
        raise ValidationError({"username": _("You can’t use that user name. Choose another name.")})


class User(auth.AbstractUser):
    """A person. `username` is for signing in; other people see `name`."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    #: User names that look the same have the same skeleton.
    username_skeleton = models.CharField(max_length=LONGEST_SKELETON, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=MAX_STORED, validators=[check_name])
    avatar = models.SlugField(
        _("picture"), default=DEFAULT_AVATAR, db_index=False, validators=[check_avatar]
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    #: Whether the site invented the name, and the person has not chosen another name yet.
    name_is_invented = models.BooleanField(_("has a made-up name"), default=False, db_default=False)
    # Only the preferences that the person has chosen. For the others each device keeps its own
    # values.
    preferences = models.JSONField(
        _("preferences"), default=dict, blank=True, validators=[check_preferences]
    )

    #: Whether the person must read a notice before the next page (``accounts.measures``).
    has_notice = models.BooleanField(default=False, db_default=False, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    REQUIRED_FIELDS = []

    class Meta:
        indexes = [
            models.Index(name="user_staff", fields=["is_staff"], condition=Q(is_staff=True)),
        ]
        constraints = [
            models.CheckConstraint(
                name="user_has_name",
                condition=~Q(name="") & ~Q(avatar=""),
            ),
            # A guest has no password (an unusable one begins with "!") and no staff rights.
            models.CheckConstraint(
                name="user_guest_has_no_powers",
                condition=Q(is_guest=False)
                | Q(is_staff=False, is_superuser=False, password__startswith="!"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if not self.is_guest:
            check_username(self.username, self.pk)

    def save(self, **options: Any) -> None:
        changed = options.get("update_fields")
        if changed is None or "username" in changed:
            self.username_skeleton = username_skeleton(self.username)
            options["update_fields"] = changed and {*changed, "username_skeleton"}
        # An account that is made by a command has only a user name.
        self.name = self.name or self.username[:MAX_VISIBLE]
        super().save(**options)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class UsedAddress(models.Model):
    """An address from which a person came in the last month, as ``counted_address`` gives it."""

    user = person("addresses", db_constraint=False)
    address = models.CharField(max_length=LONGEST_ADDRESS, db_index=True)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="address_once_a_person", fields=["user", "address"])
        ]

    def __str__(self) -> str:
        return self.address


class AddressBlock(models.Model):
    """A block of an address for a time (``accounts.addresses``)."""

    address = models.CharField(_("address"), max_length=LONGEST_ADDRESS, db_index=True)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(auto_now_add=True)
    #: The end, or the time at which the staff lifted the block.
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("address block")
        verbose_name_plural = _("address blocks")

    def __str__(self) -> str:
        # The audit log keeps this text longer than the address may be stored.
        return gettext("address block %(number)d") % {"number": self.pk}


class Word(models.Model):
    """A word that is not allowed in open places (``accounts.words``)."""

    text = models.CharField(_("word"), max_length=60, unique=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    added_by = person_or_none(verbose_name=_("added by"), db_constraint=False)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("word")
        verbose_name_plural = _("word list")

    def __str__(self) -> str:
        return self.text


LONGEST_TOLD = 500
LONGEST_APPEAL = 1000


class Measure(models.Model):
    """A decision of the staff about a person, who is told of it and may appeal once."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        NAME = "name", _("new name")
        MUTE = "mute", _("mute")
        SUSPENSION = "suspension", _("suspension")

    user = person("measures", verbose_name=_("person"), db_constraint=False)
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    #: The person's name before the measure; None for measures of an earlier release.
    name_then = models.CharField(max_length=MAX_STORED, null=True)  # noqa: DJ001
    #: The words of the staff for the person.
    told = models.CharField(max_length=LONGEST_TOLD)
    at = models.DateTimeField(auto_now_add=True)
    #: The end of a mute or a suspension; None if it has no end.
    until = models.DateTimeField(null=True, db_index=True)
    #: The time at which the staff or the clock ended it.
    ended_at = models.DateTimeField(null=True)
    is_read = models.BooleanField(default=False)
    appeal = models.CharField(_("appeal"), max_length=LONGEST_APPEAL, blank=True)
    #: The answer of the staff to the appeal.
    answer = models.CharField(max_length=LONGEST_TOLD, blank=True)

    class Meta:
        verbose_name = _("measure")
        verbose_name_plural = _("measures")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user.name}"

    @property
    def is_over(self) -> bool:
        return bool(self.ended_at or (self.until and self.until <= timezone.now()))

    @property
    def shown(self) -> str:
        """A text that names the measure with the words that the person reads now: an answer, and
        an end, bring others.
        """
        return f"{self.pk}-{bool(self.answer):d}{bool(self.ended_at):d}"


class Block(models.Model):
    """``by`` does not want to meet ``blocked`` (``accounts.blocks``)."""

    by = person("blocks", db_constraint=False)
    blocked = person(db_constraint=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="block_once", fields=["by", "blocked"]),
            models.CheckConstraint(name="block_another_person", condition=~Q(by=F("blocked"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.blocked_id}"


class Follow(models.Model):
    """``by`` follows ``followed``, who is not told of it."""

    by = person("follows", db_constraint=False)
    followed = person(db_constraint=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="follow_once", fields=["by", "followed"]),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.followed_id}"
