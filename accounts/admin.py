from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ["username", "name", "is_guest", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "name", "email"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Shown to others"), {"fields": ["name", "avatar"]}),
        (
            _("Person"),
            {"fields": ["email", "is_guest", "preferences", "date_joined", "last_login"]},
        ),
        (
            _("Rights"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
    ]
    add_fieldsets = [
        (None, {"fields": ["username", "name", "usable_password", "password1", "password2"]}),
    ]
    readonly_fields = ["date_joined", "last_login"]
