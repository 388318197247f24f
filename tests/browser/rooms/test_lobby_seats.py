"""The seats of a lobby: their arrangement, late people, the levels of bots, and ways to leave."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit.player import PHONE, Player, looks_at, tab_of
from tests.cluster.kit.site_process import Program, seated

pytestmark = pytest.mark.browser


@pytest.fixture
def host(site, new_context) -> Player:
    """The host's page. Asha has seat 0, Ben seat 1, and the bot Ada seat 2."""
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    people[0].done(f"/r/{code}/bots/add/", level="easy")
    return tab_of(new_context(viewport=PHONE, has_touch=True), people[0], code)


def shows(page: Page, **seats: str) -> None:
    """Check the names on some seats."""
    for number, name in seats.items():
        expect(page.locator(f"#lobby-seat-{number[1:]} .name")).to_have_text(name)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_no_face_covers_the_words_on_the_table(site, new_context, size):
    host = Program(site, "Asha")
    code = host.open_room("strict")
    host.done(f"/r/{code}/settings/", players=4, seat_count=4)
    page = tab_of(new_context(), host, code, {"width": size[0], "height": size[1]}).page
    words = page.locator(".ring-needs").bounding_box()
    assert words["y"] + words["height"] <= page.locator("#seat-handle-0").bounding_box()["y"]


def test_seats_are_arranged_by_taps_drags_and_keys(host):
    page = host.page
    said = page.locator("#seat-news")
    # The teams alternate around the table. The viewer's seat is the lowest.
    boxes = [page.locator(f"#lobby-seat-{n}").bounding_box() for n in range(6)]
    assert boxes[0]["y"] == max(box["y"] for box in boxes)
    assert boxes[1]["x"] < boxes[0]["x"] < boxes[5]["x"]
    assert boxes[3]["y"] == min(box["y"] for box in boxes)

    page.locator("#seat-handle-1").tap()
    expect(page.locator("#seat-handle-1")).to_have_attribute("aria-pressed", "true")
    expect(said).to_have_text(
        "Choose another seat for Ben. If somebody sits there, the two players swap seats."
    )
    page.locator("#seat-handle-2").tap()
    shows(page, s1="Ada", s2="Ben")
    expect(said).to_have_text("Ben and Ada have swapped seats.")
    expect(page.locator(".is-picked")).to_have_count(0)

    # Move a bot to an empty seat. A single tap there would make the host sit down.
    page.locator("#seat-handle-1").tap()
    page.locator("#sit-5").tap()
    shows(page, s5="Ada", s0="Asha")
    expect(said).to_have_text("Ada has moved.")
    page.locator("#sit-1").tap()
    shows(page, s1="Asha")

    # A click does not take the seat along.
    seat = page.locator("#seat-handle-5")
    seat.click()
    box = seat.bounding_box()
    page.mouse.move(5, 5, steps=3)
    assert seat.bounding_box() == box
    seat.click()

    # By keyboard, the focus moves to the other seat together with the player.
    page.locator("#seat-handle-5").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seat-tools-5")).to_be_visible()
    page.locator("#seat-handle-2").focus()
    page.keyboard.press("Space")
    shows(page, s2="Ada", s5="Ben")
    expect(page.locator("#seat-handle-2")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".is-picked, .seat-tools[open]")).to_have_count(0)

    # A drag does not count as a tap on the seat where it ends.
    page.locator("#seat-handle-5 .seat-face").drag_to(page.locator("#seat-handle-2 .seat-face"))
    shows(page, s2="Ben", s5="Ada")
    expect(page.locator(".is-picked, .is-dragged, .is-over")).to_have_count(0)
    assert host.errors == []


