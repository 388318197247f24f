"""Settings by the host: presets, options, saved rules, links, the host's role, and the lock."""

from dataclasses import replace

import pytest

from finished import records
from game.refusals import Refused
from game.table_options import ALL_OPTIONS, DAY, TABLE_OPTIONS
from literature.rules.options import OPTIONS, PRESETS
from rooms.actions import host_settings, lobby, playing
from rooms.models import Room, SavedRules
from tests.kit import JSON, import_record, last_change, person, play_on, room_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(users):
    return room_of(users)


@pytest.fixture
def post(code, users):
    """Return a function that sends a POST as the host, and returns the status and the document in
    the answer.
    """
    client = signed_in(users[0])

    def send(path="settings", **fields):
        answer = client.post(f"/r/{code}/{path}/", fields, headers=JSON)
        return answer.status_code, answer.json()

    return send


def room(code):
    return Room.objects.get(code=code)


def refused(do, *args):
    with pytest.raises(Refused) as refusal:
        do(*args)
    return refusal.value.code


# Rules


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(post, code, preset):
    status, state = post(preset=preset)
    assert (status, state["rules"]) == (200, PRESETS[preset].to_json())
    assert room(code).preset == preset
    clock = [["turn_seconds", DAY]] if preset == "by-letter" else []
    assert last_change(code) == ("Asha", [["preset", preset], *clock])
    assert room(code).seat_count >= PRESETS[preset].players


def test_by_letter_has_a_turn_clock_and_six_seats(post, code, users):
    post(preset="by-letter")
    assert (room(code).table["turn_seconds"], room(code).seat_count) == (DAY, 6)
    playing.start(code, users[0])
    game = room(code).game
    assert (game.preset, game.table["turn_seconds"]) == ("by-letter", DAY)


def test_the_clock_of_by_letter_goes_with_it(post, code):
    post(preset="by-letter")
    post(preset="classic")
    assert (room(code).table["turn_seconds"], room(code).seat_count) == (0, 10)
    # A clock that the host chose stays.
    post(preset="by-letter")
    post(turn_seconds="60")
    post(preset="classic")
    assert room(code).table["turn_seconds"] == 60


def test_without_the_clock_no_table_is_called_by_letter(post, code, users):
    post(preset="nine-sets")
    post(history="full")
    assert room(code).preset == "nine-sets"
    playing.start(code, users[0])
    game = room(code).game
    assert (game.preset, game.changed_from) == ("", "nine-sets")


@pytest.mark.parametrize("option", OPTIONS)
def test_each_value_of_each_option(post, code, option):
    before = PRESETS["classic"].to_json()
    for value in OPTIONS[option]:
        status, state = post(**{option: str(value).lower()})
        assert (status, state["rules"][option]) == (200, value)
        others = {name: each for name, each in state["rules"].items() if name != option}
        assert others == {name: each for name, each in before.items() if name != option}
        assert room(code).seat_count >= room(code).rules.players


@pytest.mark.parametrize("option", [*TABLE_OPTIONS, "seat_count"])
def test_each_value_of_each_option_of_the_table(post, code, option):
    post(history="full")  # Help is possible only if all asks stay visible.
    for value in sorted(ALL_OPTIONS[option].values, reverse=True):
        assert post(**{option: str(value).lower()})[0] == 200
        assert host_settings.values_of(room(code))[option] == value
        players = 4 if (option, value) == ("seat_count", 4) else 6
        classic = PRESETS["classic"].with_players(players)
        assert room(code).rules == replace(classic, history="full")


# Help


def test_only_the_preset_of_a_first_game_has_help(post):
    for preset in PRESETS:
        assert post(preset=preset)[1]["help"] == (preset == "first-game")


@pytest.mark.parametrize("hides", [{"history": "last_two"}, {"hand_counts": "secret"}])
def test_help_needs_rules_that_hide_nothing(post, code, hides):
    open_rules = {"history": "full", "hand_counts": "public"}
    status, answer = post(**open_rules | hides, help="true")
    assert (status, answer["code"]) == (422, "help_needs_log")
    assert post(**open_rules, help="true")[1]["help"]
    # The form sends all options, and help was not changed. So the rules switch help off, without a
    # refusal.
    assert not post(**hides, help="true")[1]["help"]
    assert last_change(code)[1][-1] == ["help", False]


