from django.db import migrations


class Migration(migrations.Migration):
    """Forget the slow requests. Processes of the earlier release still write them during an update
    of the site, so a later release drops the table.
    """

    dependencies = [("staff", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="SlowRequest")]
        ),
    ]
