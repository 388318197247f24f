"""A half-filled form stays as it is when other players move, and can be sent afterwards."""

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import SETS, bring_turn_to, dealt, live_hands, logged_moves

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
DECK_SETS = SETS["8s-and-jokers"]

CHOSEN = """() => [...document.querySelectorAll("#mine form :is(input:checked, select)")]
  .filter((field) => field.value).map((field) => `${field.name}=${field.value}`).sort()"""


def test_a_half_filled_claim(site, context: BrowserContext):
    """The viewer has the turn. Other players claim while the viewer places cards."""
    code, people = dealt(site, "nine-sets-anytime", NAMES)
    bring_turn_to(site, code, people, 0)
    tab = tab_of(context, people[0], code)
    own = live_hands(site, code)[0]
    name, *others = [name for name, cards in DECK_SETS.items() if len(own & {*cards}) <= 3]
    missing = [card for card in DECK_SETS[name] if card not in own]
    tab.place(name, {missing[0]: 2, missing[1]: 4})
    begun = [f"holder-{missing[0]}=2", f"holder-{missing[1]}=4"]
    assert tab.page.evaluate(CHOSEN) == sorted(begun)

    for seat, card_set in zip((3, 2), others, strict=False):
        claim = {"claim": card_set, "holders": dict.fromkeys(DECK_SETS[card_set], seat)}
        answer = people[seat].move(code, claim, 0)
        assert answer.status_code == 200, answer.text
        version = answer.json()["version"]
        tab.wait_for(version)
        assert tab.page.evaluate(CHOSEN) == sorted(begun)

    holders = {missing[0]: 2, missing[1]: 4} | dict.fromkeys(missing[2:], 2)
    tab.claim(name, holders)
    tab.wait_for(version + 1)
    game = people[0].state(code)["game"]
    made = logged_moves(site, game)[-1]
    hand = dict.fromkeys(own & {*DECK_SETS[name]}, 0)
    assert (made["seat"], made["claim"], made["holders"]) == (0, name, hand | holders)


def test_a_chosen_ask(site, context: BrowserContext):
    """The viewer has chosen whom to ask. The choice remains after another player's claim."""
    code, people = dealt(site, "nine-sets-anytime", NAMES)
    bring_turn_to(site, code, people, 0)
    tab = tab_of(context, people[0], code)
    state = people[0].state(code)
    cards_asked = {*state["legal"]["asks"]}
    tab.choose(tab.form("/ask/"), "of", 3)
    assert tab.page.evaluate(CHOSEN) == ["of=3"]
    card, card_set = next(
        (card, name)
        for card in state["legal"]["asks"]
        for name, cards in DECK_SETS.items()
        if card not in cards and not cards_asked.isdisjoint(cards)
    )
    place = tab.page.locator(f"#card-{card}").bounding_box()
    claim = {"claim": card_set, "holders": dict.fromkeys(DECK_SETS[card_set], 1)}
    assert people[1].move(code, claim, state["version"]).status_code == 200
    tab.wait_for(state["version"] + 1)
    assert tab.page.evaluate(CHOSEN) == ["of=3"]
    # The rows of claimed sets stay in their places, but can't be used.
    assert tab.page.locator("#tray .is-gone[inert]").count() == 1
    assert tab.page.locator(f"#card-{card}").bounding_box() == place

    tab.press_field(tab.form("/ask/"), "card", card)
    tab.wait_for(state["version"] + 2)
    made = logged_moves(site, state["game"])[-1]
    assert (made["seat"], made["ask"], made["of"]) == (0, card, 3)
