from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class StaffAdminConfig(AdminConfig):
    """Django's admin, with this project's own admin site."""

    default_site = "staff.admin_site.StaffSite"


class StaffConfig(AppConfig):
    name = "staff"
    verbose_name = _("Audit log")
