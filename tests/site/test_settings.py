"""The settings that keep a site safe when nobody sets any."""

from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from literature_site.secret_key import stored_secret_key


def test_processes_that_start_together_share_one_key(tmp_path):
    path = tmp_path / "var" / "secret_key"
    with ThreadPoolExecutor(20) as pool:
        keys = set(pool.map(stored_secret_key, [path] * 200))
    assert keys == {stored_secret_key(path)}
    assert len(keys.pop()) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_machine_of_its_own_is_closed_to_others():
    assert not settings.DEBUG
    assert "*" not in settings.ALLOWED_HOSTS


def test_pages_take_scripts_and_styles_from_here_alone(client):
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "unsafe" not in policy
    for directive in ["script-src 'self'", "style-src 'self'", "object-src 'none'"]:
        assert directive in policy
