"""Django's admin as an app, with our own site in place of its."""

from django.contrib.admin.apps import AdminConfig


class DeskAdminConfig(AdminConfig):
    default_site = "staff.site.StaffSite"
