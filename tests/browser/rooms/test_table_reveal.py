"""The scenes of right and wrong claims: first the claimed holders, then the true holders. After a
returned claim the true holders stay hidden.
"""

import json
import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.kit.moments import WATCH, give_hands, go_on, hold, opacity, stop
from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import SETS, dealt

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

# At the fast pace of these tables, the scene of a claim takes three seconds. These are two moments
# of the scene, in ms.
VERDICT, SAID = 2500, 1000
SIDES = ("width", "height")


@pytest.fixture
def claimed(site, context: BrowserContext):
    """A function that plays a claim of the first seat. It returns the page of the second person, or
    of the person in ``looks``.
    """

    def play(
        preset: str,
        *,
        moved: int | None = None,
        said: int | None = None,
        motion=True,
        looks=1,
        by_form=False,
        out=None,
        size=None,
    ):
        """Play the claim. ``moved`` is the true holder of the set's second card, and ``said`` its
        claimed holder. ``by_form``: the person in ``looks`` claims with the form on the page. The
        seat ``out`` holds only claimed cards. ``size`` is the size of the page.
        """
        code, people = dealt(site, preset, NAMES)
        deck = people[0].state(code)["rules"]["deck"]
        cards = SETS[deck]["high-spades"]
        where = {card: (0, 2, 4)[number % 3] for number, card in enumerate(cards)}
        truth = where | ({} if moved is None else {cards[1]: moved})
        others = [card for each in SETS[deck].values() for card in each[out or 0 :: len(NAMES)]]
        give_hands(
            site,
            people,
            code,
            ({} if out is None else dict.fromkeys(others, 0 if out else 1)) | truth,
        )
        named = where | ({} if said is None else {cards[1]: said})
        page = tab_of(context, people[looks], code, size).page
        page.evaluate(WATCH)
        if motion:
            stop(page)
        else:
            page.emulate_media(reduced_motion="reduce")
        if by_form:
            Player(page, site).claim("high-spades", named)
            return page
        answer = people[0].move(code, {"claim": "high-spades", "holders": named}, 0)
        assert answer.status_code == 200, (deck, answer.text)
        return page

    return play


def counts(page) -> tuple[int, int, int]:
    """Return how many cards are at their true holders, how many outlines are crossed out, and how
    many pieces the slip has.
    """
    crossed = "all => all.filter((each) => getComputedStyle(each).opacity === '1').length"
    return (
        page.locator("#flights > .is-true").count(),
        page.locator("#flights .crossed").evaluate_all(crossed),
        page.locator(".slip").count(),
    )


def test_a_right_claim(claimed):
    page = claimed("nine-sets", out=2)
    hold(page, SAID, ".verdict")
    # The scores, the book, a player without cards and the sentences are not shown yet. No space on
    # the shelf tells the result.
    shelf, seat = page.locator('.shelf[data-team="0"]'), page.locator('.seat[data-seat="2"]')
    expect(shelf.locator(".books.is-held")).to_have_count(1)
    assert opacity(page, ".books:not(.is-held)") == 0
    expect(seat).not_to_have_class(re.compile("is-out"))
    expect(seat.locator(".held")).to_have_attribute("data-held", "2")
    score = page.locator('.shelf[data-team="0"] .score')
    assert (score.text_content(), score.get_attribute("data-held")) == ("1", "0")
    assert opacity(page, ".shelf .spine") == 0
    assert not any("claimed" in text for text in page.evaluate("said"))
    assert page.evaluate("document.querySelector('#flights').ariaHidden") == "true"
    hold(page, VERDICT, ".verdict")
    assert counts(page) == (6, 0, 1)
    assert page.locator(".verdict").inner_text().split("\n")[:1] == ["All six cards are right"]
    assert opacity(page, ".slip-card .badge") == 1
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    assert page.locator("#flights > *").count() == 0
    assert opacity(page, ".books") == opacity(page, ".shelf .spine") == 1
    expect(page.locator(".is-held")).to_have_count(0)
    expect(seat).to_have_class(re.compile("is-out"))
    assert score.get_attribute("data-held") is None
    sentence = "Asha claimed High spades and got every card right. Red scores the set."
    assert page.evaluate("said.at(-1)") == sentence


