from django.db import migrations

KINDS = {"host": "handed_over", "locked": "locked"}


def move_log(apps, schema_editor):
    """Make an event of each entry of the settings log. If the log has lost the latest change of a
    room, make an event of this change, too.
    """
    events, log, rooms = (
        apps.get_model("rooms", name) for name in ("RoomEvent", "SettingsLogEntry", "Room")
    )
    events._meta.get_field("at").auto_now_add = False
    events.objects.bulk_create(
        (
            events(
                room_id=entry.room_id,
                kind=KINDS.get(entry.changed[0][0], "changed"),
                user_id=entry.user_id,
                name=entry.name,
                changed=None if entry.changed[0][0] == "host" else entry.changed,
                new_host_id=entry.new_host_id,
                at=entry.at,
            )
            for entry in log.objects.order_by("pk").iterator()
        ),
        batch_size=500,
    )
    have = events.objects.filter(kind="changed").values("room")
    lost = rooms.objects.exclude(last_change={}).exclude(pk__in=have)
    events.objects.bulk_create(
        events(
            room=room,
            kind="changed",
            user=room.host if room.host and room.host.name == room.last_change["by"] else None,
            name=room.last_change["by"],
            changed=room.last_change["changed"],
            at=room.created_at,
        )
        for room in lost.select_related("host").iterator()
    )
    rooms.objects.exclude(last_change={}).update(last_change={})
    log.objects.all().delete()


class Migration(migrations.Migration):
    """Move the settings log to the events of the rooms. A later release drops its table."""

    dependencies = [("rooms", "0006_events_of_settings")]

    operations = [
        migrations.RunPython(move_log, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("SettingsLogEntry"),
                migrations.RemoveField("room", "last_change"),
            ]
        ),
    ]
