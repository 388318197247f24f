from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0008_person_version")]

    operations = [
        migrations.AddField(
            "hand",
            "own_order",
            models.CharField(blank=True, default="", db_default="", max_length=162),
        ),
    ]