def test_a_right_claim_of_the_other_team_is_no_feast(claimed):
    page = claimed("nine-sets", looks=1)
    hold(page, VERDICT, ".verdict")
    assert page.locator(".rays, .mark").count() == 0
    expect(page.locator(".verdict")).to_have_class("verdict is-lost")
    page = claimed("nine-sets", looks=2)
    hold(page, VERDICT, ".verdict")
    assert page.locator(".rays, .mark").count() == 2


def test_a_secret_count_does_not_tell_the_result(claimed):
    page = claimed("silent-hands", out=2)
    hold(page, SAID, ".verdict")
    held = page.locator('.seat[data-seat="2"] .held')
    expect(held).to_have_text("no cards")  # Programs and screen readers get the present state.
    expect(held).to_have_css("font-size", "0px")
    expect(held).to_have_attribute("data-held", "")
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    expect(held).not_to_have_css("font-size", "0px")


def test_claimers_see_their_own_right_claim(claimed):
    page = claimed("first-game", looks=0, by_form=True)
    hold(page, VERDICT, ".verdict")
    assert counts(page) == (6, 0, 1)


def test_a_tap_ends_it(claimed):
    page = claimed("nine-sets")
    hold(page, SAID, ".verdict")
    # The scene covers no control.
    page.locator("#log > summary").click()
    expect(page.locator("#log")).to_have_attribute("open", "")
    assert page.locator("#flights > *, [data-held]").count() == 0
    assert len(page.evaluate("shown")) == 1
    assert "claimed" in page.evaluate("said.at(-1)")


# Lays a copy over the hand, as at the beginning of a scene.
COVER_HAND = """() => {
  const hand = document.getElementById("hand");
  const copy = hand.cloneNode(true);
  copy.className += " is-held";
  Object.assign(copy.style, { left: "9px", top: "9px", width: "99px" });
  hand.after(copy);
}"""


def test_another_size_ends_it(claimed):
    """Nothing of the scene stays where it was, and the page shows the claim's true holders."""
    page = claimed("nine-sets", moved=3)
    hold(page, SAID, ".verdict")
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => shown.length === 1")
    assert page.locator("#flights > *, [data-held], .is-held").count() == 0
    assert page.locator(".found-card.is-wrong").count() == 1
    assert page.evaluate("said.at(-1)").endswith("Dora had the 10♠, not Chidi.")

    # Copies that later moves still need follow the parts that they cover.
    page.evaluate(COVER_HAND)
    page.set_viewport_size({"width": 390, "height": 844})
    place = (
        "hand => { const { x, y, width } = hand.getBoundingClientRect(); return [x, y, width]; }"
    )
    page.wait_for_function(
        f"() => String(({place})(document.querySelector('.hand.is-held')))"
        f" === String(({place})(document.getElementById('hand')))"
    )


def test_a_card_held_by_an_opponent(claimed):
    page = claimed("nine-sets", moved=3)
    hold(page, SAID, ".verdict")
    # The slip has no seam yet, so that it does not tell the result.
    clips = page.locator(".slip").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).clipPath)"
    )
    assert (clips[0], opacity(page, ".slip.is-torn-right")) == ("none", 0)
    hold(page, VERDICT, ".verdict")
    assert opacity(page, ".slip.is-torn-right") == 1
    assert counts(page) == (6, 1, 2)
    assert page.locator(".slip").first.locator(".slip-card.is-wrong").count() == 1
    assert page.locator(".lit .name").all_text_contents().count("Dora") == 1
    assert page.locator(".verdict").inner_text().split("\n") == [
        "One card is wrong",
        "Blue scores High spades.",
    ]
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    assert page.evaluate("said.at(-1)").endswith(
        "Blue scores the set. Dora had the 10♠, not Chidi."
    )
    # The true holders stay on the table until the next move. The log also has them.
    assert page.locator(".found-card").count() == 6
    assert page.locator(".found-card.is-wrong .chip-card").all_text_contents() == ["10"]
    said = "Asha claimed High spades. Dora had the 10♠, not Chidi. Blue scores the set."
    expect(page.locator("#last")).to_have_text(said)
    log = page.locator(".log-list li").first
    expect(log.locator(".misplaced")).to_have_text("10♠ Dora")
    expect(log).to_contain_text("9♠ Asha, 10♠ Dora, J♠ Emil")