def test_saved_rules_that_hide_asks_switch_help_off(post, code, users):
    host_settings.save_rules(code, users[0], "Ours")
    post(preset="first-game")
    kept = f"kept-{SavedRules.objects.get().pk}"
    assert not post(preset=kept)[1]["help"]


def test_a_link_does_not_switch_help_on(users):
    rules = replace(PRESETS["first-game"], history="last_ask")
    assert not room(lobby.open_room(users[0], "first-game", rules)).table["help"]
    assert room(lobby.open_room(users[0], "first-game")).table["help"]


def test_a_running_game_keeps_its_help(post, code, users):
    post(preset="first-game")
    playing.start(code, users[0])
    assert post(help="false")[1]["help"]
    assert room(code).game.table["help"]
    assert not room(code).table["help"]


BAD_VALUES = [
    ("deck", "9s-out"),
    ("deck", ""),
    ("players", "5"),
    ("players", "six"),
    ("players", "14"),
    ("pass_after_claim", "maybe"),
    ("pass_after_claim", "1"),
    ("series_points", "0"),
    ("series_points", "1001"),
    ("series_points", "-5"),
    ("series_points", "9" * 5000),
    ("series_points", "٣"),
    ("turn_seconds", "31"),
    ("turn_seconds", "-1"),
    ("seat_count", "5"),
    ("seat_count", "14"),
    ("spectators", "perhaps"),
    ("no_such_option", "1"),
    ("host", "1"),
    ("game", ""),
]


def test_unknown_values_are_refused(post, code):
    before = Room.objects.filter(code=code).values().get()
    for option, value in BAD_VALUES:
        status, answer = post(**{option: value})
        assert (status, answer["code"], answer["option"]) == (422, "bad_rules", option), value
        assert Room.objects.filter(code=code).values().get() == before


def test_one_bad_value_refuses_the_whole_form(post, code):
    assert post(deck="2s-out", turn_seconds="60", players="7")[0] == 422
    assert room(code).rules == PRESETS["classic"]
    assert room(code).table["turn_seconds"] == 0


def test_series_points(post, code):
    assert post(series="first_to", series_points="250")[0] == 200
    assert (room(code).rules.series, room(code).rules.series_points) == ("first_to", 250)


def test_unused_points_are_stored_but_not_announced(post, code):
    """The points do not matter in this series, so people at the table are not told about them."""
    post(deck="2s-out")
    told = last_change(code)
    assert post(series_points="250")[0] == 200
    assert (room(code).rules.series_points, last_change(code)) == (250, told)
    post(series="first_to")
    assert last_change(code)[1] == [["series", "first_to"], ["series_points", 250]]


@pytest.mark.parametrize("preset", ["", "no-such-preset"])
def test_unknown_presets_are_refused(post, preset):
    status, answer = post(preset=preset)
    assert (status, answer["code"]) == (422, "unknown_preset")


def test_the_latest_change_names_the_host(post, code):
    post(deck="8s-out")
    assert last_change(code) is None, "nothing has changed"
    post(deck="2s-out", turn_seconds="60", history="last_ask")
    assert last_change(code) == ("Asha", [["deck", "2s-out"], ["turn_seconds", 60]])


def test_a_change_raises_the_version(post, code):
    before = room(code).version
    post(deck="2s-out")
    assert room(code).version > before


def test_taken_seats_can_not_be_removed(code, users):
    lobby.join(code, users[3], 8)
    with pytest.raises(Refused) as refusal:
        host_settings.set_options(code, users[0], {"seat_count": 8, "deck": "2s-out"})
    assert refusal.value.code == "seats_taken"
    assert refusal.value.context == {"name": users[3].name, "least": 10}
    assert users[3].name in refusal.value.message and "10" in refusal.value.message
    assert room(code).rules == PRESETS["classic"]
    host_settings.set_options(code, users[0], {"seat_count": 12})
    host_settings.set_options(code, users[0], {"seat_count": 10})


