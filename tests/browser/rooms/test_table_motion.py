"""Animations of moves and of the deal. They play in order, and never twice."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.moments import WATCH, at_pace, give_hands, go_on, hold, opacity, stop
from tests.browser.kit.player import tab_of
from tests.browser.rooms.test_people_series import finish
from tests.cluster.kit.site_process import Program, bring_turn_to, dealt, live_hands, seated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

# Blocks the page until this seat has the turn.
HOLD_UP = """([path, seat]) => {
  for (let turn; turn !== seat; ) {
    const look = new XMLHttpRequest();
    look.open("GET", path, false);
    look.send();
    turn = JSON.parse(look.responseText).turn;
    for (const end = Date.now() + 50; Date.now() < end; );
  }
}"""

# Returns at once. Then the page is blocked until this seat has the turn.
HOLD_UP_NEXT = f"""(seen) => {{
  addEventListener("message", () => ({HOLD_UP})(seen), {{ once: true }});
  postMessage("now");
}}"""

# Records each animation: the element, the frames, and the duration.
RECORD = """() => {
  window.moved = [];
  const to = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    moved.push([this.className, JSON.stringify(frames), options.duration ?? options]);
    return to.call(this, frames, options);
  };
}"""


# Records the prompts that are shown in place of the present prompt.
PROMPTS = """() => {
  window.prompts = new Set();
  new MutationObserver(() => {
    const held = document.querySelector("#mine .prompt.is-held h2");
    if (held) prompts.add(held.textContent);
  }).observe(document.getElementById("mine"), { childList: true, subtree: true });
}"""

# Records in `looks` how many cards and counts each frame of a game shows before the backs fly.
LOOKS = """() => {
  window.looks = [];
  const isSeen = (part) => part.checkVisibility({ opacityProperty: true });
  const look = () => {
    if (document.querySelector(".flyer.back")) return;
    const parts = [...document.querySelectorAll("#hand .card, .seats .held")];
    if (parts.length) looks.push(parts.filter(isSeen).length);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def table(site, context: BrowserContext):
    """A game, its people, and the page of the first person."""
    code, people = dealt(site, "nine-sets", NAMES, turn=1)
    page = tab_of(context, people[0], code).page
    page.evaluate(WATCH)
    return code, people, page


def wait_until_shown(page: Page, number: int) -> None:
    page.wait_for_function("number => shown.at(-1) >= number", arg=number)


def test_many_moves_are_shown_in_order_and_never_again(site, table):
    code, people, page = table
    first = people[0].state(code)["version"]
    *turns, last = (2, 5, 0, 3, 4)
    page.evaluate(PROMPTS)
    page.evaluate(HOLD_UP_NEXT, [f"/r/{code}/state.json", last])
    for turn_to in (*turns, last):
        bring_turn_to(site, code, people, turn_to)
    state = people[0].state(code)
    wait_until_shown(page, state["version"] - 1)
    assert page.evaluate("shown") == list(range(first, state["version"]))
    page.wait_for_function("() => !document.querySelector('#flights > *, .moment')")
    # Until then the prompt named nobody except Ben, who had the turn at first.
    assert page.evaluate("[...prompts]") == ["Ben’s turn", "Showing earlier moves…"]

    page.reload()
    page.wait_for_function("() => document.getElementById('connection').dataset.state === 'saved'")
    page.evaluate(WATCH)
    # After the reload the page animates only new moves.
    bring_turn_to(site, code, people, 2)
    last = people[0].state(code)["version"] - 1
    wait_until_shown(page, last)
    assert page.evaluate("shown") == list(range(state["version"], last + 1))


def test_the_focus_stays_on_the_last_move(site, table):
    """Only the picture above the sentence is laid out later, so the sentence keeps the focus."""
    code, people, page = table
    page.keyboard.press("l")
    expect(page.locator("#last")).to_be_focused()
    first = people[0].state(code)["version"]
    bring_turn_to(site, code, people, 2)
    wait_until_shown(page, first)
    expect(page.locator("#last")).to_be_focused()


def test_an_ask_is_shown_before_its_answer(site, context: BrowserContext):
    """A hit and a miss take the same time. Numbers and cards change when the flying card lands."""
    code, people = dealt(site, "nine-sets", NAMES)
    sets, holders = give_hands(site, people, code, {})
    at_pace(context, "normal")
    page = tab_of(context, people[1], code).page
    page.evaluate(WATCH)
    asked = next(cards for cards in sets.values() if holders[cards[1]] == 1)
    said = page.locator('.seats > [data-seat="1"] .count')
    for version, hits in enumerate((True, False)):
        stop(page)
        card = asked[1] if hits else asked[2]
        people[0].move(code, {"ask": card, "of": 1}, version)
        hold(page, 590, ".moment .answer")
        assert opacity(page, ".moment .said") == 1
        assert opacity(page, ".moment .answer") == 0
        # Controls and screen readers have the present state at once.
        assert page.locator("#ask").count() == (0 if hits else 1)
        assert page.locator(f'#hand [data-card="{card}"]').count() == 0
        assert page.locator(f'.is-held [data-card="{card}"]').count() == int(hits)
        # The bottom of the screen does not reveal the answer too early, even if the viewer gets the
        # turn.
        assert held_prompt(page) == ([] if hits else ["Asha’s turn"])
        assert "Your turn" not in page.title()
        assert opacity(page, "#prompt") == 1
        assert opacity(page, ".prompt") == int(hits)
        held = "9" if hits else None
        assert said.get_attribute("data-held") == held
        expect(page.locator('.seats > [data-seat="0"]')).to_have_class("seat team-0 has-turn")
        hold(page, 800, ".moment .answer")
        assert opacity(page, ".moment .answer") == 1
        assert said.get_attribute("data-held") == held
        go_on(page)
        page.wait_for_function("number => shown.length === number", arg=version + 1)
        assert said.get_attribute("data-held") is None
        assert said.text_content() == "8"
        assert ("Your turn" in page.title()) is not hits
        turn = page.locator(".seats > .has-turn")
        expect(turn).to_have_attribute("data-seat", "0" if hits else "1")
        assert page.locator(".is-held, .moment").count() == 0
        assert opacity(page, ".prompt") == 1


def held_prompt(page: Page) -> list[str]:
    return page.locator(".prompt.is-held h2").all_text_contents()


def test_hints_and_choices_wait_for_the_answer(site, context: BrowserContext):
    """Hints and choices work at once. They become visible when the scene of the move is over."""
    code, people = dealt(site, "first-game", NAMES)
    sets, holders = give_hands(site, people, code, {})
    at_pace(context, "normal")
    page = tab_of(context, people[1], code).page
    hint = page.locator("#lessons")
    cards = next(cards for cards in sets.values() if holders[cards[1]] == 1)
    people[0].move(code, {"ask": cards[3], "of": 3}, 0)
    expect(hint).to_contain_text("The other team got a card.")
    page.evaluate(WATCH)
    stop(page)
    people[0].move(code, {"ask": cards[2], "of": 1}, 1)
    hold(page, 590, ".moment .answer")
    # The hint about the last move disappears when the next move is shown.
    expect(hint).to_be_hidden()
    assert opacity(page, ".pill") == 0
    assert page.locator("#turn-news").text_content() == ""
    # The choices also work by keyboard.
    page.locator(".target input").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".target input").first).to_be_checked()
    assert opacity(page, ".pill") == 1
    assert held_prompt(page) == []
    expect(hint).to_be_visible()
    assert page.evaluate("shown.length") == 1


