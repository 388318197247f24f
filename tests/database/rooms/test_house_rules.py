"""The form for the house rules, and the announcement of changed rules."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from game.presentation import bot_levels
from game.table_options import ALL_OPTIONS
from literature.rules.options import PRESETS
from rooms import house_rules
from rooms.actions import host_settings, lobby
from rooms.models import Room, SavedRules
from tests.kit import HTMX, JSON, last_change, one_line, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def users():
    return people(4)


@pytest.fixture
def code(users):
    return room_of(users)


@pytest.fixture
def host(users):
    return signed_in(users[0])


def room(code):
    return Room.objects.get(code=code)


def form(answer):
    return unescape(one_line(answer))


def option(answer, name):
    """Return the part of the form for an option."""
    fields = re.findall(r"<fieldset.*?</fieldset>", form(answer), re.S)
    return next(each for each in fields if f'name="{name}"' in each)


def chosen(answer):
    """Return the value of each option in the form."""
    inputs = re.findall(r"<input[^>]*>", form(answer))
    marked = [each for each in inputs if " checked" in each or 'type="number"' in each]
    return {
        re.findall(r'name="([^"]+)"', each)[0]: re.findall(r'value="([^"]*)"', each)[0]
        for each in marked
    }


def as_sent(code, host, **changes):
    """Return the whole form as a browser would send it, with these changes."""
    return chosen(host.get(f"/r/{code}/settings/")) | changes


# Points of a series


def test_one_sentence_has_the_points_of_a_series(code, host):
    host.post(f"/r/{code}/settings/", {"series": "first_to", "series_points": "20"})
    told = house_rules.last_change(room(code))
    assert (
        told == "Asha changed the rules: Points add up over games; the first team to reach 20 wins."
    )


def test_changed_points_differ_from_the_preset(users, host):
    code = room_of(users, "hundred-up")
    page = host.get(f"/r/{code}/settings/")
    assert "These are the rules of Hundred up." in form(page)
    assert "first team to reach 100" in option(page, "series")
    host.post(f"/r/{code}/settings/", as_sent(code, host, series_points="20"))
    told = house_rules.last_change(room(code))
    assert (
        told == "Asha changed the rules: Points add up over games; the first team to reach 20 wins."
    )
    page = host.get(f"/r/{code}/settings/")
    assert "Changed from Hundred up: Series" in form(page)
    assert "first team to reach 20" in option(page, "series")
    assert 'class="option differs"' in option(page, "series")
    lobby_page = host.get(f"/r/{code}/")
    assert "House rules: Own rules, changed from Hundred up:" in form(lobby_page)


def test_unused_points_are_no_difference(code, host):
    host.post(f"/r/{code}/settings/", {"series_points": "20"})
    assert "These are the rules of Classic." in form(host.get(f"/r/{code}/settings/"))


def test_rules_that_equal_a_preset_have_its_name(code, host):
    assert room(code).preset == "classic"
    rules = PRESETS["nine-sets-anytime"].to_json()
    host.post(f"/r/{code}/settings/", {name: str(value) for name, value in rules.items()})
    assert "These are the rules of Claim any time." in form(host.get(f"/r/{code}/settings/"))
    assert "House rules: Claim any time.</b>" in form(host.get(f"/r/{code}/"))
    host.post(f"/r/{code}/settings/", {"claim_timing": "team_turn"})
    assert "changed from Claim any time" in form(host.get(f"/r/{code}/"))


def test_a_lobby_does_not_show_a_change_of_long_ago(code, host, clock):
    host.post(f"/r/{code}/settings/", {"preset": "strict"})
    told = "Asha changed the rules: Strict."
    assert told in form(host.get(f"/r/{code}/"))
    clock.forward(301)
    assert told not in form(host.get(f"/r/{code}/"))
    assert told in form(host.get(f"/r/{code}/settings/"))


# High sets


def test_a_deck_without_high_sets_says_so(code, host):
    page = host.get(f"/r/{code}/settings/")
    assert "has no high sets, so this option has no effect." in option(page, "high_sets_double")
    # house-rules.css shows this text only for the marked decks.
    marked = re.findall(r'value="([^"]+)"[^>]* class="no-high-sets"', option(page, "deck"))
    assert marked == ["quartets"]
    host.post(f"/r/{code}/settings/", {"high_sets_double": "true"})
    changed = '<li class="is-changed">High sets are worth two points. <'
    assert changed in form(host.get(f"/r/{code}/"))
    host.post(f"/r/{code}/settings/", {"deck": "quartets"})
    assert room(code).rules.high_sets_double
    says = (
        "High sets are worth two points. This deck has no high sets, so every set is worth one "
        "point."
    )
    assert says in form(host.get(f"/r/{code}/"))


# The link


def linked(page):
    """The rules in the link of a page."""
    return host_settings.rules_from_link(unquote(re.search(r'\?like=([^"]*)', page)[1]))


def test_the_link_has_the_rules_on_the_form(users):
    code = room_of(users, "classic")
    client = signed_in(users[0])
    assert linked(form(client.get(f"/r/{code}/settings/"))) == ("classic", PRESETS["classic"])
    page = form(client.get(f"/r/{code}/settings/?preset=strict"))
    assert linked(page) == ("strict", PRESETS["strict"])
    # A refused form keeps its values.
    refused = {"preset": "strict", "deck": "quartets", "players": 12, "seat_count": 6}
    page = form(client.post(f"/r/{code}/settings/", refused))
    assert (linked(page)[1].deck, linked(page)[1].players) == ("quartets", 12)
    refused["deck"] = "tarot"
    page = form(client.post(f"/r/{code}/settings/", refused))
    assert (linked(page)[1].deck, linked(page)[1].players) == ("8s-out", 12)


# Seats


def test_a_lobby_says_why_seats_can_not_be_removed(users):
    code = room_of(users, "nine-sets")
    client = signed_in(users[0])
    reason = "You can remove two seats when seats 5 and 6 are empty."

    def lobby_page():
        return form(client.get(f"/r/{code}/"))

    assert 'id="fewer-seats"' in lobby_page()
    assert reason not in lobby_page()
    lobby.join(code, users[3], 5)
    assert 'id="fewer-seats"' not in lobby_page()
    assert reason in lobby_page()
    host_settings.set_options(code, users[0], {"players": 4})
    lobby.join(code, users[3], 3)
    # Four seats are the fewest.
    assert 'id="fewer-seats"' not in lobby_page()
    assert "You can remove two seats" not in lobby_page()


def test_taken_seats_limit_the_number_of_seats(code, users, host):
    lobby.join(code, person("Zoe"), 8)
    page = form(host.get(f"/r/{code}/settings/"))
    assert re.findall(r'name="seat_count" min="(\d+)" max="(\d+)"', page) == [("10", "12")]


def test_a_refused_form_keeps_its_values(code, users, host):
    """Somebody has sat down while the host was filling in the form."""
    sent = as_sent(code, host, seat_count="6", deck="2s-out", turn_seconds="60", pauses="false")
    lobby.join(code, person("Zoe"), 8)
    answer = host.post(f"/r/{code}/settings/", sent)
    assert answer.status_code == 422
    assert "Zoe" in re.findall(r'class="refusal"[^>]*>([^<]+)', form(answer))[0]
    filled = chosen(answer)
    # The impossible value is replaced by the present value. The form keeps all other values.
    assert filled == sent | {"seat_count": "10"}
    assert room(code).rules == PRESETS["classic"]
    assert host.post(f"/r/{code}/settings/", filled).status_code == 302
    assert (room(code).rules.deck, room(code).table["turn_seconds"]) == ("2s-out", 60)


def test_more_players_than_seats_are_refused_with_the_form(code, host):
    sent = as_sent(code, host, players="12", seat_count="6", series_points="33")
    answer = host.post(f"/r/{code}/settings/", sent)
    assert answer.status_code == 422
    assert chosen(answer) == sent
    assert "Choose fewer players, or add seats." in form(answer)
    # The page still knows the present values, so that it can mark options that are not set yet.
    present = re.findall(r'data-set="([^"]+)"', form(answer))[0].split()
    assert {"players=6", "seat_count=10", "series_points=100"} <= set(present)


def test_the_lobby_and_programs_get_the_usual_answers(code, host):
    sent = {"players": "12", "seat_count": "6"}
    lobby_page = host.post(f"/r/{code}/settings/", sent, headers=HTMX)
    assert 'id="refusal"' in form(lobby_page)
    assert '<fieldset class="option' not in form(lobby_page)
    answer = host.post(f"/r/{code}/settings/", sent, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "too_few_seats")


def test_other_people_do_not_get_the_form_back(code, users):
    for sent, status in (({"deck": "2s-out"}, 403), ({"deck": "9s-out"}, 422)):
        for stranger in (users[1], person("Zoe")):
            answer = signed_in(stranger).post(f"/r/{code}/settings/", sent)
            assert answer.status_code == status
            assert '<fieldset class="option' not in form(answer)


def test_the_form_sets_what_it_shows(users, host):
    """The form contains every option. If it is sent without a change, nothing changes."""
    code = room_of(users, "hundred-up")
    host_settings.set_options(code, users[0], {"series_points": 20, "players": 8})
    before = room(code).options, last_change(code)
    sent = as_sent(code, host)
    assert set(sent) == set(ALL_OPTIONS)
    assert host.post(f"/r/{code}/settings/", sent).status_code == 302
    assert (room(code).options, last_change(code)) == before


# Saved rules


def test_saving_rules_does_not_set_them(code, host):
    sent = as_sent(code, host, deck="2s-out", history="full", turn_seconds="60")
    answer = host.post(f"/r/{code}/settings/", sent | {"save_as": " Sunday ", "keep": "1"})
    assert answer.status_code == 200
    assert "These rules are saved as Sunday." in form(answer)
    assert chosen(answer) == sent
    saved = SavedRules.objects.get()
    assert (saved.name, saved.preset) == ("Sunday", "classic")
    assert saved.options == PRESETS["classic"].to_json() | {"deck": "2s-out", "history": "full"}
    assert (room(code).rules, room(code).table["turn_seconds"]) == (PRESETS["classic"], 0)
    assert last_change(code) is None
    said = re.findall(r'class="bar-changed"[^>]*>([^<]+)', form(answer))
    assert said == ["Not applied yet: Cards · Asks that stay visible · Turn clock"]
    # The other button sets the rules, even if there is a name in the field.
    host.post(f"/r/{code}/settings/", sent | {"save_as": "Monday"})
    assert room(code).rules.deck == "2s-out"
    assert SavedRules.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "name", "says"),
    [
        ({"players": "12", "seat_count": "6"}, "Sunday", "Choose fewer players, or add seats."),
        ({"history": "full"}, "  ", "Enter a name."),
    ],
)
def test_a_refused_saving_keeps_the_form(code, host, changes, name, says):
    sent = as_sent(code, host, **changes)
    answer = host.post(f"/r/{code}/settings/", sent | {"save_as": name, "keep": "1"})
    assert answer.status_code == 422
    assert says in form(answer)
    assert chosen(answer) == sent
    assert f'name="save_as" maxlength="40" value="{name}"' in form(answer)
    assert not SavedRules.objects.exists()


def test_only_the_host_can_save_rules(code, users):
    sent = {"deck": "2s-out", "save_as": "Ours", "keep": "1"}
    assert signed_in(users[1]).post(f"/r/{code}/settings/", sent).status_code == 403
    assert not SavedRules.objects.exists()


def test_programs_can_save_rules(code, host):
    sent = {"deck": "2s-out", "save_as": "Ours", "keep": "1"}
    answer = host.post(f"/r/{code}/settings/", sent, headers=JSON)
    assert (answer.status_code, answer.json()["rules"]["deck"]) == (200, "8s-out")
    assert SavedRules.objects.get().options["deck"] == "2s-out"


def listed(answer):
    """Return the text of each choice of rules by its form value, with "|" for each tag."""
    lists = re.findall(r'value="([^"]+)"[^>]*>\s*<span class="preset-words">(.*?)</label>',
                       form(answer), re.S)  # fmt: skip
    return {value: re.sub(r"\s*<[^>]*>\s*", "|", words).strip("|") for value, words in lists}


@pytest.fixture
def kept(code, host):
    """Save rules of the host. Return the form value for them."""
    sent = {"deck": "2s-out", "history": "full", "hand_counts": "secret"}
    host.post(f"/r/{code}/settings/", sent | {"save_as": "Sunday & us", "keep": "1"})
    return f"kept-{SavedRules.objects.get().pk}"


def test_saved_rules_are_in_every_list(code, users, host, kept):
    said = (
        "Sunday & us||48 cards without the twos: low sets from 3 to 8, high sets from 9 to ace. All"
    )
    offered = listed(host.get("/rooms/new/"))
    assert list(offered) == [*PRESETS, kept]
    assert offered[kept].startswith(said)
    assert "And 1 more change." in offered[kept]
    assert offered[kept].endswith("You saved these rules. They are based on Classic.")
    # Other people do not see the saved rules, even if they become the host.
    assert kept not in listed(signed_in(users[1]).get("/rooms/new/"))
    page = form(host.get(f"/r/{code}/settings/"))
    assert re.search(rf'data-preset="{kept}"[^>]*>Sunday & us</a>', page)
    host_settings.hand_over(code, users[0], 1)
    for user in users[:2]:
        assert kept not in form(signed_in(user).get(f"/r/{code}/settings/"))


def test_saved_rules_can_be_chosen(code, host, kept):
    def checked():
        page = form(host.get(f"/r/{code}/settings/"))
        return re.findall(r'data-preset="([^"]+)"[^>]* aria-current', page)

    assert checked() == ["classic"]
    host.post(f"/r/{code}/settings/", {"preset": kept}, headers=HTMX)
    assert (room(code).rules.deck, room(code).preset) == ("2s-out", "classic")
    assert checked() == [kept]
    # The number of players is not compared, so the rules do not count as changed.
    host_settings.set_options(code, room(code).host, {"players": 8})
    assert checked() == [kept]
    host_settings.set_options(code, room(code).host, {"history": "last_two"})
    assert checked() == ["classic"]


def test_a_table_can_be_opened_with_saved_rules(users, host, kept):
    opened = host.post("/rooms/new/", {"preset": kept}, headers=JSON).json()["code"]
    assert room(opened).preset == "classic"
    assert (room(opened).rules.deck, room(opened).rules.hand_counts) == ("2s-out", "secret")
    for somebody, value in ((users[1], kept), (users[0], "kept-x"), (users[0], "kept-99999")):
        answer = signed_in(somebody).post("/rooms/new/", {"preset": value}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_preset")


def test_a_preset_fills_in_the_form_and_sets_nothing(code, host):
    """Each preset is a link to the form with its values. The link works without scripts."""
    page = host.get(f"/r/{code}/settings/?preset=silent-hands")
    filled = chosen(page)
    assert "Bot speed, spectators and the like stay as they are." in form(page)
    usual = PRESETS["silent-hands"].to_json()
    assert {name: filled[name] for name in usual} == {
        name: str(value).lower() for name, value in usual.items()
    }
    assert "These are the rules of Silent hands." in form(page)
    assert "Not applied yet: Cards" in form(page)
    assert room(code).rules == PRESETS["classic"]
    host.post(f"/r/{code}/settings/", filled | {"preset": "silent-hands"})
    assert room(code).rules == PRESETS["silent-hands"]
    assert room(code).preset == "silent-hands"
    assert last_change(code)[1] == [["preset", "silent-hands"]]
    # An unknown preset changes nothing in the form.
    assert chosen(host.get(f"/r/{code}/settings/?preset=mine")) == filled


def test_by_letter_fills_in_its_clock(code, host):
    page = host.get(f"/r/{code}/settings/?preset=by-letter")
    filled = chosen(page)
    assert (filled["turn_seconds"], filled["seat_count"]) == ("86400", "6")
    assert "Not applied yet: Players and seats · Cards" in form(page)
    host.post(f"/r/{code}/settings/", filled | {"preset": "by-letter"})
    assert room(code).preset == "by-letter"
    page = host.get(f"/r/{code}/settings/")
    assert "These are the rules of By letter." in form(page)
    # Without the clock, the form says so.
    host.post(f"/r/{code}/settings/", {"turn_seconds": "0"})
    assert "Changed from By letter: Turn clock" in form(host.get(f"/r/{code}/settings/"))


def test_each_value_has_a_label_and_is_explained(code, host):
    page = form(host.get(f"/r/{code}/settings/"))
    for name, option in ALL_OPTIONS.items():
        if option.numbers:
            assert f'<label for="number-{name}">' in page
            continue
        for value in option.values:
            text = str(value).lower()
            said = rf'name="{name}" value="{text}"[^>]* aria-describedby="about-{name}-{text}"'
            assert re.search(rf"{said}><span>[^<]{{1,16}}</span></label>", page), (name, value)
            assert re.search(rf'<p id="about-{name}-{text}">[^<]+</p>', page), (name, value)


def test_an_unknown_level_is_shown_by_its_key(monkeypatch):
    monkeypatch.setattr(bot_levels, "LEVELS", ("easy", "medium", "brilliant"))
    labels = [(level.label, level.strength) for level in bot_levels.all_levels()]
    assert labels == [("Easy", 1), ("Medium", 2), ("Brilliant", 3)]
