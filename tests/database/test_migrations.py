"""A process of the previous release still works after the database was migrated.

So each migration after the first one may only add. Exceptions are in the list below, with the
reason why an older process still works.
"""

import copy
from datetime import timedelta
from importlib import import_module
from itertools import chain

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.models import User
from finished.review import reviews
from game.models import DueWork, Game
from game.table_options import default_table
from literature.judge import ENGINE
from literature.judge.findings import Summary
from literature.rules.state import UNRESOLVED
from literature.stored import to_json
from rooms.models import ChatMessage, Room, RoomEvent
from tests.kit import last_change, started

APPS = ["accounts", "game", "rooms"]
FIRST = [(app, "0001_initial") for app in APPS]

#: Operations that do more than add columns, tables and indexes. For each, the reason why an older
#: process still works: ``{"app.migration: operation": "why"}``.
STATED = {
    "rooms.0004_leases: Raw Python operation": "It only adds a row to a new table.",
    **dict.fromkeys(
        [
            "game.0006_table_options: game.turn_seconds is altered",
            "game.0006_table_options: game.pauses is altered",
            "game.0006_table_options: game.substitute_level is altered",
            "rooms.0005_table_options: room.turn_seconds is altered",
            "rooms.0005_table_options: room.pauses is altered",
            "rooms.0005_table_options: room.spectators is altered",
            "rooms.0005_table_options: room.bot_level is altered",
            "rooms.0005_table_options: room.substitute_level is altered",
            "rooms.0005_table_options: room.last_change is altered",
        ],
        "The column gets a default in the database. An older process gives it a value.",
    ),
    **dict.fromkeys(
        [
            "game.0006_table_options: Raw Python operation",
            "rooms.0005_table_options: Raw Python operation",
        ],
        "It fills only the new column.",
    ),
    **dict.fromkeys(
        [
            "rooms.0006_events_of_settings: settingslogentry.user is altered",
            "rooms.0006_events_of_settings: settingslogentry.new_host is altered",
            "rooms.0006_events_of_settings: settingslogentry.room is altered",
        ],
        "The database no longer checks the reference. Django deletes as before.",
    ),
    "game.0007_due_work: Raw Python operation": "It only adds rows to a new table.",
    **dict.fromkeys(
        [
            "game.0007_due_work: review.tries is altered",
            "game.0007_due_work: review.failed is altered",
        ],
        "The column gets a default in the database. An older process gives it a value.",
    ),
    "rooms.0007_move_settings_log: Raw Python operation": (
        "It makes events of kinds that an older process does not show, and empties the log. An "
        "older process goes on with an empty log. If it deals a game, it deletes the events about "
        "settings of that room, too."
    ),
    **dict.fromkeys(
        [
            "rooms.0008_names_by_reference: chatmessage.name is altered",
            "rooms.0008_names_by_reference: roomevent.name is altered",
            "rooms.0008_names_by_reference: roomspectator.name is altered",
        ],
        "The column gets a default in the database. An older process gives it a value.",
    ),
    "rooms.0008_names_by_reference: Raw Python operation": (
        "It empties names. An older process shows earlier messages and events without a name."
    ),
}

#: No process deletes these rows while people play, except ``prune``. If an older ``prune`` tries to
#: delete a row with new references, the database refuses, which does no harm.
STAY = {"game.game", "rooms.room"}

HARMLESS = (migrations.AlterModelOptions, migrations.AlterModelManagers, migrations.AddIndex)


def loader():
    return MigrationLoader(None)


def later_migrations():
    graph = loader().graph
    names = [node for app in APPS for node in graph.leaf_nodes(app)]
    plan = [node for name in names for node in graph.forwards_plan(name)]
    return [node for node in dict.fromkeys(plan) if node[0] in APPS and node not in FIRST]


def test_migrations_after_the_first_only_add():
    said = set()
    for app, name in later_migrations():
        found = loader()
        before = found.project_state((app, name), at_end=False)
        operations = found.graph.nodes[app, name].operations
        # Some operations change only Django's models, and not the tables.
        for operation in chain(*(getattr(o, "database_operations", [o]) for o in operations)):
            said |= {f"{app}.{name}: {each}" for each in objections(app, operation, before)}
    assert said - set(STATED) == set()
    assert set(STATED) - said == set(), "stated, but not done"


