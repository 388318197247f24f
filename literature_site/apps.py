from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SiteConfig(AppConfig):
    name = "literature_site"
    verbose_name = _("site")

    def ready(self) -> None:
        from literature_site import checks  # noqa: F401
