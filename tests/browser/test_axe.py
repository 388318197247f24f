"""Accessibility: axe finds no problem on the pages in ``PAGES``, in either theme. The pages in
``FITTING`` also fit every screen. Each function returns a person, or None, and addresses.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from accounts import blocks, measures
from accounts.models import User
from accounts.person_key import key_of
from alerts import mail
from alerts.models import Device, Webhook
from bots import background
from finished import sharing
from finished.history.pages import PER_PAGE
from finished.importing import import_file
from game import play
from game.models import Game, PlayerResult
from puzzles.answers import RIGHT, SHOWN, WRONG, Answers
from puzzles.models import AccountAnswers
from rooms import regulars
from rooms.actions import chat, host_settings, invitations, lobby, playing
from rooms.actions.locked import locked_game
from rooms.live import presence
from rooms.models import Room
from tests.browser.kit.fitting import assert_easy_to_hit, assert_it_fits
from tests.browser.kit.kept import new_context
from tests.browser.kit.player import stand_still
from tests.database.kit.played import deal_short_game, play_to_end
from tests.database.kit.played_by_people import end_by_people
from tests.kit import PLAIN, TODAY, started

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark")
OF_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
AXE_RUN = "async (options) => (await axe.run(document, options)).violations"
SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]


#: With few misses a game is short, so its review takes little time.
FEW_MISSES = 0.05


def asha() -> User:
    return User.objects.create_guest("Asha", "owl")


def home_of_a_stranger() -> tuple[None, str]:
    return None, "/"


def home_with_tables() -> tuple[User, str]:
    user = asha()
    lobby.open_room(user, "classic")
    lobby.open_game_with_bots(user, "first-game")
    return user, "/"


def home_again() -> tuple[User, str]:
    """The home page of an account: a last game with its lesson, and a streak of puzzles."""
    user = account()
    lobby.open_room(user, "classic")
    lobby.open_game_with_bots(user, "first-game")
    game_id = Room.objects.filter(game__isnull=False).get().game_id
    play_to_end(game_id, misses=FEW_MISSES)
    assert background.do_due_work()
    answers = Answers()
    for number in (TODAY - 20, TODAY - 3, TODAY - 2, TODAY - 1):
        answers = answers.after(number, RIGHT, number)
    answers = answers.after(TODAY - 9, SHOWN, TODAY).after(TODAY - 12, RIGHT, TODAY)
    AccountAnswers.objects.create(user=user, answers=answers.to_json())
    return user, "/"


def name_page() -> tuple[None, str]:
    return None, "/guest/"


def name_on_the_way_to_a_table() -> tuple[None, str]:
    return None, "/r/K7QF2M/"


def new_table() -> tuple[User, str]:
    return asha(), "/rooms/new/"


def lobby_of_host() -> tuple[User, str]:
    user = asha()
    code = lobby.open_room(user, "nine-sets")
    lobby.add_bot(code, user, "easy")
    return user, f"/r/{code}/"


def lobby_of_spectator() -> tuple[User, str]:
    code = lobby.open_room(asha(), "big-table")
    return User.objects.create_guest("Ben", "fox"), f"/r/{code}/"


def lobby_with_chat() -> tuple[User, str]:
    user = asha()
    code = lobby.open_room(user, "nine-sets")
    ben = User.objects.create_guest("Ben", "fox")
    lobby.join(code, ben)
    host_settings.set_options(code, user, {"turn_seconds": 60, "claim_timing": "any_time"})
    chat.send(code, user, "Hello")
    chat.send(code, ben, "I’ll be with you in a minute, and I’ll bring tea.")
    return ben, f"/r/{code}/"


def house_rules() -> tuple[User, str]:
    user = asha()
    return user, f"/r/{lobby.open_room(user, 'strict')}/settings/"


def house_rules_to_read() -> tuple[User, str]:
    user = asha()
    code = lobby.open_room(user, "strict")
    host_settings.set_options(code, user, {"turn_seconds": 60})
    return User.objects.create_guest("Ben", "fox"), f"/r/{code}/settings/"


def account() -> User:
    """A person with a password."""
    user = asha()
    user.username, user.is_guest = "asha", False
    user.set_password("a-long-lost-ferry")
    user.save()
    return user


def signing_in() -> tuple[None, str]:
    return None, "/accounts/login/"


def signing_up() -> tuple[User, str]:
    return asha(), "/accounts/signup/"


def signing_out() -> tuple[User, str]:
    return account(), "/accounts/logout/"


def people_who_know_each_other() -> tuple[User, str, str, str]:
    """Their list, an invitation at home, and the page of a table for inviting."""
    user, ben = asha(), User.objects.create_guest("Benedikt-Maximilian", "fox")
    code = lobby.open_room(user, "first-game")
    lobby.join(code, ben)
    lobby.fill_with_bots(code, user)
    playing.start(code, user)
    game = over()
    ben.preferences = {"online": "on"}
    ben.save()
    regulars.follow(user, ben.pk)
    lobby.leave(code, user)
    invitations.play_again(ben, game.pk)
    own = lobby.open_room(user, "classic")
    return user, "/people/", "/", f"/r/{own}/invite/"


def profile() -> tuple[User, str]:
    return account(), "/guest/"


def alerts_page() -> tuple[User, str]:
    user = account()
    for number in (1, 2):
        Device.objects.create(user=user, endpoint=f"https://push.example/{number}")
    return user, "/account/alerts/"


def channel_page() -> tuple[User, str]:
    user = asha()
    code = lobby.open_room(user, "strict")
    Webhook.objects.create(room=Room.objects.get(code=code), url="https://chat.example/1")
    return user, f"/r/{code}/channel/"


def report_page() -> tuple[User, str]:
    user, path = lobby_with_chat()
    return user, f"{path}report/?about=seat-0"


def public_profile() -> tuple[User, str, str, str]:
    """The profile of a person, the page for a report there, and the statistics of another person,
    which have a link to the profile.
    """
    user, ben = account(), User.objects.create_guest("Ben", "fox")
    for seed, preset in enumerate(("classic", "classic", "nine-sets")):
        game = started([user, ben], PLAIN, bots=2)
        end_by_people(game, seed=seed)
        PlayerResult.objects.filter(game=game).update(preset=preset)
    path = f"/people/{key_of(user.pk)}/"
    return ben, path, f"{path}report/", "/history/statistics/"


def own_public_profile() -> tuple[User, str]:
    user = account()
    return user, f"/people/{key_of(user.pk)}/"


def profile_of_a_guest() -> tuple[User, str]:
    user = asha()
    return user, f"/people/{key_of(user.pk)}/"


def blocked_people() -> tuple[User, str]:
    user = asha()
    blocks.block(user, account().pk)
    return user, "/blocks/"


def notices_of_the_staff() -> tuple[User, str]:
    user = asha()
    measures.take(user, measures.Kind.WARNING, "Please stop writing about other players’ cards.")
    measures.take(user, measures.Kind.MUTE, "No insults.", timezone.now() + timedelta(days=3))
    return user, "/rules/"


def end_of_mails() -> tuple[None, str]:
    return None, f"/account/alerts/stop/{mail._signer.sign(str(asha().pk))}/"


def lost_password() -> tuple[None, str]:
    return None, "/accounts/password/reset/"


def lost_password_by_mail() -> tuple[None, str]:
    return None, "/accounts/password/reset/done/"


def another_password() -> tuple[User, str]:
    return account(), "/accounts/password/change/"


def own_email() -> tuple[User, str]:
    return account(), "/accounts/email/"


def without_password() -> User:
    """An account that need not show once more who it is."""
    user = account()
    user.set_unusable_password()
    user.save()
    return user


def two_step_sign_in() -> tuple[User, str, str]:
    return without_password(), "/accounts/2fa/", "/accounts/2fa/totp/activate/"


def passkeys() -> tuple[User, str, str]:
    return without_password(), "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/"


def is_it_you() -> tuple[User, str]:
    return account(), "/accounts/2fa/totp/activate/"


def stopping_the_app() -> tuple[User, str, str]:
    user = without_password()
    Authenticator.objects.create(user=user, type="totp", data={"secret": "A"})
    return user, "/accounts/2fa/", "/accounts/2fa/reauthenticate/"


def own_sessions() -> tuple[User, str]:
    user = account()
    for key in ("a", "b"):
        agent = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0"
        session = SessionStore()
        session.update({SESSION_KEY: str(user.pk), HASH_SESSION_KEY: user.get_session_auth_hash()})
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session.save()
        UserSession.objects.create(
            user=user, session_key=session.session_key, ip=f"2001:db8::{key}", user_agent=agent
        )
    return user, "/accounts/sessions/"


def own_data() -> tuple[User, str]:
    return asha(), "/accounts/data/"


def deleting_an_account() -> tuple[User, str]:
    return account(), "/accounts/delete/"


def leaving_for_good() -> tuple[User, str]:
    return asha(), "/accounts/delete/"


def table() -> tuple[User, str]:
    user = asha()
    return user, f"/r/{lobby.open_game_with_bots(user, 'first-game')}/"


def table_that_waits() -> tuple[User, str]:
    """A table in a claim pause. It has a turn clock."""
    people = [asha(), *(User.objects.create_guest(name, "fox") for name in ("Ben", "Cora", "Dora"))]
    code = lobby.open_room(people[0], "nine-sets-anytime")
    for person in people[1:]:
        lobby.join(code, person)
    host_settings.set_options(code, people[0], {"turn_seconds": 60})
    playing.start(code, people[0])
    game = Room.objects.get(code=code).game
    assert game
    claimer = game.players.get(seat=(game.turn + 1) % 4).user
    assert claimer
    with locked_game(code) as game_id:
        play.start_claim_pause(game_id, claimer.pk, "low-clubs")
    chat.react(code, people[1], "wow")
    presence.renew_spectators({code: [User.objects.create_guest("Zoe", "owl").pk]})
    return claimer, f"/r/{code}/"


def table_of_spectator() -> tuple[User, str]:
    code = lobby.open_game_with_bots(asha(), "nine-sets")
    return User.objects.create_guest("Ben", "fox"), f"/r/{code}/"


def over() -> Game:
    """Play the game of the only room to its end, and return it."""
    game_id = Room.objects.get().game_id
    deal_short_game(game_id)
    return play_to_end(game_id)


def result_for_a_spectator() -> tuple[User, str]:
    _user, path = table()
    over()
    return User.objects.create_guest("Ben", "fox"), path


def game_page() -> tuple[User, str]:
    user, _path = table()
    return user, f"/games/{over().id}/"


def reviewed_game() -> tuple[User, str, str]:
    """A game with its review, and the table after it. The game keeps the deal of its seed for the
    review.
    """
    user, path = table()
    game_id = Room.objects.get().game_id
    play_to_end(game_id, misses=FEW_MISSES)
    assert background.do_due_work()
    return user, f"/games/{game_id}/?move=9&grid=1", path


def history_of_nobody_yet() -> tuple[User, str]:
    return asha(), "/history/"


def history() -> tuple[User, str, str, str]:
    """The history of a person with two pages of games, its second page, and the statistics. The
    first page has filters, one of which is invalid.
    """
    user, _path = table()
    game = Room.objects.get().game
    assert game
    end_by_people(game)
    for hours in range(1, PER_PAGE + 5):
        more_of(game, hours)
    oldest = PlayerResult.objects.order_by("-ended_at")[PER_PAGE - 1]
    second = f"/history/?before={int(oldest.ended_at.timestamp() * 1e6)}-{oldest.pk}"
    return user, "/history/?result=won&since=yesterday", second, "/history/statistics/"


def more_of(game: Game, hours: int) -> None:
    """Add the same game once more to a person's history."""
    part = game.player_results.get()
    again = Game.objects.get(pk=game.pk)
    again.id = f"{hours:024}"
    again.save(force_insert=True)
    part.pk, part.game, part.result = None, again, "won"
    part.ended_at -= timedelta(hours=hours)
    part.save(force_insert=True)


