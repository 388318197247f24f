"""The pages of alerts: choices, devices, tests and the end of mails."""

import re
from html.parser import HTMLParser

import pytest
from django.core import mail as outbox
from django.test import Client

from alerts.choices import MOST_DEVICES, choices_of
from alerts.mail import _signer
from alerts.models import Alert, Choices, Device, Webhook
from game.models import DueWork
from rooms.models import Room
from tests.database.kit.alerts import senders, with_devices, with_mail, work
from tests.kit import JSON, person, room_of, signed_in

pytestmark = pytest.mark.django_db

PAGE = "/account/alerts/"
LINUX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
FIELDS = {"zone": "Europe/Berlin", "quiet_from": "22", "quiet_until": "7", "puzzle_hour": "9"}


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST = "mail.example"
    settings.SITE_URL = "https://cards.example"


class Checked(HTMLParser):
    """Collects the names of the checked boxes of a page."""

    def __init__(self, answer):
        super().__init__()
        self.names = set()
        self.feed(answer.content.decode())

    def handle_starttag(self, tag, attrs):
        if "checked" in dict(attrs):
            self.names.add(dict(attrs)["name"])


def test_at_first_devices_are_told_what_waits_for_the_person_and_nobody_gets_mail(users):
    page = signed_in(users[0]).get(PAGE)
    assert Checked(page).names == {
        *("turn-push", "claim-push", "start-push", "again-push", "invitation-push"),
    }


def test_choices_are_kept(users):
    client = signed_in(users[0])
    answer = client.post(PAGE, FIELDS | {"turn-mail": "on", "review-push": "on"}, follow=True)
    assert "Your choices are saved." in answer.content.decode()
    assert Checked(answer).names == {"turn-mail", "review-push"}
    stored = Choices.objects.get(user=users[0])
    assert (stored.zone, stored.quiet_from, stored.quiet_until, stored.puzzle_hour) == (
        "Europe/Berlin",
        22,
        7,
        9,
    )


@pytest.mark.parametrize(
    "wrong", [{"zone": "Moon/Sea"}, {"quiet_from": "24"}, {"puzzle_hour": "x"}]
)
def test_impossible_choices_are_refused(users, wrong):
    assert signed_in(users[0]).post(PAGE, FIELDS | wrong).status_code == 422
    assert not Choices.objects.exists()


def test_without_a_mail_server_the_page_offers_no_mail(users, settings):
    settings.EMAIL_HOST = ""
    page = signed_in(users[0]).get(PAGE).content.decode()
    assert "turn-push" in page
    assert "turn-mail" not in page
    assert "mail" not in page.lower().replace("e-mail address", "")


def test_a_device_subscribes_and_is_removed(users):
    client = signed_in(users[0])
    fields = {"endpoint": "https://push.example/1", "p256dh": "key", "auth": "secret"}
    assert client.post(f"{PAGE}devices/", fields, headers=LINUX).status_code == 302
    assert client.post(f"{PAGE}devices/", fields, headers=LINUX).status_code == 302
    assert Device.objects.get().user == users[0]
    page = client.get(PAGE).content.decode()
    assert "Firefox, Linux" in page and "push.example" not in re.sub("<input[^>]*>", "", page)
    client.post(f"{PAGE}devices/forget/", {"endpoint": "https://push.example/1"})
    assert not Device.objects.exists()


def test_a_browser_belongs_to_the_person_who_uses_it_now(users):
    fields = {"endpoint": "https://push.example/1", "p256dh": "key", "auth": "secret"}
    for user in users[:2]:
        signed_in(user).post(f"{PAGE}devices/", fields)
    assert Device.objects.get().user == users[1]


def test_nobody_removes_the_device_of_somebody_else(users):
    with_devices(users[:1])
    endpoint = Device.objects.get().endpoint
    signed_in(users[1]).post(f"{PAGE}devices/forget/", {"endpoint": endpoint})
    assert Device.objects.exists()


def test_who_signs_out_gets_no_more_alerts_on_this_device(users):
    with_devices(users[:2])
    other = Device.objects.create(user=users[0], endpoint="https://push.example/other")
    mine, of_somebody = (f"https://push.example/{user.pk}" for user in users[:2])
    for endpoint in (of_somebody, mine):
        signed_in(users[0]).post("/accounts/logout/", {"endpoint": endpoint})
    assert [each.endpoint for each in Device.objects.all()] == [of_somebody, other.endpoint]


def test_a_sixth_device_replaces_the_oldest(users):
    client = signed_in(users[0])
    for number in range(MOST_DEVICES + 1):
        fields = {"endpoint": f"https://push.example/{number}", "p256dh": "k", "auth": "s"}
        client.post(f"{PAGE}devices/", fields)
    left = set(Device.objects.values_list("endpoint", flat=True))
    assert left == {f"https://push.example/{number}" for number in range(1, MOST_DEVICES + 1)}