def objections(app, operation, before):
    """Yield the changes that may break a process with the models ``before``."""
    model = getattr(operation, "model_name_lower", None) or getattr(operation, "name_lower", "")
    is_new = (app, model) not in before.models
    if isinstance(operation, HARMLESS):
        return
    if isinstance(operation, migrations.CreateModel):
        for name, field in operation.fields:
            if holds_on(app, field, before):
                yield f"foreign key {model}.{name}"
    elif isinstance(operation, migrations.AddField):
        place, field = f"{model}.{operation.name}", operation.field
        if not (is_new or field.null or field.has_db_default() or field.many_to_many):
            yield f"{place} must be filled"
        if field.unique and not is_new:
            yield f"{place} is unique"
        if holds_on(app, field, before):
            yield f"foreign key {place}"
    elif isinstance(operation, migrations.AlterField) and not is_new:
        field = before.models[app, model].fields[operation.name]
        if in_database(field) != in_database(operation.field):
            yield f"{model}.{operation.name} is altered"
    elif not is_new or model == "":
        yield operation.describe()


def holds_on(app, field, before):
    """Return whether a new reference may keep an older process from deleting the referenced row."""
    if field.remote_field is None or not getattr(field, "db_constraint", False):
        return False
    target = field.remote_field.model
    label = (target if isinstance(target, str) else target._meta.label).lower()
    label = label if "." in label else f"{app}.{label}"
    return label not in STAY and tuple(label.split(".")) in before.models


def in_database(field):
    """Return the definition of a field in the database."""
    _, path, args, options = copy.copy(field).deconstruct()
    return path, args, {key: value for key, value in options.items() if is_stored(field, key)}


def is_stored(field, option):
    return option not in field.non_db_attrs and option != "default"


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (migrations.AddField("game", "wind", models.IntegerField(default=0)), "must be filled"),
        (migrations.AddField("game", "wind", models.IntegerField(null=True, unique=True)), "uniq"),
        (migrations.AddField("game", "wind", models.ForeignKey(User, models.CASCADE, null=True)),
         "foreign key"),
        (migrations.AlterField("game", "turn", models.PositiveSmallIntegerField(null=True)),
         "altered"),
        (migrations.AlterField("game", "preset", models.CharField(max_length=8)), "altered"),
        (migrations.RemoveField("game", "turn"), "Remove field"),
        (migrations.RenameField("game", "turn", "mover"), "Rename field"),
        (migrations.DeleteModel("SchedulerHeartbeat"), "Delete model"),
        (migrations.AddConstraint("game", models.CheckConstraint(
            name="x", condition=models.Q(turn__lt=9))), "Create constraint"),
        (migrations.RunPython(migrations.RunPython.noop), "Python"),
        (migrations.RunSQL("SELECT 1"), "SQL"),
        (migrations.CreateModel("Wind", [("of", models.ForeignKey("Move", models.CASCADE))]),
         "foreign key wind.of"),
    ],
)  # fmt: skip
def test_harmful_changes_are_noticed(operation, said):
    found = list(objections("game", operation, loader().project_state(FIRST)))
    assert any(said in each for each in found), found


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("game", "wind", models.IntegerField(db_default=0)),
        migrations.AddField("game", "wind", models.IntegerField(null=True)),
        migrations.AddField("game", "wind", models.ForeignKey(
            User, models.CASCADE, null=True, db_constraint=False)),
        migrations.AlterField("game", "status", models.CharField(
            max_length=10, choices=[("paused", "paused")], default="paused")),
        migrations.AddIndex("game", models.Index(name="x", fields=["turn"])),
        migrations.CreateModel("Wind", [("speed", models.IntegerField())]),
    ],
)  # fmt: skip
def test_harmless_changes_are_accepted(operation):
    assert list(objections("game", operation, loader().project_state(FIRST))) == []


# The models of the first release can still write, read, change and delete rows.


@pytest.fixture
def old():
    """Return the models of the first release, by name."""
    apps = loader().project_state(FIRST).apps
    return {
        model.__name__: model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=False)
    }


def upgrade(app, name):
    """Run the functions of a migration on the present rows, with the models that they get."""
    found = loader()
    state = found.project_state((app, name), at_end=False)
    for operation in found.graph.nodes[app, name].operations:
        if isinstance(operation, migrations.RunPython):
            operation.code(state.apps, None)
        operation.state_forwards(app, state)


