"""Accounts: a guest can become an account, is the same person everywhere, and can be deleted."""

import re
from html import unescape

import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.test.utils import override_script_prefix

from accounts.models import User
from accounts.rate_limits import ACCOUNT_RATES, account_rates
from game.models import Game, Player
from literature.record import read, replay
from rooms.actions import chat, host_settings, lobby, playing
from rooms.models import ChatMessage, Room, RoomBan, SavedRules, Seat
from tests.kit import JSON, people, person, play_on, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db

SECRET = "a-long-lost-ferry"
NEW_SECRET = "another-lost-ferry"


def signed_up(client, username="asha", **more):
    fields = {"username": username, "password1": SECRET, "password2": SECRET, **more}
    return client.post("/accounts/signup/", fields)


def sign_in(username="asha", password=SECRET, **more):
    """Sign in with another browser. Return the browser and the response."""
    client = Client()
    fields = {"login": username, "password": password, **more}
    return client, client.post("/accounts/login/", fields)


def who(client):
    return client.session.get("_auth_user_id")


def welcome(response):
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_only_a_known_person_is_welcomed_back(asha):
    assert welcome(signed_up(Client(), "ben", next="/rules/")) == ["Welcome, ben."]
    assert welcome(signed_up(signed_in(asha), next="/rules/")) == ["Welcome, Asha."]
    assert welcome(sign_in(next="/rules/")[1]) == ["Welcome back, Asha."]


@pytest.mark.parametrize("more", [{}, {"next": "/"}])
def test_the_home_page_says_welcome_once(asha, more):
    client = signed_in(asha)
    response = signed_up(client, **more)
    assert client.get(response["Location"]).text.count("Welcome") == 1
    client, response = sign_in(**more)
    assert client.get(response["Location"]).text.count("Welcome") == 1


@pytest.mark.parametrize("login", ["asha", "asha@example.org"])
def test_a_refused_sign_in_uses_the_words_of_the_form(login):
    page = Client().post("/accounts/login/", {"login": login, "password": "wrong"}).content.decode()
    assert "The user name, the e-mail address or the password is wrong." in page


#: Pages with a form, and the fields that their errors concern.
REFUSED = [
    ("/accounts/login/", {"login": "asha", "password": "wrong"}, ["login", "password"]),
    ("/accounts/signup/", {"username": "asha", "password1": SECRET}, ["password2"]),
    ("/accounts/password/reset/", {"email": "asha"}, ["email"]),
    ("/guest/", {"name": ""}, ["name"]),
]


@pytest.mark.parametrize(("page", "fields", "invalid"), REFUSED)
def test_a_refused_field_is_marked_and_described_by_its_error(page, fields, invalid):
    text = Client().post(page, fields).content.decode()
    inputs = re.findall(r"<input[^>]*aria-invalid=\"true\"[^>]*>", text)
    assert [re.search('name="([^"]*)', each)[1] for each in inputs] == invalid
    for each in inputs:
        described_by = re.search('aria-describedby="([^"]*)', each)[1].split()
        assert any(f'id="{error}"' in text for error in described_by), each


@pytest.mark.parametrize("page", ["login", "signup", "password/reset"])
def test_the_labels_of_account_pages_are_enough(page):
    assert "placeholder" not in Client().get(f"/accounts/{page}/").content.decode()


def state(client, code):
    return client.get(f"/r/{code}/state.json").json()


@pytest.fixture
def asha():
    return person("Asha", "owl")


@pytest.fixture
def account(asha):
    """The browser of a guest who has made an account and confirmed its e-mail address."""
    client = signed_in(asha)
    assert signed_up(client, email="asha@example.org").status_code == 302
    client.post(link_in(mail.outbox.pop()))
    return client


def link_in(letter):
    """The path of the link in an e-mail."""
    return re.search(r"https?://[^/\s]+(/\S+)", letter.body)[1]


# A guest becomes an account


def test_signing_up_keeps_the_row_of_the_guest(asha, account):
    now = User.objects.get()
    assert (now.pk, now.name, now.avatar) == (asha.pk, "Asha", "owl")
    assert (now.username, now.email, now.is_guest) == ("asha", "asha@example.org", False)
    assert now.check_password(SECRET)
    assert who(account) == str(asha.pk)


