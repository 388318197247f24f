"""All addresses of the site, with those that a mail server and keys of providers switch on."""

from allauth.account.views import request_login_code
from django.urls import include, path

from accounts.provider_urls import provider_urls
from literature_site import urls

handler400, handler429, handler500 = urls.handler400, urls.handler429, urls.handler500

urlpatterns = [
    *urls.urlpatterns,
    path("accounts/login/code/", request_login_code, name="account_request_login_code"),
    path("accounts/", include(provider_urls(["google", "discord", "openid_connect"]))),
]
