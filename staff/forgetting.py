"""Removes a deleted person's name from the audit entries about that person. The entries stay."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User
from staff.models import AuditEntry


@receiver(pre_delete, sender=User)
def forget_name(instance: User, **_more: Any) -> None:
    """Remove the person's name from entries about them. This runs whenever an account is deleted:
    by the owner, by the staff, or because a guest has not come back.
    """
    AuditEntry.objects.filter(person=instance).update(person_name="", detail="")