def history_of_a_room() -> tuple[User, str]:
    """The page of a room's games, after the first game of a series."""
    user = asha()
    code = lobby.open_room(user, "strict")
    host_settings.set_options(code, user, {"series": "best_of_three"})
    for _ in range(3):
        lobby.add_bot(code, user, "easy")
    playing.start(code, user)
    game = Room.objects.get().game
    assert game
    end_by_people(game)
    return user, f"/r/{code}/history/"


def bringing_in() -> tuple[User, str]:
    """The page for importing, after an invalid record."""
    user = asha()
    import_file("a-file-with-a-rather-long-name-of-one-evening.json", b"hello", user)
    return user, "/games/import/"


def game_by_the_eyes_of_a_seat() -> tuple[User, str]:
    user, path = game_page()
    return user, f"{path}?move=20&eyes=3"


def game_of_a_friend() -> tuple[None, str]:
    user, path = game_page()
    sharing.share(Game.objects.get(), user)
    return None, f"{path}?move=20"


def rules_for_a_long_name() -> tuple[User, str]:
    return User.objects.create_guest("Wilhelmina Montgomer", "owl"), "/rules/"


def strategy_page() -> tuple[None, str]:
    return None, "/strategy/"


def puzzle_of_the_day() -> tuple[None, str]:
    return None, "/puzzle/"


