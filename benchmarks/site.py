"""Sets up the site with an empty database, inside the process that runs a benchmark."""

import os


def set_up() -> None:
    """Set up Django with new tables in ``DATABASE_URL``, for requests by its test client.

    Call this before importing anything from the site. WhiteNoise is switched off, because it needs
    collected files.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "literature_site.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "whitenoise" not in each]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    call_command("migrate", verbosity=0)
