"""The answer to each person at every URL of the staff pages.

People who are not staff are redirected to the sign-in page; ``OTHERS`` has the two exceptions. The
letters are for a superuser's GET, a superuser's POST of an empty form, and the GET of a staff
member without permissions.
"""

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from accounts.models import AddressBlock, Measure, User, Word
from game.models import Import
from rooms.models import Report
from staff.models import AuditEntry
from tests.database.kit.cast import STAFF_OR_NOT, Cast, fits, some_or_all, wrong_in
from tests.database.kit.staff import staff
from tests.kit import signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

#: The path, and then the three letters. On these pages superusers can add and change people and
#: groups, and delete groups.
STAFF_PAGES = [
    ("", "+", "+", "+"),
    ("login/", "D", "D", "D"),
    ("logout/", "5", "H", "5"),
    ("password_change/", "+", "+", "+"),
    ("password_change/done/", "+", "5", "+"),
    ("autocomplete/", "3", "5", "3"),
    ("jsi18n/", "+", "5", "+"),
    ("r/{user_type}/{user}/", "4", "4", "4"),
    ("nowhere/", "4", "4", "4"),
    ("game/", "+", "+", "4"),
    ("game/game/", "+", "+", "3"),
    ("game/game/add/", "3", "3", "3"),
    ("game/game/{game}/", ">", ">", ">"),
    ("game/game/{game}/change/", "+", "+", "3"),
    ("game/game/{game}/history/", ">", ">", "3"),
    ("game/game/{game}/delete/", "3", "3", "3"),
    ("game/game/{game}/hands/", "+", "k", "3"),
    ("game/import/", "+", "+", "3"),
    ("game/import/add/", "3", "3", "3"),
    ("game/import/{import}/", ">", ">", ">"),
    ("game/import/{import}/change/", "+", "3", "3"),
    ("game/import/{import}/history/", ">", ">", "3"),
    ("game/import/{import}/delete/", "3", "3", "3"),
    ("staff/", "+", "+", "4"),
    ("staff/auditentry/", "+", "+", "3"),
    ("staff/auditentry/add/", "3", "3", "3"),
    ("staff/auditentry/{entry}/", ">", ">", ">"),
    ("staff/auditentry/{entry}/change/", "+", "3", "3"),
    ("staff/auditentry/{entry}/history/", ">", ">", "3"),
    ("staff/auditentry/{entry}/delete/", "3", "3", "3"),
    ("auth/", "+", "+", "4"),
    ("auth/group/", "+", "+", "3"),
    ("auth/group/add/", "+", "+", "3"),
    ("auth/group/{group}/", ">", ">", ">"),
    ("auth/group/{group}/change/", "+", "+", "3"),
    ("auth/group/{group}/history/", "+", "+", "3"),
    ("auth/group/{group}/delete/", "+", ">", "3"),
    ("accounts/", "+", "+", "4"),
    ("accounts/user/", "+", "+", "3"),
    ("accounts/user/add/", "+", "+", "3"),
    ("accounts/user/{user}/", ">", ">", ">"),
    ("accounts/user/{user}/change/", "+", "+", "3"),
    ("accounts/user/{user}/history/", "+", "+", "3"),
    ("accounts/user/{user}/delete/", "3", "3", "3"),
    ("accounts/user/{user}/password/", "+", "+", "3"),
    ("accounts/measure/", "+", "+", "3"),
    ("accounts/measure/add/", "3", "3", "3"),
    ("accounts/measure/{measure}/", ">", ">", ">"),
    ("accounts/measure/{measure}/change/", "+", "3", "3"),
    ("accounts/measure/{measure}/history/", ">", ">", "3"),
    ("accounts/measure/{measure}/delete/", "3", "3", "3"),
    ("accounts/addressblock/", "+", "+", "3"),
    ("accounts/addressblock/add/", "+", "k", "3"),
    ("accounts/addressblock/{block}/", ">", ">", ">"),
    ("accounts/addressblock/{block}/change/", "+", "3", "3"),
    ("accounts/addressblock/{block}/history/", ">", ">", "3"),
    ("accounts/addressblock/{block}/delete/", "3", "3", "3"),
    ("accounts/word/", "+", "+", "3"),
    ("accounts/word/add/", "+", "k", "3"),
    ("accounts/word/{word}/", ">", ">", ">"),
    ("accounts/word/{word}/change/", "+", "3", "3"),
    ("accounts/word/{word}/history/", ">", ">", "3"),
    ("accounts/word/{word}/delete/", "3", "3", "3"),
    ("rooms/", "+", "+", "4"),
    ("rooms/room/", "+", "+", "3"),
    ("rooms/room/add/", "3", "3", "3"),
    ("rooms/room/{room_id}/", ">", ">", ">"),
    ("rooms/room/{room_id}/change/", "+", "+", "3"),
    ("rooms/room/{room_id}/history/", ">", ">", "3"),
    ("rooms/room/{room_id}/delete/", "3", "3", "3"),
    ("rooms/report/", "+", "+", "3"),
    ("rooms/report/add/", "3", "3", "3"),
    ("rooms/report/{report}/", ">", ">", ">"),
    ("rooms/report/{report}/change/", "+", "+", "3"),
    ("rooms/report/{report}/history/", ">", ">", "3"),
    ("rooms/report/{report}/delete/", "3", "3", "3"),
]

#: The answers to people who are not staff, if they are not redirected to /admin/login/.
OTHERS = {"login/": "i", "logout/": "D"}


@pytest.fixture
def cast():
    """The people, and one object of each kind that has a staff page."""
    cast = Cast()
    cast.ids |= {
        "import": Import.objects.create(file_name="a.json", size=1).pk,
        "entry": AuditEntry.objects.create(
            by_name="sam", kind=AuditEntry.Kind.CHECK, reason="So."
        ).pk,
        "group": Group.objects.create(name="keepers").pk,
        "user": cast.people["player"].pk,
        "user_type": ContentType.objects.get_for_model(User).pk,
        "measure": Measure.objects.create(
            user=cast.people["player"], kind="warning", told="Please stop."
        ).pk,
        "block": AddressBlock.objects.create(
            address="203.0.113.9", until=timezone.now(), reason="So."
        ).pk,
        "word": Word.objects.create(text="bad").pk,
        "room_id": cast.room.pk,
        "report": Report.objects.create(name="Rex", subject="person", reason="other").pk,
    }
    return cast


@pytest.mark.parametrize("method", ["GET", "POST"])
@some_or_all(*STAFF_OR_NOT)
def test_urls_of_the_staff_pages(cast, method, who):
    rows = [
        (
            method,
            f"/admin/{path}",
            {},
            6 * OTHERS.get(path, "d") + (post if method == "POST" else get),
        )
        for path, get, post, _without_rights in STAFF_PAGES
    ]
    assert not wrong_in(cast, rows, headers={}, who=who)


def test_staff_without_permissions(cast):
    cast.clients["staff"] = signed_in(staff("lee"))
    wrong = {}
    for path, _get, _post, letter in STAFF_PAGES:
        got = cast.send("staff", "GET", cast.address(f"/admin/{path}"), {}, {})
        if not fits(letter, got):
            wrong[path] = got
    assert not wrong
