"""The answer to each person at the remaining URLs: those of the site and of accounts."""

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str

from accounts.models import User
from tests.database.kit import all_ways
from tests.database.kit.cast import (
    STAFF_OR_NOT,
    WITHOUT_SEATS,
    Cast,
    fits,
    some_or_all,
    wrong_in,
)
from tests.kit import TODAY

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-lost-ferry"
NEW_PASSWORD = "a-ferry-that-was-found"

CHOICES = {"zone": "UTC", "quiet_from": 0, "quiet_until": 0, "puzzle_hour": 8}
DEVICE = {"endpoint": "https://push.example/1", "p256dh": "key", "auth": "secret"}

#: Method, path and fields, and then the letters. The answers are those for programs.
SITE = [
    ("GET", "/", {}, "+++++++"),
    ("GET", "/go/?code=CDFGHJ", {}, ">>>>>>>"),
    ("GET", "/tables/next/", {}, "n++++++"),
    ("GET", "/rooms/new/", {}, "+++++++"),
    ("POST", "/rooms/new/", {}, "n++++++"),
    ("POST", "/play/", {}, "+++++++"),
    ("POST", "/play/people/", {}, "+++++++"),
    ("POST", "/play/again/", {"game": "nothing"}, "n000000"),
    ("GET", "/people/", {}, "n++++++"),
    ("POST", "/people/", {"online": "on"}, "n>>>>>>"),
    ("POST", "/people/follow/", {"person": "7"}, "n>>>>>>"),
    ("POST", "/people/decline/", {"invitation": 0}, "n>>>>>>"),
    ("GET", "/tables/", {}, "+++++++"),
    ("POST", "/tables/sit/", {"code": "CDFGHJ"}, "TTTTTTT"),
    ("GET", "/rules/", {}, "+++++++"),
    ("GET", "/strategy/", {}, "+++++++"),
    ("GET", "/puzzle/", {}, "+++++++"),
    ("GET", "/puzzle/practice/", {}, "+++++++"),
    ("GET", "/puzzle/offline/", {}, "+++++++"),
    ("GET", f"/puzzle/{TODAY}/", {}, "+++++++"),
    ("POST", f"/puzzle/{TODAY}/", {"show": "1"}, ">>>>>>>"),
    ("GET", f"/puzzle/{TODAY + 1}/", {}, "4444444"),
    ("POST", f"/puzzle/{TODAY + 1}/", {"show": "1"}, "4444444"),
    ("GET", "/preview.png", {}, "+++++++"),
    ("GET", f"/puzzle/{TODAY}/preview.png", {}, "+++++++"),
    ("GET", f"/puzzle/{TODAY + 1}/preview.png", {}, "4444444"),
    ("GET", f"/puzzle/{TODAY}/result.png", {}, "4444444"),  # Nobody here has answered.
    ("GET", "/guest/", {}, "+++++++"),
    ("POST", "/guest/", {"name": "Xia", "avatar": "fox"}, "+++++++"),
    ("POST", "/guest/preferences/", {"sound": "on"}, "noooooo"),
    ("POST", "/notices/", {"shown": "1"}, ">>>>>>>"),
    ("GET", "/blocks/", {}, "N++++++"),
    ("POST", "/blocks/", {"block": "0"}, "N>>>>>>"),
    ("POST", "/appeal/", {"measure": "1", "text": "Why?"}, ">>>>>>>"),
    ("GET", "/account/alerts/", {}, "n++++++"),
    ("POST", "/account/alerts/", CHOICES, "n>>>>>>"),
    ("POST", "/account/alerts/test/", {"way": "push"}, "nbbbbbb"),  # Nobody has a device.
    ("POST", "/account/alerts/devices/", DEVICE, "n>>>>>>"),
    ("POST", "/account/alerts/devices/forget/", DEVICE, "n>>>>>>"),
    ("GET", "/account/alerts/stop/1:forged/", {}, "4444444"),
    ("POST", "/account/alerts/stop/1:forged/", {}, "4444444"),
    ("GET", "/games/import/", {}, "n++++++"),
    ("POST", "/games/import/", {}, "nFFFFFF"),
    ("GET", "/history/", {}, "n++++++"),
    ("GET", "/history/?of=999999", {}, "nqqqqqq"),
    ("GET", "/history/statistics/", {}, "n++++++"),
    ("GET", "/history/statistics/?of=999999", {}, "nqqqqqq"),
    ("GET", "/people/{account}/", {}, "+++++++"),
    ("POST", "/people/{account}/", {"profile": "nobody"}, "qqqqqq>"),
    ("GET", "/people/{account}/report/", {}, "n+++++q"),
    (
        "POST",
        "/people/{account}/report/",
        {"about": "person", "reason": "name"},
        "n>>>>>q",
    ),
    ("POST", "/people/{account}/block/", {"about": "person"}, "n>>>>>q"),
    # Guests have no profile.
    ("GET", "/people/{player}/", {}, "qqq+qqq"),
    ("POST", "/people/{player}/", {"profile": "nobody"}, "qqqqqqq"),
    ("GET", "/people/{player}/report/", {}, "nqqqqqq"),
    ("POST", "/people/{player}/block/", {"about": "person"}, "nqqqqqq"),
    ("GET", "/offline/", {}, "+++++++"),
    ("GET", "/manifest.webmanifest", {}, "+++++++"),
    ("GET", "/sw.js", {}, "+++++++"),
    ("GET", "/robots.txt", {}, "+++++++"),
    ("GET", "/sitemap.xml", {}, "+++++++"),
    ("GET", "/healthz", {}, "+++++++"),
    ("GET", "/metrics", {}, "4444444"),
    ("GET", "/readyz", {}, "zzzzzzz"),  # No scheduler runs in tests.
]