def test_without_an_address(asha):
    assert signed_up(signed_in(asha)).status_code == 302
    assert User.objects.get().email == ""
    assert sign_in()[1].status_code == 302


def test_signing_up_keeps_seat_and_history(asha):
    old = table_of([asha, *people(4)[1:]])
    play_on(old.game)
    code = room_of([asha])
    client = signed_in(asha)
    signed_up(client)
    assert Seat.objects.get(room__code=code).user_id == asha.pk
    assert state(client, code)["you"] == 0
    assert client.get(f"/games/{old.game_id}/").status_code == 200
    assert Player.objects.get(game=old.game, user=asha).name == "Asha"


def test_signing_up_in_the_middle_of_a_game(asha):
    room = table_of([asha, *people(4)[1:]])
    client = signed_in(asha)
    before = state(client, room.code)
    signed_up(client)
    assert state(client, room.code) == before
    other, _answer = sign_in()
    assert state(other, room.code) == before
    assert before["hand"]


def test_a_game_continues_on_another_device(asha):
    room = table_of([asha, *people(4)[1:]])
    signed_up(signed_in(asha))
    play_on(room.game, moves=3)
    other, _answer = sign_in()
    assert f"/r/{room.code}/" in other.get("/").content.decode()
    assert state(other, room.code)["hand"] is not None


def test_a_new_person_can_sign_up():
    client = Client()
    assert signed_up(client, "ben").status_code == 302
    ben = User.objects.get()
    assert (ben.username, ben.name, ben.is_guest) == ("ben", "ben", False)
    assert who(client) == str(ben.pk)


@pytest.mark.parametrize("username", ["b" * 21, "b@b.example", "b" * 150])
def test_any_username_gives_a_valid_name(username):
    signed_up(Client(), username)
    assert 1 <= len(User.objects.get().name) <= 20


def test_signing_up_again_creates_another_account(asha, account):
    signed_up(account, "second")
    assert User.objects.count() == 2
    assert User.objects.get(pk=asha.pk).username == "asha"


@pytest.mark.parametrize("username", ["asha", "ASHA"])
def test_a_username_can_be_used_once(account, username):
    guest = person("Ben")
    answer = signed_up(signed_in(guest), username)
    assert answer.status_code == 200
    assert "already exists" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.username != username


@pytest.mark.parametrize(
    "fields",
    [
        {"password1": "12345678", "password2": "12345678"},
        {"password2": "something else"},
        {"username": ""},
        {"email": "nowhere"},
    ],
)
def test_a_refused_sign_up_does_not_change_the_guest(asha, fields):
    answer = signed_up(signed_in(asha), **fields)
    assert answer.status_code == 200
    asha.refresh_from_db()
    assert asha.is_guest


# Signing in and out


def test_signing_in_by_name_or_address(account):
    for login in ("asha", "asha@example.org"):
        client, answer = sign_in(login)
        assert (answer.status_code, answer["Location"]) == (302, "/")
        assert who(client)


def test_signing_in_needs_the_right_password(account):
    client, answer = sign_in(password="wrong")
    assert answer.status_code == 200
    assert who(client) is None


def test_a_guest_signs_in_to_an_account(asha, account):
    client = signed_in(person("Ben"))
    client.post("/accounts/login/", {"login": "asha", "password": SECRET})
    assert who(client) == str(asha.pk)


@pytest.mark.parametrize("name", ["a" * 100_000, f"{'a' * 100_000}@b.example"])
def test_a_very_long_name_is_refused_before_the_database_reads_it(db, name):
    _browser, answer = sign_in(name)
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.content.decode()


def test_signing_in_redirects_to_the_requested_page(account):
    answer = Client().post(
        "/accounts/login/?next=/r/CDFGHJ/", {"login": "asha", "password": SECRET}
    )
    assert answer["Location"] == "/r/CDFGHJ/"
    answer = Client().post(
        "/accounts/login/?next=//elsewhere.example/", {"login": "asha", "password": SECRET}
    )
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    ("path", "asks"),
    [
        ("/", False),
        ("/rules/", False),
        ("/no-such-page/", False),
        ("/rooms/new/?like=classic", True),
        ("/r/CDFGHJ/", True),
        ("/history/?result=won&level=hard", True),
        ("/history/statistics/", True),
    ],
)
def test_the_pages_link_to_the_sign_in_page(account, path, asks):
    """For visitors the header of these pages has a link to the sign-in form. There is another link
    next to a form for a name.
    """
    client = Client()
    links = ways_in(client.get(path))
    assert len(links) == 1 + asks
    for link in links:
        form = client.get(link).content.decode()
        onward = unescape(re.findall(r'name="next" value="([^"]+)"', form)[0])
        answer = client.post(link, {"login": "asha", "password": SECRET, "next": onward})
        assert answer["Location"] == path
        client.logout()


