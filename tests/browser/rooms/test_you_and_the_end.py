"""Sentences about moves for the people concerned, and about the end of a game for each viewer."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.all_hands_player import finish
from tests.browser.kit.moments import give_whole_sets, hold, stop
from tests.browser.kit.player import PHONE, Player, looks_at, tab_of
from tests.cluster.kit.site_process import Program, Site, bring_turn_to, dealt, live_hands
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()


def ask_in_vain(site: Site, code: str, people: list[Program], asker: int, of: int) -> None:
    state = people[asker].state(code)
    held = live_hands(site, code)[of]
    card = next(card for card, seats in state["legal"]["asks"].items() if card not in held)
    answer = people[asker].move(code, {"ask": card, "of": of}, state["version"])
    assert answer.status_code == 200, answer.text


def says(player: Player, question: str, answer: str) -> None:
    """Check the sentence in the middle of the table, in the announcement, and in the log."""
    shows(player, question, answer)
    expect(player.page.locator("#news")).to_contain_text(f"{question} ")


def shows(player: Player, question: str, answer: str) -> None:
    last = player.page.locator("#last")
    expect(last.locator(".question")).to_contain_text(question)
    expect(last.locator(".answer")).to_have_text(answer)
    line = player.page.locator(".log-list li").first
    expect(line).to_contain_text(question)
    expect(line).to_contain_text(answer)


def test_moves_that_concern_the_viewer_say_you(site, new_context):
    code, people = dealt(site, "classic", NAMES)
    bring_turn_to(site, code, people, 0)
    asker, asked = (tab_of(new_context(), person, code) for person in people[:2])
    zoe = looks_at(new_context(), Program(site, "Zoe"), code)
    seats = [seat["name"] for seat in people[0].state(code)["seats"]]
    plates = asker.page.locator(".seat .plate")
    expect(plates.nth(0)).to_contain_text("You", use_inner_text=True)
    expect(plates.nth(0)).not_to_contain_text(seats[0], use_inner_text=True)
    expect(plates.nth(1)).to_contain_text(seats[1], use_inner_text=True)
    expect(plates.nth(1)).not_to_contain_text("You", use_inner_text=True)
    expect(zoe.page.locator(".seat .own-name >> visible=true")).to_have_count(0)

    ask_in_vain(site, code, people, 0, 1)
    says(asker, f"You asked {seats[1]} for", f"{seats[1]} didn’t have the card. {seats[1]}’s turn.")
    says(asked, f"{seats[0]} asked you for", "You didn’t have the card. Your turn.")
    says(
        zoe,
        f"{seats[0]} asked {seats[1]} for",
        f"{seats[1]} didn’t have the card. {seats[1]}’s turn.",
    )
    # The sentences are the same after a reload.
    asked.page.reload()
    shows(asked, f"{seats[0]} asked you for", "You didn’t have the card. Your turn.")
    # The next move is announced to the asked player, and shown to the spectator.
    ask_in_vain(site, code, people, 1, 0)
    says(asker, f"{seats[1]} asked you for", "You didn’t have the card. Your turn.")
    expect(zoe.page.locator("#last .question")).to_contain_text(f"{seats[1]} asked {seats[0]}")
    for player in (asker, asked, zoe):
        assert player.errors == []


def test_each_viewer_has_their_own_sentence_about_the_end(site, new_context):
    code, people = dealt(site, "classic", NAMES)
    give_whole_sets(site, code, people[0].state(code))
    # One player of each team, and a spectator.
    pages = [tab_of(new_context(), person, code).page for person in people[:2]]
    zoe = looks_at(new_context(), Program(site, "Zoe"), code).page
    watches = (
        "SELECT 1 FROM rooms_roomspectator AS spectator JOIN rooms_room AS room"
        " ON room.id = spectator.room_id JOIN accounts_user AS person"
        " ON person.id = spectator.user_id WHERE room.code = ? AND person.name = 'Zoe'"
    )
    wait_until("Zoe is known to watch", lambda: site.rows(watches, code))
    finish(site, code, people)
    state = people[0].state(code)
    best, least = sorted(state["scores"], reverse=True)
    for person, page in zip(people[:2], pages, strict=True):
        own, other = (state["scores"][(person.state(code)["you"] + team) % 2] for team in (0, 1))
        verb = "A draw" if own == other else "You won" if own > other else "You lost"
        expect(page.locator(".result")).to_have_text(f"{verb} {own}–{other}")
        expect(page.locator(".end-scene, .end-why")).to_have_count(2)
        expect(page.locator(".end-why")).to_be_visible()
        expect(page.locator(".stage")).to_be_hidden()
        assert page.locator("#news").inner_text().count(verb) == 1
        expect(page.locator(".end-figures")).to_contain_text("Your asks")
        expect(page.locator("#again")).to_have_text("Play again with the same people")
        expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
        expect(page.get_by_role("link", name="Create an account to keep this game")).to_be_visible()
    winner = "A draw" if best == least else "Red won" if state["scores"][0] == best else "Blue won"
    expect(zoe.locator(".result")).to_have_text(f"{winner} {best}–{least}")
    expect(zoe.locator(".end-why")).not_to_contain_text("your team")
    expect(zoe.locator(".end-figures, #again, .end-account")).to_have_count(0)
    # A person who has watched the game to its end may see the replay.
    expect(zoe.get_by_role("link", name="Watch the replay")).to_be_visible()

    # The other people wait for the host, who starts the next game.
    other = pages[1]
    other.locator("#again").click()
    expect(other.locator("#again")).to_have_text("Waiting for the other players")
    expect(pages[0].locator(".end-actions > .hint")).to_contain_text("wants to play again.")
    pages[0].locator("#again").click()
    for page in (*pages, zoe):
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(".stage")).to_be_visible()


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_a_tap_that_ends_the_last_scene_presses_nothing(site, new_context):
    code, people = dealt(site, "classic", NAMES)
    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people, 1)
    phone = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = tab_of(phone, people[0], code).page
    stop(page)
    finish(site, code, people)
    hold(page, 300, "#flights > *")
    # The button will be in the place where it is on another phone.
    other = looks_at(new_context(), people[1], code, PHONE).page.locator("#again").bounding_box()
    assert other
    middle = other["x"] + other["width"] / 2, other["y"] + other["height"] / 2
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.touchscreen.tap(*middle)
    again = page.locator("#again")
    expect(again).to_be_visible()
    assert not [url for url in sent if url.endswith("/again/")]
    page.touchscreen.tap(*middle)
    expect(again).to_have_count(0)


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_a_button_ends_the_last_scene(site, context):
    code, people = dealt(site, "classic", NAMES)
    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people, 1)
    page = tab_of(context, people[0], code).page
    stop(page)
    finish(site, code, people)
    hold(page, 300, "#flights > *")
    button, result = page.get_by_role("button", name="Skip the animation"), page.locator(".result")
    expect(button).to_be_visible()
    while not button.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
        expect(result).to_be_hidden()
    page.keyboard.press("Enter")
    expect(result).to_be_focused()
    expect(button).to_be_hidden()


@pytest.mark.browser_context_args(reduced_motion="no-preference")
@pytest.mark.parametrize(
    "size",
    [{"width": 320, "height": 640}, {"width": 844, "height": 390}, {"width": 1920, "height": 1080}],
    ids=["small", "short", "wide"],
)
def test_the_table_keeps_its_size_in_the_last_scene(site, context, size):
    code, people = dealt(site, "classic", NAMES)
    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people, 1)
    page = tab_of(context, people[0], code, size).page
    felt = page.locator(".felt")
    before = felt.bounding_box()
    stop(page)
    finish(site, code, people)
    hold(page, 300, "#flights > *")
    expect(page.locator("#again")).to_be_attached()
    expect(page.get_by_role("button", name="Skip the animation")).to_be_in_viewport(ratio=1)
    assert felt.bounding_box() == pytest.approx(before, abs=1)
