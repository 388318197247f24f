"""The page of a replay in the browser."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.core.serializers import deserialize, serialize
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, FloatRect, Page, expect

from accounts.models import User
from finished import sharing
from finished.replay.replay import Replay, read_replay
from game.models import Game, Hand, Review
from literature.rules.cards import hand_text
from literature.rules.deal import commitment, deal
from literature.rules.decks import DECKS
from literature.rules.options import Rules
from tests.browser.test_small_scripts import says_when_pressed
from tests.database.kit.played import play_to_end
from tests.kit import people, person, started

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

MOVE = 37
HANDS = """(cards) => {
  const shown = [...document.querySelectorAll("#mine [data-card]")];
  return shown.map((each) => each.dataset.card).sort().join() === cards.join();
}"""
RULES = Rules(history="last_ask")


def away(do):
    """Call ``do()`` in a thread without Playwright's event loop."""

    def done():
        try:
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result()


#: The rows of the game for all these tests, after it has been played.
_rows: list[str] = []


def long_game() -> tuple[list[User], Game, Replay]:
    """Return six people, their game, and its replay, which has more moves than ``MOVE``."""
    if not _rows:
        _rows.append(play_long_game())
    else:
        for row in deserialize("json", _rows[0]):
            row.save()
    game = Game.objects.get(status="finished")
    return list(User.objects.order_by("pk")), game, read_replay(game)


def play_long_game() -> str:
    """Play random games until one is long. Return its rows, and the rows of its people."""
    users = people(6)
    for _ in range(20):
        game = play_to_end(started(users, RULES).pk, seed=3)
        if read_replay(game).last > MOVE + 10:
            rows = [*game.players.all(), *game.hands.all(), *game.moves.all()]
            rows += [*game.player_results.all(), *Review.objects.filter(game=game)]
            return serialize("json", [*users, game, *rows])
        game.delete()
    raise AssertionError("no game is long")


class Replay:
    """A finished game, by default one of six people, and browsers that show it."""

    def __init__(self, live_server, new_context: Callable[..., BrowserContext], play=None):
        self.url, self._new_context = live_server.url, new_context
        self.users, self.game, self.game_replay = away(play or long_game)
        self.path = f"/games/{self.game.pk}/"
        self.errors: list[str] = []

    def page_of(self, user: User | None, **options) -> Page:
        context = self._new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        if user:
            client = Client()
            away(lambda: client.force_login(user))
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies(
                [{"name": name, "value": client.cookies[name].value, "url": self.url}]
            )
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def open(self, user: User | None, query: str = "", **options) -> Page:
        page = self.page_of(user, **options)
        page.goto(self.url + self.path + query)
        return page

    def shows(self, page: Page, move: int, eyes: int | None = None) -> None:
        """Check the position on the page: number, hands, scores, and the marked move."""
        expect(page.locator("#where")).to_have_text(f"{move} / {self.game_replay.last}")
        state = self.game_replay.states[move]
        hands = state.hands if eyes is None else [state.hands[eyes]]
        cards = sorted(card for hand in hands for card in hand_text(hand))
        page.wait_for_function(HANDS, arg=cards)
        scores = page.locator(".shelf .score").all_text_contents()
        assert tuple(map(int, scores)) == state.scores
        assert page.locator("#moves [aria-current]").get_attribute("data-move") == str(move)


@pytest.fixture
def replay(live_server, new_context):
    replay = Replay(live_server, new_context)
    yield replay
    assert replay.errors == []


def test_a_link_to_move_37_as_seat_3_sees_it(replay):
    query, zoe = f"?move={MOVE}&eyes=3", away(lambda: person("Zoe"))
    page = replay.open(zoe, query)
    expect(page.get_by_role("alert")).to_contain_text("does not exist")
    assert page.locator("[data-card]").count() == 0
    # For a player the link opens this move.
    owner = replay.open(replay.users[0], query)
    replay.shows(owner, MOVE, 3)
    # After a player has shared the game, the link also opens the move, with the hand of seat 3, for
    # strangers.
    owner.get_by_role("button", name="Share this game").click()
    owner.wait_for_url(f"**{query}#sharing")
    replay.shows(owner, MOVE, 3)
    link = owner.locator("#game-link").input_value()
    page.goto(link)
    replay.shows(page, MOVE, 3)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.reload()
    replay.shows(page, MOVE, 3)
    page.context.add_cookies(cookies)
    # After the player has stopped sharing the game, strangers see nothing.
    owner.get_by_role("button", name="Stop sharing").click()
    owner.get_by_role("button", name="Share this game").wait_for()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("does not exist")


