"""What search engines and messengers read: robots.txt, the sitemap, and the heads of pages."""

import json
import re
from html.parser import HTMLParser
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


def test_the_game_as_data(client):
    page = client.get("/").text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    game = json.loads(data)
    assert (game["@type"], game["name"]) == ("Game", "Literature")
    assert game["url"] == "http://testserver/"
    assert game["image"] == "http://testserver/preview.png"
    assert game["numberOfPlayers"]["maxValue"] == 12


class Items(HTMLParser):
    """Collects the types of the items (schema.org) around each text of a page."""

    def __init__(self, page):
        super().__init__()
        self.types, self.found = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        self.types.append((tag, of.get("itemtype", "").rpartition("/")[2], of.get("itemprop")))

    def handle_endtag(self, tag):
        while self.types and self.types.pop()[0] != tag:
            pass

    def handle_data(self, data):
        types = [each for _tag, each, _name in self.types if each]
        if types and data.strip() and self.types[-1][2]:
            self.found.append((*types, self.types[-1][2], data.strip()))


def test_the_questions_are_data_for_search_engines(client):
    found = Items(client.get("/rules/").text).found
    assert len(found) >= 8
    for question, answer in zip(found[::2], found[1::2], strict=True):
        assert question[:3] == ("FAQPage", "Question", "name")
        assert question[3].endswith("?")
        assert answer[:4] == ("FAQPage", "Question", "Answer", "text")


def test_the_address_of_a_room_has_capitals():
    code = lobby.open_room(person("Hana"), "classic")
    page = Client().get(f"/r/{code.lower()}/").content.decode()
    assert f"/r/{code}/preview.png" in page
