"""Actions in a room before and after a game, and their refusals."""

import itertools
from unittest import mock

import pytest
from django.utils import timezone

from accounts.names import fold
from game.models import Game
from game.refusals import Refused
from literature.rules.options import PRESETS
from rooms.actions import host_settings, lobby, locked, playing
from rooms.actions.events import Kind
from rooms.models import IdempotencyKey, Room, Seat
from rooms.models.room import CODE_LETTERS, new_code
from tests.kit import people, person, room_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(users):
    """A lobby with four people. The first is the host. The preset is ``classic``, for six
    players.
    """
    return room_of(users)


def room(code):
    return Room.objects.get(code=code)


def names(code):
    """Return the name at each seat."""
    return dict(Seat.objects.filter(room__code=code).values_list("number", "name"))


def rows(code):
    """Return the rows of a room and its seats, and the number of games, to compare them later."""
    return (
        list(Room.objects.filter(code=code).values()),
        list(Seat.objects.filter(room__code=code).order_by("pk").values()),
        Game.objects.count(),
    )


def refused(code, do, *args):
    """Return the code of a refusal. Check that it has not changed the room."""
    before = rows(code)
    with pytest.raises(Refused) as refusal:
        do(code, *args)
    assert rows(code) == before
    return refusal.value.code


HOSTS_ACTIONS = [
    (lobby.add_bot, ["easy"]),
    (lobby.fill_with_bots, ["easy"]),
    (lobby.clear_bots, []),
    (lobby.kick, [1]),
    (lobby.shuffle, []),
    (lobby.swap, [0, 1]),
    (host_settings.set_options, [{}, "strict"]),
    (playing.start, []),
]


# Many actions


@pytest.mark.parametrize(("do", "args"), HOSTS_ACTIONS)
def test_only_the_host_may_do_the_hosts_actions(code, users, do, args):
    assert refused(code, do, users[1], *args) == "not_host"
    assert refused(code, do, person("Zoe"), *args) == "not_host"


@pytest.mark.parametrize(
    ("do", "args"),
    [
        each
        for each in [*HOSTS_ACTIONS, (lobby.join, [])]
        if each[0] not in (host_settings.set_options, lobby.kick)
    ],
)
def test_lobby_actions_are_refused_during_and_after_a_game(code, users, do, args):
    playing.start(code, users[0])
    assert refused(code, do, users[0], *args) == "not_ready"
    Game.objects.update(status="finished", phase="finished", due_at=None)
    assert refused(code, do, users[0], *args) == "not_ready"


@pytest.mark.parametrize(
    ("do", "args"), [*HOSTS_ACTIONS, (lobby.join, []), (lobby.leave, []), (playing.again, [])]
)
def test_an_unknown_room_is_refused(code, users, do, args):
    with pytest.raises(Refused) as refusal:
        do("NOROOM", users[0], *args)
    assert refusal.value.code == "no_room"


@pytest.mark.parametrize(("do", "args"), HOSTS_ACTIONS)
def test_every_change_raises_the_version_by_one(code, users, do, args):
    before = room(code).version
    do(code, users[0], *args)
    assert room(code).version == before + 1


# Opening


def test_a_new_room_has_its_host_on_the_first_seat(users):
    code = lobby.open_room(users[0], "nine-sets")
    opened = room(code)
    assert (opened.host, opened.preset, opened.seat_count, opened.game) == (
        users[0], "nine-sets", 10, None,
    )  # fmt: skip
    assert opened.rules == PRESETS["nine-sets"]
    seat = opened.seats.get()
    assert (seat.number, seat.user, seat.name, seat.avatar, seat.bot) == (
        0, users[0], "Asha", "fox", "",
    )  # fmt: skip
    assert seat.last_seen is not None
    assert not seat.away


def test_a_big_table_has_twelve_seats(users):
    assert room(lobby.open_room(users[0], "big-table")).seat_count == 12


def test_unknown_presets_are_refused(users):
    with pytest.raises(Refused, match="unknown_preset"):
        lobby.open_room(users[0], "poker")
    assert not Room.objects.exists()


def test_codes_are_six_letters_without_look_alikes():
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 495
    assert all(len(code) == 6 and set(code) <= set(CODE_LETTERS) for code in codes)
    alike = ("0O", "1IL", "2Z", "5S", "8B", "UV")
    assert all(sum(letter in CODE_LETTERS for letter in group) <= 1 for group in alike)
    assert not set(CODE_LETTERS) & set("AEIOU")


