"""The addresses for signing in with other providers: none if the environment has no keys."""

from collections.abc import Iterable

from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.oauth2.urls import default_urlpatterns
from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path


def provider_urls(providers: Iterable[str]) -> list[URLPattern | URLResolver]:
    """Return the addresses of these providers, without those for the providers' own scripts."""
    urls: list[URLPattern | URLResolver] = []
    for provider in providers:
        if provider == "openid_connect":
            urls.append(path("", include("allauth.socialaccount.providers.openid_connect.urls")))
        else:
            urls += default_urlpatterns(registry.get_class(provider))
    return urls and [*urls, path("3rdparty/", include("allauth.socialaccount.urls"))]


urlpatterns = provider_urls(settings.SOCIALACCOUNT_PROVIDERS)
