"""The turn clock. Everybody sees it, it stops in a pause, and nobody loses a turn because of ``kill
-9``.
"""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import Program, Site, by_seat, live_site, moment, seated
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.journey]

RUNNING = re.compile(r"^(5:00|4:\d\d)$")
CLOCK = ".prompt:not(.is-held) .clock .countdown"
NAMES = "Asha Ben Chidi Dora".split()


@pytest.mark.cluster
def test_time_runs_out_across_a_restart(tmp_path, new_context):
    with live_site(tmp_path) as site:
        code, people = seated(site, "nine-sets", NAMES)
        people[0].done(f"/r/{code}/settings/", turn_seconds="120")
        people[0].done(f"/r/{code}/start/")
        people = by_seat(site, code, people)
        state = people[0].state(code)
        turn, game = state["turn"], state["game"]
        pages = [tab_of(new_context(), people[seat], code) for seat in (turn, (turn + 1) % 4)]
        for page in pages:
            expect(page.page.locator(CLOCK)).to_have_text(re.compile(r"^[12]:\d\d$"))

        # The time ran out half a minute ago, while the server was down.
        site.kill()
        for page in pages:
            page.wait_for_connection("down")
        set_deadline(site, game, -30)
        site.write("UPDATE game_schedulerheartbeat SET at = ?", moment(-60))
        down_until = datetime.now(UTC)
        site.start()
        wait_until(
            "it has more time", lambda: deadline(site, game) >= down_until + timedelta(seconds=20)
        )
        assert moves(site, game) == []
        for page in pages:
            page.wait_for_connection("saved")
            # The position has not changed, and the player gets new time.
            expect(page.page.locator(CLOCK)).to_have_text(re.compile(r"^0:[012]\d$"))

        # When this time runs out, a bot makes one move. The next turn has its own time.
        time_is_up = datetime.now(UTC)
        set_deadline(site, game, 0)
        wait_until("the clock moves", lambda: moves(site, game) != [])
        assert moves(site, game) == [(turn, "clock")]
        assert deadline(site, game) >= time_is_up + timedelta(seconds=120)
        for page in pages:
            page.wait_for(1)
            expect(page.page.locator("#last")).to_have_attribute("data-number", "0")
            expect(page.page.locator(CLOCK)).to_have_text(re.compile(r"^[12]:\d\d$"))
            assert page.errors == []


def test_everybody_sees_it_and_it_stops_in_a_pause(site, new_context):
    code, people = seated(site, "nine-sets-anytime", [*NAMES, "Emil", "Fatima"])
    people[0].done(f"/r/{code}/settings/", turn_seconds="300")
    people[0].done(f"/r/{code}/start/")
    people = by_seat(site, code, people)
    turn = people[0].state(code)["turn"]
    seated_there = [tab_of(new_context(), people[(turn + step) % 6], code) for step in (0, 1)]
    pages = [*seated_there, tab_of(new_context(), Program(site, "Zoe"), code)]
    for page in pages:
        expect(page.page.locator(CLOCK)).to_have_text(RUNNING)

    people[turn - 1].done(f"/r/{code}/declare/", set="low-spades")
    for page in pages:
        pause = page.page.locator(".claim-pause .countdown")
        still = page.page.locator(".prompt:not(.is-held) .clock.stands .countdown")
        expect(still).to_have_text(RUNNING)
        expect(pause).to_have_text(re.compile(r"^0:[0-4]\d$"))
        before, waits = still.inner_text(), pause.inner_text()
        expect(pause).not_to_have_text(waits)
        assert still.inner_text() == before

    people[turn - 1].done(f"/r/{code}/declare/cancel/")
    for page in pages:
        expect(page.page.locator(".clock.stands")).to_have_count(0)
        shown = page.page.locator(CLOCK).inner_text()
        expect(page.page.locator(CLOCK)).not_to_have_text(shown)
        assert page.errors == []


def moves(site: Site, game: str) -> list[tuple[int, str]]:
    rows = site.rows("SELECT seat, mover FROM game_move WHERE game_id = ? ORDER BY number", game)
    return [tuple(row) for row in rows]


def deadline(site: Site, game: str) -> datetime:
    (row,) = site.rows("SELECT deadline FROM game_game WHERE id = ?", game)
    return datetime.fromisoformat(row["deadline"]).replace(tzinfo=UTC)


def set_deadline(site: Site, game: str, seconds: float) -> None:
    """Make the present turn end in this number of seconds."""
    at = moment(seconds)
    site.write("UPDATE game_game SET deadline = ?, due_at = ? WHERE id = ?", at, at, game)