def test_a_used_code_is_not_used_again(users):
    first = lobby.open_room(users[0], "classic")
    letters = itertools.chain(first, itertools.repeat("C"))
    with mock.patch("rooms.models.room.secrets.choice", lambda _letters: next(letters)):
        second = lobby.open_room(users[1], "classic")
    assert second == "CCCCCC" != first


def test_a_game_against_bots_is_dealt_at_once(users):
    opened = room(lobby.open_game_with_bots(users[0], "first-game"))
    assert (opened.host, opened.preset) == (users[0], "first-game")
    assert opened.game.status == "running"
    assert opened.game.rules == PRESETS["first-game"]
    assert [player.bot for player in opened.game.players.all()] == [""] + ["easy"] * 5
    assert opened.seats.count() == 6


# Sitting down and standing up


def test_a_newcomer_joins_the_smaller_team(code, users):
    lobby.kick(code, users[0], 1)
    assert lobby.join(code, person("Zoe")) == 1
    assert lobby.join(code, person("Yan")) == 4
    assert lobby.join(code, person("Xi")) == 5
    assert room(code).seats.get(number=5).team == 1


def test_a_late_person_takes_the_seat_of_a_bot(code, users):
    """A newcomer first gets an empty seat, up to the number of players in the rules. If there is
    none, a bot gives up its seat, if possible a bot in the team with fewer people.
    """
    lobby.add_bot(code, users[0], "easy")
    # Put three people into one team. The other team has one person and a bot.
    lobby.swap(code, users[0], 1, 4)
    assert lobby.join(code, person("Zoe")) == 5
    assert lobby.join(code, person("Yan")) == 1
    assert not room(code).seats.exclude(bot="").exists()


def test_a_late_person_gets_an_added_seat_if_there_are_no_bots(code, users):
    for name in ("Zoe", "Yan", "Xi"):
        last = lobby.join(code, person(name))
    assert last == 6
    assert refused(code, playing.start, users[0]) == "odd_players"
    assert lobby.join(code, person("Wen")) == 7
    playing.start(code, users[0])
    assert room(code).game.rules.players == 8


def test_a_person_can_choose_a_seat(code):
    assert lobby.join(code, person("Zoe"), 9) == 9
    assert names(code)[9] == "Zoe"


def test_people_can_change_seats(code, users):
    assert lobby.join(code, users[1], 8) == 8
    assert names(code) == {0: "Asha", 2: "Chidi", 3: "Dora", 8: "Ben"}
    # A person who chooses their own seat or no seat keeps their seat.
    assert lobby.join(code, users[1], 8) == 8
    assert lobby.join(code, users[1]) == 8


@pytest.mark.parametrize(
    ("seat", "reason"),
    [(0, "seat_taken"), (10, "bad_request"), (-1, "bad_request"), (10**100, "bad_request")],
)
def test_impossible_seats_are_refused(code, users, seat, reason):
    assert refused(code, lobby.join, person("Zoe"), seat) == reason
    assert refused(code, lobby.join, users[1], seat) == reason


def test_a_full_room():
    users = people(10)
    code = room_of(users)
    zoe = person("Zoe")
    assert refused(code, lobby.join, zoe) == "room_full"
    assert refused(code, lobby.join, zoe, 4) == "seat_taken"
    assert lobby.join(code, users[3]) == 3


@pytest.mark.parametrize("name", ["Ben", "ben", "BEN", "Ｂen"])
def test_a_name_that_is_taken_is_refused_with_a_suggestion(code, name):
    with pytest.raises(Refused) as refusal:
        lobby.join(code, person(name))
    assert refusal.value.code == "name_taken"
    suggestion = refusal.value.context["suggestion"]
    assert suggestion in refusal.value.message
    assert fold(suggestion) == "ben 2"
    lobby.join(code, person(suggestion))


def test_the_same_name_is_free_in_another_room(users, code):
    other = lobby.open_room(person("Asha"), "classic")
    lobby.join(other, person("Ben"))
    assert set(names(other).values()) == {"Asha", "Ben"}