def test_signing_in_redirects_to_the_refused_page(account):
    """After a refused name, the links lead back to the page from which the person came. An address
    for POST requests has no page, so there the links lead to the home page.
    """
    refused = Client().post("/guest/", {"name": "", "next": "/r/CDFGHJ/"})
    assert ways_in(refused) == ["/accounts/login/?next=/r/CDFGHJ/"] * 2
    assert set(ways_in(Client().post("/r/CDFGHJ/join/"))) == {"/accounts/login/?next=/"}


def test_signed_in_people_and_the_sign_in_page_have_no_sign_in_link(account):
    assert ways_in(account.get("/")) == []
    assert ways_in(Client().get("/accounts/login/")) == []
    assert ways_in(Client().get("/accounts/signup/?next=/rules/")) == [
        "/accounts/login/?next=%2Frules%2F"
    ]


def ways_in(answer):
    """The addresses of a page's links to the sign-in form."""
    links = re.findall(r'href="(/accounts/login/[^"]*)"', answer.content.decode())
    return [unescape(link) for link in links]


def test_signing_out(account):
    assert account.get("/accounts/logout/").status_code == 200
    assert who(account), "a link does not sign out"
    assert account.post("/accounts/logout/")["Location"] == "/"
    assert who(account) is None


def test_the_session_lasts_a_year(account):
    client, _answer = sign_in()
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 3600


# Passwords


def test_a_new_password(account):
    fields = {"oldpassword": SECRET, "password1": NEW_SECRET, "password2": NEW_SECRET}
    assert account.post("/accounts/password/change/", fields).status_code == 302
    assert who(account), "still signed in here"
    assert who(sign_in()[0]) is None
    assert who(sign_in(password=NEW_SECRET)[0])


def test_a_new_password_needs_the_old_password(account):
    fields = {"oldpassword": "wrong", "password1": NEW_SECRET, "password2": NEW_SECRET}
    answer = account.post("/accounts/password/change/", fields)
    assert answer.status_code == 200
    assert "This is not your current password." in answer.content.decode()
    assert who(sign_in()[0])


def test_a_lost_password_by_mail(account):
    client = Client()
    answer = client.post("/accounts/password/reset/", {"email": "asha@example.org"})
    assert answer.status_code == 302
    (letter,) = mail.outbox
    assert letter.to == ["asha@example.org"]
    path = link_in(letter)
    page = client.get(path, follow=True)
    assert page.status_code == 200
    fields = {"password1": NEW_SECRET, "password2": NEW_SECRET}
    client.post(page.redirect_chain[-1][0], fields)
    assert who(sign_in(password=NEW_SECRET)[0])
    assert "token" in client.get(path, follow=True).content.decode().lower(), "only once"


def test_the_password_page_does_not_reveal_accounts(account):
    answers = [
        Client().post("/accounts/password/reset/", {"email": address}, follow=True)
        for address in ("asha@example.org", "nobody@example.org")
    ]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].redirect_chain == answers[1].redirect_chain


# E-mail addresses


def test_only_confirmed_addresses_are_used(asha):
    client = signed_in(asha)
    signed_up(client, email="asha@example.org")
    letter = mail.outbox.pop()
    assert letter.to == ["asha@example.org"]
    assert "This address is not confirmed yet" in client.get("/accounts/email/").content.decode()
    Client().post("/accounts/password/reset/", {"email": "asha@example.org"})
    assert "/password/reset/key/" not in mail.outbox.pop().body
    link = link_in(letter)
    assert "Confirm" in client.get(link).content.decode()
    assert not EmailAddress.objects.get().verified, "a look confirms nothing: mail scanners look"
    assert client.post(link).status_code == 302
    assert (
        "This address is not confirmed yet" not in client.get("/accounts/email/").content.decode()
    )
    Client().post("/accounts/password/reset/", {"email": "asha@example.org"})
    assert "/password/reset/key/" in mail.outbox.pop().body