def test_a_card_goes_from_seat_to_seat_until_a_tap(site, table):
    code, people, page = table
    hands = live_hands(site, code)
    state = people[1].state(code)
    card, of = next(
        (card, of)
        for card, seats in state["legal"]["asks"].items()
        for of in seats
        if card in hands[of] and of != 0
    )
    stop(page)
    people[1].move(code, {"ask": card, "of": of}, state["version"])
    hold(page, 60, ".flyer.card")
    places = page.evaluate(
        "() => [...document.querySelectorAll('.seats > .seat > .face')].map((face) => {"
        " const { x, y, width, height } = face.getBoundingClientRect();"
        " return [x + width / 2, y + height / 2]; })"
    )

    def at(ms: float) -> list[float]:
        hold(page, ms, ".flyer.card")
        return page.locator(".flyer.card").last.evaluate(
            "(card) => { const { x, y, width, height } = card.getBoundingClientRect();"
            " return [x + width / 2, y + height / 2]; }"
        )

    assert at(0) == pytest.approx(places[of], abs=2)
    assert at(415) == pytest.approx(places[1], abs=2)
    page.mouse.click(5, 5)
    assert page.evaluate("shown") == [state["version"]]
    assert page.locator(".moment, [data-held], #flights > *").count() == 0


@pytest.mark.parametrize(("looks", "sign"), [(0, "none"), (1, '"−1"'), (3, '"−1"'), (None, "none")])
def test_a_hit_of_the_other_team_is_a_loss(site, context: BrowserContext, looks, sign):
    """During the scene and afterwards. For a player of the same team and for spectators a hit has
    its tick.
    """
    code, people = dealt(site, "nine-sets", NAMES)
    _sets, holders = give_hands(site, people, code, {})
    viewer = Program(site, "Gita") if looks is None else people[looks]
    page = tab_of(context, viewer, code).page
    page.evaluate(WATCH)
    stop(page)
    card = next(card for card, holder in holders.items() if holder == 1 and card.endswith("S"))
    assert people[0].move(code, {"ask": card, "of": 1}, 0).status_code == 200
    hold(page, 800, ".moment")
    badge = "each => getComputedStyle(each, '::before').content"
    assert page.locator(".moment .badge").evaluate(badge) == sign
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    assert page.locator(".last .badge").evaluate(badge) == sign
    said = page.locator("#last .answer").text_content()
    assert said.startswith("Asha takes your") == (looks == 1)


