"""Each value of each option is set in the form, and its effect is checked on a page.

``make test-browsers`` plays the values in ``IN_THE_SUITE``; ``make soak`` plays all values.
``tests/database/test_every_preset.py`` plays all values of the rules without a browser, and
``tests/browser/game/test_table_options.py`` checks that no option is missing here.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from game.refusals import SENTENCES
from game.table_options import ALL_OPTIONS
from tests.browser.kit.kept import new_context
from tests.browser.kit.option_table import HANDS, MISPLACED, OPPONENT_HELD, RIGHT, OptionTable
from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import SETS, Program, live_site

pytestmark = [pytest.mark.browser, pytest.mark.journey]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
ROOM_VERSION = "Number(document.getElementById('versions').dataset.room)"
SHOWS = f"version => {ROOM_VERSION} >= version"
# Returns the text and the HTML of both regions, and the page's title, without the values that
# differ each time.
WHOLE_PAGE = """() => [...document.querySelectorAll("#table, #mine")]
  .map((region) => region.innerText + region.outerHTML).join("")
  .replace(/<input type="hidden" name="(csrfmiddlewaretoken|request_id)"[^>]*>/g, "")
  + document.title"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    # These tests need only the beginning of a game with bots, so no bot moves during a test.
    with live_site(tmp_path_factory.mktemp("options"), BOT_THINK_SECONDS="3600") as site:
        yield site


@pytest.fixture(scope="module")
def people(site) -> list[Program]:
    return [Program(site, name) for name in NAMES]


@pytest.fixture(scope="module")
def host(site, people, browser) -> Player:
    """The host's browser. It is used for all tables."""
    size: ViewportSize = {"width": 1280, "height": 800}
    context = new_context(browser, viewport=size, reduced_motion="reduce")
    cookies = people[0].http.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
    yield Player(context.new_page(), site)
    context.close()


@pytest.fixture
def stranger(site, new_context) -> Callable[..., Player]:
    """Opens a page for a person without a seat."""

    def look(code: str, sees_table: bool = True) -> Player:
        zoe = Program(site, "Zoe")
        if sees_table:
            return tab_of(new_context(), zoe, code)
        context = new_context()
        cookies = zoe.http.cookies.items()
        context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
        player = Player(context.new_page(), site)
        player.page.goto(f"{site.url}/r/{code}/")
        return player

    return look


# Cards and players


def deck(table: OptionTable, value: str) -> None:
    """The cards and sets of the deck are shown in the hand, in a claim and on the shelf, up to the
    end of the game.
    """
    table.set_beside(game_end="majority")
    sets = SETS[value]
    *plain, last = sets
    most = len(sets) // 2
    mine, others = plain[:most], plain[most:]
    parts = [[*mine], [], [], [], [], []]
    for number, card in enumerate(sets[last]):
        parts[number % 3 * 2].append(card)
    for number, name in enumerate(others):
        parts[number % 3 * 2 + 1].append(name)
    table.start(*(" ".join(part) for part in parts))
    listed = table.see(".set-list li")
    shown = listed.evaluate_all(
        "all => all.map((each) => [each.dataset.set, each.dataset.cards.trim().split(' ')])"
    )
    assert dict(shown) == sets
    holders = {card: number % 3 * 2 for number, card in enumerate(sets[last])}
    table.claim(last, {card: seat for card, seat in holders.items() if seat})
    expect(table.shelved(0, last)).to_have_count(1)
    expect(table.see(".result")).to_have_count(0)
    table.claim_whole(*mine)
    expect(table.see(".result")).to_contain_text("Red")
    assert table.scores() == [str(most + 1), "0"]
    expect(table.see(".every-hand li")).to_have_count(6)


def players(table: OptionTable, value: int) -> None:
    """The lobby has this number of seats, one press fills them with bots, and the table has the
    same number.
    """
    expect(table.see(".lobby-seat")).to_have_count(value)
    table.host.fill_with_bots()
    expect(table.see(".lobby-seat .name")).to_have_count(value)
    table.host.start()
    expect(table.see(".seat")).to_have_count(value)
    expect(table.see(".seat .gear")).to_have_count(value - 1)
    counts = table.see(".seat .count").all_inner_texts()
    assert sum(map(int, counts)) == 48


def high_sets_double(table: OptionTable, value: bool) -> None:
    table.start(*HANDS)
    table.claim_whole("high-hearts")
    assert table.scores() == ["2" if value else "1", "0"]


# Asks


