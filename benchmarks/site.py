"""The site in a benchmark's own process, as it is behind its files: on an empty database."""

import os


def set_up() -> None:
    """Django on ``DATABASE_URL``, whose tables are made, for requests by its test client.

    To be called before anything of the site is imported. Files are not of interest, so WhiteNoise,
    which would want them collected first, is left out.
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
