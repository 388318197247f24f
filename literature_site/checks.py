"""Warnings of ``manage.py check --deploy`` about settings that are unsafe, or do not fit each
other, and an error of ``manage.py check`` about an impossible REDIS_URL.
"""

import os
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from redis import Redis


@register(Tags.caches)
def check_redis(**_options: Any) -> list[CheckMessage]:
    """Refuse a REDIS_URL that can't be the address of a server. The message does not repeat it,
    because it may contain a password.
    """
    try:
        if settings.REDIS_URL:
            Redis.from_url(settings.REDIS_URL)
    except ValueError:
        message = "REDIS_URL is not the address of a Redis server."
        hint = "Begin it with redis://, rediss:// or unix://, as in redis://host:6379/0."
        return [Error(message, hint=hint, id="literature.E001")]
    return []


@register(Tags.security, deploy=True)
def check_proxy(**_options: Any) -> list[CheckMessage]:
    """Warn about HTTPS without a proxy, because the site itself has no TLS; and about a site that
    others can reach without one.
    """
    if settings.BEHIND_PROXY:
        return []
    found = []
    if settings.HTTPS:
        found.append(
            _warning(
                1,
                "HTTPS is set without BEHIND_PROXY: all visitors seem to have the proxy's address, "
                "and no answer has Strict-Transport-Security.",
                "Set BEHIND_PROXY=true, and PROXY_COUNT if there are several proxies.",
            )
        )
    host = os.environ.get("HOST", "127.0.0.1")
    if not is_loopback(host):
        found.append(
            _warning(
                6,
                f"HOST is {host} without BEHIND_PROXY: other machines reach the site without TLS.",
                "Let a proxy serve HTTPS, and set BEHIND_PROXY=true. If the proxy is on this "
                "machine, remove HOST.",
            )
        )
    return found


@register(Tags.security, deploy=True)
def check_names(**_options: Any) -> list[CheckMessage]:
    """Warn if the site trusts names that anybody may send."""
    found = []
    if not settings.SITE_URL:
        found.append(
            _warning(
                2,
                "SITE_URL is not set: links in mails begin with the host that a request names.",
                "Set SITE_URL to https:// and the site's name.",
            )
        )
    elif not settings.SITE_URL.startswith("https://"):
        found.append(
            _warning(
                7,
                f"SITE_URL is {settings.SITE_URL}, without https://: links in mails open "
                "without TLS, or not at all.",
                "Set SITE_URL to https:// and the site's name.",
            )
        )
    if "*" in settings.ALLOWED_HOSTS:
        found.append(
            _warning(
                3,
                "ALLOWED_HOSTS has *: the site answers to every name, also to one that an "
                "attacker has made up.",
                "Set ALLOWED_HOSTS to the names of the site, separated by commas.",
            )
        )
    if plain := [each for each in settings.CSRF_TRUSTED_ORIGINS if each.startswith("http://")]:
        found.append(
            _warning(
                4,
                f"CSRF_TRUSTED_ORIGINS has {', '.join(plain)}: whoever can change this page on its "
                "way can send forms in the name of your visitors.",
                "Begin each origin with https://.",
            )
        )
    return found


@register(Tags.security, deploy=True)
def check_mail(**_options: Any) -> list[CheckMessage]:
    """Warn if no mail is sent."""
    if settings.EMAIL_HOST:
        return []
    return [
        _warning(
            5,
            "EMAIL_HOST is not set: mails go to the log, so nobody who has forgotten a password "
            "gets a link, and whoever reads the log can use it.",
            "Set EMAIL_HOST to your mail server.",
        )
    ]


def _warning(number: int, message: str, hint: str) -> Warning:
    return Warning(message, hint=hint, id=f"literature.W{number:03}")


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach a server that listens on ``host``."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