def ask_held_card(table: OptionTable, value: str) -> None:
    """With ``bluff`` the viewer can ask for their own card, and the ask misses. With ``illegal``
    they can't choose the card.
    """
    table.start(*HANDS)
    table.see(".target[data-seat='1']").click()
    own = table.see("#tray #card-2D")
    if value == "illegal":
        expect(own).to_have_count(0)
        held = table.see("#tray").get_by_role("img", name="2 of diamonds, in your hand")
        expect(held).to_have_count(1)
        return
    expect(own).to_have_accessible_name("2 of diamonds, in your hand")
    own.click()
    expect(table.see("#last .answer")).to_have_class("answer miss")
    expect(table.see("#last")).to_contain_text("2♦")
    expect(table.turn()).to_have_attribute("data-seat", "1")
    assert "2D" in table.host.shown()["hand"]


# Claims


def claim_timing(table: OptionTable, value: str) -> None:
    """A claim is offered only on the turns that the option allows: the viewer's, a teammate's, an
    opponent's.
    """
    offered = {"own_turn": [0], "team_turn": [0, 2], "any_time": [0, 2, 1]}[value]
    table.start(*HANDS)
    for turn in (0, 2, 1):
        table.stack(*HANDS, turn=turn)
        expect(table.see("#claims-button")).to_have_count(int(turn in offered))
    table.stack(*HANDS, turn=offered[-1])
    table.claim("low-diamonds", RIGHT)
    expect(table.shelved(0, "low-diamonds")).to_have_count(1)
    # After a claim out of turn the same player still has the turn.
    expect(table.turn()).to_have_attribute("data-seat", str(offered[-1]))


def misplaced_claim(table: OptionTable, value: str) -> None:
    table.start(*HANDS)
    table.claim("low-diamonds", MISPLACED)
    table.host.wait_for(1)
    assert table.scores() == ["0", "1" if value == "opponents" else "0"]
    expect(table.shelved(1, "low-diamonds")).to_have_count(int(value == "opponents"))
    fate = {"opponents": "Blue", "void": "nobody", "return": "in play"}[value]
    expect(table.fate("low-diamonds")).to_have_text(fate)
    assert ("2D" in table.host.shown()["hand"]) == (value == "return")
    if value == "return":
        table.claim("low-diamonds", MISPLACED)
        expect(table.see("#refusal")).to_have_text(str(SENTENCES["repeated_claim"]))
        table.page.reload()
        table.claim("low-diamonds", RIGHT)
        expect(table.shelved(0, "low-diamonds")).to_have_count(1)


def opponent_held_claim(table: OptionTable, value: str) -> None:
    table.start(*HANDS)
    table.claim("high-diamonds", OPPONENT_HELD)
    table.host.wait_for(1)
    costs = value == "minus_one"
    assert table.scores() == (["-1", "0"] if costs else ["0", "1"])
    expect(table.fate("high-diamonds")).to_have_text("nobody" if costs else "Blue")


def turn_after_wrong_claim(table: OptionTable, value: str) -> None:
    table.start(*HANDS)
    table.claim("high-diamonds", OPPONENT_HELD)
    table.host.wait_for(1)
    expect(table.turn()).to_have_attribute("data-seat", "0" if value == "keep" else "1")
    expect(table.see("#ask")).to_have_count(int(value == "keep"))


def pass_after_claim(table: OptionTable, value: bool) -> None:
    table.start(*HANDS)
    expect(table.see("#pass")).to_have_count(0)
    table.claim_whole("low-clubs")
    expect(table.see("#pass button[name=to]")).to_have_count(2 if value else 0)
    if value:
        table.see("#pass-4").click()
        expect(table.turn()).to_have_attribute("data-seat", "4")
    else:
        expect(table.see("#ask")).to_have_count(1)


# Visibility


def history(table: OptionTable, value: str) -> None:
    """The log shows the asks that the option allows, even after a reload."""
    table.start(*HANDS)
    for number, (card, of) in enumerate([("KD", 1), ("AD", 1), ("4D", 3)], start=1):
        table.host.ask(card, of)
        table.host.wait_for(number)
        expect(table.see("#last")).to_contain_text(NAMES[of])
    listed = {"last_ask": 1, "last_two": 2, "full": 3}[value]
    rule = {
        "last_ask": "Only the last ask stays visible.",
        "last_two": "The last two asks stay visible.",
    }
    for _ in range(2):
        lines = table.see(".log-list li")
        expect(lines).to_have_count(listed)
        expect(lines.first).to_contain_text("4♦")
        assert ("K♦" in table.see("#table").inner_html()) == (value == "full")
        assert table.see(".log-lacks").all_text_contents() == [rule[value]] * (value in rule)
        table.page.reload()