def test_a_seat_keeps_its_name_after_a_rename(code, users):
    users[1].name = "Benjamin"
    users[1].save()
    assert names(code)[1] == "Ben"


def test_people_can_stand_up(code, users):
    lobby.leave(code, users[1])
    assert names(code) == {0: "Asha", 2: "Chidi", 3: "Dora"}
    assert room(code).host == users[0]


def test_a_person_without_a_seat_can_not_stand_up(code):
    assert refused(code, lobby.leave, person("Zoe")) == "not_seated"


def test_a_bot_takes_the_seat_of_a_leaver(code, users):
    playing.start(code, users[0])
    lobby.leave(code, users[1])
    seat = room(code).seats.get(number=1)
    assert (seat.user, seat.bot) == (None, "medium")
    assert refused(code, lobby.leave, users[1]) == "not_seated"


def test_leaving_after_a_game_frees_the_seat(code, users):
    playing.start(code, users[0])
    Game.objects.update(status="finished", phase="finished", due_at=None)
    lobby.leave(code, users[1])
    assert 1 not in names(code)


def test_the_person_seated_longest_becomes_host(code, users):
    lobby.join(code, users[1], 9)
    lobby.leave(code, users[0])
    assert room(code).host == users[1]
    lobby.add_bot(code, users[1], "easy")
    for user in users[1:]:
        lobby.leave(code, user)
    assert room(code).host is None
    # The next person becomes the host. The bots stay.
    zoe = person("Zoe")
    lobby.join(code, zoe)
    assert room(code).host == zoe


def test_a_host_whose_account_was_deleted(code, users):
    users[0].delete()
    assert room(code).host is None
    lobby.leave(code, users[1])
    assert room(code).host == users[2]


# Bots


def test_bots_are_added_one_by_one(code, users):
    assert [lobby.add_bot(code, users[0], level) for level in ("easy", "medium")] == [4, 5]
    bots = room(code).seats.exclude(bot="")
    assert [(seat.bot, seat.user, seat.away) for seat in bots] == [
        ("easy", None, False),
        ("medium", None, False),
    ]
    assert len({seat.name for seat in bots} | set(names(code).values())) == 6


@pytest.mark.parametrize("level", ["", "genius", "EASY", "\0"])
@pytest.mark.parametrize("do", [lobby.add_bot, lobby.fill_with_bots])
def test_unknown_levels_are_refused(code, users, do, level):
    assert refused(code, do, users[0], level) == "bad_request"


def test_bots_have_the_default_level_unless_chosen(code, users):
    host_settings.set_options(code, users[0], {"bot_level": "easy"})
    lobby.add_bot(code, users[0])
    lobby.fill_with_bots(code, users[0])
    assert [seat.bot for seat in room(code).seats.exclude(bot="")] == ["easy", "easy"]


def test_the_level_of_one_bot(code, users):
    for _ in range(2):
        lobby.add_bot(code, users[0], "medium")
    lobby.set_bot_level(code, users[0], 5, "easy")
    levels = room(code).seats.exclude(bot="").values_list("number", "bot")
    assert dict(levels) == {4: "medium", 5: "easy"}
    for number, level in ((5, "genius"), (5, ""), (0, "easy"), (9, "easy")):
        assert refused(code, lobby.set_bot_level, users[0], number, level) == "bad_request"


def test_filling_and_starting_both_happen_or_neither(code, users, monkeypatch):
    with monkeypatch.context() as few:
        few.setattr(playing, "MOST_RUNNING", 0)
        assert refused(code, lobby.fill_and_start, users[0]) == "many_running"
    lobby.fill_and_start(code, users[0])
    assert room(code).game.rules.players == 6


def test_bots_make_the_teams_equal(code, users):
    lobby.swap(code, users[0], 1, 4)
    lobby.swap(code, users[0], 3, 8)  # Now all four people are in one team.
    lobby.fill_and_start(code, users[0])
    players = room(code).game.players.all()
    assert [bool(player.bot) for player in players] == [False, True] * 4


def test_there_are_no_more_bots_than_seats(code, users):
    for _ in range(6):
        lobby.add_bot(code, users[0], "easy")
    assert refused(code, lobby.add_bot, users[0], "easy") == "room_full"
    lobby.fill_with_bots(code, users[0], "easy")
    assert room(code).seats.count() == 10


