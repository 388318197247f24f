"""The cache, with Redis and without Redis."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.rate_limits import end_of_period, seconds_to_wait
from cluster.ports import free_port
from cluster.redis import Redis
from literature_site import cache as forgiving
from tests.database.kit.relay import relayed

pytestmark = pytest.mark.slow


@pytest.fixture
def redis(tmp_path):
    server = Redis(tmp_path, free_port())
    server.start()
    yield server
    server.kill()


def cache_at(redis, port, seconds=30):
    """Return a cache that uses the Redis at ``port``. ``seconds`` is its time-out."""
    options = {"socket_connect_timeout": seconds, "socket_timeout": seconds}
    return forgiving.ForgivingRedisCache(
        redis.url.replace(f":{redis.port}/", f":{port}/"), {"OPTIONS": options}
    )


def test_it_works_as_a_cache(redis):
    cache = cache_at(redis, redis.port)
    assert cache.add("a", 1) and not cache.add("a", 2)
    assert cache.incr("a") == 2
    cache.set("seen", 0)  # 0 is a count, too.
    assert [cache.incr("seen"), cache.incr("seen")] == [1, 2]
    cache.set("b", [3])
    assert cache.get_many(["a", "b"]) == {"a": 2, "b": [3]}
    assert cache.has_key("b") and cache.delete("b") and cache.get("b", "none") == "none"
    cache.clear()
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")


def use_all_of(cache):
    assert cache.add("a", 1)
    assert cache.get("a") is None and cache.get_many(["a"]) == {}
    cache.set("a", 1)
    cache.set_many({"a": 1})
    cache.touch("a")
    assert not cache.has_key("a") and not cache.delete("a")
    cache.delete_many(["a"])
    cache.clear()
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")


def test_without_redis_it_is_empty(redis):
    cache = cache_at(redis, redis.port)
    cache.set("a", 1)
    redis.kill()
    use_all_of(cache)


def test_only_one_request_waits_for_a_hanging_redis(redis, monkeypatch, caplog):
    now = 1000.0
    monkeypatch.setattr(forgiving, "time", SimpleNamespace(monotonic=lambda: now))
    with relayed(redis.port) as relay:
        cache_at(redis, redis.port).set("a", 1)
        relay.dead = True
        for _ in range(20):
            use_all_of(cache_at(redis, relay.port, 0.25))
        assert [each.msg for each in caplog.records] == ["The cache does not answer: %r"]
        relay.dead = False
        found = None
        for _ in range(40):  # On a slow machine an answer may come late, so try several times.
            now += forgiving.AWAY_SECONDS
            found = found or cache_at(redis, relay.port, 0.25).get("a")
        assert found == 1


@pytest.mark.django_db
def test_people_can_sign_in_without_redis(client, settings):
    """allauth's rate limits use the cache, too."""
    settings.CACHES = {
        "default": {
            "BACKEND": "literature_site.cache.ForgivingRedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    User.objects.create_user("asha", password="a long one")
    answer = client.post("/accounts/login/", {"login": "asha", "password": "a long one"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.post("/accounts/login/", {"login": "b", "password": "c"}).status_code < 500


def test_without_redis_there_are_no_rate_limits(rf, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "literature_site.cache.ForgivingRedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    settings.RATE_LIMIT_FACTOR = 1
    assert [seconds_to_wait(rf.post("/"), "x", 1) for _ in range(3)] == [0, 0, 0]


def test_rates_are_counted_by_person_or_network(rf, settings, users):
    settings.RATE_LIMIT_FACTOR = 1

    def ask(group="x", key="ip", address="2001:db8::1", person=users[0]):
        request = rf.post("/", REMOTE_ADDR=address)
        request.user = person
        return seconds_to_wait(request, group, 1, key)

    assert ask() == 0
    assert ask() > 0 and ask(address="2001:db8::2") > 0
    assert ask(group="y") == 0 and ask(address="2001:db8:0:1::1") == 0
    assert ask(key="user") == 0 and ask(key="user", person=users[1]) == 0
    assert ask(key="user_or_ip") > 0 and ask(key="user_or_ip", person=AnonymousUser()) > 0


def test_a_count_ends_with_its_period(rf, settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr("accounts.rate_limits.end_of_period", end_of_period)
    request = rf.post("/")
    now = 1_000_000_000.0
    monkeypatch.setattr("accounts.rate_limits.time.time", lambda: now)
    assert seconds_to_wait(request, "x", 1) == 0
    wait = seconds_to_wait(request, "x", 1)
    assert 0 < wait <= 60
    now += wait - 1
    assert seconds_to_wait(request, "x", 1) == 1
    now += 1
    assert seconds_to_wait(request, "x", 1) == 0