def hand_counts(table: OptionTable, value: str) -> None:
    """With ``public`` the seats show the numbers of cards. With ``secret`` the page is the same,
    whatever numbers of cards the other players have.
    """
    table.start(*HANDS)
    own = HANDS[0]
    otherwise = (own, "KD AD", "4D 5D JD", "low-spades low-hearts", "6D 7D QD high-clubs", HANDS[5])
    zoe = table.stranger()
    # Between the two readings a spectator or an absence may change the page once. Hidden hands
    # would change it each time.
    for _ in range(20):
        first, second = (both_pages(table, zoe, hands) for hands in (HANDS, otherwise))
        if value == "public" or first == second:
            break
    counts = table.see(".seat .count").all_inner_texts()
    if value == "public":
        assert counts == ["16", "2", "3", "12", "9", "6"]
        assert all(one != other for one, other in zip(first, second, strict=True))
    else:
        assert counts == []
        assert first == second


def both_pages(table: OptionTable, zoe: Player, hands: tuple[str, ...]) -> list[str]:
    """Return the whole page of the host and the page of a spectator, with these hands."""
    table.stack(*hands)
    zoe.page.wait_for_function(SHOWS, arg=table.page.evaluate(ROOM_VERSION))
    return [player.page.evaluate(WHOLE_PAGE) for player in (table.host, zoe)]


# The end


def game_end(table: OptionTable, value: str) -> None:
    """With ``majority`` the game is over when one team has more than half of the sets. With
    ``all_sets`` it continues to the last set.
    """
    table.start(" ".join(SETS["8s-out"]), "", "", "", "", "")
    *first, fifth, sixth, seventh, eighth = SETS["8s-out"]
    table.claim_whole(*first)
    expect(table.see(".result")).to_have_count(0)
    table.claim_whole(fifth)
    expect(table.see(".result")).to_have_count(int(value == "majority"))
    if value == "all_sets":
        table.claim_whole(sixth, seventh)
        expect(table.see(".result")).to_have_count(0)
        table.claim_whole(eighth)
        expect(table.see(".result")).to_contain_text("Red")


def series(table: OptionTable, value: str) -> None:
    """The page after a game shows the score of the series."""
    if value == "tie_break":
        draw(table)
    else:
        table.set_beside(game_end="majority")
        table.start(" ".join(SETS["8s-out"]), "", "", "", "", "")
        table.claim_whole(*list(SETS["8s-out"])[:5])
    expect(table.see(".result")).to_have_count(1)
    expect(table.see("#again")).to_have_text("Play again" if value == "single" else "Next game")
    standing = {
        "tie_break": "Games won: Red 0, Blue 0.",
        "best_of_three": "Games won: Red 1, Blue 0.",
        "first_to": "First to 100: Red 5, Blue 0 points.",
    }
    expect(table.see(".end-facts .series")).to_have_text(
        [standing[value]] if value in standing else []
    )


def draw(table: OptionTable) -> None:
    """Let each team score four sets."""
    sets = list(SETS["8s-out"])
    table.start(" ".join(sets[:4]), " ".join(sets[4:]), "", "", "", "")
    table.claim_whole(*sets[:4])
    table.see("#pass-1").click()
    expect(table.turn()).to_have_attribute("data-seat", "1")
    for name in sets[4:]:
        table.move(1, {"claim": name, "holders": dict.fromkeys(SETS["8s-out"][name], 1)})


# Table options


def turn_seconds(table: OptionTable, value: int) -> None:
    table.host.start()
    countdown = table.see(".prompt .clock .countdown")
    shown = {30: "0:(30|[0-2].)", 60: "1:00|0:[3-5].", 120: "2:00|1:..", 300: "5:00|4:..",
             24 * 3600: "24:00:00|23:5.:.."}  # fmt: skip
    if value:
        expect(countdown).to_have_text(re.compile(f"^({shown[value]})$"))
    else:
        expect(countdown).to_have_count(0)


def pace(table: OptionTable, value: str) -> None:
    """On the test site the thinking time is fixed, so only the form shows the pace."""
    table.host.page.goto(f"{table.host.site.url}/r/{table.code}/settings/")
    expect(table.see(f"[name=pace][value={value}]")).to_be_checked()


def pauses(table: OptionTable, value: bool) -> None:
    """Only with this option does the table wait when somebody opens a set out of turn."""
    table.set_beside(claim_timing="any_time")
    table.start(*HANDS, turn=1)
    table.see("#claims-button").click()
    table.see("#claim-low-diamonds > summary").click()
    expect(table.see("#claim-low-diamonds .look")).to_be_visible()
    if value:
        expect(table.see(".claim-pause")).to_contain_text("Asha is claiming Low diamonds")
    table.look_again()
    expect(table.see(".claim-pause")).to_have_count(int(value))


def spectators(table: OptionTable, value: bool) -> None:
    table.start(*HANDS)
    if value:
        zoe = table.stranger()
        expect(zoe.page.locator("#prompt")).to_have_text("You are watching.")
        expect(zoe.page.locator(".seat")).to_have_count(6)
    else:
        page = table.stranger(sees_table=False).page
        expect(page.locator(".refusal")).to_have_text(str(SENTENCES["no_spectators"]))
        expect(page.locator(".seat")).to_have_count(0)


