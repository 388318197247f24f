from django.db import migrations, models

COLUMNS = {"chatmessage": False, "roomevent": True, "roomspectator": False}


def forget_names(apps, schema_editor):
    """Empty the names that stayed if their person's account were deleted later."""
    for model in ("ChatMessage", "RoomEvent"):
        apps.get_model("rooms", model).objects.exclude(name="").update(name="")


class Migration(migrations.Migration):
    """Read the names in messages, events and lists of spectators from the people.

    Processes of the earlier release still write the columns during an update of the site, so a
    later release drops them.
    """

    dependencies = [("rooms", "0007_move_settings_log")]

    operations = [
        *(
            migrations.AlterField(
                model,
                "name",
                models.CharField(max_length=40, blank=blank, default="", db_default=""),
            )
            for model, blank in COLUMNS.items()
        ),
        migrations.RunPython(forget_names, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model, "name") for model in COLUMNS]
        ),
    ]
