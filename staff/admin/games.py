"""Staff pages of games: search, read, check, export, open the hands. No field can be edited."""

from datetime import date
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finished.access import played
from game.integrity import check
from game.models import Game, Player
from game.presentation.move_text import card_short, team_name
from game.presentation.rules_text import PRESET_NAMES, preset_name
from literature.rules.cards import cards_in
from rooms.models import Room
from staff import fairness_answers, game_log
from staff.audit import Act, ReasonForm, needs_reason, new_entry, page_of, reason_page
from staff.export import zip_response
from staff.models import AuditEntry
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, When, minute

MOST_EXPORTED = 2000
MOST_WORDS = 8
OPEN_HANDS = "staff.open_hands"


class PresetFilter(FixedFilter):
    """Filters by preset."""

    title = gettext_lazy("preset")
    parameter_name = "preset"
    conditions = {name: (label, Q(preset=name)) for name, label in PRESET_NAMES.items()} | {
        "none": (gettext_lazy("Own rules"), Q(preset=""))
    }


class CheckFilter(FixedFilter):
    """Filters by the latest integrity check."""

    title = gettext_lazy("check")
    parameter_name = "check"
    conditions = {
        "wrong": (gettext_lazy("problem"), Q(integrity_check__agrees=False)),
        "agrees": (gettext_lazy("no problem"), Q(integrity_check__agrees=True)),
        "unchecked": (gettext_lazy("not checked yet"), Q(integrity_check__isnull=True)),
    }


