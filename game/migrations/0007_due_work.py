from datetime import timedelta

from django.db import migrations, models
from django.utils import timezone


def put_in_queue(apps, schema_editor):
    """Put the reviews in progress and the daily removal of old rows into the queue."""
    reviews = apps.get_model("game", "Review").objects.filter(due_at__isnull=False)
    work = apps.get_model("game", "DueWork")
    for rank, are_here in ((0, True), (1000, False)):
        due = reviews.filter(game__source__isnull=are_here).values_list("game_id", "due_at")
        work.objects.bulk_create(
            work(kind="review", subject=game_id, rank=rank, due_at=due_at)
            for game_id, due_at in due
        )
    lease = apps.get_model("game", "Lease").objects.filter(name="retention").first()
    # A new site has no old rows before tomorrow.
    due_at = lease.until if lease else timezone.now() + timedelta(days=1)
    work.objects.create(kind="retention", rank=10_000, due_at=due_at)


class Migration(migrations.Migration):
    """One queue for all work in the background.

    Processes of the earlier release still use ``Lease`` and the earlier columns of reviews during
    an update of the site, so a later release drops them.
    """

    dependencies = [("game", "0006_table_options"), ("rooms", "0004_leases")]

    operations = [
        migrations.CreateModel(
            name="DueWork",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("subject", models.CharField(blank=True, max_length=40)),
                ("rank", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.AddConstraint(
            "duework",
            models.UniqueConstraint(fields=("kind", "subject"), name="due_work_once"),
        ),
        migrations.RunPython(put_in_queue, migrations.RunPython.noop),
        migrations.AlterField(
            "review", "tries", models.PositiveSmallIntegerField(default=0, db_default=0)
        ),
        migrations.AlterField(
            "review", "failed", models.BooleanField(default=False, db_default=False)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("review", "review_due"),
                *(migrations.RemoveField("review", name) for name in ("due_at", "tries", "failed")),
                migrations.DeleteModel(name="Lease"),
            ]
        ),
    ]
