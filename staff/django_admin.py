"""The app configuration that makes Django's admin use this project's own admin site."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "staff.admin_site.StaffSite"