def shelf_with(page: Page, count: int) -> list[FloatRect]:
    """Put so many books on the first shelf. Return the boxes of the shelf and of the books."""
    shelf = page.locator(".shelf").first
    shelf.locator(".books").evaluate(
        """(row, count) => {
          const book = document.querySelector(".spine");
          row.replaceChildren(...Array.from({ length: count }, () => book.cloneNode(true)));
          row.classList.toggle("is-full", count > 8);
        }""",
        count,
    )
    return [each.bounding_box() for each in (shelf, *shelf.locator(".spine").all())]


def assert_inside(whole: FloatRect, books: list[FloatRect]) -> None:
    assert books[0]["x"] >= whole["x"], len(books)
    assert books[-1]["x"] + books[-1]["width"] <= whole["x"] + whole["width"] + 0.5, len(books)


def test_the_shelf_and_a_phones_header_have_room(replay):
    """With any number of books, they are inside the shelf; on a phone below the team's name. All
    links of the header are in view, and one leads back to the games.
    """
    away(lambda: User.objects.filter(pk=replay.users[0].pk).update(name="Wilhelmina of the Dam"))
    page = replay.open(
        replay.users[0], f"?move={replay.game_replay.last}", viewport={"width": 390, "height": 844}
    )
    name = page.locator(".shelf-name").first
    for count in (5, 7, 8, 9, 13):
        whole, *books = shelf_with(page, count)
        top = name.bounding_box()
        assert all(book["width"] >= (4 if count > 8 else 12) for book in books), count
        assert books[0]["y"] >= top["y"] + top["height"] - 1
        assert_inside(whole, books)
    header = page.locator(".site-header")
    for link in header.get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    for count in (7, 9):
        whole, *books = shelf_with(page, count)
        assert_inside(whole, books)
    page.set_viewport_size({"width": 390, "height": 844})
    header.get_by_role("link", name="My games").click()
    page.wait_for_url("**/history/")


def test_a_replay_by_keyboard(replay):
    page, last = replay.open(replay.users[2], "?move=5"), replay.game_replay.last
    press = page.keyboard.press
    replay.shows(page, 5)
    for key, move in [("ArrowRight", 6), ("ArrowRight", 7), ("ArrowLeft", 6), ("Home", 0)]:
        press(key)
        replay.shows(page, move)
    press("End")
    replay.shows(page, last)
    press("Home")
    press("e")
    replay.shows(page, 0, 0)
    press("e")
    replay.shows(page, 0, 1)
    press("c")
    first_claim = next(
        line.number + 1 for line in every_line(replay.game_replay) if line.kind == "claim"
    )
    replay.shows(page, first_claim, 1)
    # At the highest speed, play and stop still work.
    page.clock.install()
    press("Home")
    press("4")
    assert page.locator("#speed").input_value() == "300"
    press(" ")
    page.wait_for_function("() => Number(document.getElementById('scrubber').value) >= 3")
    press(" ")
    assert page.locator("#play[data-playing]").count() == 0
    stopped = stopped_at(page)
    page.clock.run_for(1000)
    replay.shows(page, stopped, 1)
    # The arrow keys move within the list of moves. The key ? shows all keys.
    page.locator('#moves [aria-current="true"]').focus()
    press("ArrowDown")
    replay.shows(page, stopped + 1, 1)
    assert page.evaluate("document.activeElement.dataset.move") == str(stopped + 1)
    press("?")
    expect(page.locator("#keys")).to_be_visible()
    press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


# Waits until the next position is loaded.
NEXT_IS_THERE = """async () => {
  const { positionAt } = await import("/static/js/replay/positions.js");
  const move = Number(document.getElementById("scrubber").value) + 1;
  await positionAt({ move, eyes: document.getElementById("eyes").value });
}"""


def every_line(game_replay):
    return game_replay.lines_for(None, game_replay.log)


