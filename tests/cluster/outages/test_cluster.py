"""Many processes behind the proxy, while processes, connections and clocks fail.

All tests share a cluster and its tables, and run in the order of the file: earlier faults must not
harm later tests. Short runs are for `make test-cluster`, long runs for `make soak`.
"""

import random
import signal
from types import SimpleNamespace

import pytest

from tests.cluster.kit.clustered import live_cluster
from tests.cluster.kit.deaf import deaf_sockets
from tests.cluster.kit.faked_time import FakedTime
from tests.cluster.kit.play import Play, played
from tests.cluster.kit.proxied import get
from tests.cluster.kit.tally import CALM
from tests.database.kit.relay import relayed
from tests.waiting import hold_for, wait_until

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(0)]

#: The promise while Redis is away: the median time of answers grows by at most this.
SLOWER_SECONDS = 0.6
#: The 90th percentile grows by at most this, even on a busy machine.
SLOWEST_SECONDS = 5
ENOUGH_MOVES = 20
#: Enough moves for a fault to have its effect. Long runs make more moves.
SOME_MOVES = 6


def soak(*values):
    return pytest.param(*values, marks=pytest.mark.soak)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outages")
    with live_cluster(folder, BOT_THINK_SECONDS="0.2") as running:
        yield running


@pytest.fixture(scope="module")
def tables(request):
    """Return the number of tables. Long runs have more."""
    return 8 if request.config.getoption("markexpr") == "soak" else 3


@pytest.fixture(scope="module")
def game_night(site, tables):
    with played(site, tables=tables) as play:
        yield play


@pytest.fixture
def play(game_night, say, request):
    """Yield the tables in play. After the test, check all promises.

    During the test nobody may get a response with a status of 500 or more, unless the test allows
    it (``allowed``).
    """
    game_night.tally.broken.clear()
    game_night.allowed.clear()
    yield game_night
    game_night.check()
    say(f"{request.node.name}: {game_night.figures()}")


@pytest.mark.parametrize("kills", [8, soak(200)])
def test_web_and_clock_processes_are_killed(site, play, kills):
    """Kill web and clock processes, each when the previous one runs again. First each process is
    killed once; then random ones are killed.
    """
    chance = random.Random(kills)
    names = [name for name in site.processes if name.startswith(("web", "clock"))]
    with play.tally.during("processes killed"):
        for name in names + chance.choices(names, k=kills - len(names)):
            play.sends(chance.randrange(8))
            site.processes[name].kill()
            site.processes[name].start()


@pytest.mark.parametrize("rounds", [1, soak(20)])
def test_web_processes_are_restarted_in_turn(site, play, rounds):
    with play.tally.during("rolling restart"):
        for _ in range(rounds):
            site.restart_web_rolling()


@pytest.mark.parametrize("seconds", [0, soak(30)])
def test_redis_is_stopped_and_comes_back_empty(site, play, seconds):
    calm(play)
    with play.tally.during("redis down"):
        site.processes["redis"].stop()
        until_felt(site, play, "redis down", seconds)
        site.processes["redis"].start()
    hardly_slower(play, "redis down")


@pytest.mark.parametrize("seconds", [0, soak(30)])
def test_redis_hangs(site, play, seconds):
    calm(play)
    with play.tally.during("redis hangs"):
        site.processes["redis"].kill(signal.SIGSTOP)
        until_felt(site, play, "redis hangs", seconds)
        site.processes["redis"].kill(signal.SIGCONT)
    hardly_slower(play, "redis hangs")


def calm(play: Play) -> None:
    """Play without faults until there are enough answers for the comparison."""
    play.goes_on()
    play.is_answered(CALM, ENOUGH_MOVES)


def until_felt(site, play: Play, phase: str, seconds: float) -> None:
    """Wait until a process has noticed that no notifications come from Redis, and until some moves
    have been answered. Then wait for ``seconds``.
    """
    before = times_deaf(site)
    wait_until("a process with sockets notices that it is deaf", lambda: times_deaf(site) > before)
    play.is_answered(phase, SOME_MOVES)
    hold_for(seconds)


def times_deaf(site) -> int:
    """Return how often web processes have logged that they receive no notifications. (A process
    without sockets does not log this.)
    """
    logs = [web.log.read_text(errors="replace") for web in site.webs]
    return sum(log.count("No change notifications arrive") for log in logs)