def test_a_confirmation_link_does_not_sign_out(asha):
    """If the link signed out a guest who opened it, the guest could not sign in again."""
    signed_up(signed_in(asha), email="asha@example.org")
    ben = person("Ben")
    client = signed_in(ben)
    assert client.get(link_in(mail.outbox.pop())).status_code == 200
    assert who(client) == str(ben.pk)


def test_an_address_is_confirmed_by_one_account_only(account):
    cache.clear()  # The limit is one link in three minutes.
    signed_up(Client(), "ben", email="asha@example.org")
    Client().post(link_in(mail.outbox.pop()))
    assert list(EmailAddress.objects.values_list("user__username", "verified").order_by("pk")) == [
        ("asha", True),
        ("ben", False),
    ]


def test_an_open_browser_alone_adds_no_address(account):
    """With an own address somebody could ask for a new password."""
    added = {"action_add": "", "email": "other@example.org"}
    asked = account.post("/accounts/email/", added)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert EmailAddress.objects.count() == 1


def test_an_account_has_few_addresses_and_can_remove_each(account):
    account.post("/accounts/reauthenticate/", {"password": SECRET})
    for number in range(5):
        fields = {"action_add": "", "email": f"{number}@example.org"}
        account.post("/accounts/email/", fields)
    assert EmailAddress.objects.count() == 3
    for address in list(EmailAddress.objects.values_list("email", flat=True)):
        account.post("/accounts/email/", {"action_remove": "", "email": address})
    assert not EmailAddress.objects.exists()