def link_preview(table: OptionTable, value: bool) -> None:
    """Only with a full preview does the picture of the link differ from other pictures."""
    paths = (f"/r/{table.code}/preview.png", "/r/QQQQQQ/preview.png")
    pictures = {table.people[0].http.get(path).content for path in paths}
    assert len(pictures) == 1 + value


def help_at_table(table: OptionTable, value: bool) -> None:
    table.start(*HANDS)
    expect(table.see(".stage .help-on")).to_have_count(int(value))
    expect(table.see("#help-button")).to_have_count(int(value))


def seats(table: OptionTable, value: int) -> None:
    """This number of people and bots can sit down. The next person is told that every seat is
    taken.
    """
    while len(table.seated()) < value - 1:
        table.people[0].done(f"/r/{table.code}/bots/add/", level="easy")
    zoe = table.stranger()
    expect(zoe.page.locator("#sit-down")).to_be_visible()
    table.see("#add-bot").click()
    expect(table.see(".lobby-seat .name")).to_have_count(value)
    expect(zoe.page.locator("#mine .waiting")).to_contain_text("Every seat is taken")
    expect(zoe.page.locator("#sit-down")).to_have_count(0)


def bot_level(table: OptionTable, value: str) -> None:
    """New bots have this level."""
    table.see("#add-bot").click()
    expect(table.see(".lobby-seat .name")).to_have_count(7)
    assert [seat["bot"] for seat in table.seated() if seat["bot"]] == [value]


def substitute_level(table: OptionTable, value: str) -> None:
    """A bot that takes the seat of a player who has left has this level."""
    table.host.start()
    table.people[1].done(f"/r/{table.code}/leave/")
    expect(table.see(".seat .gear")).to_have_count(1)
    assert [seat["bot"] for seat in table.seated() if seat["bot"]] == [value]


SEEN: dict[str, Callable[..., None]] = {
    "deck": deck,
    "players": players,
    "high_sets_double": high_sets_double,
    "ask_held_card": ask_held_card,
    "claim_timing": claim_timing,
    "misplaced_claim": misplaced_claim,
    "opponent_held_claim": opponent_held_claim,
    "turn_after_wrong_claim": turn_after_wrong_claim,
    "pass_after_claim": pass_after_claim,
    "history": history,
    "hand_counts": hand_counts,
    "game_end": game_end,
    "series": series,
    "turn_seconds": turn_seconds,
    "pace": pace,
    "pauses": pauses,
    "spectators": spectators,
    "link_preview": link_preview,
    "help": help_at_table,
    "seat_count": seats,
    "bot_level": bot_level,
    "substitute_level": substitute_level,
}
# For these options a table with only the host and bots is enough.
ALONE = {"players", "seat_count", "link_preview"}
EVERY = {name: option.values for name, option in ALL_OPTIONS.items() if option.words}
#: Other options that must be set before an option has an effect.
NEEDS = {"help": {"history": "full"}}

#: The values that ``make test-browsers`` plays here. Other browser tests check the turn clock
#: (``test_people_clock.py``), pauses and spectators (``test_people_table.py``).
IN_THE_SUITE = {
    ("ask_held_card", "bluff"),
    ("misplaced_claim", "return"),
    ("pass_after_claim", True),
    ("history", "last_ask"),
    ("hand_counts", "secret"),
}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        pytest.param(
            option,
            value,
            id=f"{option}={str(value).lower()}",
            marks=[] if (option, value) in IN_THE_SUITE else pytest.mark.soak,
        )
        for option, values in EVERY.items()
        for value in values
    ],
)
def test_seen_on_the_page(host, people, stranger, option, value):
    table = OptionTable(host, people[:1] if option in ALONE else people, stranger)
    # First set another value, so that the form really sets this value.
    other = next(each for each in reversed(EVERY[option]) if each != value)
    table.set_beside(**NEEDS.get(option, {}), **{option: other})
    table.set_in_form(option, value)
    SEEN[option](table, value)
    assert host.errors == []


@pytest.mark.soak
def test_points_of_a_series(host, people, stranger):
    """The form has a number of points next to the series."""
    table = OptionTable(host, people, stranger)
    table.set_beside(series="first_to", game_end="majority")
    table.open_form()
    table.see("[name=series_points]").fill("7")
    table.send_form()
    table.start(" ".join(SETS["8s-out"]), "", "", "", "", "")
    table.claim_whole(*list(SETS["8s-out"])[:5])
    expect(table.see(".end-facts .series")).to_have_text("First to 7: Red 5, Blue 0 points.")
