from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    name = "game"
    verbose_name = _("Games and records")

    def ready(self) -> None:
        from game import lookups  # noqa: F401 - registers the lookup
