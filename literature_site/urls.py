"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from literature_site.health import healthz

urlpatterns = [
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("", include("rooms.urls")),
    path("", include("game.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
