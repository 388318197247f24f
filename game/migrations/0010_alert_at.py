from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The column may be null, for the same reason as in ``0008_person_version``."""

    dependencies = [("game", "0009_own_order")]

    operations = [
        migrations.AddField("game", "alert_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "game",
            models.Index(
                name="game_alert", fields=["alert_at"], condition=Q(alert_at__isnull=False)
            ),
        ),
    ]
