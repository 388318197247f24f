"""Warnings of ``manage.py check --deploy`` about settings that are unsafe, or do not fit each
other, and errors of ``manage.py check`` about impossible ones.
"""

import os
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.http.request import split_domain_port, validate_host
from redis import Redis

from alerts.keys import push_key

SHORTEST_TOKEN: Final = 20
#: Settings that are a number of 0 or more. PROXY_COUNT and the factors have checks of their own.
NUMBERS: Final = (
    "AWAY_AFTER_SECONDS",
    "BOT_PROCESSES",
    "BOT_THINK_SECONDS",
    "DRAIN_SECONDS",
    "EMAIL_PORT",
    "METRICS_PORT",
)


@register(Tags.caches)
def check_redis(**_options: object) -> list[CheckMessage]:
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


@register(Tags.security)
def check_proxies(**_options: object) -> list[CheckMessage]:
    """Refuse a PROXY_COUNT with which each visitor could choose the address that the site sees."""
    if settings.PROXY_COUNT > 0:
        return []
    message = f"PROXY_COUNT is {settings.PROXY_COUNT}, but must be 1 or more."
    hint = "Set it to the number of your proxies. Without a proxy, remove BEHIND_PROXY."
    return [Error(message, hint=hint, id="literature.E002")]


@register(Tags.security)
def check_push_key(**_options: object) -> list[CheckMessage]:
    """Refuse a VAPID_PRIVATE_KEY that can't sign. The message does not repeat it."""
    try:
        if settings.VAPID_PRIVATE_KEY:
            push_key()
    except ValueError:
        message = "VAPID_PRIVATE_KEY is not a key."
        hint = "`openssl rand -base64 32` makes one. Without one, the site makes its own."
        return [Error(message, hint=hint, id="literature.E003")]
    return []


@register(Tags.security, deploy=True)
def check_deployment(**_options: object) -> list[CheckMessage]:
    """Warn about settings that are unsafe on the internet."""
    host, site = os.environ.get("HOST", "127.0.0.1"), settings.SITE_URL
    hosts = [each for each in settings.ALLOWED_HOSTS if "/" in each]
    site_host = split_domain_port(urlsplit(site).netloc)[0]
    numbers = {name: getattr(settings, name) for name in NUMBERS}
    negative = [f"{name} is {value:g}" for name, value in numbers.items() if (value or 0) < 0]
    plain = [each for each in settings.CSRF_TRUSTED_ORIGINS if each.startswith("http://")]
    # For each warning, by number: whether it is needed, its message and its hint.
    cases = [
        (
            settings.HTTPS and not settings.BEHIND_PROXY,
            "HTTPS is set without BEHIND_PROXY: all visitors seem to have the proxy's address, "
            "and no answer has Strict-Transport-Security.",
            "Set BEHIND_PROXY=true, and PROXY_COUNT if there are several proxies.",
        ),
        (
            not site,
            "SITE_URL is not set: links in mails begin with the host that a request names.",
            "Set SITE_URL to https:// and the site's name.",
        ),
        (
            "*" in settings.ALLOWED_HOSTS,
            "ALLOWED_HOSTS has *: the site answers to every name, also to one that an attacker has "
            "made up.",
            "Set ALLOWED_HOSTS to the names of the site, separated by commas.",
        ),
        (
            bool(plain),
            f"CSRF_TRUSTED_ORIGINS has {', '.join(plain)}: whoever can change this page on its way "
            "can send forms in the name of your visitors.",
            "Begin each origin with https://.",
        ),
        (
            not settings.EMAIL_HOST,
            "EMAIL_HOST is not set: mails go to the log, so nobody who has forgotten a password "
            "gets a link, and whoever reads the log can use it.",
            "Set EMAIL_HOST to your mail server.",
        ),
        (
            not settings.BEHIND_PROXY and not is_loopback(host),
            f"HOST is {host} without BEHIND_PROXY: other machines reach the site without TLS.",
            "Let a proxy serve HTTPS, and set BEHIND_PROXY=true. If the proxy is on this machine, "
            "remove HOST.",
        ),
        (
            bool(site) and not site.startswith("https://"),
            f"SITE_URL is {site}, without https://: links in mails open without TLS, or not at "
            "all.",
            "Set SITE_URL to https:// and the site's name.",
        ),
        (
            bool(hosts),
            f"ALLOWED_HOSTS has {', '.join(hosts)}: a name has no https:// and no /, so the site "
            "refuses all visitors who come by this name.",
            "Write the name alone, as in cards.example.",
        ),
        (
            settings.RATE_LIMIT_FACTOR <= 0 or settings.CAP_FACTOR <= 0,
            f"RATE_LIMIT_FACTOR is {settings.RATE_LIMIT_FACTOR:g} and CAP_FACTOR is "
            f"{settings.CAP_FACTOR:g}, but with 0 or less the site refuses all requests that it "
            "counts, such as new guests, tables and moves.",
            "Set both to 1, or to more for programs that share an address.",
        ),
        (
            site.startswith("https://") and urlsplit(site).path not in ("", "/"),
            f"SITE_URL is {site}: the site is at the root of its host, so links in mails open "
            "nothing.",
            "Set SITE_URL to https:// and the site's name.",
        ),
        (
            0 < len(settings.METRICS_TOKEN) < SHORTEST_TOKEN,
            f"METRICS_TOKEN has {len(settings.METRICS_TOKEN)} characters: it can be guessed.",
            f"Set it to {SHORTEST_TOKEN} random characters or more.",
        ),
        (
            bool(settings.OUTGOING_TEST_CA),
            "OUTGOING_TEST_CA is set: no push message and no webhook leaves this machine, and "
            "webhooks reach the programs on it.",
            "Remove it. It is for tests alone.",
        ),
        (
            bool(site_host) and not validate_host(site_host, settings.ALLOWED_HOSTS),
            f"SITE_URL has the host {site_host}, which is not in ALLOWED_HOSTS: the site refuses "
            "all visitors who open a link in a mail.",
            "Add the host to ALLOWED_HOSTS, or change SITE_URL.",
        ),
        (
            bool(negative),
            f"{', '.join(negative)}, but can't be less than 0.",
            "Set 0 or more, or remove the variable.",
        ),
    ]
    return [
        Warning(message, hint=hint, id=f"literature.W{number:03}")
        for number, (is_unsafe, message, hint) in enumerate(cases, 1)
        if is_unsafe
    ]


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach a server that listens on ``host``."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