def test_a_deal_is_animated_once(site, context: BrowserContext):
    """The deal is animated on an open page, but not after a reload."""
    code, people = seated(site, "nine-sets", NAMES)
    page = tab_of(context, people[0], code).page
    stop(page)
    people[0].done(f"/r/{code}/start/")
    hold(page, 500, ".flyer.back")
    go_on(page)
    page.wait_for_function("() => !document.querySelector('#flights > *')")
    page.evaluate("sessionStorage.setItem('backs', '0')")
    page.add_init_script(
        "const to = Element.prototype.animate; Element.prototype.animate = function (...all) {"
        " if (this.matches('.back')) sessionStorage.setItem('backs', '1');"
        " return to.apply(this, all); };"
    )
    page.reload()
    page.wait_for_function("() => document.getElementById('connection').dataset.state === 'saved'")
    assert page.evaluate("sessionStorage.getItem('backs')") == "0"


def test_a_deal_begins_with_empty_places(site, context: BrowserContext):
    """No frame shows a card or a count before it is dealt, from a lobby or from an end."""
    code, people = seated(site, "nine-sets", NAMES)
    page = tab_of(context, people[0], code).page
    for button in (".bar-forms .primary", "#again"):
        page.evaluate(LOOKS)
        page.locator(button).click()
        page.locator(".flyer.back").first.wait_for(state="attached")
        assert not any(page.evaluate("looks"))
        page.keyboard.press("Escape")
        expect(page.locator(".flyer")).to_have_count(0)
        assert opacity(page, "#hand .card") == 1
        finish(site, code)
        expect(page.locator("#again")).to_be_visible()


@pytest.mark.parametrize("fault", ["no animation", "late animation", "reduced motion"])
def test_without_its_animation_a_deal_is_shown(site, context: BrowserContext, fault: str):
    code, people = seated(site, "nine-sets", NAMES)
    people[0].done(f"/r/{code}/start/")
    page = tab_of(context, people[0], code).page
    if fault == "reduced motion":
        page.emulate_media(reduced_motion="reduce")
    else:
        module = re.compile(r"/motion/deal\.")
        page.route(module, lambda route: route.abort() if fault == "no animation" else None)
    finish(site, code)
    expect(page.locator("#again")).to_be_visible()
    page.locator("#again").click()
    for part in ("#hand .card", ".seats .held"):
        expect(page.locator(part).first).to_have_css("opacity", "1")
    expect(page.locator("#room[data-dealing]")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")


def test_each_event_is_announced_once_and_reduced_motion_fades(site, table):
    code, people, page = table
    page.evaluate(
        "() => { window.spoken = []; for (const id of ['news', 'turn-news']) new MutationObserver("
        "() => spoken.push([id, document.getElementById(id).textContent])"
        ").observe(document.getElementById(id), { childList: true }); }"
    )
    version = people[0].state(code)["version"]
    bring_turn_to(site, code, people, 0)
    wait_until_shown(page, people[0].state(code)["version"] - 1)
    said = page.evaluate("spoken")
    moves = people[0].state(code)["version"] - version
    sentences = [text for id_, text in said if id_ == "news"]
    assert sum(text.count(" asked ") for text in sentences) == moves
    assert [text[:9] for id_, text in said if id_ == "turn-news"] == ["Your turn"]
    expect(page).to_have_title(re.compile("Your turn"))
    assert "turn" in page.locator("link[rel=icon]").get_attribute("href")
    bring_turn_to(site, code, people, 1)
    wait_until_shown(page, people[0].state(code)["version"] - 1)
    expect(page).not_to_have_title(re.compile("Your turn"))

    # With reduced motion nothing flies.
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(RECORD)
    bring_turn_to(site, code, people, 2)
    wait_until_shown(page, people[0].state(code)["version"] - 1)
    assert page.evaluate("moved.length") > 0
    assert page.evaluate("moved.every(([, frames]) => !frames.includes('transform'))")
