"""Warnings of ``manage.py check --deploy`` about settings that do not fit each other."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def check_proxy(**_options: Any) -> list[CheckMessage]:
    """Warn about HTTPS without a proxy, because the site itself has no TLS; and about e-mails
    without SITE_URL, because their links would begin with the host that a request names.
    """
    found: list[CheckMessage] = []
    if settings.HTTPS and not settings.BEHIND_PROXY:
        found.append(
            Warning(
                "HTTPS is set without BEHIND_PROXY: all visitors seem to have the proxy's address, "
                "and no answer has Strict-Transport-Security.",
                hint="Set BEHIND_PROXY=true, and PROXY_COUNT if there are several proxies.",
                id="literature.W001",
            )
        )
    if settings.EMAIL_HOST and not settings.SITE_URL:
        found.append(
            Warning(
                "SITE_URL is not set: links in mails begin with the host that a request names.",
                hint="Set SITE_URL to https:// and the site's name.",
                id="literature.W002",
            )
        )
    return found
