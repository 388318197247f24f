from django.db import migrations, models


class Migration(migrations.Migration):
    """One table for all leases. Processes of the earlier release still use ``ReviewWorker`` during
    an update of the site, so a later release drops its table.
    """

    dependencies = [("game", "0003_delete_movetrace")]

    operations = [
        migrations.CreateModel(
            name="Lease",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="ReviewWorker")]
        ),
    ]
