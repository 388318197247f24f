import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('game', '0010_alert_at'),
        ('rooms', '0008_names_by_reference'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Choices',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ways', models.JSONField(default=dict)),
                ('zone', models.CharField(default='UTC', max_length=64)),
                ('quiet_from', models.PositiveSmallIntegerField(default=0)),
                ('quiet_until', models.PositiveSmallIntegerField(default=0)),
                ('puzzle_hour', models.PositiveSmallIntegerField(default=8)),
            ],
            options={
                'verbose_name_plural': 'choices',
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('room', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='webhook', to='rooms.room')),
            ],
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100, unique=True)),
                ('what', models.CharField(max_length=10)),
                ('way', models.CharField(max_length=10)),
                ('number', models.PositiveIntegerField(default=0)),
                ('began_at', models.DateTimeField()),
                ('made_at', models.DateTimeField()),
                ('tried_at', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='game.game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('webhook', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='alerts.webhook')),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'way', 'tried_at'], name='alert_tried')],
            },
        ),
    ]
