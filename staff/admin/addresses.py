"""Staff pages of addresses: those of a person, and the list of blocks."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import addresses
from accounts.models import AddressBlock, UsedAddress, User
from accounts.rate_limits import counted_address
from staff.admin.adding import AddingAdmin
from staff.admin.measures import DAYS
from staff.audit import Act, ReasonForm, check_may_touch, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import minute

MOST_ADDRESSES = 10
MOST_OTHERS = 20

LABEL = gettext_lazy("Block an address")
BLOCKS = gettext_lazy(
    "For this time nobody there can become a guest or make an account, and guests there can’t play "
    "or write. People with an account that is older than the block can. Other people may share the "
    "address, or get it later. The block is in force within 10 seconds."
)


def seen(person: User) -> Iterator[tuple[UsedAddress, bool, list[User]]]:
    """Yield the addresses from which the person came lately, whether each is blocked, and the other
    people who came from it: one more than the page shows, if there are more.
    """
    blocked = set(addresses.in_force().values_list("address", flat=True))
    for row in person.addresses.order_by("-last_at")[:MOST_ADDRESSES]:
        same = UsedAddress.objects.filter(address=row.address).exclude(user=person)
        others = same.select_related("user").order_by("-last_at")[: MOST_OTHERS + 1]
        yield row, row.address in blocked, [each.user for each in others]


class BlockForm(ReasonForm):
    """The reason, an address, and a time with an end, because addresses change hands. The form for
    a person, or for a report about one, has the person's latest address.
    """

    address = forms.GenericIPAddressField(
        label=gettext_lazy("Address"),
        unpack_ipv4=True,
        help_text=gettext_lazy("For IPv6 the whole network (/64) is blocked."),
    )
    days = forms.ChoiceField(
        label=gettext_lazy("For how long"), choices=[each for each in DAYS if each[0]], initial="1"
    )

    field_order = ["address", "days", "reason"]

    def __init__(self, data: Any, objects: Any) -> None:
        super().__init__(data, objects)
        if objects and (person := getattr(objects[0], "person", objects[0])):
            latest = person.addresses.order_by("-last_at").first()
            self.fields["address"].initial = latest and latest.address

    def clean_address(self) -> str:
        return counted_address(self.cleaned_data["address"])


def _block(act: Act) -> None:
    """Block an address. The audit log has the number of the block, not the address."""
    data, entry = act.data, act.entry
    if counted_address(act.request.META["REMOTE_ADDR"]) == data["address"]:
        # Perhaps everybody seems to have the address of a proxy.
        raise ValidationError(_("You have this address yourself, so it can’t be blocked."))
    until = timezone.now() + timedelta(days=int(data["days"]))
    made = addresses.block(data["address"], until, data["reason"])
    ends = _("until %(time)s UTC") % {"time": minute(until)}
    entry.detail = ", ".join(filter(None, [entry.detail, str(made), ends]))


def block_action(
    permission: str,
    person_of: Callable[[Any], User | None] = lambda person: person,
    decorate: Callable[..., Any] = needs_reason,
) -> Callable[..., Any]:
    """Return an admin action that blocks an address of a row's person. ``decorate`` makes the
    action, as ``needs_reason`` does.
    """

    def block_address(_admin: object, row: Any, act: Act) -> None:
        if person := person_of(row):
            check_may_touch(act.request, person)
        _block(act)

    said = {"label": LABEL, "warning": BLOCKS, "form": BlockForm, "most": 1}
    return decorate(AuditEntry.Kind.BLOCK, permission=permission, **said)(block_address)


@admin.register(AddressBlock)
class AddressBlockAdmin(AddingAdmin):
    """The list of blocks. A block stays there for 30 days after its end."""

    list_display = ("__str__", "address", "reason", "when", "ends")
    ordering = ["-until", "-pk"]
    search_fields = ["address__startswith", "reason"]
    search_help_text = gettext_lazy("Search for the start of an address, or a reason.")
    fields = readonly_fields = list_display
    actions = ["lift"]
    add_form, adds, add_label, warning = BlockForm, AuditEntry.Kind.BLOCK, LABEL, BLOCKS

    def add(self, act: Act) -> None:
        _block(act)

    @needs_reason(
        AuditEntry.Kind.UNBLOCK,
        label=gettext_lazy("Lift the block"),
        warning=gettext_lazy("All blocks of this address end within some seconds."),
        permission="keep",
    )
    def lift(self, block: AddressBlock, act: Act) -> None:
        if not addresses.lift(block):
            raise ValidationError(_("This block has ended."))
        act.entry.detail = str(block)
