"""Django's admin app with this project's own site."""

from django.contrib.admin.apps import AdminConfig


class DeskAdminConfig(AdminConfig):
    default_site = "staff.site.StaffSite"