def puzzles_to_practise() -> tuple[User, str]:
    user = account()
    answers = Answers().after(TODAY - 4, RIGHT, TODAY).after(TODAY - 6, RIGHT, TODAY)
    answers = answers.after(TODAY - 7, SHOWN, TODAY).after(TODAY - 1, WRONG, TODAY)
    AccountAnswers.objects.create(user=user, answers=answers.to_json())
    return user, "/puzzle/practice/"


def no_such_table() -> tuple[User, str]:
    return asha(), "/r/CCCCCC/"


def game_without_a_name() -> tuple[None, str]:
    return None, "/games/0123/"


def no_such_page() -> tuple[None, str]:
    return None, "/nowhere/"


PAGES = [
    home_of_a_stranger,
    home_with_tables,
    home_again,
    name_page,
    name_on_the_way_to_a_table,
    new_table,
    lobby_of_host,
    lobby_of_spectator,
    lobby_with_chat,
    house_rules,
    house_rules_to_read,
    signing_in,
    signing_up,
    signing_out,
    profile,
    alerts_page,
    channel_page,
    report_page,
    blocked_people,
    notices_of_the_staff,
    end_of_mails,
    lost_password,
    lost_password_by_mail,
    another_password,
    own_email,
    two_step_sign_in,
    passkeys,
    is_it_you,
    stopping_the_app,
    own_sessions,
    own_data,
    deleting_an_account,
    leaving_for_good,
    table,
    table_that_waits,
    table_of_spectator,
    result_for_a_spectator,
    reviewed_game,
    people_who_know_each_other,
    game_by_the_eyes_of_a_seat,
    game_of_a_friend,
    history_of_nobody_yet,
    history,
    history_of_a_room,
    bringing_in,
    rules_for_a_long_name,
    strategy_page,
    puzzle_of_the_day,
    puzzles_to_practise,
    no_such_table,
    game_without_a_name,
    no_such_page,
    public_profile,
    own_public_profile,
    profile_of_a_guest,
]