@pytest.mark.parametrize(("seated", "filled"), [(1, 6), (4, 6), (6, 6), (7, 8), (8, 8), (9, 10)])
def test_filling_with_bots(seated, filled):
    users = people(seated)
    code = room_of(users)
    lobby.fill_with_bots(code, users[0], "medium")
    seats = room(code).seats
    assert seats.count() == filled
    assert set(seats.exclude(bot="").values_list("bot", flat=True)) <= {"medium"}
    playing.start(code, users[0])


def test_all_bots_can_be_removed(code, users):
    lobby.fill_with_bots(code, users[0], "easy")
    lobby.clear_bots(code, users[0])
    assert sorted(names(code).values()) == ["Asha", "Ben", "Chidi", "Dora"]


def test_a_person_can_be_kicked(code, users):
    lobby.add_bot(code, users[0], "easy")
    lobby.kick(code, users[0], 4)
    lobby.kick(code, users[0], 1)
    assert names(code) == {0: "Asha", 2: "Chidi", 3: "Dora"}


def test_a_bot_plays_for_a_person_kicked_from_a_game(code, users):
    playing.start(code, users[0])
    (number,) = room(code).seats.filter(user=users[1]).values_list("number", flat=True)
    lobby.kick(code, users[0], number)
    player = room(code).game.players.get(seat=number)
    assert (player.user, player.left_user, bool(player.bot)) == (None, users[1], True)
    assert room(code).bans.get().user == users[1]
    assert room(code).events.last().kind == Kind.KICKED_TO_BOT
    # A bot can't be kicked in a running game.
    assert refused(code, lobby.kick, users[0], number) == "not_ready"
    Game.objects.update(status="finished", phase="finished", due_at=None)
    lobby.kick(code, users[0], room(code).seats.get(user=users[2]).number)
    assert room(code).seats.filter(user=users[2]).count() == 0


@pytest.mark.parametrize("seat", [0, 7, 10, -1, 10**100])
def test_seats_that_can_not_be_kicked(code, users, seat):
    """The host can't remove themselves. An empty or impossible seat has nobody to remove."""
    assert refused(code, lobby.kick, users[0], seat) == "bad_request"


# Seats


def test_shuffling_keeps_everybody_and_evens_the_teams():
    users = people(7)
    code = room_of(users)
    for user, seat in zip(users[4:], (7, 8, 9), strict=True):
        lobby.join(code, user, seat)
    orders = set()
    for _ in range(12):
        lobby.shuffle(code, users[0])
        there = names(code)
        assert sorted(there) == list(range(7))
        assert set(there.values()) == {user.name for user in users}
        orders.add(tuple(there.values()))
    assert len(orders) > 6


def test_swapping_two_seats(code, users):
    lobby.swap(code, users[0], 1, 2)
    assert names(code) == {0: "Asha", 1: "Chidi", 2: "Ben", 3: "Dora"}
    lobby.swap(code, users[0], 3, 9)
    assert names(code) == {0: "Asha", 1: "Chidi", 2: "Ben", 9: "Dora"}
    lobby.swap(code, users[0], 7, 8)
    lobby.swap(code, users[0], 0, 0)
    assert names(code) == {0: "Asha", 1: "Chidi", 2: "Ben", 9: "Dora"}


@pytest.mark.parametrize(("a", "b"), [(0, 10), (-1, 0), (10**100, 1), (12, 13)])
def test_swapping_impossible_seats_is_refused(code, users, a, b):
    assert refused(code, lobby.swap, users[0], a, b) == "bad_request"


# Rules


def test_the_host_chooses_the_rules(code, users):
    for preset, rules in PRESETS.items():
        host_settings.set_options(code, users[0], {}, preset)
        assert (room(code).preset, room(code).rules) == (preset, rules)
    assert refused(code, host_settings.set_options, users[0], {}, "poker") == "unknown_preset"


@pytest.mark.parametrize(("highest", "seats"), [(5, 10), (9, 10), (10, 12), (11, 12)])
def test_nobody_loses_their_seat_by_changed_rules(users, highest, seats):
    """The number of seats stays even, because a table with an odd number could never be filled."""
    code = lobby.open_room(users[0], "big-table")
    lobby.join(code, users[1], highest)
    host_settings.set_options(code, users[0], {}, "classic")
    assert room(code).seat_count == seats
    assert names(code) == {0: "Asha", highest: "Ben"}


