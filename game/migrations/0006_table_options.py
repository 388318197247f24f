from django.db import migrations, models

OPTIONS = ("turn_seconds", "pace", "pauses", "substitute_level", "help")


def copy_options(apps, schema_editor):
    """Copy the options of each game to the new column."""
    games = apps.get_model("game", "Game").objects
    for options in games.order_by().values(*OPTIONS).distinct():
        games.filter(**options).update(table=options)


class Migration(migrations.Migration):
    """Store the options of a table in one column.

    Processes of the earlier release still use the earlier columns during an update of the site, so
    a later release drops them.
    """

    dependencies = [("game", "0005_last_seen")]

    operations = [
        migrations.AddField("game", "table", models.JSONField(db_default={})),
        migrations.RunPython(copy_options, migrations.RunPython.noop),
        migrations.AlterField(
            "game", "turn_seconds", models.PositiveIntegerField(default=0, db_default=0)
        ),
        migrations.AlterField("game", "pauses", models.BooleanField(default=True, db_default=True)),
        migrations.AlterField(
            "game",
            "substitute_level",
            models.CharField(max_length=16, default="medium", db_default="medium"),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("game", option) for option in OPTIONS]
        ),
    ]
