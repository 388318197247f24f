"""Every URL of the site must be in one of the tables."""

from collections import defaultdict

from django.urls import get_resolver, resolve

from literature_site.asgi import application
from tests.database.kit import all_ways
from tests.database.permissions.test_games import GAME
from tests.database.permissions.test_rooms import ROOM
from tests.database.permissions.test_site import ACCOUNTS, SITE, WAYS
from tests.database.permissions.test_sockets import SOCKETS
from tests.database.permissions.test_staff import STAFF_PAGES


def concrete(path):
    """Return a path without its query, and with an id for each placeholder."""
    return path.partition("?")[0].format_map(defaultdict(lambda: "1", reset="1-a"))


def routes(resolver, before=""):
    """Yield all URL patterns below a resolver, in Django's notation."""
    for each in resolver.url_patterns:
        route = before + (str(each.pattern).lstrip("^") if before else str(each.pattern))
        if hasattr(each, "url_patterns"):
            yield from routes(each, route)
        else:
            yield route


def test_every_url_is_in_a_table():
    paths = [
        *(f"/r/{{room}}/{path}" for _method, path, *_rest in ROOM),
        *(f"/games/{{game}}/{path}" for _method, path, *_rest in GAME),
        *(path for _method, path, *_rest in SITE),
        *(f"/accounts/{path}" for _method, path, *_rest in ACCOUNTS),
        *(f"/admin/{path}" for path, *_rest in STAFF_PAGES),
    ]
    listed = {resolve(concrete(path)).route for path in paths}
    there = set(routes(get_resolver()))
    assert len(there) > 100
    assert there - listed == set()
    switched_on = (resolve(f"/accounts/{path}", all_ways) for _method, path, *_rest in WAYS)
    listed |= {each.route for each in switched_on}
    assert set(routes(get_resolver(all_ways))) - listed == set()


def test_every_socket_is_in_a_table():
    inner = application.application.application_mapping["websocket"]
    while not hasattr(inner, "routes"):
        inner = getattr(inner, "application", None) or inner.inner
    listed = set()
    for path, *_letters in SOCKETS:
        met = [each for each in inner.routes if each.pattern.match(concrete(path).lstrip("/"))]
        listed.add(met[0])
    assert set(inner.routes) == listed