#: Other pages have the same templates, so only `make soak` looks at these.
FOR_SOAK = [
    name_on_the_way_to_a_table,
    lobby_of_spectator,
    house_rules_to_read,
    signing_out,
    lost_password_by_mail,
    leaving_for_good,
    table_of_spectator,
    game_by_the_eyes_of_a_seat,
    history_of_nobody_yet,
    game_without_a_name,
]

#: The pages that must fit every screen. The layout of the table has its own tests.
FITTING = [
    home_of_a_stranger,
    home_with_tables,
    home_again,
    name_page,
    name_on_the_way_to_a_table,
    profile,
    alerts_page,
    channel_page,
    report_page,
    public_profile,
    own_public_profile,
    blocked_people,
    notices_of_the_staff,
    new_table,
    lobby_of_host,
    lobby_of_spectator,
    lobby_with_chat,
    house_rules,
    signing_in,
    signing_up,
    two_step_sign_in,
    passkeys,
    is_it_you,
    own_sessions,
    own_data,
    reviewed_game,
    people_who_know_each_other,
    game_of_a_friend,
    history,
    history_of_a_room,
    bringing_in,
    strategy_page,
    puzzle_of_the_day,
    puzzles_to_practise,
    rules_for_a_long_name,
    no_such_table,
]