@pytest.mark.django_db
def test_rooms_and_games_keep_the_options_of_their_tables(old):
    options = {"turn_seconds": 60, "pace": "fast", "pauses": False, "substitute_level": "easy"}
    more = {"bot_level": "hard", "spectators": False, "help": True}
    for each in (options, options | {"turn_seconds": 0}):
        old["Game"](options={}, dealer=0, turn=0, scorers=[], started_at=timezone.now(),
                    help=True, **each).save()  # fmt: skip
        old["Room"](code=str(each["turn_seconds"]), preset="", options={}, **each, **more).save()
    upgrade("game", "0006_table_options")
    upgrade("rooms", "0005_table_options")
    games, rooms = Game.objects.all(), Room.objects.all()
    assert {game.table["turn_seconds"] for game in games} == {0, 60}
    for game in games:
        assert game.table == default_table() | game.table | options | {
            "turn_seconds": game.table["turn_seconds"], "help": True,
        }  # fmt: skip
    assert {room.code: room.table for room in rooms} == {
        "60": default_table() | options | more,
        "0": default_table() | options | more | {"turn_seconds": 0},
    }


@pytest.mark.django_db
def test_the_settings_log_becomes_events(old):
    asha, ben = (
        old["User"](username=name, username_skeleton=name, name=name, password="!")
        for name in ("Asha", "Ben")
    )
    asha.save(), ben.save()
    changes = [
        (asha, [["preset", "strict"]], None), (asha, [["deck", "2s-out"]], None),
        (asha, [["locked", True]], None), (asha, [["host", "Ben"]], ben),
    ]  # fmt: skip
    logged, lost, quiet = (
        old["Room"](code=code, host=asha, preset="", options={}, last_change=change)
        for code, change in (
            ("LOGGED", {"by": "Asha", "changed": changes[1][1]}),
            ("LOST", {"by": "Asha", "changed": [["pace", "slow"]]}),
            ("QUIET", {}),
        )
    )
    for room in (logged, lost, quiet):
        room.save()
    for user, changed, new_host in changes:
        old["SettingsLogEntry"](
            room=logged, user=user, name=user.name, changed=changed, new_host=new_host
        ).save()
    old["SettingsLogEntry"].objects.update(at=timezone.now() - timedelta(days=9))
    upgrade("rooms", "0007_move_settings_log")
    events = RoomEvent.objects.filter(room=logged.pk).with_names()
    assert [(event.kind, event.name, event.changed, event.new_host_id) for event in events] == [
        ("changed", "Asha", [["preset", "strict"]], None),
        ("changed", "Asha", [["deck", "2s-out"]], None),
        ("locked", "Asha", [["locked", True]], None),
        ("handed_over", "Asha", None, ben.pk),
    ]
    assert all(timezone.now() - event.at > timedelta(days=8) for event in events)
    assert {event.user_id for event in events} == {asha.pk}
    assert last_change("LOGGED") == ("Asha", [["deck", "2s-out"]])
    assert last_change("LOST") == ("Asha", [["pace", "slow"]])
    assert RoomEvent.objects.get(room=lost.pk).user_id == asha.pk
    assert last_change("QUIET") is None
    assert not old["SettingsLogEntry"].objects.exists()


@pytest.mark.django_db
def test_names_in_messages_and_events_are_those_of_the_people(old):
    asha, *_others, message, event = (
        made for made in stored(old) if type(made).__name__ in ("User", "ChatMessage", "RoomEvent")
    )
    upgrade("rooms", "0008_names_by_reference")
    for each in (message, event):
        each.refresh_from_db()
        assert each.name == "", "it would stay after the person is deleted"
    for model in (ChatMessage, RoomEvent):
        assert [row.name for row in model.objects.with_names()] == [asha.name]
        model.objects.update(user=None)
        assert [row.name for row in model.objects.with_names()] == ["A former player"]