@pytest.mark.parametrize(
    "wrong", [{"endpoint": "http://push.example/"}, {"endpoint": ""}, {"auth": ""}]
)
def test_a_device_without_address_or_keys_is_refused(users, wrong):
    fields = {"endpoint": "https://push.example/1", "p256dh": "key", "auth": "secret"} | wrong
    answer = signed_in(users[0]).post(f"{PAGE}devices/", fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


def test_a_test_message_goes_by_each_way(users):
    (user,) = with_mail(with_devices(users[:1]))
    client = signed_in(user)
    with senders() as sent:
        answer = client.post(f"{PAGE}test/", {"way": "push"}, follow=True)
        assert "A test message is on its way." in answer.content.decode()
        assert not sent, "the scheduler sends it"
        client.post(f"{PAGE}test/", {"way": "mail"})
        work()
    ((endpoint, message, _ttl),) = sent
    assert endpoint == f"https://push.example/{user.pk}"
    assert message["title"] == "This is a test"
    assert message["url"] == "https://cards.example/account/alerts/"
    (mail,) = outbox.outbox
    assert (mail.subject, mail.to) == ("This is a test", ["asha@mail.example"])


def test_a_test_needs_an_address(users):
    client = signed_in(users[0])
    for way in ("push", "mail", "webhook", ""):
        answer = client.post(f"{PAGE}test/", {"way": way}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")
    assert not Alert.objects.exists()


def test_tests_are_limited(users, settings):
    settings.RATE_LIMIT_FACTOR = 1
    client = signed_in(with_devices(users[:1])[0])
    answers = [client.post(f"{PAGE}test/", {"way": "push"}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]


# The end of mails


@pytest.fixture
def link(users):
    """The link in a mail to stop mails, as its headers have it."""
    (user,) = with_mail(users[:1])
    signed_in(user).post(f"{PAGE}test/", {"way": "mail"})
    work()
    (mail,) = outbox.outbox
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (link,) = re.fullmatch("<(.*)>", mail.extra_headers["List-Unsubscribe"]).groups()
    assert link in mail.body
    return link


def wants_mail(user):
    return [what for what, ways in choices_of(user.pk).ways.items() if "mail" in ways]


def test_a_mail_program_stops_the_mails_with_one_post(users, link):
    """It has no session and no token, and sends what RFC 8058 says."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(link, {"List-Unsubscribe": "One-Click"}, secure=True)
    assert answer.status_code == 200
    assert wants_mail(users[0]) == []
    assert choices_of(users[0].pk).ways_of("turn") == ["push"], "other ways stay"


def test_a_link_that_is_only_opened_changes_nothing(users, link):
    page = Client().get(link)
    assert "Send me no more mails" in page.content.decode()
    assert wants_mail(users[0])


def test_a_mail_that_was_written_before_is_not_sent_after(users, link):
    outbox.outbox.clear()
    signed_in(users[0]).post(PAGE, FIELDS | {"puzzle-mail": "on"})
    DueWork.objects.filter(kind="alert").update(due_at="2026-01-01T00:00Z")
    Client().post(link)
    work()
    assert not outbox.outbox


def test_a_forged_link_stops_nothing(users, link):
    token = link.rstrip("/").rpartition("/")[2]
    other = f"{users[1].pk}:{token.partition(':')[2]}"
    assert Client().post(f"{PAGE}stop/{other}/").status_code == 404
    assert Client().post(f"{PAGE}stop/{_signer.sign('99999999')}/").status_code == 404
    assert wants_mail(users[0])


# The channel of a room


@pytest.fixture
def code(users):
    return room_of(users)


def test_the_host_sets_tests_and_removes_the_channel(users, code):
    client, page = signed_in(users[0]), f"/r/{code}/channel/"
    secret = "https://discord.example/api/webhooks/1/hush"
    assert client.get(page).status_code == 200
    assert client.post(page, {"url": secret}).status_code == 302
    shown = client.get(page).content.decode()
    assert "discord.example" in shown
    assert "hush" not in shown
    with senders() as sent:
        client.post(page, {"test": ""})
        work()
    url, text, link = sent[0]
    assert (url, link) == (secret, f"https://cards.example/r/{code}/")
    assert text == f"This is a test. Table {code}."
    client.post(page, {"remove": ""})
    assert not Webhook.objects.exists()


def test_players_see_that_their_host_named_a_channel(users, code):
    page, told = f"/r/{code}/", "The host has named a chat channel"
    assert told not in signed_in(users[1]).get(page).text
    Webhook.objects.create(room=Room.objects.get(), url="https://discord.example/hush")
    shown = signed_in(users[1]).get(page).text
    assert told in shown
    assert "discord" not in shown


@pytest.mark.parametrize("url", ["http://discord.example/", "discord", ""])
def test_a_channel_needs_a_whole_address(users, code, url):
    answer = signed_in(users[0]).post(f"/r/{code}/channel/", {"url": url})
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def test_only_the_host_has_the_channel(users, code):
    page = f"/r/{code}/channel/"
    for user in [users[1], person("Eva")]:
        for send in (signed_in(user).get, signed_in(user).post):
            answer = send(page, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_host")


def test_quiet_hours_can_be_left_out(users):
    client = signed_in(users[0])
    assert '<option value="" selected>no quiet hours</option>' in client.get(PAGE).text
    client.post(PAGE, FIELDS)
    assert '<option value="22" selected>22:00</option>' in client.get(PAGE).text
    client.post(PAGE, FIELDS | {"quiet_from": ""})
    stored = Choices.objects.get(user=users[0])
    assert stored.quiet_from == stored.quiet_until == 7
    assert '<option value="" selected>no quiet hours</option>' in client.get(PAGE).text
