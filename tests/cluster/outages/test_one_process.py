"""One process on SQLite, started as `make run` starts it, while something breaks."""

import random
import time

import pytest

from tests.cluster.kit.clustered import collect_static_files
from tests.cluster.kit.faked_time import FakedTime
from tests.cluster.kit.play import played
from tests.cluster.kit.site_process import Program, live_site
from tests.cluster.kit.whole_file import write_whole
from tests.waiting import hold_for, wait_until

pytestmark = [pytest.mark.cluster, pytest.mark.timeout(0)]


@pytest.mark.parametrize("kills", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_it_is_killed_at_any_moment(tmp_path, kills, say):
    chance = random.Random(kills)
    with live_site(tmp_path) as site:
        with played(site, tables=2, pace=0.05) as play:
            for _ in range(kills):
                play.sends(chance.randrange(12))
                with play.tally.during("server killed"):
                    site.kill()
                    site.start()
                play.goes_on()
            play.check()
            say(f"{kills} kills: {play.figures()}")
        assert site.complaints() == []


ROOM_FOR_ALL = 1_000_000


@pytest.mark.parametrize("seconds", [0, pytest.param(60, marks=pytest.mark.soak)])
def test_the_database_is_full(tmp_path, seconds, say):
    """Players are told that the server can't be reached, and lose no move. When the disk has room
    again, the game continues automatically.
    """
    limit = tmp_path / "most_pages"
    write_whole(limit, str(ROOM_FOR_ALL))
    collect_static_files()
    with live_site(
        tmp_path,
        DJANGO_SETTINGS_MODULE="tests.cluster.kit.full_settings",
        MOST_PAGES=str(limit),
        DEBUG="false",
    ) as site:
        with played(site, tables=3, pace=0.05) as play:
            play.allowed.add(("database full", 503))
            with play.tally.during("database full"):
                write_whole(limit, str(site.rows("PRAGMA page_count")[0][0]))
                answer = refused_write(site)
                before = len(site.complaints())
                wait_until("somebody moves in vain", lambda: len(site.complaints()) > before)
                hold_for(seconds)
                write_whole(limit, str(ROOM_FOR_ALL))
            play.check()
            say(f"a full database: {play.figures()}")
        assert answer.json()["code"] == "unavailable"
        assert "The server can’t be reached" in answer.json()["message"]
        assert [line for line in site.complaints() if "full" not in line] == []


def refused_write(site):
    """Let new people come until the disk is full. Return the response to the last of them."""
    visitor = Program(site)
    visitor.get("/guest/")
    for number in range(2000):
        visitor.http.cookies.delete("sessionid", domain="127.0.0.1")
        answer = visitor.post("/guest/", name=f"N{number}", avatar="fox")
        if answer.status_code != 200:
            return answer
    raise AssertionError("there was always room")


# The clock jumps by an hour, for example because somebody has corrected a wrong clock.


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.soak)])
def test_the_clock_jumps_by_an_hour(tmp_path, say, rounds):
    """No player's time runs out, and nothing waits for an hour."""
    with FakedTime(tmp_path) as time_of_day, live_site(tmp_path, **time_of_day.environment) as site:
        with played(site, tables=2, pace=0.3, turn_seconds=30) as play:
            for hours in (1, 0, -1) * rounds:
                time_of_day.ahead(hours=hours)
                play.check()
            by_clock = site.rows("SELECT count(*) AS n FROM game_move WHERE mover = 'clock'")
            assert by_clock[0]["n"] == 0
            say(f"a clock that was set: {play.figures()}")
        assert site.complaints() == []


@pytest.mark.soak
def test_a_clock_jump_keeps_the_time_of_a_turn(tmp_path):
    """A player with a turn clock of 30 seconds has the turn when the machine's clock jumps by an
    hour. The player still has 20 seconds. After that their time is up.
    """
    with FakedTime(tmp_path) as time_of_day, live_site(tmp_path, **time_of_day.environment) as site:
        host = Program(site, "Asha")
        code = host.open_room("nine-sets")
        host.done(f"/r/{code}/settings/", turn_seconds=30)
        host.done(f"/r/{code}/bots/fill/")
        host.done(f"/r/{code}/start/")
        wait_until("the host has the turn", lambda: host.state(code)["deadline"], 20)
        waiting_at = host.state(code)["version"]
        begun = time.monotonic()
        time_of_day.ahead(hours=1)
        wait_until("time is up", lambda: host.state(code)["version"] > waiting_at, 40)
        assert time.monotonic() - begun > 19
        [mover] = site.rows("SELECT mover FROM game_move WHERE number = ?", waiting_at)
        assert mover["mover"] == "clock"
