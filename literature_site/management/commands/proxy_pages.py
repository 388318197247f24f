"""Makes the proxy's error pages from the site's templates."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.template.loader import render_to_string

PAGES = ("413.html", "503.html")


class Command(BaseCommand):
    help = "Write the pages that the proxy shows when no web process answers."

    def handle(self, **options: object) -> None:
        folder: Path = settings.PROXY_PAGES_ROOT
        folder.mkdir(parents=True, exist_ok=True)
        for name in PAGES:
            (folder / name).write_text(render_to_string(name), encoding="utf-8")