def test_a_person_is_told_that_the_host_moved_them(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    asha, ben = (tab_of(new_context(viewport=PHONE), each, code) for each in people[:2])
    said = ben.page.locator("#seat-news")
    people[0].done(f"/r/{code}/swap/", a=1, b=4)
    expect(said).to_have_text("Asha moved you to the Red team.")
    expect(said).to_be_in_viewport()
    people[0].done(f"/r/{code}/swap/", a=4, b=2)
    expect(said).to_have_text("Asha moved you to another seat.")
    # A person who changes seats is told nothing.
    ben.page.locator("#sit-5").click()
    shows(ben.page, s5="Ben")
    expect(said).to_have_text("")
    # Others may come meanwhile.
    people[0].done(f"/r/{code}/swap/", a=5, b=1)
    people[0].done(f"/r/{code}/bots/add/")
    expect(said).to_have_text("Asha moved you to another seat.")

    # The sentences for the host are about the seat that is chosen now.
    told = asha.page.locator("#seat-news")
    asha.page.locator("#seat-handle-3").click()
    expect(told).to_contain_text("Choose another seat for Dora.")
    people[0].done(f"/r/{code}/remove/", seat=3)
    expect(told).to_have_text("")
    asha.page.locator("#seat-handle-1").click()
    expect(told).to_contain_text("Choose another seat for Ben.")
    people[0].done(f"/r/{code}/start/", fill=1)
    for page in (asha.page, ben.page):
        expect(page.locator("#hand .card").first).to_be_visible()
        expect(page.locator("#seat-news")).to_have_text("")
    assert asha.errors == ben.errors == []


def test_the_level_of_each_bot_and_of_new_bots(host):
    page = host.page
    level = page.locator("#lobby-seat-2 .level")
    expect(level).to_contain_text("Easy")
    page.locator("#seat-handle-2").tap()
    tools = page.locator("#seat-tools-2")
    expect(tools.locator(".level-about")).to_contain_text("Easy bots soon forget")
    tools.locator("label", has_text="Medium").tap()
    expect(level).to_contain_text("Medium")
    expect(tools.locator(".level-about")).to_contain_text("Medium bots remember every ask")
    tools.locator("summary").tap()
    expect(page.locator(".is-picked")).to_have_count(0)

    new = page.locator("#bot-level label", has_text="Easy")
    new.tap()
    expect(page.locator("#bot-level .level-about")).to_contain_text("Easy bots soon forget")
    page.locator("#fill").tap()
    expect(page.locator(".lobby-seat .level")).to_have_count(4)
    levels = [seat["bot"] for seat in host.state()["seats"] if seat and seat["bot"]]
    assert levels == ["medium", "easy", "easy", "easy"]
    assert host.errors == []


def test_a_late_person_takes_the_seat_of_a_bot(site, host, new_context):
    page, code = host.page, host.code
    zoe = looks_at(new_context(), Program(site, "Zoe"), code, PHONE)
    # For an invited person the seats come before the invitation; for the host they come after it.
    for guest, invites_first in ((zoe, False), (host, True)):
        invite, ring = (guest.page.locator(each).bounding_box() for each in (".invite", ".ring"))
        assert (invite["y"] < ring["y"]) is invites_first
    page.locator("#fill").tap()
    expect(zoe.page.locator(".bar-line")).to_contain_text("you take the seat of a bot")
    zoe.page.locator("#sit-down").click()
    expect(page.locator(".lobby-seat .name", has_text="Zoe")).to_have_count(1)
    expect(page.locator(".lobby-seat")).to_have_count(6)
    expect(page.locator(".lobby-seat .level")).to_have_count(3)

    # Four late people take the place of the bots. Then the lobby has eight seats, one of them free.
    page.locator("#clear-bots").tap()
    for number in range(4):
        Program(site, f"Late {number}").done(f"/r/{code}/join/")
    for player in (host, zoe):
        expect(player.page.locator(".lobby-seat")).to_have_count(8)
        expect(player.page.locator("#needs")).to_have_text("1 seat is free.")
    page.locator("#fill-and-start").tap()
    expect(page.locator("#hand")).to_be_visible()
    assert len(host.state()["seats"]) == 8
    assert host.errors == zoe.errors == []


def test_a_host_sees_the_way_out_without_scrolling(host):
    page = host.page
    page.set_viewport_size({"width": 1280, "height": 800})
    for part in ("#change-name > summary", "#stand-up"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
