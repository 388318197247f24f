from django.db import migrations, models


class Migration(migrations.Migration):
    """The column may be null, so that SQLite adds it without making the table anew: an earlier
    release still uses columns of the table that Django no longer knows.
    """

    dependencies = [("game", "0007_due_work")]

    operations = [
        migrations.AddField(
            "game", "person_version", models.PositiveIntegerField(blank=True, null=True)
        ),
    ]