def hardly_slower(play: Play, phase: str) -> None:
    """Check that answers to moves took only a little longer during the fault. Compare the medians
    and the slowest tenths.
    """
    play.check()  # After this call all open requests have been answered and counted.
    for percent, seconds in ((50, SLOWER_SECONDS), (90, SLOWEST_SECONDS)):
        then, before = (play.tally.seconds_of(each, percent) for each in (phase, CALM))
        assert then - before <= seconds, f"p{percent}: {then:.2f} s, and {before:.2f} s in calm"


@pytest.mark.parametrize("number", [signal.SIGINT, soak(signal.SIGKILL)])
@pytest.mark.parametrize("seconds", [0, soak(20)])
def test_the_database_is_restarted(site, play, number, seconds):
    """The only error during the fault is 503 with ``unavailable``. Afterwards there are none."""
    phase = f"database away for {seconds} s and more after signal {number}"
    play.allowed.add((phase, 503))
    with play.tally.during(phase):
        site.processes["postgres"].kill(number)
        site.processes["postgres"].wait()
        for url in [web.url for web in site.webs]:
            wait_until("it says so", lambda url=url: get(f"{url}/readyz").status_code == 503)
        hold_for(seconds)
        site.processes["postgres"].start()
    site.wait_until_ready()  # Without this, the next connection would be refused.


@pytest.mark.parametrize("seconds", [0, soak(60)])
def test_sockets_that_read_nothing(site, play, seconds):
    people = [player.person for player in play.players]
    with (
        play.tally.during("deaf sockets"),
        deaf_sockets(site, people, play.codes * len(people)) as lines,
    ):
        play.is_answered("deaf sockets", SOME_MOVES)
        hold_for(seconds)
        play.check()
        if seconds >= 60:
            assert all(line.was_given_up() for line in lines)


@pytest.mark.parametrize("seconds", [0, soak(60)])
def test_connections_that_go_dead_silently(site, play, tables, seconds):
    """The connections of some players go dead, and so does the connection of a web process
    to Redis.
    """
    with (
        relayed(site.port) as line,
        relayed(site.ports.redis) as redis_line,
    ):
        at = SimpleNamespace(url=f"http://127.0.0.1:{line.port}", port=line.port)
        site.processes["web2"].stop()
        redis_url = site.redis.url.replace(f":{site.redis.port}/", f":{redis_line.port}/")
        site.processes["web2"].env["REDIS_URL"] = redis_url
        site.processes["web2"].start()
        with (
            play.tally.during("dead lines"),
            played(site, tables=tables, at=at, patience=5) as others,
        ):
            line.dead = redis_line.dead = True
            counts = others.tally.counts
            wait_until(
                "somebody notices",
                lambda: counts["lines that broke"] or counts["sockets that broke"],
            )
            hold_for(seconds)
            line.dead = redis_line.dead = False
            others.check()
            # A socket notices by an unanswered ping that its connection is dead. Perhaps no socket
            # has noticed before now.
            wait_until("pings notice, too", lambda: counts["sockets that broke"])
        site.processes["web2"].stop()
        site.processes["web2"].env["REDIS_URL"] = site.redis.url
        site.processes["web2"].start()


@pytest.mark.parametrize("rounds", [1, soak(10)])
def test_clocks_of_some_machines_are_changed(site, play, tmp_path, rounds):
    """Machines with wrong clocks never wait too long or act too soon, because all use the
    database's time.
    """
    stepped = [site.processes[name] for name in ("web2", "clock1")]
    usual = [process.env for process in stepped]
    with FakedTime(tmp_path) as time_of_day:
        restart(stepped, [each | time_of_day.environment for each in usual])
        with (
            play.tally.during("clocks set"),
            played(site, tables=1, turn_seconds=30) as timed,
        ):
            for hours in (1, -1) * rounds:
                time_of_day.ahead(hours=hours)
                timed.goes_on()
            timed.check()
            play.check()
            # Check this before the players stop, because after that their time really runs out.
            by_clock = site.rows("SELECT count(*) AS n FROM game_move WHERE mover = 'clock'")
            assert by_clock[0]["n"] == 0
        restart(stepped, usual)


def restart(processes, environments):
    for process, process.env in zip(processes, environments, strict=True):
        process.kill()
        process.start()
