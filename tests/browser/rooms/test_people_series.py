"""A best of three is played to its end, people leave between its games, and everybody leaves a
room.
"""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.kit.all_hands_player import finish as play_on
from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import Program, Site, seated

pytestmark = [pytest.mark.browser, pytest.mark.journey, pytest.mark.slow]

RED_WINS = "score_0 = 5, score_1 = 3"
RED_LOSES = "score_0 = 3, score_1 = 5"


def test_best_of_three(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    people[0].done(f"/r/{code}/settings/", series="best_of_three")
    pages = [tab_of(new_context(), person, code) for person in people[:2]]
    asha = pages[0]
    asha.start()
    assert [person.state(code)["you"] for person in people] == [0, 1, 2, 3]
    first = people[0].state(code)
    # Red has the turn, and has five of the nine sets.
    give_whole_sets(site, code, people[0].state(code))
    play_on(site, code, people)
    see(pages, ".end .series", "Red 1, Blue 0")
    next_game(code, pages, people[2:])

    second = people[0].state(code)
    end_unseen(site, code, people[2], RED_LOSES)
    see(pages, ".end .series", "Red 1, Blue 1")
    next_game(code, pages, people[2:])

    third = people[0].state(code)
    assert [each["dealer"] for each in (second, third)] == [
        (first["dealer"] + more) % 4 for more in (1, 2)
    ]
    end_unseen(site, code, people[2])
    see(pages, ".end .series", "Red wins the series. Red 2, Blue 1.")
    see(pages[:1], "#prompt", "Your team wins the series 2–1")
    see(pages[1:], "#prompt", "Your team loses the series 1–2")
    see(pages[:1], ".prompt .hint", "Last game: You won 5–3")
    for page in pages:
        expect(page.page.locator("#again")).to_have_text("Play again with the same people")
    asha.page.locator("#to-lobby").click()
    see(pages, ".lobby .series", "wins the series")
    for page in pages:
        assert page.errors == []


def see(pages: list[Player], where: str, text: str) -> None:
    for page in pages:
        expect(page.page.locator(where)).to_contain_text(text)


def next_game(code: str, pages: list[Player], others: list[Program]) -> None:
    """Start the next game, which is dealt when all are ready. Two of the people press the
    button.
    """
    for person in others:
        person.done(f"/r/{code}/again/")
    asha, ben = pages
    for page in pages:
        expect(page.page.locator(".result")).to_be_visible()
        expect(page.page.locator("#again")).to_have_text("Next game")
    asha.page.locator("#again").click()
    expect(asha.page.locator("#again")).to_be_disabled()
    expect(ben.page.locator("#again")).to_be_enabled()
    ben.page.locator("#again").click()
    for page in pages:
        expect(page.page.locator(".result")).to_have_count(0)
        expect(page.page.locator("#hand .card").first).to_be_visible()


def end_unseen(site: Site, code: str, someone: Program, scores: str = RED_WINS) -> None:
    """End the running game without playing it. A reaction makes all pages show the end."""
    finish(site, code, scores)
    someone.done(f"/r/{code}/react/", reaction="tea")


def test_somebody_leaves_between_two_games(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    people[0].done(f"/r/{code}/settings/", series="best_of_three")
    people[0].done(f"/r/{code}/start/")
    seats = [person.state(code)["you"] for person in people]
    finish(site, code)
    asha, dora = pages = [tab_of(new_context(), people[seat], code) for seat in (0, 3)]
    dora.page.locator(".bar-button[popovertarget=menu]").click()
    dora.page.locator("#menu [popovertarget=leave]").click()
    dora.page.locator("#leave-game").click()
    expect(dora.page.locator("#mine #sit-down")).to_be_visible()
    expect(dora.page.locator("#again")).to_have_count(0)
    # A bot takes the seat. Then Dora gets it back.
    asha.page.locator("#add-bot").click()
    expect(dora.page.locator("#mine #return")).to_be_visible()
    expect(asha.page.locator("#add-bot")).to_have_count(0)
    dora.page.locator("#return").click()
    expect(dora.page.locator("#again")).to_be_enabled()
    for person in people[1:3]:
        person.done(f"/r/{code}/again/")
    for page in pages:
        page.page.locator("#again").click()
    for page in pages:
        expect(page.page.locator("#hand .card").first).to_be_visible()
    assert [person.state(code)["you"] for person in people] == seats

    end_unseen(site, code, people[2], RED_LOSES)
    for page in pages:
        expect(page.page.locator(".result")).to_be_visible()
    expect(dora.page.locator("#end-series")).to_have_count(0)
    button = asha.page.locator("#end-series button")
    expect(button).to_be_hidden()
    asha.page.locator("#end-series summary").click()
    button.click()
    for page in pages:
        expect(page.page.locator(".lobby")).to_be_visible()
        assert page.errors == []


def test_everybody_has_left(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    people[0].done(f"/r/{code}/start/")
    finish(site, code)
    zoe = tab_of(new_context(), Program(site, "Zoe"), code)
    expect(zoe.page.locator("#prompt")).to_have_text("Red won 5–3")
    expect(zoe.page.locator("#sit-down")).to_have_count(0)
    for person in people:
        person.done(f"/r/{code}/leave/")
    # The open page offers the seat without a reload.
    zoe.page.locator("#sit-down").click()
    zoe.fill_with_bots()
    zoe.start()
    assert zoe.state()["phase"] == "playing"
    assert zoe.errors == []


def finish(site: Site, code: str, scores: str = RED_WINS) -> None:
    """End the running game without playing it."""
    with closing(sqlite3.connect(site.database, timeout=30)) as database, database:
        database.execute(
            "UPDATE game_game SET status = 'finished', phase = 'finished', due_at = NULL,"
            f" deadline = NULL, edition = edition + 1, {scores}"
            " WHERE id = (SELECT game_id FROM rooms_room WHERE code = ?)",
            [code],
        )
        database.execute("UPDATE rooms_room SET version = version + 1 WHERE code = ?", [code])
