"""Removes a deleted person from the audit log, which keeps the actions."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User
from staff.models import AuditEntry


@receiver(pre_delete, sender=User)
def forget_name(instance: User, **_more: Any) -> None:
    """Runs for accounts deleted by their owner and in the staff pages."""
    AuditEntry.objects.filter(person=instance).update(person_name="", detail="")
