"""The forms for choices, devices and channels."""

from functools import cache
from zoneinfo import available_timezones

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from alerts.models import CHOSEN_FROM, WAYS, Choices
from alerts.outgoing import is_possible

HOURS = [(hour, f"{hour}:00") for hour in range(24)]


@cache
def zones() -> list[tuple[str, str]]:
    """The time zones that this machine knows. Those without a place are left out, except UTC."""
    named = (zone for zone in available_timezones() if "/" in zone and zone[:3] != "Etc")
    return [(zone, zone.replace("_", " ")) for zone in ["UTC", *sorted(named)]]


class ChoicesForm(forms.ModelForm):
    """The form of a person's choices. Each kind of alert has a box for each way: ``turn-push``."""

    zone = forms.ChoiceField(label=_("Your time zone"), choices=zones)
    # Without a beginning there are no quiet hours.
    quiet_from = forms.TypedChoiceField(
        label=_("From"),
        choices=[("", _("no quiet hours")), *HOURS],
        coerce=int,
        required=False,
        empty_value=None,
    )
    quiet_until = forms.TypedChoiceField(label=_("Until"), choices=HOURS, coerce=int)
    puzzle_hour = forms.TypedChoiceField(label=_("The day’s puzzle at"), choices=HOURS, coerce=int)

    class Meta:
        model = Choices
        fields = ["zone", "quiet_from", "quiet_until", "puzzle_hour"]

    def __init__(self, data: QueryDict | None, *, instance: Choices) -> None:
        super().__init__(data, instance=instance, label_suffix="")
        if instance.quiet_from == instance.quiet_until:
            self.initial["quiet_from"] = ""

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or {}
        if cleaned.get("quiet_from") is None:
            cleaned["quiet_from"] = cleaned.get("quiet_until")
        return cleaned

    def save(self, commit: bool = True) -> Choices:
        """Return the choices with the ways that were sent. The caller stores them."""
        choices: Choices = super().save(commit=False)
        choices.ways = {
            what: [way for way in WAYS if f"{what}-{way}" in self.data] for what in CHOSEN_FROM
        }
        return choices


def check_address(url: str) -> None:
    """Refuse an address to which nothing is ever sent."""
    if not is_possible(url):
        raise forms.ValidationError(
            _("Paste the whole address of the webhook. It begins with https://.")
        )


class DeviceForm(forms.Form):
    """The form with which a browser sends its subscription to a push service."""

    endpoint = forms.CharField(validators=[check_address])
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


class ChannelForm(forms.Form):
    """The form with the webhook of a room."""

    url = forms.CharField(max_length=500, validators=[check_address])