# The start


@pytest.mark.parametrize(
    ("count", "bots", "reason"),
    [(1, 0, "too_few"), (2, 0, "too_few"), (3, 0, "too_few"), (4, 1, "odd_players")],
)
def test_reasons_why_a_game_can_not_start(count, bots, reason):
    users = people(count)
    code = room_of(users)
    for _ in range(bots):
        lobby.add_bot(code, users[0], "easy")
    assert refused(code, playing.start, users[0]) == reason


def test_uneven_teams_of_people_are_refused(code, users):
    lobby.join(code, users[1], 4)
    assert refused(code, playing.start, users[0]) == "uneven_teams"


def test_a_start_deals_to_the_seated_players(code, users):
    lobby.add_bot(code, users[0], "easy")
    lobby.add_bot(code, users[0], "medium")
    lobby.join(code, users[3], 9)
    before = timezone.now()
    game_id = playing.start(code, users[0])
    game = room(code).game
    assert game.pk == game_id
    assert game.preset == "classic"
    assert game.rules == PRESETS["classic"]
    assert game.started_at >= before
    players = list(game.players.all())
    assert [player.name for player in players][:3] == ["Asha", "Ben", "Chidi"]
    assert [player.user for player in players].count(None) == 2
    assert [player.bot for player in players].count("") == 4
    # In the game each person has the same seat as in the room, and their team has not changed.
    assert names(code) == {player.seat: player.name for player in players}
    dora = next(player for player in players if player.user == users[3])
    assert dora.seat % 2 == 1


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12])
def test_all_seated_players_play(count):
    users = people(count)
    code = room_of(users, "big-table")
    playing.start(code, users[0])
    game = room(code).game
    assert game.rules.players == count == game.players.count() == game.hands.count()
    assert room(code).rules.players == 12


def test_any_seat_may_be_the_dealer(code, users):
    dealers = set()
    for _ in range(40):
        playing.start(code, users[0])
        dealers.add(room(code).game.dealer)
        Room.objects.update(game=None)
    assert dealers == {0, 1, 2, 3}


# After a game


def test_again_opens_the_lobby(code, users):
    playing.start(code, users[0])
    first = room(code).game
    before = names(code)
    Game.objects.update(status="finished", phase="finished", due_at=None)
    playing.again(code, users[2])
    assert room(code).game is None
    assert names(code) == before
    # Another person presses the button a moment later.
    playing.again(code, users[1])
    playing.start(code, users[0])
    assert room(code).game != first


def test_again_does_not_end_a_running_game(code, users):
    playing.start(code, users[0])
    game = room(code).game
    playing.again(code, users[1])
    assert room(code).game == game
    assert not game.is_over


def test_again_needs_a_seat(code, users):
    playing.start(code, users[0])
    Game.objects.update(status="finished", phase="finished", due_at=None)
    assert refused(code, playing.again, person("Zoe")) == "not_seated"


# Idempotency


def test_a_repeated_request_is_done_once(code, users):
    first = locked.once(users[0], "r-1", "add", lambda: lobby.add_bot(code, users[0], "easy"))
    again = locked.once(users[0], "r-1", "add", lambda: lobby.add_bot(code, users[0], "easy"))
    assert first == again == 4
    assert room(code).seats.count() == 5


def test_a_request_id_is_for_one_action_and_one_person(users):
    locked.once(users[0], "r-1", "add", lambda: 1)
    with pytest.raises(Refused, match="request_reused"):
        locked.once(users[0], "r-1", "open", lambda: 2)
    assert locked.once(users[1], "r-1", "open", lambda: 3) == 3


def test_requests_without_an_id_are_all_done(users):
    counted = itertools.count()
    answers = [locked.once(users[0], "", "add", lambda: next(counted)) for _ in range(3)]
    assert answers == [0, 1, 2]
    assert not IdempotencyKey.objects.exists()


def test_a_refused_request_may_be_sent_again(code, users):
    def refuse():
        raise Refused("room_full")

    with pytest.raises(Refused):
        locked.once(users[0], "r-1", "add", refuse)
    assert not IdempotencyKey.objects.exists()
    assert locked.once(users[0], "r-1", "add", lambda: 5) == 5