#: The pages of accounts for browsers. All signed-in people except staff are guests without a
#: password.
ACCOUNTS = [
    ("GET", "login/", {}, "+++++++"),
    ("POST", "login/", {"login": "sam", "password": PASSWORD}, "HHHHHHH"),
    ("POST", "login/", {"login": "sam", "password": "wrong"}, "+++++++"),
    ("GET", "login/code/confirm/", {}, "iiiiiii"),
    ("POST", "login/code/confirm/", {"code": "123456"}, "iiiiiii"),
    ("GET", "logout/", {}, "H++++++"),
    ("POST", "logout/", {}, "HHHHHHH"),
    ("GET", "inactive/", {}, "+++++++"),
    ("GET", "signup/", {}, "+++++++"),
    ("POST", "signup/", {"username": "", "password1": PASSWORD}, "+++++++"),
    ("GET", "reauthenticate/", {}, "N33333+"),
    ("POST", "reauthenticate/", {"password": "wrong"}, "N33333+"),
    ("POST", "reauthenticate/", {"password": PASSWORD}, "N33333H"),
    ("GET", "email/", {}, "Nuuuuu+"),
    ("POST", "email/", {"action_add": "", "email": "s@mail.example"}, "NuuuuuA"),
    ("GET", "confirm-email/", {}, "+++++++"),
    ("GET", "confirm-email/no-such-key/", {}, "+++++++"),
    ("POST", "confirm-email/no-such-key/", {}, "4444444"),
    ("GET", "password/change/", {}, "Nuuuuu+"),
    (
        "POST",
        "password/change/",
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
        "NuuuuuP",
    ),
    ("GET", "password/set/", {}, "iuuuuuA"),
    ("POST", "password/set/", {"password1": PASSWORD, "password2": PASSWORD}, "iuuuuuA"),
    ("GET", "password/reset/", {}, "+++++++"),
    ("POST", "password/reset/", {"email": "s@mail.example"}, "RRRRRRR"),
    ("GET", "password/reset/done/", {}, "+++++++"),
    ("GET", "password/reset/key/1-no-such-key/", {}, "+++++++"),
    ("POST", "password/reset/key/1-no-such-key/", {"password1": PASSWORD}, "+++++++"),
    # The person follows the link in the e-mail, which identifies them.
    ("GET", "password/reset/key/{reset}/", {}, ">>>>>>>"),
    ("GET", "password/reset/key/done/", {}, "+++++++"),
    # Staff are asked for the password first ("A"). They have no second step here ("4").
    ("GET", "2fa/", {}, "Nuuuuu+"),
    ("GET", "2fa/authenticate/", {}, "iiiiiii"),
    ("POST", "2fa/authenticate/", {"code": "123456"}, "iiiiiii"),
    ("GET", "2fa/reauthenticate/", {}, "NuuuuuA"),
    ("POST", "2fa/reauthenticate/", {"code": "123456"}, "NuuuuuA"),
    ("GET", "2fa/totp/activate/", {}, "iuuuuuA"),
    ("POST", "2fa/totp/activate/", {"code": "123456"}, "iuuuuuA"),
    ("GET", "2fa/totp/deactivate/", {}, "Nuuuuu4"),
    ("POST", "2fa/totp/deactivate/", {}, "Nuuuuu4"),
    ("GET", "2fa/recovery-codes/", {}, "Nuuuuu4"),
    ("GET", "2fa/recovery-codes/download/", {}, "Nuuuuu4"),
    ("GET", "2fa/recovery-codes/generate/", {}, "iuuuuuA"),
    ("POST", "2fa/recovery-codes/generate/", {}, "iuuuuuA"),
    ("GET", "2fa/webauthn/", {}, "Nuuuuu+"),
    ("GET", "2fa/webauthn/add/", {}, "iuuuuuA"),
    ("POST", "2fa/webauthn/add/", {"credential": "{}"}, "iuuuuuA"),
    ("GET", "2fa/webauthn/reauthenticate/", {}, "NuuuuuA"),
    ("POST", "2fa/webauthn/reauthenticate/", {"credential": "{}"}, "NuuuuuA"),
    ("GET", "2fa/webauthn/keys/1/remove/", {}, "iuuuuuA"),
    ("POST", "2fa/webauthn/keys/1/remove/", {}, "iuuuuuA"),
    ("GET", "2fa/webauthn/keys/1/edit/", {}, "iuuuuuA"),
    ("POST", "2fa/webauthn/keys/1/edit/", {"name": "Mine"}, "iuuuuuA"),
    ("GET", "2fa/webauthn/login/", {}, "iiiiiii"),
    ("POST", "2fa/webauthn/login/", {"credential": "{}"}, "iiiiiii"),
    ("GET", "sessions/", {}, "Nuuuuu+"),
    ("POST", "sessions/", {}, "NuuuuuS"),
    ("GET", "data/", {}, "H++++++"),
    ("POST", "data/", {}, "H++++++"),
    ("GET", "delete/", {}, "H++++++"),
    ("POST", "delete/", {}, "HHHHHHk"),
    ("POST", "delete/", {"password": PASSWORD}, "HHHHHHH"),
]

