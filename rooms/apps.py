from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "rooms"
    verbose_name = _("Rooms")

    def ready(self) -> None:
        from live import sign_outs  # noqa: F401 - receives the signal of a sign-out
