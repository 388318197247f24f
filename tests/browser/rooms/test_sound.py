"""Sounds: offered once, after the first hit; a switch and a volume; and higher in a run of hits."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.kit.moments import WATCH, give_hands
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import SETS, Program, dealt

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

#: Records the pitch of each tone and the gain to which it rises.
RECORD = """(() => {
  window.pitches = [];
  window.gains = [];
  const Tone = OscillatorNode;
  window.OscillatorNode = function (context, options) {
    pitches.push(options.frequency);
    return new Tone(context, options);
  };
  const rise = AudioParam.prototype.linearRampToValueAtTime;
  AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
    gains.push(value);
    return rise.call(this, value, at);
  };
})()"""


@pytest.fixture
def table(site, context: BrowserContext):
    """A game; the cards for which Asha may ask Ben, one after the other; and Asha's tab."""
    code, people = dealt(site, "nine-sets", NAMES)
    cards = SETS["8s-and-jokers"]["low-clubs"]
    give_hands(site, people, code, {cards[0]: 0} | dict.fromkeys(cards[1:], 1))
    context.add_init_script(RECORD)
    tab = tab_of(context, people[0], code)
    page = tab.page
    page.evaluate(WATCH)

    def hit(number: int) -> None:
        people[0].move(code, {"ask": cards[1 + number], "of": 1}, number)
        page.wait_for_function("number => shown.at(-1) === number", arg=number)

    return tab, hit


def test_sound_is_offered_once(table):
    tab, hit = table
    page = tab.page
    offer = page.get_by_role("button", name="Turn sounds on")
    expect(offer).to_be_hidden()
    hit(0)
    expect(offer).to_be_visible()
    assert page.evaluate("pitches") == []
    page.reload()
    tab.wait_for_connection("saved")
    page.evaluate(WATCH)
    hit(1)
    expect(offer).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_offer_lies_on_nothing(site, table, width: int):
    tab, hit = table
    page = tab.page
    code = page.locator("#room").get_attribute("data-code")
    spectator = Program(site, "Wim")
    spectator.get(f"/r/{code}/state.json")
    page.set_viewport_size({"width": width, "height": 900})
    with spectator.listen(code):
        hit(0)
        expect(page.locator("#watching")).to_be_attached()
        boxes = [page.locator(each).bounding_box() for each in ("#watching", ".table-bar")]
    watching, bar = boxes
    assert watching is None or watching["x"] + watching["width"] <= bar["x"]


def test_hits_in_a_run_sound_higher(table):
    tab, hit = table
    page = tab.page
    hit(0)
    page.get_by_role("button", name="Turn sounds on").click()
    expect(page.get_by_role("button", name="Turn sounds on")).to_be_hidden()
    assert page.locator("html").get_attribute("data-sound") == "on"
    pitches = []
    for number in (1, 2, 3):
        page.evaluate("pitches.length = 0")
        hit(number)
        pitches.append(page.evaluate("pitches[0]"))
    assert pitches == sorted(set(pitches))


def test_the_volume(table):
    tab, _hit = table
    page = tab.page
    page.locator(".bar-code").click()
    page.locator("#menu .likes-sound label").click()
    loudest = {}
    for volume in ("high", "low", "normal"):
        page.evaluate("gains.length = 0")
        page.locator(f'#menu [data-setting="volume"][value="{volume}"]').click()
        loudest[volume] = page.evaluate("Math.max(...gains)")
    assert loudest["low"] < loudest["normal"] < loudest["high"]
