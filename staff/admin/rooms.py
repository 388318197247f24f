"""Staff pages of rooms: seats, connected people, settings, and actions."""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import timedelta
from functools import reduce
from operator import or_

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from game import database_time
from game.models import Game, Player
from game.presentation.rules_text import preset_name
from rooms.actions import moderation
from rooms.house_rules import change_sentence
from rooms.models import Room, RoomEvent
from staff.audit import Act, ReasonForm, check_may_touch, needs_reason
from staff.dashboard import STUCK_BEFORE
from staff.models import AuditEntry
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, When, minute

GAMES_SHOWN = 20
_running = Q(game__status=Game.Status.RUNNING)

#: What an action does, in the words that warn the staff.
BANS = gettext_lazy(
    "The person leaves this room and can’t sit down there again, until the staff lift the"
    " ban. In a running game a bot takes the seat."
)
CLOSES = gettext_lazy(
    "A running game ends without a result, everybody leaves, and nobody can sit down there again."
)


class StateFilter(FixedFilter):
    """Filters rooms by state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    conditions = {
        "playing": (gettext_lazy("a game is running"), _running),
        "stuck": (gettext_lazy("stuck: a move is overdue"), Q(game__due_at__lt=STUCK_BEFORE)),
        "lobby": (
            gettext_lazy("in the lobby, or after a game"),
            Q(closed_at__isnull=True) & ~_running,
        ),
        "closed": (gettext_lazy("closed"), Q(closed_at__isnull=False)),
    }


class PersonForm(ReasonForm):
    """The form for the reason and a person."""

    person = forms.ModelChoiceField(User.objects.none(), label=gettext_lazy("Person"))

    field_order = ["person", "reason"]

    def __init__(self, data: QueryDict | None, objects: Sequence[Room]) -> None:
        super().__init__(data, objects)
        self.fields["person"].queryset = self.people(*objects)  # type: ignore[attr-defined]

    @abstractmethod
    def people(self, room: Room) -> QuerySet[User]:
        """The people to choose from."""


class BanForm(PersonForm):
    """Offers everybody who sits, watches or has played in the room, or whom its host has banned."""

    def people(self, room: Room) -> QuerySet[User]:
        played = Player.objects.filter(game__room_code=room.code)
        sources = [
            room.seats.filter(user__isnull=False).values("user"),
            room.spectating.values("user"),
            room.bans.filter(by_staff=False).values("user"),
            played.filter(user__isnull=False).values("user"),
            played.filter(left_user__isnull=False).values("left_user"),
        ]
        return User.objects.filter(reduce(or_, (Q(pk__in=source) for source in sources)))


class LiftBanForm(PersonForm):
    """Offers everybody who is banned from the room."""

    def people(self, room: Room) -> QuerySet[User]:
        return User.objects.filter(pk__in=room.bans.values("user"))


@admin.register(Room)
class RoomAdmin(ReadOnlyAdmin):
    """The list of rooms and the page of a room."""

    list_display = ["code", "rules_name", "people", "host", "state", "opened"]
    list_filter = [StateFilter, ("created_at", When)]
    ordering = ["-pk"]
    search_fields = ["code__iexact", "seats__name"]
    search_help_text = gettext_lazy("Search for a room code or the name of a seated person.")
    actions = ["close_room", "remove_person", "lift_ban"]

    def has_keep_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rooms.change_room")

    # The list

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        rooms = super().get_queryset(request).select_related("host", "game")
        hidden = ["source", "seed", "returned", "scorers", "options"]
        return rooms.defer(*(f"game__{each}" for each in hidden)).prefetch_related("seats")

    @admin.display(description=gettext_lazy("rules"))
    def rules_name(self, room: Room) -> str:
        return preset_name(room.equal_preset)

    @admin.display(description=gettext_lazy("people"))
    def people(self, room: Room) -> str:
        return ", ".join(
            f"{seat.name} ({_('bot')})" if seat.bot else seat.name for seat in room.seats.all()
        )

    @admin.display(description=gettext_lazy("state"))
    def state(self, room: Room) -> str:
        if room.closed_at:
            return _("closed")
        if room.game is None:
            return _("lobby")
        return str(room.game.get_status_display())

    @admin.display(description=gettext_lazy("opened (UTC)"))
    def opened(self, room: Room) -> str:
        return minute(room.created_at)

    # The page of a room

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        room: Room = self.visible(request, object_id)
        lately = database_time.now() - timedelta(seconds=settings.AWAY_AFTER_SECONDS)
        rounds = room.series_games.select_related("game").defer("game__source").order_by("-pk")
        settings_events = room.events.filter(kind__in=RoomEvent.SETTINGS)
        context = {
            "room": room,
            "rules_name": self.rules_name(room),
            "state": self.state(room),
            "seats": [
                (seat, bool(seat.last_seen and seat.last_seen > lately))
                for seat in room.seats.select_related("user")
            ],
            "spectators": room.spectating.filter(last_seen__gt=lately).select_related("user"),
            "changes": [
                (event, change_sentence(event))
                for event in settings_events.with_names().select_related("new_host").order_by("-pk")
            ],
            "rounds": rounds[:GAMES_SHOWN],
            "entries": AuditEntry.objects.filter(room=room.code).select_related("person"),
        }
        return self.page(request, "room", _("Room %(code)s") % {"code": room.code}, **context)

    # Actions

    @needs_reason(
        AuditEntry.Kind.CLOSE_ROOM,
        label=gettext_lazy("Close for good"),
        warning=CLOSES,
        permission="keep",
    )
    def close_room(self, room: Room, act: Act) -> None:
        moderation.close(room.code)

    @needs_reason(
        AuditEntry.Kind.REMOVE,
        label=gettext_lazy("Ban a person"),
        warning=BANS,
        permission="keep",
        form=BanForm,
        most=1,
    )
    def remove_person(self, room: Room, act: Act) -> None:
        act.entry.person = act.data["person"]
        check_may_touch(act.request, act.entry.person)
        moderation.kick(room.code, act.entry.person)

    @needs_reason(
        AuditEntry.Kind.LIFT_BAN,
        label=gettext_lazy("Lift a ban"),
        warning=gettext_lazy("The person may come back to this room and sit down there."),
        permission="keep",
        form=LiftBanForm,
        most=1,
    )
    def lift_ban(self, room: Room, act: Act) -> None:
        act.entry.person = act.data["person"]
        moderation.lift_any_ban(room.code, act.data["person"])
