"""The part of the page of alerts with which a browser subscribes. The push service is faked: there
is none on this machine.
"""

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Request, expect

from alerts.models import Device
from tests.browser.test_axe import account, in_thread, session_cookie

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ADD, FORGET = "/account/alerts/devices/", "/account/alerts/devices/forget/"
MINE = "https://push.example/mine"
#: A browser whose permission is ``permission``, and which has subscribed if ``endpoint`` is set.
#: ``faults`` calls of ``subscribe`` fail. The page reads what was done from ``done``.
FAKE = """({ permission, answer, endpoint, faults }) => {
  const done = (window.done = []);
  const keys = { p256dh: "P", auth: "A" };
  const subscription = () => endpoint && {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => { done.push("unsubscribe"); endpoint = ""; },
  };
  const pushManager = {
    getSubscription: async () => subscription() || null,
    subscribe: async (options) => {
      done.push(options);
      if (faults-- > 0) throw new DOMException("another key", "InvalidStateError");
      endpoint = "https://push.example/mine";
      return subscription();
    },
  };
  const ready = Promise.resolve({ pushManager });
  const getRegistration = () => ready;
  Object.defineProperty(navigator, "serviceWorker", { value: { ready, getRegistration } });
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => {
    done.push("asked");
    permission = answer;
    return answer;
  };
}"""


def opened(page: Page, url: str, devices: str = "", **browser: Any) -> list[Request]:
    """Open a page with this part in a faked browser. Return the list of what it will post."""
    posted: list[Request] = []
    context = {"push_key": "KEY", "add": ADD, "forget": FORGET, "csrf_token": "TOKEN"}
    part = render_to_string("alerts/_this_device.html", context)
    values = {"permission": "default", "answer": "granted", "endpoint": "", "faults": 0} | browser

    def answer(route: Any) -> None:
        if route.request.method == "POST":
            posted.append(route.request)
        body = f"<!doctype html><html lang=en><title>Alerts</title>{part}{devices}"
        route.fulfill(body=body, content_type="text/html")

    page.route("**/account/alerts/**", answer)
    page.add_init_script(f"({FAKE})({json.dumps(values)})")
    page.goto(f"{url}/account/alerts/")
    return posted


def fields_of(request: Request) -> dict[str, list[str]]:
    return parse_qs(request.post_data or "", keep_blank_values=True)


def listed(endpoint: str) -> str:
    return f'<form><input type="hidden" name="endpoint" value="{endpoint}"></form>'


def test_a_tap_subscribes(live_server: Any, page: Page) -> None:
    posted = opened(page, live_server.url)
    button = page.get_by_role("button", name="Send alerts to this device")
    expect(button).to_be_visible()
    assert page.evaluate("done") == []
    with page.expect_request(f"**{ADD}"):
        button.click()
    assert fields_of(posted[0]) == {
        "csrfmiddlewaretoken": ["TOKEN"],
        "endpoint": [MINE],
        "p256dh": ["P"],
        "auth": ["A"],
    }


def test_a_subscription_with_an_earlier_key_is_replaced(live_server: Any, page: Page) -> None:
    posted = opened(page, live_server.url, endpoint="https://push.example/old", faults=1)
    with page.expect_request(f"**{ADD}"):
        page.get_by_role("button", name="Send alerts to this device").click()
    assert fields_of(posted[0])["endpoint"] == [MINE]


def test_a_person_who_says_no(live_server: Any, page: Page) -> None:
    posted = opened(page, live_server.url, answer="denied")
    page.get_by_role("button", name="Send alerts to this device").click()
    expect(page.get_by_text("This browser blocks notifications")).to_be_visible()
    assert page.evaluate("done") == ["asked"]
    assert not posted


def test_a_browser_that_fails(live_server: Any, page: Page) -> None:
    opened(page, live_server.url, faults=9)
    page.get_by_role("button", name="Send alerts to this device").click()
    expect(page.get_by_role("status")).to_contain_text("could not switch alerts on")
    options = page.evaluate("done")[1]
    assert options == {"userVisibleOnly": True, "applicationServerKey": "KEY"}


def test_this_device_is_forgotten(live_server: Any, page: Page) -> None:
    posted = opened(page, live_server.url, listed(MINE), permission="granted", endpoint=MINE)
    expect(page.get_by_text("This device gets alerts.")).to_be_visible()
    with page.expect_request(f"**{FORGET}"):
        page.get_by_role("button", name="Send no more alerts").click()
    assert fields_of(posted[0])["endpoint"] == [MINE]


def test_the_device_of_another_person(live_server: Any, page: Page) -> None:
    opened(
        page,
        live_server.url,
        listed("https://push.example/phone"),
        permission="granted",
        endpoint=MINE,
    )
    expect(page.get_by_text("This device gets no alerts.")).to_be_visible()


def test_a_browser_without_push_messages(live_server: Any, page: Page) -> None:
    page.add_init_script("delete window.PushManager")
    opened(page, live_server.url)
    expect(page.get_by_text("first add this site to the home screen")).to_be_visible()


def test_signing_out_names_this_device(live_server: Any, page: Page) -> None:
    user = in_thread(account)
    for endpoint in (MINE, "https://push.example/other"):
        in_thread(lambda endpoint=endpoint: Device.objects.create(user=user, endpoint=endpoint))
    page.context.add_cookies([session_cookie(user, live_server.url)])
    values = {"permission": "granted", "answer": "granted", "endpoint": MINE, "faults": 0}
    page.add_init_script(f"({FAKE})({json.dumps(values)})")
    page.goto(f"{live_server.url}/accounts/logout/")
    expect(page.locator("input[name=endpoint]")).to_have_value(MINE)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    (left,) = in_thread(lambda: list(Device.objects.all()))
    assert left.endpoint == "https://push.example/other"
