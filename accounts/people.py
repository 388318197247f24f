"""Creates guests, and changes people's names, pictures and preferences."""

import secrets
from collections.abc import Iterable, Mapping

from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import measures
from accounts.avatars import AVATARS
from accounts.models import Measure, User
from accounts.names import clean_name, fold, is_reserved

BACKEND = "django.contrib.auth.backends.ModelBackend"


def set_name_and_picture(request: HttpRequest, name: str, avatar: str) -> User:
    """Set the name and picture of this session's person. A new visitor becomes a guest."""
    user = request.user
    if user.is_authenticated:
        user.name, user.avatar, user.name_is_invented = name, avatar, False
        user.save(update_fields=["name", "avatar", "name_is_invented"])
        return user
    user = User.objects.create_guest(name, avatar)
    login(request, user, backend=BACKEND)
    return user


def change_preferences(user: User, changes: Mapping[str, str]) -> None:
    """Change some preferences of ``user``.

    The row is locked, because two devices may change preferences at the same time.
    """
    if not changes:
        return
    with transaction.atomic():
        now = User.objects.select_for_update().get(pk=user.pk)
        user.preferences = {**now.preferences, **changes}
        user.save(update_fields=["preferences"])


def ensure_person(request: HttpRequest) -> User:
    """Return the person of this session.

    A new visitor becomes a guest with a random picture. The picture's title becomes their name. It
    counts as invented until the person chooses a name.
    """
    if request.user.is_authenticated:
        return request.user
    avatar, title = secrets.choice(AVATARS)
    user = set_name_and_picture(request, str(title), avatar)
    user.name_is_invented = True
    user.save(update_fields=["name_is_invented"])
    return user


def invent_name(user: User, taken: Iterable[str]) -> None:
    """Give a person with an invented name another one, whose picture is not ``taken``."""
    free = [each for each in AVATARS if each[0] not in set(taken)]
    user.avatar, title = secrets.choice(free)
    user.name = str(title)
    user.save(update_fields=["avatar", "name"])


def cleaned_name(user: User | AnonymousUser, name: str) -> str:
    """Return ``name`` as it is stored and shown.

    Raise ValidationError with a sentence for the player if the name is not allowed, or looks like a
    name of the staff. Only the staff may have a name that speaks for the site.
    """
    name = clean_name(name)
    if is_reserved(name) and not user.is_staff:
        raise ValidationError(
            _("That name is reserved for the people who run this site. Choose another name."),
            code="bad_name",
        )
    looks = fold(name)
    resets = Measure.objects.filter(user=user.pk, kind=Measure.Kind.NAME, ended_at=None)
    if any(looks == fold(measure.name_then or "") for measure in resets):
        raise ValidationError(
            _("The staff of this site have taken this name away. Choose another name."),
            code="bad_name",
        )
    staff = User.objects.filter(is_staff=True).exclude(pk=user.pk or 0)
    for of_staff in staff.values_list("name", "username"):
        if looks in map(fold, of_staff):
            raise ValidationError(
                _("That name looks like the name of a staff member. Choose another name."),
                code="bad_name",
            )
    return name


def chosen_name(user: User | AnonymousUser, name: str) -> str:
    """Return a name that people choose for themselves, as ``cleaned_name`` does.

    Also raise ValidationError (``muted_by_staff``) if the staff have muted the person, because a
    new name is heard like a message.
    """
    name = cleaned_name(user, name)
    if user.is_authenticated and name != user.name and measures.is_muted(user):
        raise ValidationError(
            _("The staff of this site have muted you for some time, so you keep your name."),
            code="muted_by_staff",
        )
    return name


def rename(user: User, name: str) -> None:
    """Change the name of ``user`` to a name from ``cleaned_name``. The caller locks the rooms that
    it changes before this.
    """
    user.name, user.name_is_invented = name, False
    user.save(update_fields=["name", "name_is_invented"])
