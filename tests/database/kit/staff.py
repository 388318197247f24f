"""Staff members for tests."""

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from tests.kit import signed_in


def staff(name: str = "sam", *rights: str, superuser: bool = False) -> User:
    """Make a staff member with these permissions. A permission is named ``app.codename``."""
    user = User.objects.create_user(name, password="a-long-lost-ferry", is_staff=True)
    if superuser:
        user.is_superuser = True
        user.save()
    for right in rights:
        app, _dot, codename = right.partition(".")
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=app, codename=codename)
        )
    return user


def boss() -> Client:
    """Return the browser of a superuser."""
    return signed_in(staff("boss", superuser=True))


def act(client: Client, model: str, action: str, *ids: object, **fields: object):
    """Choose an admin action for some rows of ``app/model``. If there is a ``reason``, the action
    is carried out.
    """
    data = {"action": action, "_selected_action": ids, **fields}
    return client.post(f"/admin/{model}/", data, follow=True)
