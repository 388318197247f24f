from django.db import migrations, models

OPTIONS = (
    "turn_seconds", "pace", "pauses", "spectators", "help", "bot_level", "substitute_level",
)  # fmt: skip


def copy_options(apps, schema_editor):
    """Copy the options of each room to the new column."""
    rooms = apps.get_model("rooms", "Room").objects
    for options in rooms.order_by().values(*OPTIONS).distinct():
        rooms.filter(**options).update(table=options)


class Migration(migrations.Migration):
    """Store the options of a table in one column.

    Processes of the earlier release still use the earlier columns during an update of the site, so
    a later release drops them.
    """

    dependencies = [("rooms", "0004_leases")]

    operations = [
        migrations.AddField("room", "table", models.JSONField(db_default={})),
        migrations.RunPython(copy_options, migrations.RunPython.noop),
        migrations.AlterField(
            "room", "turn_seconds", models.PositiveIntegerField(default=0, db_default=0)
        ),
        migrations.AlterField("room", "pauses", models.BooleanField(default=True, db_default=True)),
        migrations.AlterField(
            "room", "spectators", models.BooleanField(default=True, db_default=True)
        ),
        migrations.AlterField(
            "room",
            "bot_level",
            models.CharField(max_length=16, default="medium", db_default="medium"),
        ),
        migrations.AlterField(
            "room",
            "substitute_level",
            models.CharField(max_length=16, default="medium", db_default="medium"),
        ),
        migrations.AlterField("room", "last_change", models.JSONField(default=dict, db_default={})),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("room", option) for option in OPTIONS]
        ),
    ]
