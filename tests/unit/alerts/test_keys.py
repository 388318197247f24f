"""Keys that the site makes itself."""

import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.checks import run_checks
from py_vapid.utils import b64urldecode

from alerts.keys import public_push_key, push_key, stored_key


def test_processes_that_start_together_share_one_key(tmp_path):
    path = tmp_path / "var" / "secret_key"
    with ThreadPoolExecutor(20) as pool:
        keys = set(pool.map(lambda _: stored_key(path, 32), range(200)))
    assert keys == {stored_key(path, 32)}
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_the_push_key_is_made_once(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    public = public_push_key()
    point = b64urldecode(public.encode())
    assert (len(point), point[0]) == (65, 4)
    assert (tmp_path / "vapid_key").stat().st_mode & 0o777 == 0o600
    assert public_push_key() == public
    settings.VAPID_PRIVATE_KEY = (tmp_path / "vapid_key").read_text()
    settings.VAR_DIR = tmp_path / "other"
    assert public_push_key() == public


def test_a_site_that_cannot_store_a_key_has_no_web_push(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    assert push_key() is None
    assert public_push_key() == ""


@pytest.mark.parametrize(
    "command",
    [
        "openssl rand -base64 32",
        "openssl ecparam -genkey -noout -name prime256v1 | openssl ec -outform DER | base64 -w0",
    ],
)
def test_keys_that_an_operator_makes(settings, command):
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    settings.VAPID_PRIVATE_KEY = done.stdout.strip()
    assert public_push_key()
    assert not run_checks()


@pytest.mark.parametrize("text", ["foo", "!", "A" * 60])
def test_a_text_that_is_no_key(settings, text):
    settings.VAPID_PRIVATE_KEY = text
    assert [each.id for each in run_checks()] == ["literature.E003"]
