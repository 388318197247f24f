"""`check --deploy` with the settings of production, the check of REDIS_URL, and the header for
sensors and cameras.
"""

import os
import re
import subprocess
import sys

import pytest
from django.core.checks import run_checks

from tests.test_layers import ROOT

PRODUCTION = {
    "SECRET_KEY": "not a real one, but as long as one: 7d5f3c0a1b9e8642f0d1c2b3a4958677",
    "ALLOWED_HOSTS": "cards.example",
    "HTTPS": "true",
    "BEHIND_PROXY": "true",
    "SITE_URL": "https://cards.example",
    "EMAIL_HOST": "mail.example",
    "DEBUG": "false",
}


@pytest.mark.slow
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
    ],
)
def test_settings_of_production(changes, said):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**os.environ, **PRODUCTION, **changes},
        capture_output=True,
        text=True,
    )
    warnings = re.findall(r"\(literature\.W(\d+)\)", done.stderr)
    assert sorted(map(int, warnings)) == said
    assert done.stderr.count("HINT: ") >= len(said)
    # Django itself warns about cookies without HTTPS.
    assert done.returncode == bool(said or changes.get("HTTPS") == "false"), done.stderr


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
