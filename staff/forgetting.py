"""When a person is forgotten, the audit log keeps what was done, and not to whom."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User
from staff.models import AuditEntry


@receiver(pre_delete, sender=User)
def forget_name(instance: User, **_more: Any) -> None:
    """However the account goes: by its owner, or in the staff pages."""
    AuditEntry.objects.filter(person=instance).update(person_name="", detail="")
