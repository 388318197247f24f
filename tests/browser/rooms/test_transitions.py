"""Every change of a room's page, without a reload: from a new table to a lobby, to a game, to its
end, and back. Each person has a page of another size. After each change all pages are measured as
the person sees them.
"""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.kit.all_hands_player import finish
from tests.browser.kit.moments import give_hands, give_whole_sets
from tests.browser.kit.player import Player, looks_at, program_of
from tests.browser.rooms.test_people_series import finish as finish_unplayed
from tests.cluster.kit.site_process import Program, Site, bring_turn_to, game_of

pytestmark = [pytest.mark.browser, pytest.mark.journey, pytest.mark.slow]

SIZES: dict[str, ViewportSize] = {
    "Asha": {"width": 390, "height": 844},
    "Ben": {"width": 1280, "height": 800},
    "Chidi": {"width": 320, "height": 640},
    "Dora": {"width": 844, "height": 390},
    "Zoe": {"width": 1920, "height": 1080},
}

#: All transitions, and the test that makes them.
TRANSITIONS = {
    "from a new table to its lobby": "an_evening",
    "people sit down": "an_evening",
    "seats are moved": "an_evening",
    "from the lobby to a deal: a person begins": "an_evening",
    "a miss": "an_evening",
    "a hit": "an_evening",
    "a right claim": "an_evening",
    "a claim with a misplaced card": "an_evening",
    "a claim of a card that an opponent holds": "an_evening",
    "a returned claim": "coming_and_going",
    "the game ends by score": "an_evening",
    "from the end to the next game": "an_evening",
    "from the end to the lobby": "an_evening",
    "from the lobby to a deal: a bot begins": "an_evening",
    "from the game to the lobby: all agree to end it": "an_evening",
    "somebody comes late": "coming_and_going",
    "somebody comes back": "coming_and_going",
    "a player leaves": "coming_and_going",
    "the host leaves": "coming_and_going",
    "the game ends because all have left": "coming_and_going",
    "a spectator sits down": "coming_and_going",
    "the host leaves the lobby": "coming_and_going",
}


class Room:
    """A room with open pages, and the clients of their people."""

    def __init__(self, site: Site, new_context) -> None:
        self.site, self._new_context = site, new_context
        self.pages: dict[str, Player] = {}
        self.seen: list[str] = []
        self.code = ""

    def open(self, name: str) -> Player:
        """Open a page for a person: the home page if there is no room yet."""
        if self.code:
            person = Program(self.site, name)
            player = looks_at(self._new_context(), person, self.code, SIZES[name])
            player.wait_for_connection("saved")
        else:
            player = Player(self._new_context().new_page(), self.site)
            player.page.set_viewport_size(SIZES[name])
        self.pages[name] = player
        return player

    def see(self, transition: str, screen: str) -> None:
        """Check that all open pages show the stored state, as ``screen``, without a fault."""
        self.seen.append(transition)
        self.wait(screen)
        for player in self.pages.values():
            faults = player.page.evaluate("lookNow().faults")
            assert not faults, (transition, faults)
            assert player.errors == []

    def wait(self, screen: str) -> None:
        """Wait until all open pages show the stored state, as ``screen``."""
        ((version,),) = self.site.rows("SELECT version FROM rooms_room WHERE code = ?", self.code)
        for player in self.pages.values():
            player.page.wait_for_function(IS_SHOWN, arg=[version, screen])

    def check(self, test: str) -> None:
        """Check that the test has made all its transitions."""
        assert sorted(self.seen) == sorted(name for name, by in TRANSITIONS.items() if by == test)


# A page shows a room's version and this screen, and no scene is playing.
IS_SHOWN = """([version, screen]) =>
  Number(document.getElementById("versions").dataset.room) >= version
  && document.getElementById("room").dataset.showing === undefined
  && (document.getElementById("table").dataset.game ?? "lobby") === screen"""