def stopped_at(page: Page) -> int:
    """Return the move at which a replay was stopped just now."""
    page.evaluate(NEXT_IS_THERE)
    return int(page.locator("#scrubber").input_value())


#: Gives the list of moves another height, and waits until its observers have been called.
RESIZE = """(list, height) => new Promise((done) => {
  list.style.maxHeight = `${height}px`;
  new ResizeObserver(done).observe(list);
})"""


def test_the_list_of_moves_stays_where_a_person_has_scrolled_it(replay):
    moves = replay.open(replay.users[0], "?move=20").locator("#moves")
    moves.evaluate(RESIZE, 120)
    assert moves.evaluate("list => list.scrollTop") > 0  # The list still shows the present move.
    moves.evaluate("list => { list.scrollTop = 0; }")
    moves.evaluate(RESIZE, 100)
    assert moves.evaluate("list => list.scrollTop") == 0


def test_the_url_follows_and_the_back_button_works(replay):
    page = replay.open(replay.users[0], "?move=3")
    page.locator('#moves [data-move="20"]').click()
    replay.shows(page, 20)
    page.get_by_role("link", name="Next move").click()
    replay.shows(page, 21)
    page.locator("#eyes").select_option("4")
    replay.shows(page, 21, 4)
    expect(page).to_have_url(f"{replay.url}{replay.path}?move=21&eyes=4")
    page.reload()
    replay.shows(page, 21, 4)
    page.go_back()
    replay.shows(page, 21)
    page.go_back()
    replay.shows(page, 3)
    page.locator("#scrubber").fill("11")
    replay.shows(page, 11)
    expect(page).to_have_url(f"{replay.url}{replay.path}?move=11")


def test_the_next_positions_are_loaded_in_advance(replay):
    page = replay.open(replay.users[0], f"?move={MOVE}")
    # The positions before this position are loaded last.
    before = MOVE // 8 * 8 - 8
    page.wait_for_function(
        """(from) => performance.getEntriesByType("resource").some(
          ({ name }) => new URL(name).searchParams.get("from") === from)""",
        arg=str(before),
    )
    asked: list[str] = []
    page.on("request", lambda each: "/positions/" in each.url and asked.append(each.url))
    for key, move in (("ArrowRight", MOVE + 1), ("ArrowLeft", MOVE), ("ArrowLeft", MOVE - 1)):
        page.keyboard.press(key)
        replay.shows(page, move)
        assert asked == [], key


def test_a_step_is_animated_and_announced(replay):
    game_replay = replay.game_replay
    hit = next(line for line in every_line(game_replay) if line.hit)
    others = [user for seat, user in enumerate(replay.users) if seat not in (hit.seat, hit.other)]
    page = replay.page_of(others[0])
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{replay.url}{replay.path}?move={hit.number}")
    page.evaluate(
        """() => new MutationObserver((all) => {
          for (const { addedNodes } of all)
            for (const { className } of addedNodes)
              if (className === "flyer card") window.flown = className;
        }).observe(document.getElementById("flights"), { childList: true })"""
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.flown === 'flyer card'")
    expect(page.locator("#news")).to_contain_text(hit.sentence)
    expect(page.locator("#scrubber")).to_have_attribute(
        "aria-valuetext", re.compile(rf"^Move {hit.number + 1} of {game_replay.last}\. ")
    )


def test_a_replay_by_swipes(replay):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = replay.open(replay.users[1], "?move=10", **phone)
    replay.shows(page, 10)
    # The tap comes before the swipes, because after a swipe Chrome ignores taps for a moment.
    step = page.get_by_role("link", name="Next move")
    box = step.bounding_box()
    assert box
    assert box["width"] >= 44
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 844
    step.tap()
    replay.shows(page, 11)
    swipe(page, 300, 120)
    replay.shows(page, 12)
    swipe(page, 300, 120)
    replay.shows(page, 13)
    swipe(page, 100, 280)
    replay.shows(page, 12)
    # A vertical swipe or a short swipe does not change the move.
    swipe(page, 200, 180)
    swipe(page, 200, 210, down=-200)
    page.keyboard.press("ArrowRight")
    replay.shows(page, 13)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def swipe(page: Page, start: int, end: int, down: int = 0) -> None:
    """Simulate a swipe over the table with a finger."""
    session = page.context.new_cdp_session(page)
    send = lambda kind, points: session.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
    )
    y = 300
    send("touchStart", [{"x": start, "y": y}])
    for part in range(1, 6):
        send("touchMove", [{"x": start + (end - start) * part / 5, "y": y + down * part / 5}])
    send("touchEnd", [])
    session.detach()


