"""Filters for the list of games."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from game.presentation.rules_text import PRESET_NAMES
from staff.read_only_lists import FixedFilter


class PresetFilter(FixedFilter):
    """Filters by preset."""

    title = _("preset")
    parameter_name = "preset"
    conditions = {name: (label, Q(preset=name)) for name, label in PRESET_NAMES.items()} | {
        "none": (_("Own rules"), Q(preset=""))
    }


class CheckFilter(FixedFilter):
    """Filters by the latest integrity check."""

    title = _("check")
    parameter_name = "check"
    conditions = {
        "wrong": (_("problem"), Q(integrity_check__agrees=False)),
        "agrees": (_("no problem"), Q(integrity_check__agrees=True)),
        "unchecked": (_("not checked yet"), Q(integrity_check__isnull=True)),
    }


class OriginFilter(FixedFilter):
    """Filters by origin: played here or imported."""

    title = _("origin")
    parameter_name = "origin"
    conditions = {
        "here": (_("played here"), Q(source__isnull=True)),
        "imported": (_("imported"), Q(source__isnull=False)),
    }