def test_a_returned_claim(claimed):
    """The page neither shows nor contains anything that the rules hide."""
    page = claimed("silent-hands", said=4)
    hold(page, 1400, ".verdict")
    assert counts(page) == (0, 0, 1)
    assert page.locator(".slip-card .badge, .slip-found, .slip-now").count() == 18
    marked = "all => all.filter((each) => getComputedStyle(each).opacity !== '0').length"
    assert page.locator(".slip-card .badge, .slip-found, .slip-now").evaluate_all(marked) == 0
    assert page.locator(".verdict").inner_text().split("\n")[0] == "Not all cards are right"
    (move,) = json.loads(page.locator("#moves").get_attribute("data-moves"))
    assert {card[-1] for card in move["claim"]["cards"]} == {None}
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    assert page.evaluate("said.at(-1)").endswith("The set stays in play.")
    expect(page.locator("#flights > *")).to_have_count(0)


def test_the_viewers_own_claim_with_a_misplaced_card(claimed):
    """All sentences call the viewer "you". The claim names the wrong teammate for one card. Nobody
    asks the viewer about the two cards that the viewer held, so the verdict comes earlier.
    """
    page = claimed("canadian-fish", said=4, looks=0)
    hold(page, 2000, ".verdict")
    assert counts(page) == (6, 1, 2)
    assert page.locator(".verdict").inner_text().split("\n") == [
        "One card is wrong",
        "Nobody scores High spades.",
    ]
    # inner_text leaves out hidden text, unlike text_content.
    assert "Asha" not in page.locator("#flights").inner_text()
    assert page.locator(".note-who").text_content() == "You claim"
    assert page.locator(".slip-head").first.text_content() == "You named the holders of High spades"
    assert page.locator(".slip-name").first.text_content() == "You"
    spoken = page.locator(".words").all_text_contents()
    assert spoken[0] == "Is your claim correct?Let’s see."
    assert not [sentence for sentence in spoken if "you have" in sentence]
    go_on(page)
    page.wait_for_function("() => shown.length === 1")


def test_reduced_motion_shows_the_cards_at_their_holders(claimed):
    page = claimed("nine-sets", moved=3, motion=False)
    # The claim is announced at once. Its cards stay for a while, or until a tap.
    page.locator(".verdict").wait_for()
    assert "claimed" in page.evaluate("said.at(-1)")
    assert opacity(page, ".slip-card .badge") == 1
    assert page.locator(".veil, [data-held]").count() == 0
    page.mouse.click(5, 5)
    assert page.locator("#flights > *").count() == 0


# Returns the parts of seats that something of the scene covers.
COVERED_SEATS = """() => {
  const shown = (each) => each.checkVisibility({ opacityProperty: true })
    && getComputedStyle(each).opacity > 0.5;
  const box = (each) => each.getBoundingClientRect();
  const over = [...document.querySelectorAll(
    "#flights > :is(.claim-note, .verdict, .flyer.card, .words, .badge)"
    + ", .slip.is-whole, .found-card, .last > .phase")].filter(shown);
  const parts = [...document.querySelectorAll(".seat > :is(.face, .plate), .seat .count")];
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return parts.filter(shown).flatMap((part) => over.filter((each) => meet(box(each), box(part)))
    .map((each) => `${each.className} over ${part.className}, ${part.parentElement.textContent}`));
}"""


@pytest.mark.parametrize(
    ("size", "moved"),
    [
        *[(size, 3) for size in [(390, 844), (320, 640), (844, 390), (1280, 800)]],
        *[(size, None) for size in [(320, 640), (844, 390)]],
        # On these the scene of a right claim has more space, and less to show than a wrong one's.
        *[pytest.param(size, None, marks=pytest.mark.soak) for size in [(390, 844), (1280, 800)]],
    ],
    ids=str,
)
def test_a_claim_covers_no_seat(claimed, size, moved):
    """The player at the top claims, and has no cards afterwards."""
    page = claimed(
        "nine-sets", moved=moved, looks=3, out=0, size=dict(zip(SIDES, size, strict=True))
    )
    found = {}
    for ms in (300, 960, 2200, 2500):
        hold(page, ms, ".verdict")
        found[ms] = page.evaluate(COVERED_SEATS)
    go_on(page)
    page.wait_for_function("() => shown.length === 1")
    expect(page.locator(".found-card")).to_have_count(6)
    found["after"] = page.evaluate(COVERED_SEATS)
    assert {at: each for at, each in found.items() if each} == {}