def test_signing_up_works_if_no_mail_can_be_sent(asha, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert signed_up(signed_in(asha), email="asha@example.org").status_code == 302
    assert "A mail could not be sent" in caplog.text


# Deletion


def test_games_stay_with_a_former_player(asha, account):
    room = table_of([asha, *people(4)[1:]])
    play_on(room.game)
    assert account.post("/accounts/delete/", {"password": SECRET})["Location"] == "/"
    assert not User.objects.filter(pk=asha.pk).exists()
    assert who(account) is None
    gone = Player.objects.get(game=room.game, seat=0)
    assert (gone.name, gone.avatar, gone.user) == ("A former player", "", None)
    ben = room.game.players.get(seat=1).user
    page = signed_in(ben).get(f"/games/{room.game_id}/").content.decode()
    assert "A former player" in page
    assert "Asha" not in page
    record = signed_in(ben).get(f"/games/{room.game_id}/record.json").content
    assert b"Asha" not in record
    replay(read(record))


def test_after_a_deletion_a_bot_continues_the_running_game(asha, account):
    room = table_of([asha, *people(4)[1:]])
    account.post("/accounts/delete/", {"password": SECRET})
    player = room.game.players.get(seat=0)
    assert (player.bot, player.name) == ("medium", "A former player")
    ben = room.game.players.get(seat=1).user
    seen = state(signed_in(ben), room.code)
    assert seen["seats"][0]["name"] == "A former player"
    assert Room.objects.get(pk=room.pk).host == ben
    play_on(room.game)
    assert Game.objects.get(pk=room.game_id).status == "finished"
    playing.again(room.code, ben)
    assert "Asha" not in signed_in(ben).get(f"/r/{room.code}/").content.decode()


def test_deletion_after_leaving_a_game(asha, account):
    room = table_of([asha, *people(4)[1:]])
    lobby.leave(room.code, asha)
    account.post("/accounts/delete/", {"password": SECRET})
    assert room.game.players.get(seat=0).name == "A former player"


def test_after_a_deletion_the_name_is_nowhere_else(asha, account):
    code = room_of([asha, *people(4)[1:]])
    chat.send(code, asha, "Hello")
    host_settings.set_options(code, asha, {"turn_seconds": 60})
    host_settings.hand_over(code, asha, 1)
    room = Room.objects.get(code=code)
    ben = room.host
    host_settings.hand_over(code, ben, 0)
    SavedRules.objects.create(user=asha, name="Ours", preset="classic", options=room.options)
    RoomBan.objects.create(room=room_of_another(), user=asha)
    LogEntry.objects.log_actions(ben.pk, [asha], CHANGE)  # Staff saved a form about this person.
    account.post("/accounts/delete/", {"password": SECRET})
    assert ChatMessage.objects.with_names().get().name == "A former player"
    assert not SavedRules.objects.exists()
    assert not RoomBan.objects.exists()
    assert room.seats.count() == 3
    page = signed_in(ben).get(f"/r/{code}/").content.decode()
    assert "A former player changed the rules: After one minute a bot makes the move." in page
    assert "Asha" not in page
    for model in apps.get_models():
        if model is not User:  # ``people`` stored another Asha.
            assert "Asha" not in str(list(model._default_manager.values())), model


def room_of_another():
    return Room.objects.get(code=room_of([person("Zoe")]))


def test_deletion_needs_the_password(asha, account):
    answer = account.post("/accounts/delete/", {"password": "wrong"})
    assert answer.status_code == 422
    assert "password is wrong" in answer.content.decode()
    assert User.objects.filter(pk=asha.pk).exists()
    assert who(account)


def test_a_guest_deletes_without_a_password(asha):
    client = signed_in(asha)
    assert 'type="password"' not in client.get("/accounts/delete/").content.decode()
    client.post("/accounts/delete/")
    assert not User.objects.exists()


def test_opening_the_deletion_page_deletes_nothing(account):
    page = account.get("/accounts/delete/").content.decode()
    assert 'type="password"' in page
    assert User.objects.count() == 1


def test_visitors_have_nothing_to_delete(client):
    assert client.get("/accounts/delete/")["Location"] == "/"
    assert client.post("/accounts/delete/")["Location"] == "/"


# The pages


@pytest.mark.parametrize(
    ("path", "as_whom"),
    [
        ("signup", "nobody"),
        ("signup", "guest"),
        ("login", "nobody"),
        ("login", "guest"),
        ("password/reset", "nobody"),
        ("password/reset/done", "nobody"),
        ("password/change", "account"),
        ("email", "account"),
        ("logout", "account"),
        ("delete", "guest"),
        ("delete", "account"),
        ("inactive", "nobody"),
    ],
)
def test_pages_open(request, asha, path, as_whom):
    if as_whom == "account":
        client = request.getfixturevalue("account")
    else:
        client = signed_in(asha) if as_whom == "guest" else Client()
    page = client.get(f"/accounts/{path}/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "<h1" in text
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text), "the pages allow no inline scripts"


def test_a_program_signs_up_with_the_token(asha):
    client = signed_in(asha, enforce_csrf_checks=True)
    assert signed_up(client).status_code == 403
    client.get("/accounts/signup/")
    token = client.cookies["csrftoken"].value
    fields = {"username": "asha", "password1": SECRET, "password2": SECRET}
    answer = client.post("/accounts/signup/", fields, headers={"X-CSRFToken": token, **JSON})
    assert answer.status_code == 200
    assert not User.objects.get().is_guest


@pytest.mark.parametrize("page", ["password/change/", "password/set/", "email/"])
def test_a_guest_signs_up_before_having_a_password_or_an_address(client, page):
    client.post("/guest/", {"name": "Asha", "avatar": "owl"})
    fields = {"password1": SECRET, "password2": SECRET, "email": "asha@example.org"}
    for answer in (client.get(f"/accounts/{page}"), client.post(f"/accounts/{page}", fields)):
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")


def test_an_unreadable_body_is_a_client_error(client):
    client.raise_request_exception = False
    broken = "application/x-www-form-urlencoded; charset=utf-16"
    answer = client.post("/guest/", b"name=A", content_type=broken)
    assert answer.status_code in (400, 422)


# Limits


def guess(client, username, password, address="127.0.0.1"):
    fields = {"login": username, "password": password}
    return client.post("/accounts/login/", fields, REMOTE_ADDR=address)


def test_wrong_passwords_lock_out_the_attacker_but_not_the_owner():
    User.objects.create_user("asha", password="the right one 1")
    guesses = [guess(Client(), "asha", f"wrong {n}", "203.0.113.9") for n in range(6)]
    assert [each.status_code for each in guesses] == [200] * 5 + [429]
    assert guesses[-1].headers["Retry-After"] == "300"
    assert "Wait a few minutes" in guesses[-1].content.decode()
    assert guess(Client(), "asha", "the right one 1").status_code == 302


def test_a_program_that_signs_in_too_often_gets_a_code():
    fields = {"login": "asha", "password": "wrong"}
    for _ in range(6):
        answer = Client().post("/accounts/login/", fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert answer.headers["Retry-After"] == "300"


def test_the_addresses_of_an_ipv6_network_count_as_one():
    guesses = [guess(Client(), "asha", f"wrong {n}", f"2001:db8:1:2::{n}") for n in range(6)]
    assert [each.status_code for each in guesses] == [200] * 5 + [429]
    assert guess(Client(), "asha", "wrong", "2001:db8:1:3::1").status_code == 200


def test_one_address_may_not_try_many_names():
    guesses = [guess(Client(), f"name{n}", "wrong", "203.0.113.9") for n in range(11)]
    assert guesses[-1].status_code == 429


def test_passwords_are_not_guessed_where_accounts_are_deleted(settings):
    settings.RATE_LIMIT_FACTOR = 1
    asha = User.objects.create_user("asha", password="the right one 1")
    client = Client()
    client.force_login(asha)
    statuses = [
        client.post("/accounts/delete/", {"password": str(n)}).status_code for n in range(6)
    ]
    assert statuses == [422] * 5 + [429]


def test_links_in_mails_do_not_follow_the_host_of_the_request(settings, mailoutbox):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://cards.example", ["*"]
    asha = User.objects.create_user("asha", "asha@example.org", "the right one 1")
    asha.emailaddress_set.create(email="asha@example.org", verified=True)
    for email in ("asha@example.org", "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": email}, HTTP_HOST="evil.example")
    assert mailoutbox
    assert all("evil.example" not in mail.body for mail in mailoutbox)
    assert "https://cards.example/accounts/password/reset/key/" in mailoutbox[0].body


def test_links_in_mails_do_not_follow_other_links(settings, mailoutbox):
    """Even if all URLs begin with another host, a link in a mail keeps only its path."""
    settings.SITE_URL = "https://cards.example"
    asha = User.objects.create_user("asha", "asha@example.org", "the right one 1")
    asha.emailaddress_set.create(email="asha@example.org", verified=True)
    with override_script_prefix("http://evil.example/"):
        for email in ("asha@example.org", "nobody@example.org"):
            Client().post("/accounts/password/reset/", {"email": email})
        signed_up(Client(), "ben", email="ben@example.org")
    assert len(mailoutbox) == 3
    for letter in mailoutbox:
        assert "https://cards.example/accounts/" in letter.body
        assert "evil.example" not in letter.body + letter.subject


def test_subjects_of_mails_do_not_name_the_host_of_the_request(settings, mailoutbox):
    settings.ALLOWED_HOSTS = ["*"]
    email = {"email": "nobody@example.org"}
    Client().post("/accounts/password/reset/", email, HTTP_HOST="evil.example")
    assert mailoutbox[0].subject == "This e-mail address is not confirmed for any account"


def test_sign_up_does_not_reveal_known_addresses():
    def answer(username, email):
        fields = {"username": username, "email": email}
        fields |= dict.fromkeys(("password1", "password2"), "long enough 1")
        response = Client().post("/accounts/signup/", fields)
        return response.status_code, response.headers.get("Location")

    known = answer("asha", "a@example.org")
    User.objects.get().emailaddress_set.update(verified=True)
    # The limit is one link in three minutes for an address, whether it is known or not.
    cache.clear()
    assert answer("ben", "a@example.org") == known
    first, second = mail.outbox
    assert first.subject == second.subject
    assert first.body.partition("http")[0] == second.body.partition("http")[0]


def test_limits_of_accounts_can_be_raised():
    assert account_rates(1)["login_failed"] == "10/m/ip,5/300s/key"
    assert account_rates(2.5)["login_failed"] == "25/m/ip,13/300s/key"
    assert set(account_rates(1)) <= set(app_settings.RATE_LIMITS)


def test_all_limits_of_accounts_are_tested(settings):
    """All limits of allauth are set, except those for ways of signing in that this site does not
    use.
    """
    del settings.ACCOUNT_RATE_LIMITS
    unused = {"change_phone", "verify_phone", "request_login_code"}
    assert set(app_settings.RATE_LIMITS) - unused <= set(ACCOUNT_RATES)


@pytest.mark.parametrize("path", ["login", "signup"])
def test_the_forms_stand_beside_what_an_account_keeps(client, path):
    page = client.get(f"/accounts/{path}/").content.decode()
    assert page.index("<form") < page.index('id="keeps-heading"')
    assert "Your streak of daily puzzles" in page
