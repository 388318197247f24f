from django.db import migrations, models


class Migration(migrations.Migration):
    """Only the name in Python changes. The column keeps its name, which older processes use."""

    dependencies = [("game", "0004_leases")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("replayviewer", "seen_at", "last_seen"),
                migrations.AlterField(
                    "replayviewer",
                    "last_seen",
                    models.DateTimeField(db_column="seen_at", db_index=True, null=True),
                ),
            ]
        ),
    ]
