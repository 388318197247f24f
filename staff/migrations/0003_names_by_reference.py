from django.db import migrations, models


def forget_names(apps, schema_editor):
    """Empty the names that stayed if their person's account were deleted later."""
    apps.get_model("staff", "AuditEntry").objects.exclude(person_name="").update(person_name="")


class Migration(migrations.Migration):
    """Read the names in the audit log from the people. Processes of the earlier release still write
    the column during an update of the site, so a later release drops it.
    """

    dependencies = [("staff", "0002_delete_slowrequest")]

    operations = [
        migrations.AlterField(
            "auditentry",
            "person_name",
            models.CharField(max_length=40, blank=True, default="", db_default=""),
        ),
        migrations.RunPython(forget_names, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("auditentry", "person_name")]
        ),
    ]