def test_too_many_players_for_the_seats_are_refused(code, users):
    with pytest.raises(Refused) as refusal:
        host_settings.set_options(code, users[0], {"players": 12, "seat_count": 6})
    assert refusal.value.code == "too_few_seats"
    assert refusal.value.context == {"players": 12, "seats": 6}
    assert (room(code).rules.players, room(code).seat_count) == (6, 10)


def test_more_players_add_seats(code, users):
    host_settings.set_options(code, users[0], {"players": 12})
    lobby.fill_with_bots(code, users[0], "easy")
    assert room(code).seats.count() == 12


@pytest.mark.parametrize(
    ("options", "players", "seats"),
    [
        # The form showed 6 players and 10 seats. Each case: what it sends, and what is stored.
        ({"players": 12, "seat_count": 10}, 12, 12),
        ({"players": 6, "seat_count": 4}, 4, 4),
        ({"players": 8, "seat_count": 8}, 8, 8),
        ({"players": 4, "seat_count": 12}, 4, 12),
    ],
)
def test_players_and_seats_fit_each_other(code, users, options, players, seats):
    """If one number was changed and the other no longer fits, the other changes, too. Each change
    is announced.
    """
    host_settings.set_options(code, users[0], options)
    assert (room(code).rules.players, room(code).seat_count) == (players, seats)
    told = dict(last_change(code)[1])
    assert told == {
        option: value
        for option, value, before in (("players", players, 6), ("seat_count", seats, 10))
        if value != before
    }


def test_bots_fill_no_more_than_the_seats(code, users):
    host_settings.set_options(code, users[0], {"players": 8})
    host_settings.set_options(code, users[0], {"seat_count": 6})
    lobby.fill_with_bots(code, users[0], "easy")
    assert room(code).seats.count() == 6


def test_a_preset_keeps_taken_seats(code, users):
    host_settings.set_options(code, users[0], {}, "big-table")
    lobby.join(code, users[3], 11)
    host_settings.set_options(code, users[0], {}, "classic")
    assert room(code).seat_count == 12


def test_a_running_game_keeps_its_rules(code, users):
    playing.start(code, users[0])
    host_settings.set_options(code, users[0], {"deck": "2s-out", "turn_seconds": 30})
    game = room(code).game
    assert (game.rules.deck, game.table["turn_seconds"], game.deadline) == ("8s-out", 0, None)
    assert room(code).rules.deck == "2s-out"


# Saved rules and links


def test_a_game_by_changed_rules_has_no_preset(code, users):
    """The game has no preset's name, neither on the site where it was played nor on a site that
    imports its record.
    """
    changed = {"deck": "quartets", "misplaced_claim": "opponents", "game_end": "majority"}
    host_settings.set_options(code, users[0], changed)
    playing.start(code, users[0])
    game = room(code).game
    assert (game.preset, game.began_as) == ("", "classic")
    play_on(game)
    assert set(game.player_results.values_list("preset", flat=True)) == {""}
    assert import_record(records.export(game).encode()).preset == ""
    client = signed_in(users[0])
    pages = ["/history/", "/history/?preset=own", "/history/statistics/", f"/games/{game.pk}/"]
    for page in pages:
        assert "Own rules" in client.get(page).content.decode(), page
    assert len(client.get("/history/?preset=own").context["rows"]) == 1
    assert len(client.get("/history/?preset=classic").context["rows"]) == 0
    home = client.get("/").content.decode()
    assert "Own rules" in home
    assert "Classic" not in home


def test_the_number_of_players_is_no_changed_rule(code, users):
    assert len(users) == 4 != PRESETS["classic"].players
    playing.start(code, users[0])
    assert room(code).game.preset == "classic"


def test_rules_that_equal_a_preset_have_its_name(code, users):
    host_settings.set_options(code, users[0], {}, "nine-sets")
    host_settings.set_options(code, users[0], {"claim_timing": "any_time"})
    playing.start(code, users[0])
    assert room(code).game.preset == "nine-sets-anytime"