def test_an_evening(site: Site, new_context):
    """All games begin in the lobby, or at the end of the game before."""
    room = Room(site, new_context)
    asha = room.open("Asha")
    room.code = code = asha.open_room("Asha", "fox")
    asha.wait_for_connection("saved")
    room.see("from a new table to its lobby", "lobby")
    ben, chidi, dora, zoe = (room.open(name) for name in ("Ben", "Chidi", "Dora", "Zoe"))
    for player in (ben, chidi, dora, zoe):
        player.sit()
    fatima = Program(site, "Fatima")
    fatima.done(f"/r/{code}/join/")
    room.see("people sit down", "lobby")
    programs = [*map(program_of, room.pages.values()), fatima]
    programs[0].done(f"/r/{code}/swap/", a=0, b=2)
    room.see("seats are moved", "lobby")

    asha.start()
    people = sorted(programs, key=lambda each: each.state(code)["you"])
    room.see("from the lobby to a deal: a person begins", "play")
    sets, _ = give_hands(site, people, code, {})
    low, high, hearts = (sets[name] for name in ("low-clubs", "high-clubs", "low-hearts"))
    play(people, code, 0, ask=low[1], of=1)
    room.see("a hit", "play")
    play(people, code, 0, ask=high[2], of=1)
    room.see("a miss", "play")
    bring_turn_to(site, code, people, 0)
    true = {card: 0 if number % 2 else 2 for number, card in enumerate(low)}
    give_hands(site, people, code, true | dict.fromkeys(high, 2) | {hearts[0]: 1})
    play(people, code, 0, claim="low-clubs", holders=true)
    room.see("a right claim", "play")
    swapped = dict.fromkeys(high, 2) | {high[0]: 0}
    play(people, code, 0, claim="high-clubs", holders=swapped)
    room.see("a claim with a misplaced card", "play")
    bring_turn_to(site, code, people, 0)
    play(people, code, 0, claim="low-hearts", holders=dict.fromkeys(hearts, 0))
    room.see("a claim of a card that an opponent holds", "play")

    end(site, code, people)
    room.see("the game ends by score", "end")
    asha.page.locator("#again").click()
    room.see("from the end to the next game", "play")
    end(site, code, people)
    asha.page.locator("#to-lobby").click()
    room.see("from the end to the lobby", "lobby")

    for person in programs[2:]:
        person.done(f"/r/{code}/leave/")
    person_began = True
    while person_began:  # The first player of a game is drawn.
        room.wait("lobby")  # An update that moves the button would take the press away.
        asha.page.locator(".bar-forms .primary").click()
        expect(asha.page.locator("#hand")).to_have_count(1)
        person_began = beginner(site, code) in (asha.state()["you"], ben.state()["you"])
        if not person_began:
            room.see("from the lobby to a deal: a bot begins", "play")
        agree_to_end(asha)
        ben.page.locator("#agree-to-end").click()
        expect(asha.page.locator(".lobby")).to_have_count(1)
    room.see("from the game to the lobby: all agree to end it", "lobby")
    room.check("an_evening")


def play(people: list[Program], code: str, seat: int, **move: object) -> None:
    """Make a move for the person at this seat."""
    answer = people[seat].move(code, move, people[seat].state(code)["version"])
    assert answer.status_code == 200, answer.text


def end(site: Site, code: str, people: list[Program]) -> None:
    """Play the running game to its end by claims."""
    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people)


def beginner(site: Site, code: str) -> int:
    """Return the seat that had the first turn. Bots may have moved since."""
    game = game_of(site, code)  # Read this first, because a bot may move meanwhile.
    moves = site.rows("SELECT seat FROM game_move WHERE game_id = ? ORDER BY number", game["id"])
    return moves[0]["seat"] if moves else game["turn"]


def agree_to_end(player: Player) -> None:
    from_menu(player, "end")
    player.page.locator("#end-game").click()


def leave(player: Player) -> None:
    from_menu(player, "leave")
    player.page.locator("#leave-game").click()


def from_menu(player: Player, panel: str) -> None:
    player.page.locator(".bar-button[popovertarget=menu]").click()
    player.page.locator(f"#menu [popovertarget={panel}]").click()


def test_coming_and_going(site: Site, new_context):
    """Everybody leaves a table, one after another, while a spectator watches."""
    host = Program(site, "Hana")
    room = Room(site, new_context)
    room.code = code = host.open_room("silent-hands")
    asha, ben, chidi, dora = (room.open(name) for name in ("Asha", "Ben", "Chidi", "Dora"))
    for player in (asha, ben, chidi, dora):
        player.sit()
    host.done(f"/r/{code}/host/", seat=asha.state()["you"])
    host.done(f"/r/{code}/leave/")
    room.wait("lobby")  # Before the update, the button to start would add bots.
    asha.start()
    programs = map(program_of, room.pages.values())
    people = sorted(programs, key=lambda each: each.state(code)["you"])
    zoe = room.open("Zoe")
    room.see("somebody comes late", "play")

    sets, _ = give_hands(site, people, code, {})
    name, cards = next(iter(sets.items()))
    holders = {card: 0 if number % 2 else 2 for number, card in enumerate(cards)}
    give_hands(site, people, code, holders)
    ben.page.context.set_offline(True)
    ben.wait_for_connection("down")
    play(people, code, 0, claim=name, holders=holders | {cards[0]: 0})
    ben.page.context.set_offline(False)
    ben.wait_for_connection("saved")
    room.see("a returned claim", "play")
    room.see("somebody comes back", "play")

    # Only the last person who leaves has the turn, so no bot moves meanwhile.
    bring_turn_to(site, code, people, dora.state()["you"])
    leave(asha)
    expect(ben.page.locator("html")).to_have_attribute("data-host", "")
    room.see("the host leaves", "play")
    leave(ben)
    room.see("a player leaves", "play")
    leave(chidi)
    leave(dora)
    # Bots would finish the game after all other games.
    finish_unplayed(site, code)
    room.see("the game ends because all have left", "end")
    zoe.page.locator("#sit-down").click()
    room.see("a spectator sits down", "lobby")
    ben.sit()
    zoe.page.locator("#stand-up").click()
    expect(ben.page.locator("html")).to_have_attribute("data-arranges", "")
    room.see("the host leaves the lobby", "lobby")
    room.check("coming_and_going")
