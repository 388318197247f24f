"""The addresses from which people came, and blocks of addresses.

An address is what the rate limits count (``counted_address``): for IPv6 a network. While it is
blocked, nobody there becomes a guest or makes an account, and guests can't play. Accounts that are
older than the block can, because many people may share an address.
"""

from datetime import datetime, timedelta

from allauth.account.signals import user_signed_up
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.held import Held
from accounts.models import AddressBlock, UsedAddress, User
from accounts.rate_limits import counted_address

NOTED_EVERY = timedelta(hours=1)


def note(user: User, address: str) -> None:
    """Note that the person came from an address. This writes at most once an hour."""
    address, now = counted_address(address), timezone.now()
    known = UsedAddress.objects.filter(user=user, address=address, last_at__gt=now - NOTED_EVERY)
    if not known.exists():
        UsedAddress.objects.bulk_create(
            [UsedAddress(user=user, address=address, last_at=now)],
            update_conflicts=True,
            unique_fields=["user", "address"],
            update_fields=["last_at"],
        )


@receiver(user_logged_in)
def _note_sign_in(request: HttpRequest, user: User, **_more: object) -> None:
    if address := request.META.get("REMOTE_ADDR"):
        note(user, address)


@receiver(user_signed_up)
def _begin_account(user: User, **_more: object) -> None:
    """Let the account begin now. The guest who made it may have come before a block."""
    user.date_joined = timezone.now()
    user.save(update_fields=["date_joined"])


def in_force() -> QuerySet[AddressBlock]:
    """Return the blocks that have not ended."""
    return AddressBlock.objects.filter(until__gt=timezone.now())


def _begins() -> dict[str, datetime]:
    return dict(in_force().order_by("-at").values_list("address", "at"))


#: For each blocked address the time since which it is blocked.
blocked_since = Held(_begins)


def refuses(user: User | AnonymousUser, address: str) -> bool:
    """Return whether a block keeps this person, or visitor, from playing."""
    blocked = blocked_since()
    # Nearly always nothing is blocked, and then this ends here without a look at the person.
    since = blocked.get(counted_address(address)) if blocked else None
    if since is None:
        return False
    return not user.is_authenticated or user.is_guest or user.date_joined > since


def block(address: str, until: datetime, reason: str) -> AddressBlock:
    """Block an address."""
    made = AddressBlock.objects.create(address=counted_address(address), until=until, reason=reason)
    blocked_since.forget()
    return made


def lift(block: AddressBlock) -> bool:
    """End all blocks of this block's address. Return False if there were none."""
    ended = in_force().filter(address=block.address).update(until=timezone.now())
    blocked_since.forget()
    return bool(ended)