def test_rules_are_saved_under_a_name(code, users):
    host_settings.set_options(code, users[0], {"deck": "2s-out", "claim_timing": "any_time"})
    host_settings.save_rules(code, users[0], "  Our \n house ")
    saved = SavedRules.objects.get(user=users[0])
    assert saved.name == "Our house"
    other = lobby.open_room(users[0], "strict")
    host_settings.set_options(other, users[0], {}, f"kept-{saved.pk}")
    assert room(other).rules == room(code).rules
    assert room(other).preset == "classic"
    assert last_change(other)[1] == [["saved", "Our house"]]


def test_the_same_name_replaces_saved_rules(code, users):
    host_settings.save_rules(code, users[0], "Ours")
    host_settings.set_options(code, users[0], {"deck": "2s-out"})
    host_settings.save_rules(code, users[0], "Ours")
    assert SavedRules.objects.get(user=users[0]).options["deck"] == "2s-out"


@pytest.mark.parametrize("name", ["", "  ", "\n", "\0"])
def test_saved_rules_need_a_name(code, users, name):
    assert refused(host_settings.save_rules, code, users[0], name) == "unnamed_rules"


def test_saved_rules_are_private(code, users, post):
    host_settings.save_rules(code, users[0], "Ours")
    host_settings.hand_over(code, users[0], room(code).seats.get(user=users[1]).number)
    saved = SavedRules.objects.get()
    for number in (saved.pk, 10**30, "x", ""):
        given = f"kept-{number}"
        assert refused(host_settings.set_options, code, users[1], {}, given) == "unknown_preset"


def test_saving_rules_by_http(code, post):
    assert post(save_as="Ours")[0] == 200
    saved = SavedRules.objects.get()
    post(deck="2s-out")
    status, state = post(preset=f"kept-{saved.pk}")
    assert (status, state["rules"]["deck"]) == (200, "8s-out")
    assert post(preset="kept-x")[0] == 422


