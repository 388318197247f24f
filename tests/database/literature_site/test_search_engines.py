"""What search engines and messengers read: robots.txt, the sitemap, and the heads of pages."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client

from rooms.actions import lobby
from tests.database.kit.cast import Cast
from tests.database.permissions.test_games import GAME
from tests.database.permissions.test_rooms import ROOM
from tests.database.permissions.test_site import ACCOUNTS, SITE
from tests.database.permissions.test_staff import STAFF_PAGES
from tests.kit import TODAY, person

pytestmark = pytest.mark.django_db

OPEN = {"/", "/rules/", "/strategy/", "/puzzle/", "/puzzle/practice/"}
PICTURES = {"/preview.png", f"/puzzle/{TODAY}/preview.png"}


def test_only_public_pages_are_for_search_engines():
    cast = Cast().there("shared")
    paths = {path for method, path, *_rest in SITE if method == "GET"}
    paths |= {f"/r/{{room}}/{path}" for method, path, *_rest in ROOM if method == "GET"}
    paths |= {f"/games/{{game}}/{path}" for method, path, *_rest in GAME if method == "GET"}
    paths |= {f"/accounts/{path}" for method, path, *_rest in ACCOUNTS if method == "GET"}
    paths |= {f"/admin/{path}" for path, *_rest in STAFF_PAGES}
    paths |= {"/nowhere/"}
    addresses = {cast.address(path) for path in paths if not re.search(r"{(?!room\}|game\})", path)}
    for who in ("nobody", "staff"):
        answers = {path: cast.clients[who].get(path) for path in addresses}
        found = {path for path, answer in answers.items()
                 if "X-Robots-Tag" not in answer.headers and answer.status_code == 200}  # fmt: skip
        assert found == OPEN | PICTURES


def test_messengers_may_read_everything(client):
    """A messenger that obeys robots.txt must see the pages and pictures of links."""
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert [line for line in lines if line.startswith("Disallow")] == ["Disallow: /ws/"]


@pytest.mark.parametrize("site_url", ["", "https://cards.example", "https://cards.example/"])
def test_addresses_begin_with_the_site(client, settings, site_url):
    settings.SITE_URL = site_url
    site = site_url.rstrip("/") or "http://testserver"
    assert f"Sitemap: {site}/sitemap.xml" in client.get("/robots.txt").content.decode()
    found = ElementTree.fromstring(client.get("/sitemap.xml").content)
    assert {each.text for each in found.iter() if each.tag.endswith("loc")} == {
        site + path for path in OPEN
    }
    for path in OPEN:
        page = client.get(f"{path}?from=elsewhere").content.decode()
        assert f'<link rel="canonical" href="{site}{path}">' in page
        assert f'<meta property="og:url" content="{site}{path}">' in page
        assert re.search(rf'property="og:image" content="{site}/[^"]*preview.png"', page)
        assert page.count('rel="canonical"') == page.count('property="og:title"') == 1
        assert page.count('name="twitter:card" content="summary_large_image"') == 1


def test_no_address_is_of_another_site(client):
    page = client.get("//evil.example/").content.decode()
    assert '<link rel="canonical" href="http://testserver/' in page
    page = client.get('/"><script>/').content.decode()
    assert "<script>/" not in page


def structured(page):
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def test_the_game_as_data(client):
    game = structured(client.get("/").content.decode())
    assert (game["@type"], game["name"]) == ("Game", "Literature")
    assert game["url"] == "http://testserver/"
    assert game["image"] == "http://testserver/preview.png"
    assert game["numberOfPlayers"]["maxValue"] == 12


def test_the_questions_as_data_are_on_the_page(client):
    page = client.get("/rules/").content.decode()
    data = structured(page)
    assert data["@type"] == "FAQPage"
    assert len(data["mainEntity"]) >= 4
    shown = unescape(page.partition("<body")[2])
    for each in data["mainEntity"]:
        assert each["name"] in shown
        assert each["acceptedAnswer"]["text"] in shown


def test_the_address_of_a_room_has_capitals():
    code = lobby.open_room(person("Hana"), "classic")
    page = Client().get(f"/r/{code.lower()}/").content.decode()
    assert f"/r/{code}/preview.png" in page
