"""Filters for the list of games. Their choices are fixed and not read from the database."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.models import Game
from game.presentation.rules_text import PRESET_NAMES, preset_name


class PresetFilter(admin.SimpleListFilter):
    """Filters by preset."""

    title = gettext_lazy("preset")
    parameter_name = "preset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*PRESET_NAMES.items(), ("none", preset_name(""))]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() is None:
            return games
        return games.filter(preset="" if self.value() == "none" else self.value())


class CheckFilter(admin.SimpleListFilter):
    """Filters by the latest integrity check."""

    title = gettext_lazy("check")
    parameter_name = "check"
    _FOUND = {
        "wrong": Q(integrity_check__agrees=False),
        "agrees": Q(integrity_check__agrees=True),
        "unchecked": Q(integrity_check__isnull=True),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("wrong", _("problem")),
            ("agrees", _("no problem")),
            ("unchecked", _("not checked yet")),
        ]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        found = self._FOUND.get(self.value())
        return games.filter(found) if found else games


class OriginFilter(admin.SimpleListFilter):
    """Filters by origin: played here or imported."""

    title = gettext_lazy("origin")
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("here", _("played here")), ("imported", _("imported"))]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() not in ("here", "imported"):
            return games
        return games.filter(source__isnull=self.value() == "here")
