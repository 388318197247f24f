"""The form with all options of the rules and the table: reads what was sent, and shows the options
in groups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django import forms
from django.utils.translation import gettext as _

from accounts.view_helpers import whole_number
from game.presentation.options import Option, Text
from game.refusals import Refused
from game.table_options import ALL_OPTIONS, MOST_SEATS
from literature.rules.options import Value, as_text
from rooms.actions.host_settings import least_seats, values_of
from rooms.house_rules import Start, preset_values
from rooms.models import Room


class OptionsForm(forms.Form):
    """The options that were sent: all of them by a page, or some by a program."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        numbers = {name: whole_number(text) for name, text in sent.items()}
        # A number may have zeros before it.
        super().__init__(
            {name: as_text(sent[name]) if n is None else str(n) for name, n in numbers.items()}
        )
        for name in sent:
            option = ALL_OPTIONS.get(name)
            values = {as_text(value): value for value in option.values} if option else {}
            choices = [(text, text) for text in values]
            self.fields[name] = forms.TypedChoiceField(choices=choices, coerce=values.get)

    def values(self) -> dict[str, Value]:
        """Return the values of all options that were sent. Raise ``Refused`` with ``bad_rules`` and
        the first option that does not exist or has an impossible value.
        """
        for name in self.errors:
            title = ALL_OPTIONS[name].title if name in ALL_OPTIONS else name
            raise Refused("bad_rules", option=name, option_title=str(title))
        return self.cleaned_data

    def possible_values(self) -> dict[str, Value]:
        """Return the values, without the impossible ones."""
        self.full_clean()
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class Shown:
    """An option in the form, and the numbers beside it. ``differs``: from the preset;
    ``is_changed``: from the room's present value.
    """

    option: Option
    value: Value
    choices: list[tuple[str, Text, str]]
    numbers: list[tuple[Option, Value]]
    differs: bool
    is_changed: bool

    @property
    def title(self) -> Text:
        """The title of the option. The number of players stands together with that of seats."""
        return _("Players and seats") if self.option.name == "players" else self.option.title

    @property
    def chosen(self) -> str:
        """The value as text."""
        return as_text(self.value)


def shown_values(room: Room, start: Start | None, sent: Mapping[str, str]) -> dict[str, Value]:
    """Return the values that the form shows: those of the room, replaced by those of ``start``,
    and by those that were ``sent`` and that the room can have.
    """
    filled = (start.values if start else {}) | OptionsForm(sent).possible_values()
    if int(filled.get("seat_count", MOST_SEATS)) < least_seats(room):
        del filled["seat_count"]
    return values_of(room) | filled


def groups(room: Room, base: str, values: Mapping[str, Value]) -> list[tuple[Text, list[Shown]]]:
    """Return all options in groups, with these ``values``, which are compared with those of the
    preset ``base`` and of the room.
    """
    usual, present = {**values, **preset_values(base)}, values_of(room)
    shown = []
    for option in ALL_OPTIONS.values():
        if option.beside:
            continue
        value = values[option.name]
        beside = [each for each in ALL_OPTIONS.values() if each.beside == option.name]
        counted = [each.name for each in beside if each.counts_with in ("", value)]
        compared = [option.name, *counted]
        shown.append(
            Shown(
                option,
                value,
                [] if option.numbers else option.choices(int(values["series_points"])),
                [(each, values[each.name]) for each in (option, *beside) if each.numbers],
                differs=any(values[name] != usual[name] for name in compared),
                is_changed=any(values[name] != present[name] for name in compared),
            )
        )
    return [(title, list(each)) for title, each in groupby(shown, lambda one: one.option.group)]
