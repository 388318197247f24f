from django.db import migrations


class Migration(migrations.Migration):
    """Forget the traces of moves. Processes of the earlier release still write them during an
    update of the site, so a later release drops the table.
    """

    dependencies = [("game", "0002_not_finished")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="MoveTrace")]
        ),
    ]