class OriginFilter(FixedFilter):
    """Filters by origin: played here or imported."""

    title = gettext_lazy("origin")
    parameter_name = "origin"
    conditions = {
        "here": (gettext_lazy("played here"), Q(source__isnull=True)),
        "imported": (gettext_lazy("imported"), Q(source__isnull=False)),
    }


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """The list of games, and the page of a game. Only at the address of its hands this page shows
    hidden cards of a running game.
    """

    # Complaints mention the time, the players and the result. So these columns come first: a phone
    # shows only the first columns without scrolling.
    list_display = ["began", "people", "result", "length", "check_state", "rules_name", "short_id"]
    list_display_links = ["began", "short_id"]
    list_filter = ["status", CheckFilter, OriginFilter, PresetFilter, ("started_at", When)]
    ordering = ["-started_at", "-id"]
    search_fields = ["players__name", "room_code__iexact", "id__startswith"]
    search_help_text = gettext_lazy(
        "Search for names, a date (2026-11-20), the code of a room, or the start of an id."
    )
    actions = ["check_now", "export_records"]

    # The list

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        players = Player.objects.only("game_id", "seat", "name", "bot", "left_at", "left_user")
        return (
            super()
            .get_queryset(request)
            .select_related("integrity_check")
            .defer("source", "seed", "returned", "scorers", "integrity_check__problems")
            .annotate(brought=Q(source__isnull=False))
            .prefetch_related(Prefetch("players", queryset=players))
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Find the games that have each word, also if two words are the names of two players."""
        for word in search_term.split()[:MOST_WORDS]:
            try:
                queryset = queryset.filter(started_at__date=date.fromisoformat(word))
            except ValueError:
                found, _several = super().get_search_results(request, Game.objects.all(), word)
                queryset = queryset.filter(pk__in=found.values("pk"))
        return queryset, False

    @admin.display(description=gettext_lazy("started (UTC)"))
    def began(self, game: Game) -> str:
        return minute(game.started_at)

    @admin.display(description=gettext_lazy("id"))
    def short_id(self, game: Game) -> str:
        return game.pk[:8]

    @admin.display(description=gettext_lazy("rules"))
    def rules_name(self, game: Any) -> str:
        name = preset_name(game.preset)
        return f"{name} ({_('imported')})" if game.brought else name

    @admin.display(description=gettext_lazy("red team – blue team"))  # noqa: RUF001
    def people(self, game: Game) -> str:
        sides: tuple[list[str], list[str]] = ([], [])
        for player in game.players.all():
            bot = f" ({_('bot')})" if player.bot and not player.was_left else ""
            sides[player.seat % 2].append(f"{player.name}{bot}")
        lines = ((", ".join(side),) for side in sides)
        return format_html_join("", '<span class="staff-side">{}</span>', lines)

    @admin.display(description=gettext_lazy("result"))
    def result(self, game: Game) -> str:
        return f"{_score(game)}, {game.get_status_display()}"

    @admin.display(description=gettext_lazy("moves"))
    def length(self, game: Game) -> int:
        return game.version

    @admin.display(description=gettext_lazy("check"))
    def check_state(self, game: Game) -> str:
        checked = getattr(game, "integrity_check", None)
        if checked is None:
            return _("not checked yet")
        word, name = (_("no problem"), "good") if checked.agrees else (_("problem"), "bad")
        return format_html('<span class="state-{}">{}</span>', name, word)

    # The page of a game

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Game | None:
        """Return the game with all its columns, also those that the list leaves out."""
        return Game.objects.filter(pk=object_id).first()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        return self._page(request, self.visible(request, object_id))

    def get_urls(self) -> list[URLPattern]:
        hands = self.admin_site.admin_view(self.hands_view)
        return [path("<str:object_id>/hands/", hands, name="game_game_hands"), *super().get_urls()]

    def hands_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the present hands of a running game. The staff member must first give a reason,
        which is logged.
        """
        game = self.visible(request, object_id)
        if not _may_open(request, game):
            raise PermissionDenied
        if game.is_over:
            return HttpResponseRedirect(page_of(self, game))
        form = ReasonForm(request.POST or None, [game])
        if not form.is_valid():
            warning = _(
                "The hands of a running game are secret. The audit log records that you looked"
                " at them, and your reason. Do not play in a game after you have seen its hands."
            )
            return reason_page(self, request, form, _("Open the hands"), warning)
        # Add the entry first, so that nobody sees hands without an entry in the log.
        new_entry(request, AuditEntry.Kind.OPEN_HANDS, game, form.cleaned_data["reason"]).save()
        return self._page(request, game, opened=True)

    def _page(self, request: HttpRequest, game: Game, *, opened: bool = False) -> HttpResponse:
        """Show everything about a game. The page has cards only if the game is over or ``opened``
        is True.
        """
        hands, players = game.hands.all(), game.players.select_related("user", "left_user")
        open_hands = hands if game.is_over or opened else []
        cards = {each.seat: (_in_words(each.dealt), _in_words(each.live)) for each in open_hands}
        entries = game_log.entries(game, players)
        context = {
            "game": game,
            "open": bool(open_hands),
            "opened": opened,
            "rules_name": preset_name(game.preset),
            "score": _score(game),
            "seats": [
                (player, team_name(player.seat % 2), cards.get(player.seat)) for player in players
            ],
            "answers": fairness_answers.answers_about(game, hands, opened=bool(open_hands)),
            "log": entries,
            "hidden": game.version - (game.version if entries is None else len(entries)),
            "rooms": Room.objects.filter(Q(series_games__game=game) | Q(game=game)).distinct(),
            "imports": game.imports.select_related("user").defer("refused"),
            "entries": AuditEntry.objects.filter(game=game.pk),
            "may_open": not game.is_over and _may_open(request, game),
        }
        return self.page(request, "game", _("Game %(id)s") % {"id": game.pk[:8]}, **context)

    # Actions

    @needs_reason(
        AuditEntry.Kind.CHECK,
        label=gettext_lazy("Check"),
        warning=gettext_lazy(
            "The check plays each game again from its deal and compares the result with the stored "
            "hands."
        ),
        permission="view",
    )
    def check_now(self, game: Game, act: Act) -> None:
        verdict = check([Game.objects.get(pk=game.pk)])[0]
        act.entry.detail = _("no problem was found") if verdict.agrees else _("a problem was found")

    @needs_reason(
        AuditEntry.Kind.EXPORT,
        label=gettext_lazy("Export the records as a zip file"),
        warning=gettext_lazy(
            "This action exports the records of the finished games among these, with all cards and "
            "names."
        ),
        permission="view",
        most=MOST_EXPORTED,
        answer=zip_response,
    )
    def export_records(self, game: Game, _act: object) -> None:
        if not game.is_over:
            raise ValidationError(_("This game is not over. Only finished games have a record."))


def _may_open(request: HttpRequest, game: Game) -> bool:
    """Return whether the staff member may see the hands of a running game. Players of the game
    never may, whatever their permissions.
    """
    return request.user.has_perm(OPEN_HANDS) and not played(game, request.user)


def _score(game: Game) -> str:
    return "\u2013".join(map(str, game.scores))


def _in_words(hand: int) -> str:
    """Return the cards of a hand in one line."""
    return " ".join(card_short(card) for card in cards_in(hand))
