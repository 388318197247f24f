from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    name = "staff"
    verbose_name = _("Audit log")

    def ready(self) -> None:
        from staff import forgetting  # noqa: F401 - registers the signal's receiver
