"""The forms for choices, devices and channels."""

from functools import cache
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from alerts.models import CHOSEN_FROM, WAYS, Choices, Device, Webhook
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
    quiet_from = forms.TypedChoiceField(label=_("From"), choices=HOURS, coerce=int)
    quiet_until = forms.TypedChoiceField(label=_("Until"), choices=HOURS, coerce=int)
    puzzle_hour = forms.TypedChoiceField(label=_("The day’s puzzle at"), choices=HOURS, coerce=int)

    class Meta:
        model = Choices
        fields = ["zone", "quiet_from", "quiet_until", "puzzle_hour"]

    def save(self, commit: bool = True) -> Choices:
        """Return the choices with the ways that were sent. The caller stores them."""
        choices: Choices = super().save(commit=False)
        choices.ways = {
            what: [way for way in WAYS if f"{what}-{way}" in self.data] for what in CHOSEN_FROM
        }
        return choices


class DeviceForm(forms.ModelForm):
    """The form with which a browser sends its subscription to a push service."""

    class Meta:
        model = Device
        fields = ["endpoint", "p256dh", "auth"]

    def validate_unique(self) -> None:
        """Accept a browser that has subscribed before."""

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        if not is_possible(endpoint):
            raise forms.ValidationError("impossible")
        return endpoint


class ChannelForm(forms.ModelForm):
    """The form with the webhook of a room. An empty address removes it."""

    class Meta:
        model = Webhook
        fields = ["url"]

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        if not is_possible(url):
            raise forms.ValidationError(
                _("Paste the whole address of the webhook. It begins with https://.")
            )
        return url
