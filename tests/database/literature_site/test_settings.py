"""The site's settings: defaults, headers, and their documentation."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests import ROOT
from tests.kit import person, signed_in
from tests.unit.test_layers import LAYERS


def test_the_default_host_is_only_this_machine():
    assert not settings.DEBUG
    assert "*" not in settings.ALLOWED_HOSTS


def test_pages_load_scripts_and_styles_only_from_the_site(client):
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "unsafe" not in policy
    for directive in ["script-src 'self'", "style-src 'self'", "object-src 'none'"]:
        assert directive in policy


def test_static_files_have_few_headers(client):
    """The table loads forty files, so long headers would cost a lot. The proxy sends the same
    headers.
    """
    answer = client.get("/static/js/room/room.js")
    assert set(answer.headers) == {
        "Content-Type",
        "Content-Length",
        "Cache-Control",
        "Last-Modified",
        "ETag",
        "X-Content-Type-Options",
    }
    assert answer["X-Content-Type-Options"] == "nosniff"


# How settings are read: in the site and its commands, in make cluster, and in the containers.
READ_IN_PYTHON = re.compile(
    r"""\benv\.\w+\(\s*"([A-Z][A-Z_]+)"|environ(?:\.get\(|\.setdefault\(|\[)\s*"([A-Z][A-Z_]+)\""""
)
READ_IN_COMPOSE = re.compile(r"(?<!\$)\$\{([A-Z_]+)")
#: manage.py itself sets this variable.
INNER = {"DJANGO_SETTINGS_MODULE"}


def settings_read():
    files = [path for part in sorted(LAYERS) for path in (ROOT / part).rglob("*.py")]
    found = set()
    for path in [*files, ROOT / "manage.py"]:
        for names in READ_IN_PYTHON.findall(path.read_text()):
            found |= set(names) - {""}
    compose = ROOT / "docker-compose.yml"
    if compose.exists():
        found |= set(READ_IN_COMPOSE.findall(compose.read_text()))
    return found - INNER


def settings_documented():
    text = (ROOT / "docs" / "operations.md").read_text()
    section = text[text.index("\n## Settings") : text.index("\n## Back up")]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([A-Z_]+)`", cell)}


def test_every_setting_is_documented():
    assert settings_read() - settings_documented() == set()


def test_every_setting_that_is_documented_exists():
    assert settings_documented() - settings_read() == set()


def test_the_example_file_has_every_setting():
    text = (ROOT / ".env.example").read_text()
    assert set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)) == settings_documented()


def test_settings_that_are_read_are_found():
    assert {"SECRET_KEY", "DATABASE_URL", "PORT", "RUN_CLOCK", "CLUSTER_WEBS"} <= settings_read()
    assert READ_IN_PYTHON.findall("""os.environ["SOME_THING"]""") == [("", "SOME_THING")]
    assert READ_IN_PYTHON.findall("""env.bool(\n    "SOME_THING", True)""") == [("SOME_THING", "")]
    assert READ_IN_COMPOSE.findall("${SOME_THING:-1} ${OTHER:?why} $${NOT}") == [
        "SOME_THING", "OTHER",
    ]  # fmt: skip


@pytest.mark.django_db
def test_people_stay_signed_in_when_the_key_changes(settings):
    browser = signed_in(person("Asha"))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one"
    assert "Asha" in browser.get("/").text
    # During the visit the site has signed the person's session with the new key.
    settings.SECRET_KEY_FALLBACKS = []
    assert "Asha" in browser.get("/").text
    settings.SECRET_KEY = "a third one"
    assert "Asha" not in browser.get("/").text
    assert Client().get("/").status_code == 200
