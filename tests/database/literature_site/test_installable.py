"""What makes the site an app that can be installed."""

import json
import re
import struct

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from literature_site.installable import DARK_PAPER, KEPT, PAPER
from tests import ROOT
from tests.kit import TODAY, person, signed_in


def size_of(url):
    """Return the width and height of a picture."""
    found = finders.find(url.removeprefix("/static/"))
    with open(found, "rb") as file:
        return struct.unpack(">4s2I", file.read(24)[12:])[1:]


def test_the_manifest(client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    app = answer.json()
    assert (app["start_url"], app["scope"], app["display"]) == ("/", "/", "standalone")
    assert [each["purpose"] for each in app["icons"]] == ["any", "any", "maskable"]
    for icon in app["icons"]:
        width, height = size_of(icon["src"])
        assert icon["sizes"] == f"{width}x{height}"
    # Chromium offers to install only with these two sizes.
    assert {"192x192", "512x512"} <= {each["sizes"] for each in app["icons"]}
    assert [each["name"] for each in app["shortcuts"]] == ["Play now", "Today’s puzzle"]


@pytest.mark.django_db
def test_shortcuts_lead_somewhere(client):
    for shortcut in client.get("/manifest.webmanifest").json()["shortcuts"]:
        path, _hash, place = shortcut["url"].partition("#")
        answer = client.get(path)
        assert answer.status_code == 200
        assert not place or f'id="{place}"' in answer.text


@pytest.mark.django_db
def test_the_colours_are_those_of_the_page(client):
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text()
    assert f"--paper: light-dark({PAPER}, {DARK_PAPER});" in tokens
    page = client.get("/").text
    for colour in (PAPER, DARK_PAPER):
        assert f'name="theme-color" content="{colour}"' in page
    dark = client.get("/manifest.webmanifest").json()["color_scheme_dark"]
    assert set(dark.values()) == {DARK_PAPER}


@pytest.mark.django_db
def test_pages_name_the_manifest_and_the_touch_icon(client):
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    (icon,) = re.findall(r'<link rel="apple-touch-icon" href="(.*?)">', page)
    assert size_of(icon) == (180, 180)


def test_browsers_always_ask_for_the_service_worker(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    first, _newline, script = answer.text.partition("\n")
    assert script.count("\n") <= 100
    site = json.loads(first.removeprefix("self.site = ").removesuffix(";"))
    assert len(site["files"]) == len(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_kept_files_exist(name):
    assert finders.find(name)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/offline/", "/puzzle/offline/"])
def test_kept_pages_are_the_same_for_everybody(path):
    asha = signed_in(person("Asha"))
    # She has solved today's puzzle, but the kept page does not know that.
    asha.post(f"/puzzle/{TODAY}/", {"show": "1"})
    page = asha.get(path)
    assert page.text == Client().get(path).text
    assert not page.cookies
    assert "Asha" not in page.text
    assert "csrf" not in page.text.lower()


@pytest.mark.django_db
def test_a_kept_puzzle_has_its_day(client):
    assert client.get("/puzzle/offline/")["Last-Modified"].endswith("00:00:00 GMT")
