"""The form that filters a person's games."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.view_helpers import letters_and_digits, whole_number
from finished.history.games import GameFilters, people_met, rooms_played
from game.models import PlayerResult
from game.presentation.rules_text import PRESET_NAMES, preset_name

#: The value in an address for rules without a preset. (An empty value means no filter.)
OWN_RULES = "own"


class FilterForm(forms.Form):
    """The filters in an address. An invalid value does not filter, and its field shows an error."""

    person = forms.TypedChoiceField(
        label=gettext_lazy("Played with"), required=False, coerce=int, empty_value=None
    )
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    preset = forms.ChoiceField(label=gettext_lazy("House rules"), required=False)
    room = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    since = forms.DateField(label=gettext_lazy("From"), required=False)
    until = forms.DateField(label=gettext_lazy("To"), required=False)

    def __init__(self, data: QueryDict, user: User) -> None:
        super().__init__(data, label_suffix="")
        self._choose("person", _("anybody"), people_met(user, whole_number(data.get("person"))))
        results = [(value, capfirst(label)) for value, label in PlayerResult.Result.choices]
        self._choose("result", _("any result"), results)
        presets = [*PRESET_NAMES.items(), (OWN_RULES, preset_name(""))]
        self._choose("preset", _("any house rules"), presets)
        rooms, chosen = rooms_played(user), letters_and_digits(data.get("room", ""), 12)
        if chosen and chosen not in rooms:
            rooms.append(chosen)
        self._choose("room", _("any table"), [(code, code) for code in rooms])
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
            self.fields[name].error_messages["invalid"] = _(
                "That is not a date. Write a date like 2026-11-20."
            )
        for name, field in self.fields.items():
            if name in self.errors:
                field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": f"{name}-error"}

    def _choose(self, name: str, nothing: str, choices: Sequence[tuple[object, object]]) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = [("", nothing), *choices]
        field.error_messages["invalid_choice"] = _(
            "That choice doesn’t exist. Choose a value from the list."
        )

    @cached_property
    def filters(self) -> GameFilters:
        """The valid filters of the form."""
        said = {name: value or None for name, value in self.cleaned_data.items()}
        if said.get("preset") == OWN_RULES:
            said["preset"] = ""
        return GameFilters(**said)

    @cached_property
    def active(self) -> list[tuple[str, str, str]]:
        """The active filters.

        For each: the label, the chosen value, and the page's address without the filter.
        """
        found = []
        for name, value in self.cleaned_data.items():
            if value:
                if name in ("since", "until"):
                    said = date_format(value)
                else:
                    said = str(dict(cast(Any, self.fields[name]).choices)[value])
                kept = cast(QueryDict, self.data).copy()
                for key in (name, "before", "after"):
                    kept.pop(key, None)
                found.append((str(self.fields[name].label), said, f"?{kept.urlencode()}"))
        return found
