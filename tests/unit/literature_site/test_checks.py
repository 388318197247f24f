"""`check --deploy` with the settings of production, the check of REDIS_URL, and the header for
sensors and cameras.
"""

import re
import runpy
import subprocess
import sys

import pytest
from django.core.checks import WARNING, run_checks
from django.test import override_settings

from tests import ROOT

PRODUCTION = {
    "SECRET_KEY": "not a real one, but as long as one: 7d5f3c0a1b9e8642f0d1c2b3a4958677",
    "ALLOWED_HOSTS": "cards.example",
    "HTTPS": "true",
    "BEHIND_PROXY": "true",
    "SITE_URL": "https://cards.example",
    "EMAIL_HOST": "mail.example",
    "DEBUG": "false",
}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, []),
        (
            {"BEHIND_PROXY": "false", "HOST": "127.0.0.1", "SITE_URL": "cards.example"},
            [1, 7],
        ),
        (
            {
                "SITE_URL": "",
                "ALLOWED_HOSTS": "cards.example,*",
                "CSRF_TRUSTED_ORIGINS": "https://cards.example,http://cards.example",
                "EMAIL_HOST": "",
            },
            [2, 3, 4, 5],
        ),
        ({"BEHIND_PROXY": "false", "HTTPS": "false", "HOST": "0.0.0.0"}, [6]),
        ({"BEHIND_PROXY": "false", "HTTPS": "false", "HOST": "localhost"}, []),
        ({"BEHIND_PROXY": "false", "HTTPS": "false", "HOST": "::1"}, []),
        ({"HOST": "0.0.0.0"}, []),
        ({"ALLOWED_HOSTS": "cards.example,https://cards.example"}, [8]),
        ({"RATE_LIMIT_FACTOR": "-1"}, [9]),
        ({"CAP_FACTOR": "0"}, [9]),
        ({"SITE_URL": "https://cards.example/games"}, [10]),
        ({"SITE_URL": "https://cards.example/"}, []),
        ({"METRICS_TOKEN": "secret"}, [11]),
        ({"METRICS_TOKEN": "7d5f3c0a1b9e8642f0d1"}, []),
        ({"OUTGOING_TEST_CA": "/tmp/localhost.pem"}, [12]),
        ({"SITE_URL": "https://www.cards.example"}, [13]),
        ({"SITE_URL": "https://www.cards.example", "ALLOWED_HOSTS": ".cards.example"}, []),
        ({"SITE_URL": "https://Cards.example:8443"}, []),
        ({"DRAIN_SECONDS": "-1"}, [14]),
        ({"AWAY_AFTER_SECONDS": "-0.5"}, [14]),
        ({"BOT_THINK_SECONDS": "-1", "BOT_PROCESSES": "-1"}, [14]),
        ({"EMAIL_PORT": "-1", "METRICS_PORT": "-1"}, [14]),
        ({"BOT_THINK_SECONDS": "0", "BOT_PROCESSES": "0", "AWAY_AFTER_SECONDS": "0"}, []),
    ],
)
def test_settings_of_production(monkeypatch, changes, said):
    for name, value in (PRODUCTION | changes).items():
        monkeypatch.setenv(name, value)
    with override_settings(**read_again()):
        said_now = run_checks(include_deployment_checks=True)
        found = [each for each in said_now if each.level >= WARNING and not each.is_silenced()]
    own = [each for each in found if each.id.startswith("literature.W")]
    assert sorted(int(each.id.removeprefix("literature.W")) for each in own) == said
    assert all(each.hint for each in own)
    # Django itself warns about cookies without HTTPS.
    assert bool(found) == bool(said or changes.get("HTTPS") == "false"), found


@pytest.mark.parametrize("count", [0, -1])
def test_a_visitor_never_chooses_the_address(settings, count):
    settings.PROXY_COUNT = count
    assert [each.id for each in run_checks() if not each.is_silenced()] == ["literature.E002"]


def read_again():
    """Read the settings file with the present environment. The process keeps its connections."""
    kept = {"DATABASES", "CACHES", "CHANNEL_LAYERS", "LOGGING"}
    values = runpy.run_path(str(ROOT / "literature_site" / "settings.py"))
    return {name: values[name] for name in values.keys() - kept if name.isupper()}


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{}, {"EMAIL_HOST": ""}])
def test_the_command_reports_the_warnings(monkeypatch, changes):
    for name, value in (PRODUCTION | changes).items():
        monkeypatch.setenv(name, value)
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    warned = re.findall(r"\((literature\.W\d+)\)", done.stderr)
    assert warned == ["literature.W005"] * len(changes), done.stderr
    assert done.stderr.count("HINT: ") == len(changes)
    assert done.returncode == bool(changes)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", []),
        ("redis://:secret@redis.example:6379/0", []),
        ("rediss://redis.example:6379/0", []),
        ("unix:///run/redis/redis.sock", []),
        ("foo", ["literature.E001"]),
        ("http://redis.example:6379/0", ["literature.E001"]),
        ("redis://redis.example:port/0", ["literature.E001"]),
    ],
)
def test_address_of_redis(settings, url, said):
    settings.REDIS_URL = url
    assert [each.id for each in run_checks() if "REDIS_URL" in each.msg] == said


def test_pages_use_no_sensor_and_no_camera(client):
    policy = client.get("/healthz")["Permissions-Policy"]
    assert "camera=()" in policy
    assert "geolocation=()" in policy
