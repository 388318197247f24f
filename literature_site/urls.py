"""All URLs of the site."""

from django.contrib import admin
from django.urls import include, path

from literature_site.health import healthz, readyz
from literature_site.installable import manifest, offline, service_worker
from literature_site.metrics_page import metrics
from literature_site.own_data import own_data
from literature_site.search_engines import robots, sitemap

handler400 = "literature_site.errors.bad_request"
handler429 = "literature_site.errors.too_many_attempts"
handler500 = "literature_site.errors.server_error"

urlpatterns = [
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/data/", own_data, name="own_data"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("accounts.provider_urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("", include("rooms.urls")),
    path("", include("bots.urls")),
    path("", include("alerts.urls")),
    path("", include("finished.urls")),
    path("history/", include("finished.history.urls")),
    path("puzzle/", include("puzzles.urls")),
    path("", include("previews.urls")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker, name="service_worker"),
    path("offline/", offline, name="offline"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("readyz", readyz, name="readyz"),
]