#: The pages that a mail server and keys of providers switch on. Nobody here has signed in with a
#: provider. The providers' names lead to their own sites, and nobody comes back from there.
WAYS = [
    ("GET", "login/code/", {}, "+++++++"),
    ("POST", "login/code/", {"email": "s@mail.example"}, "CCCCCCC"),
    ("GET", "3rdparty/", {}, "Nuuuuu+"),
    ("POST", "3rdparty/", {"account": "1"}, "Nuuuuu+"),
    ("GET", "3rdparty/signup/", {}, "iiiiiii"),
    ("POST", "3rdparty/signup/", {"username": "sam"}, "iiiiiii"),
    ("GET", "3rdparty/login/cancelled/", {}, "+++++++"),
    ("GET", "3rdparty/login/error/", {}, "1111111"),
    ("GET", "google/login/", {}, "+++++++"),
    ("POST", "google/login/", {}, ">>>>>>>"),
    ("GET", "google/login/callback/", {}, "1111111"),
    ("GET", "discord/login/", {}, "+++++++"),
    ("POST", "discord/login/", {}, ">>>>>>>"),
    ("GET", "discord/login/callback/", {}, "1111111"),
    ("GET", "oidc/openid/login/", {}, "+++++++"),
    ("GET", "oidc/openid/login/callback/", {}, "1111111"),
]
KEYS = {"client_id": "site", "secret": "secret"}
OPENID = {"provider_id": "openid", "name": "O", "settings": {"server_url": "http://127.0.0.1:9"}}
PROVIDERS = {
    "google": {"APPS": [KEYS]},
    "discord": {"APPS": [KEYS]},
    "openid_connect": {"APPS": [KEYS | OPENID]},
}


@some_or_all(*WITHOUT_SEATS)
def test_urls_of_the_site(who):
    assert not wrong_in(Cast(), SITE, who=who)


@some_or_all(*STAFF_OR_NOT)
def test_urls_of_accounts(who):
    cast = Cast()
    staff = cast.people["staff"]
    token = default_token_generator.make_token(staff)
    cast.ids["reset"] = f"{user_pk_to_url_str(staff)}-{token}"
    rows = [(method, f"/accounts/{path}", *row) for method, path, *row in ACCOUNTS]
    assert not wrong_in(cast, rows, headers={}, who=who)


@some_or_all(*STAFF_OR_NOT)
def test_urls_of_ways_to_sign_in(settings, who):
    settings.ROOT_URLCONF = all_ways.__name__
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True
    settings.SOCIALACCOUNT_PROVIDERS = PROVIDERS
    rows = [(method, f"/accounts/{path}", *row) for method, path, *row in WAYS]
    assert not wrong_in(Cast(), rows, headers={}, who=who)


@pytest.mark.parametrize("who", ["nobody", "player", "removed"])
def test_anybody_may_sign_up(who):
    cast = Cast()
    fields = {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}
    assert cast.send(who, "POST", "/accounts/signup/", fields, {}) == (302, "/")
    newcomer = User.objects.get(username="newcomer")
    assert not (newcomer.is_guest or newcomer.is_staff or newcomer.is_superuser)
    if who != "nobody":
        assert newcomer.pk == cast.people[who].pk


def test_a_password_link_is_for_one_person():
    """The link sets the password of the person who got it, and of nobody else."""
    cast = Cast()
    token = default_token_generator.make_token(cast.people["staff"])
    client = cast.clients["player"]
    for who, letter in (("staff", ">"), ("host", "+")):
        uid = user_pk_to_url_str(cast.people[who])
        path = f"/accounts/password/reset/key/{uid}-{token}/"
        assert fits(letter, cast.send("player", "GET", path, {}, {}))
        asked = 'name="password1"' in client.get(path, follow=True).content.decode()
        assert asked == (who == "staff")
