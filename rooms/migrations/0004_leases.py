from django.db import migrations


def copy_schedule(apps, _schema_editor):
    for row in apps.get_model("rooms", "Retention").objects.all():
        apps.get_model("game", "Lease").objects.create(name="retention", until=row.due_at)


class Migration(migrations.Migration):
    """The time of the next daily removal is now a lease. Processes of the earlier release still use
    ``Retention`` during an update of the site, so a later release drops its table.
    """

    dependencies = [("rooms", "0003_ban_by_staff"), ("game", "0004_leases")]

    operations = [
        migrations.RunPython(copy_schedule, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Retention")]
        ),
    ]
