from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    name = "desk"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("The desk itself")

    def ready(self) -> None:
        from desk import forgetting  # noqa: F401 - listens for people who go