#: Links on these pages that are not within text.
LINKS = {
    new_table: "main form > p > a",
    house_rules: ".rules-head a, .like-this a",
    lobby_of_host: "#rules a",
}


@pytest.fixture(scope="module")
def own_page(browser: Browser) -> Iterator[Page]:
    """One browser page for all places. Each new page would load all files and compile axe again.

    A table polls every few seconds, and ends a claim pause when a set is closed. These requests
    are blocked, so that no region is swapped while axe runs.
    """
    context = new_context(browser, reduced_motion="reduce")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    # With a route of Playwright the browser would not use its cache.
    line.send("Network.setBlockedURLs", {"urls": ["*/r/*/regions/*", "*/r/*/declare/*"]})
    yield page
    context.close()


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            place, id=place.__name__, marks=[pytest.mark.soak] if place in FOR_SOAK else []
        )
        for place in PAGES
    ],
)
def test_axe_finds_nothing_and_it_fits(
    live_server: Any, own_page: Page, place: Callable[[], tuple[Any, ...]]
) -> None:
    """Run axe in both themes. Half of the places are light on a phone and dark on a laptop, the
    other half light on a laptop and dark on a phone.

    In the second theme, axe checks only the rules for colours and sizes.
    """
    page = own_page
    for path in visit(place, live_server.url, page):
        themes = zip(THEMES, sizes_of(place), ({}, {"runOnly": OF_LOOKS}), strict=True)
        for theme, size, rules in themes:
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size(size)
            assert complaints(page, rules) == [], f"{path}, {theme}, {size}"
        if place in FITTING and not page.locator(".end").count():
            assert_it_fits(page)
        if place in LINKS:
            assert_easy_to_hit(page, LINKS[place])


def visit(place: Callable[[], tuple[Any, ...]], url: str, page: Page) -> Iterator[str]:
    """Open the pages of a place, one after another, as the person to whom they belong, and unfold
    everything on them. Yield their paths.
    """
    user, *paths = in_thread(place)
    page.context.clear_cookies()
    if user:
        page.context.add_cookies([session_cookie(user, url)])
    for path in paths:
        page.goto(url + path)
        page.evaluate("localStorage.clear()")
        open_everything(page)
        yield path


def sizes_of(place: Callable[[], Any]) -> list[Any]:
    """Return the sizes for the two themes. Every second page swaps them."""
    return SIZES if PAGES.index(place) % 2 else SIZES[::-1]


def in_thread(do: Callable[[], Any]) -> Any:
    """Call ``do()`` in a thread without Playwright's event loop, because notifications can't be
    published inside this loop.
    """

    def done() -> Any:
        try:
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result()


def session_cookie(user: User, url: str) -> Any:
    client = Client()
    in_thread(lambda: client.force_login(user))
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}


def open_everything(page: Page) -> None:
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.evaluate("document.fonts.ready")


def complaints(page: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """Return the violations of all rules, or of ``rules``, with one line for each element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    stand_still(page)
    found = page.evaluate(
        AXE_RUN, {"resultTypes": ["violations"], "preload": False} | (rules or {})
    )
    return [
        f"{violation['id']}: {node['html'][:160]} – {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]
