import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def person():
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name="+",
        db_constraint=False,
    )


class Migration(migrations.Migration):
    """Let room events say what the host set.

    Processes of the earlier release still write the settings log during an update of the site. Its
    rows must not keep rooms and people from being deleted.
    """

    dependencies = [
        ("rooms", "0005_table_options"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("roomevent", "changed", models.JSONField(null=True)),
        migrations.AddField("roomevent", "new_host", person()),
        migrations.AlterField("settingslogentry", "user", person()),
        migrations.AlterField("settingslogentry", "new_host", person()),
        migrations.AlterField(
            "settingslogentry",
            "room",
            models.ForeignKey(
                "rooms.Room",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="settings_log",
                db_constraint=False,
            ),
        ),
    ]