def link_text(code):
    return host_settings.link_text(room(code).preset, room(code).rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_link_contains_the_rules(code, users, preset):
    host_settings.set_options(code, users[0], {}, preset)
    assert link_text(code) == preset
    assert host_settings.rules_from_link(preset) == (preset, PRESETS[preset])
    host_settings.set_options(code, users[0], {"history": "last_two", "players": 12})
    assert host_settings.rules_from_link(link_text(code)) == (
        preset,
        room(code).rules,
    )


def test_a_room_with_the_rules_of_a_link(code, users):
    host_settings.set_options(code, users[0], {"deck": "2s-out", "players": 12})
    text = link_text(code)
    answer = signed_in(person("Zoe")).post("/rooms/new/", {"like": text}, headers=JSON)
    like = room(answer.json()["code"])
    assert (like.rules, like.preset, like.seat_count) == (room(code).rules, "classic", 12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no-such",
        "classic deck=9s-out",
        "classic deck",
        "classic spectators=true",
        "classic players=" + "6" * 5000,
        "classic players=true",
        "classic =",
    ],
)
def test_bad_links_are_refused(users, text):
    assert refused(host_settings.rules_from_link, text) == "unknown_preset"
    if text:
        answer = signed_in(users[0]).post("/rooms/new/", {"like": text}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_preset")


# The host and the lock


def test_handing_over_the_hosts_role(code, users, post):
    seat = room(code).seats.get(user=users[2]).number
    assert post("host", seat=seat)[0] == 200
    assert room(code).host == users[2]
    assert post("host", seat=seat)[1]["code"] == "not_host"


def test_handing_over_in_a_game(code, users):
    playing.start(code, users[0])
    host_settings.hand_over(code, users[0], room(code).seats.get(user=users[2]).number)
    assert room(code).host == users[2]


@pytest.mark.parametrize("seat", ["9", "4", "-1", "x", ""])
def test_handing_over_to_nobody_is_refused(code, users, post, seat):
    lobby.add_bot(code, users[0], "easy")
    status, answer = post("host", seat=seat)
    assert (status, answer["code"]) == (422, "bad_request")
    assert room(code).host == users[0]


def test_a_locked_room(code, users, post):
    post("lock", locked=1)
    assert refused(lobby.join, code, person("Zoe")) == "room_locked"
    lobby.join(code, users[1], 7)  # A person with a seat may still change seats.
    lobby.add_bot(code, users[0], "easy")
    post("lock", locked=0)
    lobby.join(code, person("Zoe"))


def test_a_locked_room_offers_newcomers_no_seat(code, post):
    zoe = signed_in(person("Zoe"))
    assert 'id="sit-down"' in zoe.get(f"/r/{code}/").content.decode()
    post("lock", locked=1)
    page = zoe.get(f"/r/{code}/").content.decode()
    assert 'id="sit-down"' not in page
    assert "closed this table to newcomers" in page


def test_a_banned_person_is_told_and_can_not_sit_down(code, users):
    seat = room(code).seats.get(user=users[1]).number
    lobby.kick(code, users[0], seat)
    assert refused(lobby.join, code, users[1]) == "removed"
    answer = signed_in(users[1]).post(f"/r/{code}/join/", headers=JSON)
    assert answer.status_code == 403
    assert "were banned from this table" in answer.json()["message"]
    other = room_of([users[0]])
    lobby.join(other, users[1])


def test_a_removed_bot_may_be_added_again(code, users):
    seat = lobby.add_bot(code, users[0], "easy")
    lobby.kick(code, users[0], seat)
    assert lobby.add_bot(code, users[0], "easy") == seat
    assert not room(code).bans.exists()


def test_the_host_can_not_remove_themselves(code, users):
    seat = room(code).seats.get(user=users[0]).number
    assert refused(lobby.kick, code, users[0], seat) == "bad_request"


HOSTS = [
    (host_settings.set_options, [{}, "strict"]),
    (host_settings.set_options, [{"deck": "2s-out"}]),
    (host_settings.save_rules, ["Ours"]),
    (host_settings.set_options, [{}, "kept-1"]),
    (host_settings.hand_over, [1]),
    (host_settings.lock, [True]),
]


@pytest.mark.parametrize(("do", "args"), HOSTS, ids=lambda each: getattr(each, "__name__", ""))
def test_only_the_host_can_change_settings(code, users, do, args):
    assert refused(do, code, users[1], *args) == "not_host"
    assert refused(do, code, person("Zoe"), *args) == "not_host"
    assert refused(do, "CDFGHJ", users[0], *args) == "no_room"


# A preset, with other options


def test_a_preset_with_changed_options_is_one_change(users, code, post):
    status, state = post(preset="strict", deck="8s-out", history="full", turn_seconds="60")
    assert (status, room(code).preset) == (200, "strict")
    assert state["rules"] == PRESETS["strict"].to_json() | {"history": "full"}
    assert last_change(code)[1] == [
        ["preset", "strict"],
        ["history", "full"],
        ["turn_seconds", 60],
    ]
    # The same preset and history change nothing. If ``history`` then gets the preset's value, this
    # is announced.
    post(preset="strict", history="full")
    assert room(code).events.count() == 1
    post(preset="strict", history="last_ask")
    assert last_change(code)[1] == [["history", "last_ask"]]


def test_saved_rules_with_changed_options(users, code):
    host_settings.set_options(code, users[0], {"history": "full"})
    host_settings.save_rules(code, users[0], "Ours")
    kept = f"kept-{SavedRules.objects.get().pk}"
    host_settings.set_options(code, users[0], {}, "strict")
    host_settings.set_options(code, users[0], {"hand_counts": "secret"}, kept)
    assert room(code).preset == "classic"
    assert (room(code).rules.history, room(code).rules.hand_counts) == ("full", "secret")
    told = [["saved", "Ours"], ["hand_counts", "secret"]]
    assert last_change(code)[1] == told


def test_a_substitute_has_the_tables_level(users, code):
    host_settings.set_options(code, users[0], {"substitute_level": "easy"})
    playing.start(code, users[0])
    assert room(code).game.table["substitute_level"] == "easy"
    lobby.leave(code, users[1])
    assert room(code).game.players.get(seat=1).bot == "easy"


def test_saved_rules_are_limited(monkeypatch):
    monkeypatch.setattr(host_settings, "MOST_SAVED", 2)
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    for name in ("one", "two", "two"):
        host_settings.save_rules(code, host, name)
    with pytest.raises(Refused, match="many_rules"):
        host_settings.save_rules(code, host, "three")
