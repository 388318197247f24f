"""When a person is forgotten, the desk's log keeps what was done, and not to whom."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User
from desk.models import Deed


@receiver(pre_delete, sender=User)
def forget_name(instance: User, **_more: Any) -> None:
    """However the account goes: by its owner, or at the desk."""
    Deed.objects.filter(person=instance).update(person_name="", detail="")
