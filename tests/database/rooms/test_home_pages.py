"""The home page, the pages for rules and new tables, lobbies, and error pages."""

import re
from collections import defaultdict
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.models import Game
from game.presentation.end import headline
from game.presentation.rule_options import RULE_OPTIONS
from game.presentation.rules_text import PRESET_WORDS
from game.refusals import SENTENCES
from literature.rules.options import OPTIONS, PRESETS
from rooms.actions import host_settings, lobby, playing
from rooms.models import Room
from tests.database.kit.played import play_to_end
from tests.kit import one_line, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def asha(client: Client) -> User:
    user = User.objects.create_guest("Asha", "owl")
    client.force_login(user)
    return user


def html(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return one_line(answer)


def test_the_first_button_starts_a_game_at_once(client: Client) -> None:
    page = html(client, "/")
    assert page.index('action="/play/"') < page.index('href="/rooms/new/"')
    assert page.index('href="/rooms/new/"') < page.index('action="/go/"')


def test_the_home_page_explains_the_game_in_two_pictures(client: Client) -> None:
    page = html(client, "/")
    main = page[page.index("<main") :]
    assert main.count('role="img"') == 2
    assert all(len(text) > 60 for text in re.findall(r'role="img" aria-label="([^"]+)"', main))
    assert "half-suit" not in main


def test_one_tap_leads_to_a_hand_of_cards(client: Client) -> None:
    answer = client.post("/play/", follow=True)
    assert answer.status_code == 200
    assert Room.objects.get().game is not None
    assert "9 of" in answer.content.decode() or "of hearts" in answer.content.decode()


def test_games_that_wait_for_the_person_come_first(client: Client, asha: User) -> None:
    """Games that wait for the person come before newer tables, and before tables where somebody
    else has the turn. The one that has waited longest comes first.
    """
    codes = [lobby.open_game_with_bots(asha, "first-game") for _ in range(7)]
    for number, code in enumerate(codes):
        game = Room.objects.get(code=code).game
        assert game
        seat = game.players.get(user=asha).seat
        # The person has the turn at the oldest table and at the third one.
        turn = seat if number in (0, 2) else (seat + 1) % 6
        Game.objects.filter(pk=game.pk).update(turn=turn)
    lobbies = [lobby.open_room(asha, "classic") for _ in range(7)]
    page = html(client, "/")
    shown = re.findall(r'class="table-link" href="/r/(\w+)/"', page)
    assert shown[:2] == [codes[0], codes[2]]
    assert set(shown[2:7]) == {codes[1], *codes[3:]}
    assert shown[7:] == lobbies[:1:-1]
    assert f'href="/r/{codes[0]}/">Back to your game' in page


def test_a_stranger_is_asked_for_a_name_on_the_way_to_a_table(client: Client) -> None:
    page = html(client, "/rooms/new/")
    assert 'name="next" value="/rooms/new/"' in page
    answer = client.post("/guest/", {"name": "Asha", "avatar": "owl", "next": "/rooms/new/"})
    assert answer["Location"] == "/rooms/new/"
    assert 'name="preset"' in html(client, "/rooms/new/")


def test_a_link_with_rules_keeps_them_for_a_stranger(client: Client) -> None:
    host = User.objects.create_guest("Ben", "fox")
    code = lobby.open_room(host, "classic")
    host_settings.set_options(code, host, {"deck": "2s-out", "players": 12})
    of = Room.objects.get(code=code)
    rules = host_settings.link_text(of.preset, of.rules)
    link = reverse("rooms:new", query={"like": rules})
    asking = html(client, link)
    onward = unescape(re.findall(r'name="next" value="([^"]+)"', asking)[0])
    named = {"name": "Asha", "avatar": "owl", "next": onward}
    form = client.post("/guest/", named, follow=True)
    assert form.context["like"] == rules
    assert f'name="like" value="{rules}"' in form.content.decode()
    # A person who first changes their name still comes to the same page.
    changing = re.findall(r'class="viewer" href="([^"]+)"', form.content.decode())[0]
    assert html(client, unescape(changing)).count(f'value="{onward}"') == 1
    client.post("/rooms/new/", {"like": form.context["like"]})
    opened = Room.objects.get(host__name="Asha")
    assert opened.rules == Room.objects.get(code=code).rules


def test_every_preset_has_a_description(client: Client, asha: User) -> None:
    page = html(client, "/rooms/new/")
    for name in PRESETS:
        assert f'value="{name}"' in page
    for preset in PRESET_WORDS:
        assert preset.about and preset.whom


def test_the_home_page_lists_the_persons_tables(client: Client, asha: User) -> None:
    waiting = lobby.open_room(asha, "classic")
    running = lobby.open_game_with_bots(asha, "first-game")
    page = html(client, "/")
    assert page.index(reverse("rooms:room", args=[running])) < page.index('action="/play/"')
    assert reverse("rooms:room", args=[waiting]) in page
    assert states(page) == {waiting: "Not dealt yet", running: turn_or_not(running)}


def states(page: str) -> dict[str, str]:
    """Return the text that the home page shows for each table, by the room's code."""
    return dict(
        re.findall(r'table-link" href="/r/(\w+)/">\s*<span class="table-state[^>]*>([^<]+)', page)
    )


def turn_or_not(code: str, seat: int = 0) -> str:
    game = Room.objects.get(code=code).game
    name = game.players.get(seat=game.turn).name
    return "Your turn" if game.turn == seat else f"{name}’s turn"


def test_a_table_says_that_it_waits_for_the_persons_move(client: Client, asha: User) -> None:
    ben = User.objects.create_guest("Ben", "fox")
    code = lobby.open_room(asha, "first-game")
    lobby.join(code, ben)
    lobby.fill_with_bots(code, asha, "easy")
    game = Game.objects.get(pk=playing.start(code, asha))
    seats = {player.user_id: player.seat for player in game.players.all()}
    names = [player.name for player in game.players.order_by("seat")]
    for turn in range(6):
        Game.objects.filter(pk=game.pk).update(turn=turn)
        for user in (asha, ben):
            client.force_login(user)
            says = "Your turn" if turn == seats[user.pk] else f"{names[turn]}’s turn"
            assert states(html(client, "/")) == {code: says}
    play_to_end(game.id)
    game.refresh_from_db()
    for user in (asha, ben):
        client.force_login(user)
        assert states(html(client, "/")) == {code: headline(game, seats[user.pk] % 2)}


def test_a_running_game_comes_before_a_new_table(client: Client, asha: User) -> None:
    """If the person has no running game, the button opens a table at once."""
    mine = lobby.open_room(asha, "classic")
    assert 'action="/rooms/new/"' in html(client, "/")
    running = lobby.open_game_with_bots(asha, "first-game")
    page = html(client, "/")
    assert 'action="/rooms/new/"' not in page
    assert re.findall(r'href="(/rooms/new/)"[^>]*>([^<]+)', page) == [
        ("/rooms/new/", "Open a table")
    ]
    for link in ("/rooms/new/", "/rooms/new/?like=classic"):
        offer = html(client, link)
        assert offer.index(f'href="/r/{running}/">Back to your game') < offer.index("<form")
        assert f"You are in a game at table {running}." in offer
        assert mine not in offer
    play_to_end(Room.objects.get(code=running).game_id)
    assert 'action="/rooms/new/"' in html(client, "/")
    assert "Back to your game" not in html(client, "/rooms/new/")


def test_nobody_sees_the_tables_of_others(client: Client, asha: User) -> None:
    code = lobby.open_room(User.objects.create_guest("Ben", "fox"), "classic")
    assert code not in html(client, "/")


def test_the_home_page_needs_few_queries(
    client: Client, asha: User, django_assert_max_num_queries
) -> None:
    for _ in range(6):
        lobby.open_game_with_bots(asha, "first-game")
    html(client, "/")  # This renews the session.
    with django_assert_max_num_queries(7):
        html(client, "/")


def test_the_rules_are_a_page_for_everybody(client: Client) -> None:
    page = html(client, "/rules/")
    assert page.count('role="img"') >= 4
    for preset in PRESETS:
        assert f'id="rules-{preset}"' in page
    assert client.head("/rules/").status_code == 200


def test_the_strategy_page_is_for_everybody(client: Client) -> None:
    page = html(client, "/strategy/")
    assert page.count('role="img"') == 6
    for beside in ("/", "/rules/"):
        assert 'href="/strategy/"' in html(client, beside)
    assert client.head("/strategy/").status_code == 200


def test_the_rules_explain_every_option() -> None:
    said = {name: option.values for name, option in RULE_OPTIONS.items() if option.words}
    assert said == OPTIONS
    meanings = [meaning for option in RULE_OPTIONS.values() for *_, meaning in option.choices()]
    assert len(set(meanings)) == len(meanings)


def test_a_lobby_offers_seats_and_says_why_it_waits(client: Client, asha: User) -> None:
    code = lobby.open_room(asha, "nine-sets")
    page = html(client, f"/r/{code}/")
    assert page.count("Sit here") == 5
    assert f'data-copy="{code}"' in page
    assert 'id="needs">5 seats are free.<' in page
    lobby.add_bot(code, asha, "easy")
    assert 'id="needs">4 seats are free.<' in html(client, f"/r/{code}/")
    lobby.fill_with_bots(code, asha, "easy")
    assert 'id="needs">The game can start.<' in html(client, f"/r/{code}/")
    # Seven people have a seat. One more person is needed for an even number.
    lobby.clear_bots(code, asha)
    for number in range(6):
        lobby.join(code, person(f"Player {number}"))
    page = html(client, f"/r/{code}/")
    assert "7 of 8 seats" in page
    assert 'id="needs">1 seat is free.<' in page


def test_only_the_host_has_tools_for_seats(client: Client, asha: User) -> None:
    code = lobby.open_room(asha, "nine-sets")
    lobby.join(code, person("Ben"))
    lobby.add_bot(code, asha, "easy")
    page = html(client, f"/r/{code}/")
    for said in ("Make Ben the host", "Mute Ben", "Ban Ben", "Remove Ada", "Level of Ada"):
        assert said in page
    assert "Ban Asha" not in page
    assert page.count('data-strength="1"') > 0
    guest = Client()
    guest.force_login(User.objects.get(name="Ben"))
    page = html(guest, f"/r/{code}/")
    assert "Remove" not in page
    assert "Ban " not in page


def test_bots_are_offered_only_if_there_is_a_seat(client: Client, asha: User) -> None:
    code = lobby.open_room(asha, "nine-sets")
    host_settings.set_options(code, asha, {"seat_count": 8})

    def offered() -> list[str]:
        return re.findall(r'id="(fill|add-bot)"', html(client, f"/r/{code}/"))

    assert offered() == ["fill", "add-bot"]
    lobby.fill_with_bots(code, asha, "easy")
    # Six players have a seat, as many as in the rules. Bots can fill the table again only after a
    # seventh player has made the number odd.
    assert offered() == ["add-bot"]
    lobby.add_bot(code, asha, "easy")
    assert offered() == ["fill", "add-bot"]
    lobby.fill_with_bots(code, asha, "easy")
    assert offered() == []
    host_settings.set_options(code, asha, {"players": 10})
    assert offered() == ["fill", "add-bot"]


def test_a_newcomer_is_told_how_they_get_a_seat(client: Client, asha: User) -> None:
    host = User.objects.create_guest("Ben", "fox")
    code = lobby.open_room(host, "nine-sets")

    def reads() -> str:
        said = re.search(r'class="bar-line">(.*?)<a', html(client, f"/r/{code}/"), re.S)
        return said[1].strip() if said else ""

    host_settings.set_options(code, host, {"seat_count": 8})
    assert reads() == "Take an empty seat, or press “Sit down”."
    lobby.fill_with_bots(code, host, "easy")
    assert "Sit here" not in html(client, f"/r/{code}/")
    assert reads() == "Every seat is taken. If you sit down, you take the seat of a bot."
    lobby.join(code, asha)
    assert html(client, f"/r/{code}/").count('class="lobby-seat team-') == 6
    lobby.leave(code, asha)
    for number in range(5):
        lobby.join(code, person(f"Player {number}"))
    assert reads() == "Every seat is taken. If you sit down, two seats are added."
    for number in range(5, 7):
        lobby.join(code, person(f"Player {number}"))
    assert html(client, f"/r/{code}/").count('class="lobby-seat team-') == 8
    assert "Every seat is taken. You can watch" in html(client, f"/r/{code}/")


def test_the_number_of_seats_in_a_lobby(client: Client, asha: User) -> None:
    """A lobby shows a seat for each player in the house rules, or more seats if somebody has a seat
    with a higher number.
    """
    code = lobby.open_room(asha, "nine-sets")

    def shown() -> int:
        return html(client, f"/r/{code}/").count('class="lobby-seat team-')

    assert shown() == 6
    assert 'name="players" value="8"' in html(client, f"/r/{code}/")
    assert 'name="players" value="4"' in html(client, f"/r/{code}/")
    host_settings.set_options(code, asha, {"players": 8})
    assert shown() == 8
    host_settings.set_options(code, asha, {"players": 4})
    lobby.join(code, User.objects.create_guest("Ben", "fox"), 6)
    assert shown() == 8
    # Ben's seat can't be removed, and no table has more than twelve seats.
    assert 'name="players" value="6"' not in html(client, f"/r/{code}/")
    host_settings.set_options(code, asha, {"players": 12})
    assert 'name="players" value="14"' not in html(client, f"/r/{code}/")


def test_a_lobby_lists_the_differences_from_the_preset(client: Client, asha: User) -> None:
    code = lobby.open_room(asha, "nine-sets")

    def said() -> str:
        page = html(client, f"/r/{code}/")
        line = re.search(r'class="lobby-rules">\s*<div>\s*<p>(.*?)</p>', page, re.S)
        assert line
        return unescape(re.sub(r"<[^>]*>|\s+", " ", line[1])).replace("  ", " ").strip()

    assert said().startswith("House rules: Nine sets. Nine sets; the eights")
    # The number of players is not compared, so the rules do not count as changed.
    host_settings.set_options(code, asha, {"players": 8})
    assert said().startswith("House rules: Nine sets. Nine sets; the eights")
    host_settings.set_options(code, asha, {"deck": "quartets", "game_end": "all_sets"})
    assert said() == (
        "House rules: Own rules, changed from Nine sets: "
        "52 cards in thirteen sets: the four cards of each rank. "
        "The game goes on until every set is claimed."
    )
    options = {"history": "full", "hand_counts": "secret", "ask_held_card": "bluff"}
    host_settings.set_options(code, asha, options)
    assert said().endswith(" And 2 more changes.")
    page = html(client, f"/r/{code}/")
    assert page.count('class="is-changed"') == 5
    host_settings.set_options(code, asha, {}, "strict")
    assert said().startswith("House rules: Strict. After every wrong claim")


def test_a_guest_is_told_for_whom_they_wait(client: Client, asha: User) -> None:
    host = User.objects.create_guest("Ben", "fox")
    code = lobby.open_room(host, "nine-sets")
    lobby.join(code, asha)
    page = html(client, f"/r/{code}/")
    assert "Ben starts the game" in page
    assert 'id="start"' not in page


def test_a_finished_game_shows_everything(client: Client, asha: User) -> None:
    lobby.open_game_with_bots(asha, "first-game")
    game = play_to_end(Room.objects.get().game_id)
    page = html(client, f"/games/{game.id}/")
    assert re.findall(r'href="\?move=(\d+)" data-move', page) == [
        str(n) for n in range(game.version + 1)
    ]
    assert page.count("tome cloth-") == 8
    assert game.seed in page and game.commitment in page
    assert 'action="/play/"' in page  # Against bots the next game takes only one tap.


def test_after_a_game_with_friends_the_same_people_play_again(client: Client, asha: User) -> None:
    code = lobby.open_room(asha, "first-game")
    lobby.join(code, User.objects.create_guest("Ben", "fox"))
    lobby.fill_with_bots(code, asha, "easy")
    game = play_to_end(playing.start(code, asha))
    assert f'action="/r/{code}/again/"' in html(client, f"/games/{game.id}/")


def test_a_code_that_is_wrong_can_be_typed_again(client: Client, asha: User) -> None:
    page = html(client, "/r/CCCCCC/", status=404)
    assert 'action="/go/"' in page


def test_every_refusal_says_what_to_do_next() -> None:
    """One sentence says why, the next what to do."""
    for code, words in SENTENCES.items():
        sentence = words % defaultdict(lambda: 2)
        assert re.search(r"[.;?] ", sentence), code
        assert sentence.endswith((".", "?")), code


@pytest.mark.parametrize("path", ["/nowhere/", "/games/"])
def test_a_missing_page_has_links(client: Client, path: str) -> None:
    assert "Go to the home page" in html(client, path, status=404)


def test_an_error_page_has_links(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rooms.views.home.PRESET_WORDS", None)
    client.raise_request_exception = False
    assert "Go to the home page" in html(client, "/rules/", status=500)


def test_a_form_without_its_token_says_so() -> None:
    answer = Client(enforce_csrf_checks=True).post("/play/")
    assert answer.status_code == 403
    assert "reload the page" in answer.content.decode()
