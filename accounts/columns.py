"""Columns that refer to a person.

With ``db_constraint=False`` the database does not check the column. A table or column that the
earlier release does not know needs this, because processes of that release delete people, too.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable

    from accounts.models import User


def person(related_name: str = "+", **options: Any) -> "models.ForeignKey[User | Combinable, User]":
    """Return a column with a person. The row is deleted with the person."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name=related_name, **options
    )


def person_or_none(
    related_name: str = "+", **options: Any
) -> "models.ForeignKey[User | Combinable | None, User | None]":
    """Return a column with a person, or None. It is None after the person is deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name=related_name, null=True, **options
    )
