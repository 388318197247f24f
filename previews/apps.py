from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PreviewsConfig(AppConfig):
    name = "previews"
    verbose_name = _("Previews")
