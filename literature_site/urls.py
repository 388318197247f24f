"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from literature_site.health import healthz, readyz

# The same brake on wrong passwords as everywhere.
admin.site.login = secure_admin_login(admin.site.login)

handler400 = "literature_site.errors.bad_request"
handler500 = "literature_site.errors.server_error"

urlpatterns = [
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("", include("rooms.urls")),
    path("", include("game.urls")),
    path("history/", include("game.history.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