def rows(old):
    """Yield a row of each model of the first release. A referenced row comes before the rows that
    refer to it.
    """
    now = timezone.now()
    user = yield old["User"](
        username="asha", name="Asha", avatar="fox", password="!", is_guest=True
    )
    yield old["SchedulerHeartbeat"](id=7, at=now)
    game = yield old["Game"](
        options={"deck": "8s-out", "players": 4}, dealer=0, turn=0, scorers=[UNRESOLVED] * 8,
        started_at=now,
    )  # fmt: skip
    yield old["Hand"](game=game, seat=0, dealt=1, live=1)
    yield old["Player"](game=game, seat=0, user=user, name="Asha")
    yield old["Move"](
        game=game, number=0, kind="pass", seat=0, other=2, mover="person", user=user, made_at=now
    )
    yield old["MoveTrace"](game_id=game.pk, number=1, process="web")
    room = yield old["Room"](code="KQWXYZ", host=user, preset="classic", options={}, game=game)
    yield old["Seat"](room=room, number=0, user=user, name="Asha", folded_name="asha", avatar="fox")
    yield old["ChatMessage"](room=room, user=user, name="Asha", text="hello")
    yield old["RoomEvent"](room=room, game=game, kind="back", user=user, name="Asha")
    yield old["IdempotencyKey"](user=user, request_id="a", action="new")
    yield old["RoomBan"](room=room, user=user)
    yield old["SeriesGame"](room=room, game=game, series=1)
    yield old["SavedRules"](user=user, name="mine", preset="classic", options={})
    yield old["RoomMute"](room=room, user=user)
    yield old["Retention"](due_at=now)
    yield old["SettingsLogEntry"](room=room, user=user, name="Asha", changed=[["preset", "strict"]])
    yield old["IntegrityCheck"](game=game, at=now, version=0, agrees=True)
    yield old["Import"](file_name="a.json", user=user, game=game, size=1)
    yield old["Share"](game=game, user=user)
    yield old["Spectator"](game=game, user=user)
    yield old["ReplayViewer"](game=game, user=user, tab="a")
    review = yield old["Review"](game=game, engine=1)
    yield old["ReviewPart"](review=review, first=0, facts=[], grids=b"")
    yield old["ReviewWorker"](leased_until=now)
    result = yield old["PlayerResult"](game=game, user=user, seat=0, result="won", ended_at=now)
    yield old["Companion"](player_result=result, user=user, other=user, partner=True, ended_at=now)
    yield old["RoomSpectator"](room=room, user=user, name="Asha", last_seen=now)


def stored(old):
    made, row = [], None
    making = rows(old)
    while True:
        try:
            row = making.send(row)
        except StopIteration:
            return made
        row.save(force_insert=True)
        made.append(row)


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_first_release_can_use_the_present_tables(old):
    made = stored(old)
    assert {type(row).__name__ for row in made} == set(old), "a table of which no row is tried"
    for row in made:
        row.refresh_from_db()
        row.save()
    # Fields that the first release does not know have the right defaults.
    game, room = Game.objects.get(), Room.objects.get()
    assert game.rules_version == 1
    assert game.rules.players == 4
    assert (room.game, room.host.name) == (game, "Asha")
    for row in reversed(made):
        row.delete()
    connection.check_constraints()


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_first_release_deletes_a_person(old):
    made = stored(old)
    made[0].delete()
    connection.check_constraints()
    assert not User.objects.exists()
    assert Game.objects.exists()


@pytest.mark.django_db
def test_the_next_daily_removal_stays_due_at_its_time():
    node = ("rooms", "0004_leases")
    apps = loader().project_state(node, at_end=False).apps
    due_at = timezone.now()
    apps.get_model("rooms", "Retention").objects.create(due_at=due_at)
    import_module("rooms.migrations.0004_leases").copy_schedule(apps, None)
    DueWork.objects.all().delete()
    upgrade("game", "0007_due_work")
    work = DueWork.objects.get()
    assert (work.kind, work.subject, work.due_at) == ("retention", "", due_at)


@pytest.mark.django_db
def test_reviews_in_progress_are_made():
    apps = loader().project_state(("game", "0007_due_work"), at_end=False).apps
    due_at = timezone.now()
    here, imported, done, failed = (started([], bots=4).pk for _ in range(4))
    Game.objects.filter(pk=imported).update(source=b"{}")
    for game, more in (
        (here, {"due_at": due_at, "moves_done": 5, "tries": 1}),
        (imported, {"due_at": due_at}),
        (done, {"summary": to_json(Summary((), (), (), (), ()))}),
        (failed, {"failed": True}),
    ):
        apps.get_model("game", "Review").objects.create(game_id=game, engine=ENGINE, **more)
    DueWork.objects.all().delete()
    upgrade("game", "0007_due_work")
    work = DueWork.objects.filter(kind="review").order_by("rank")
    assert [(each.subject, each.due_at) for each in work] == [(here, due_at), (imported, due_at)]
    over = [Game(pk=game, status=Game.Status.ABANDONED) for game in (here, imported, done, failed)]
    stored = [reviews.stored(game, with_moves=False) for game in over]
    assert [each.done for each in stored] == [5, 0, 0, 0]
    assert [each.failed for each in stored] == [False, False, False, True]
