"""Invalid forms and queries. The answer is always 400, without a traceback."""

import pytest
from django.test import Client

from tests.kit import JSON

FORM = "application/x-www-form-urlencoded"
FILE = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAsha\r\n--x--\r\n'
MANY = "&".join(f"a{number}=1" for number in range(1001))
PARTS = "--x\r\nA:;\r\n\r\n\r\n" * 101 + "--x--\r\n"
PATHS = ["/", "/nowhere/", "/guest/", "/r/QQQQQQ/ask/", "/accounts/login/", "/healthz"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("a=1", f"{FORM}; charset=utf-16"),
        (FILE, "multipart/form-data; boundary=x; charset=punycode"),
        (MANY, FORM),
        (PARTS, "multipart/form-data; boundary=x"),
        ("no boundary", "multipart/form-data"),
        ("--x\r\nnothing", "multipart/form-data; boundary=" + "x" * 300),
        (FILE, "multipart/form-data; boundary*=utf-7''%2B2AA-"),
    ],
    ids=["charset", "slow charset", "fields", "parts", "boundary", "long boundary", "surrogate"],
)
def test_an_unreadable_form(path, body, kind, caplog):
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    for headers in ({}, JSON):
        answer = client.post(path, body, content_type=kind, headers=headers)
        assert answer.status_code == 400
        assert "csrf" not in answer.content.decode().lower()
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("path", PATHS)
def test_an_unreadable_query(path, caplog):
    client = Client(raise_request_exception=False)
    assert client.get(f"{path}?{MANY}").status_code == 400
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/nowhere/", "/admin/nowhere/"])
def test_an_error_page_has_no_token(client, path):
    answer = client.get(path, follow=True)
    if answer.status_code == 404:
        assert "X-CSRFToken" not in answer.content.decode()
        assert "csrftoken" not in answer.cookies