def test_a_replay_without_scripts(replay):
    page = replay.open(replay.users[0], "?move=7&eyes=2", java_script_enabled=False)
    assert "7 / " in page.locator("#where").text_content()
    page.get_by_role("link", name="Next move").click()
    page.wait_for_url("**?move=8&eyes=2")
    page.locator("#eyes").select_option("3")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**?move=8&eyes=3")
    cards = page.locator("#mine [data-card]")
    assert cards.count() == replay.game_replay.states[8].hands[3].bit_count()


def test_the_record_is_copied_and_the_deal_is_checked(replay):
    page = replay.open(replay.users[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = page.get_by_role("button", name="Copy the record")
    assert says_when_pressed(copy) == "Copied"
    record = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert record["seed"] == replay.game.seed
    page.locator('#moves [data-move="9"]').click()
    replay.shows(page, 9)
    copy = page.locator("#sharing").get_by_role("button", name="Copy link to this move")
    assert says_when_pressed(copy) == "Copied"
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{replay.url}{replay.path}?move=9"

    check = page.get_by_role("button", name="Deal the cards again")
    check.click()
    expect(page.locator("#deal-says")).to_contain_text("Everything matches")
    assert page.locator('[data-value="commitment"]').text_content() == replay.game.commitment
    # The check finds a card that was exchanged after the deal, and names the hands.
    away(lambda: exchange_a_card(replay.game))
    check.click()
    expect(page.locator("#deal-says")).to_contain_text("does not match")
    wrong = page.locator("#deal-hands > li").filter(has_text="not the same")
    assert wrong.count() == 2
    # It also finds a seed that does not match the commitment.
    away(lambda: Game.objects.filter(pk=replay.game.pk).update(seed="ab" * 32))
    check.click()
    expect(page.locator('#deal-steps [data-verdict="commitment"]')).to_contain_text("not the same")


def exchange_a_card(game: Game) -> None:
    """Exchange a dealt card between two hands."""
    one, other = Hand.objects.filter(game=game, seat__in=(1, 4))
    mine, theirs = (hand.dealt & -hand.dealt for hand in (one, other))
    Hand.objects.filter(pk=one.pk).update(dealt=one.dealt - mine + theirs)
    Hand.objects.filter(pk=other.pk).update(dealt=other.dealt - theirs + mine)


def test_every_deck_is_shuffled_in_the_same_way(live_server, page: Page):
    page.goto(f"{live_server.url}/rules/")
    for number, deck in enumerate(DECKS):
        for players in (4, 6, 8, 10, 12):
            rules, dealer = Rules(deck=deck, players=players), number % players
            seed = bytes([number + players] * 32)
            cards = [text for hand in [DECKS[deck].mask] for text in hand_text(hand)]
            found = page.evaluate(
                """async ([deck, seed, players, dealer]) => {
                  const module = await import("/static/js/replay/shuffle.js");
                  const { dealt, commitmentOf, shuffled } = module;
                  const cards = await shuffled(deck, seed);
                  return [await commitmentOf(seed), dealt(cards, players, dealer)];
                }""",
                [cards, seed.hex(), players, dealer],
            )
            hands = [sorted(hand_text(hand)) for hand in deal(rules, seed, dealer)]
            assert found[0] == commitment(seed)
            assert [sorted(hand) for hand in found[1]] == hands, (deck, players)


def test_a_game_no_longer_shared_is_not_shown(replay):
    away(lambda: sharing.share(replay.game, replay.users[0]))
    page = replay.open(away(lambda: person("Zoe")), "?move=2")
    replay.shows(page, 2)
    away(lambda: sharing.unshare(replay.game, replay.users[0]))
    # The page may also find out by itself, while it fetches positions in advance. A key, unlike a
    # click on a link of the page, needs nothing of the page that may just be leaving.
    page.keyboard.press("End")
    expect(page.get_by_role("alert")).to_contain_text("does not exist")
