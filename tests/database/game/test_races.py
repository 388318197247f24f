"""Many simultaneous requests in a game or a room: no 500, nothing lost, nothing done twice.

The tests run on SQLite here, and on PostgreSQL through ``tests/on_postgres.py``.
"""

from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bots import driver
from game import play
from game.integrity import problems
from game.models import Game, Move
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from literature.rules.moves import Claim
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as accounts_of_rooms
from rooms.live import presence
from rooms.models import IdempotencyKey, Room, Seat
from tests.database.kit.threads import at_once
from tests.kit import (
    JSON,
    PLAIN,
    any_move,
    claim,
    missed_ask,
    move_fields,
    people,
    random_move,
    room_of,
    signed_in,
    started,
    state_of,
    table_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.postgres]

THREADS = 20
MOVES = 10  # The threads stop when a game has this number of moves.
TRIES = 60  # Each thread gives up after this number of tries.
EXPECTED = {200, 403, 409, 422}


@pytest.fixture
def users():
    return people(6)


def some_move(state, chance):
    """Usually a legal move, sometimes any move; usually on the present version, sometimes on
    another version.
    """
    make = random_move if chance.random() < 0.7 else any_move
    move = make(state, chance)
    # A claim on an older version is not stale. If claims were as frequent as asks, they would end
    # the game too soon.
    while isinstance(move, Claim) and chance.random() < 0.9:
        move = make(state, chance)
        if state.phase == "endgame":
            break
    version = state.number + chance.choice([0, 0, 0, 0, -1, -3, 1])
    return move, version


def some_name(chance):
    """A request id: often one of a few, so that several threads use it at the same time."""
    return f"r{chance.randrange(4)}" if chance.random() < 0.5 else f"u{chance.random()}"


def until_moved(game):
    """Yield the position until the game has enough moves or is over, at most ``TRIES`` times."""
    for _ in range(TRIES):
        state = state_of(game)
        if state.number >= MOVES or state.phase == "finished":
            return
        yield state


def check(game):
    game.refresh_from_db()
    assert problems(game) == []
    numbers = list(game.moves.values_list("number", flat=True))
    assert numbers == list(range(game.version))
    named = Counter(game.moves.exclude(user=None).values_list("user", "request_id"))
    assert set(named.values()) <= {1}


def test_twenty_browsers_move_in_one_game(users):
    room = table_of(users, "nine-sets-anytime", misplaced_claim="return", game_end="all_sets")
    game = room.game
    answers = defaultdict(list)
    statuses = Counter()

    def play_wildly(number):
        chance = Random(number)
        seats = {seat: client_of[seat, number] for seat in range(6)}

        def task():
            for state in until_moved(game):
                move, version = some_move(state, chance)
                word, fields = move_fields(move, game.rules)
                name = some_name(chance)
                fields |= {"version": version, "request_id": name}
                answer = seats[move.seat].post(f"/r/{room.code}/{word}/", fields, headers=JSON)
                statuses[answer.status_code] += 1
                if answer.status_code == 200:
                    answers[move.seat, name].append(answer.json())

        return task

    client_of = {
        (seat, number): signed_in(user, raise_request_exception=False)
        for seat, user in enumerate(users)
        for number in range(THREADS)
    }
    assert at_once([play_wildly(number) for number in range(THREADS)]) == [None] * THREADS
    assert set(statuses) <= EXPECTED, statuses
    assert statuses[409] and statuses[422], statuses
    check(game)
    assert game.version >= MOVES or game.is_over
    # Each accepted request is in the log, and no request got two different answers.
    for (seat, name), given in answers.items():
        assert all(each == given[0] for each in given)
        move = game.moves.get(user=users[seat], request_id=name)
        assert given[0]["version"] == move.number + 1
    assert game.moves.count() == len(answers)


def test_twenty_threads_move_in_one_game(users):
    game = started(users, replace(PLAIN, claim_timing="any_time", players=6))

    def act_wildly(number):
        chance = Random(1000 + number)

        def task():
            refused = Counter()
            for state in until_moved(game):
                move, version = some_move(state, chance)
                name = some_name(chance)
                request = play.Request(users[move.seat].pk, name)
                if chance.random() < 0.2:
                    request = None
                try:
                    play.act(game.pk, move, version=version, request=request)
                except (Refused, IllegalMove) as error:
                    refused[error.code] += 1
            return refused

        return task

    results = at_once([act_wildly(number) for number in range(THREADS)])
    assert all(isinstance(each, Counter) for each in results), results
    check(game)
    assert game.version >= MOVES or game.is_over


def test_two_tabs_ask_at_once(users):
    room = table_of(users)
    for number in range(5):
        state = state_of(room.game)
        word, fields = move_fields(missed_ask(state), state.rules)
        clients = [signed_in(users[state.turn]) for _ in range(2)]
        address = f"/r/{room.code}/{word}/"
        fields["version"] = number
        posts = [
            partial(client.post, address, fields | {"request_id": f"{number}-{tab}"}, headers=JSON)
            for tab, client in enumerate(clients)
        ]
        answers = at_once(posts)
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert Game.objects.get(pk=room.game_id).version == number + 1
    check(room.game)


def test_one_request_from_several_threads_is_one_move(users):
    room = table_of(users)
    for number in range(5):
        state = state_of(room.game)
        word, fields = move_fields(missed_ask(state), state.rules)
        fields |= {"version": number, "request_id": f"same-{number}"}
        clients = [signed_in(users[state.turn]) for _ in range(4)]
        posts = [
            partial(client.post, f"/r/{room.code}/{word}/", fields, headers=JSON)
            for client in clients
        ]
        answers = at_once(posts)
        assert [answer.status_code for answer in answers] == [200] * 4
        assert len({answer.content for answer in answers}) == 1
        assert room.game.moves.count() == number + 1
    check(room.game)


def test_claims_of_one_set_at_once_score_once(users):
    game = started(users, replace(PLAIN, claim_timing="any_time", players=6))
    state = state_of(game)
    for number, card_set in enumerate(state.deck.sets[:4]):
        claims = [claim(state, seat, card_set.name) for seat in range(6)]
        claims = [
            each._replace(holders=tuple((card, each.seat) for card, _ in each.holders))
            for each in claims
        ]
        results = at_once([partial(play.act, game.pk, move, version=0) for move in claims])
        made = [result for result in results if isinstance(result, play.MadeMove)]
        refused = [result.code for result in results if isinstance(result, IllegalMove)]
        assert len(made) == 1 and refused == ["set_resolved"] * 5, (number, results)
    check(game)
    assert sum(game.scores) <= 4


# Schedulers


def test_several_schedulers_make_one_move_for_each_due_time(users):
    game = started([], replace(PLAIN, players=4), bots=4)
    for number in range(8):
        due_at = Game.objects.values_list("due_at", flat=True).get(pk=game.pk)
        results = at_once([partial(driver.act_if_due, game.pk, due_at)] * 6)
        assert sorted(results) == [False] * 5 + [True], results
        assert Game.objects.get(pk=game.pk).version == number + 1
    check(game)


def test_several_schedulers_finish_games(users):
    games = [started([], replace(PLAIN, players=4, claim_timing=timing), bots=4)
             for timing in ("own_turn", "any_time")]  # fmt: skip

    def clock():
        made = 0
        for _ in range(20_000):
            due, _wait = driver.read_due()
            if not due and not Game.objects.filter(status="running").exists():
                return made
            made += sum(driver.act_if_due(*each) for each in due)
        raise AssertionError("a game does not end")

    made = at_once([clock] * 4)
    assert all(isinstance(each, int) for each in made), made
    for game in games:
        check(game)
        assert game.status == "finished"
    assert sum(made) == Move.objects.count()
    assert sum(each > 0 for each in made) > 1


# Lobbies


def no_500(answers):
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    codes = Counter(answer.status_code for answer in answers)
    assert set(codes) <= EXPECTED, codes
    return codes


def check_room(code):
    seats = list(Seat.objects.filter(room__code=code))
    assert len({seat.number for seat in seats}) == len(seats)
    assert len({seat.folded_name for seat in seats}) == len(seats)
    assert all(0 <= seat.number < Room.objects.get(code=code).seat_count for seat in seats)
    return seats


@pytest.mark.parametrize("round_", range(3))
def test_everybody_does_everything_in_a_lobby_at_once(round_):
    users = people(12)
    users[11].name = users[10].name
    users[11].save()
    code = room_of(users[:2])
    host = [signed_in(users[0], raise_request_exception=False) for _ in range(12)]
    guests = [signed_in(user, raise_request_exception=False) for user in users[2:]]

    def post(client, path, **fields):
        return partial(client.post, f"/r/{code}/{path}/", fields, headers=JSON)

    tasks = [
        post(guest, "join", **({"seat": 3} if at < 3 else {})) for at, guest in enumerate(guests)
    ]
    tasks += [post(host[0], "bots/add"), post(host[1], "bots/add"), post(host[2], "bots/fill")]
    tasks += [post(host[3], "shuffle"), post(host[4], "swap", a=0, b=5)]
    tasks += [post(host[5], "start"), post(host[6], "start"), post(host[7], "bots/fill")]
    tasks += [post(host[8], "bots/clear"), post(host[9], "settings", preset="strict")]
    tasks += [post(host[10], "remove", seat=4), post(host[11], "leave")]
    Random(round_).shuffle(tasks)
    no_500(at_once(tasks))
    check_room(code)
    assert Game.objects.count() <= 1
    game = Game.objects.first()
    assert Room.objects.get(code=code).game == game
    if game:
        assert problems(game) == []


def test_many_starts_at_once_deal_one_game(users):
    code = room_of(users)
    hosts = [signed_in(users[0], raise_request_exception=False) for _ in range(THREADS)]
    codes = no_500(at_once([
        partial(host.post, f"/r/{code}/start/", headers=JSON) for host in hosts
    ]))  # fmt: skip
    assert codes == {200: 1, 422: THREADS - 1}
    game = Game.objects.get()
    assert Room.objects.get().game == game
    assert game.players.count() == game.hands.count() == 6
    assert problems(game) == []


def test_one_seat_goes_to_one_person():
    users = people(12)
    code = room_of(users[:1])
    clients = [signed_in(user, raise_request_exception=False) for user in users[1:]]
    codes = no_500(at_once([
        partial(c.post, f"/r/{code}/join/", {"seat": 7}, headers=JSON) for c in clients
    ]))  # fmt: skip
    assert codes == {200: 1, 422: 10}
    assert len(check_room(code)) == 2


def test_one_person_in_several_tabs_gets_one_seat(users):
    code = room_of(users[:1])
    tabs = [signed_in(users[1], raise_request_exception=False) for _ in range(8)]
    codes = no_500(at_once([
        partial(tab.post, f"/r/{code}/join/", {"seat": at + 1}, headers=JSON)
        for at, tab in enumerate(tabs)
    ]))  # fmt: skip
    assert codes == {200: 8}
    assert len(check_room(code)) == 2


def test_a_bot_that_is_added_twice_by_one_request_is_one_bot(users):
    code = room_of(users[:1])
    tabs = [signed_in(users[0], raise_request_exception=False) for _ in range(6)]
    fields = {"request_id": "one"}
    codes = no_500(at_once([
        partial(tab.post, f"/r/{code}/bots/add/", fields, headers=JSON) for tab in tabs
    ]))  # fmt: skip
    assert codes == {200: 6}
    assert len(check_room(code)) == 2
    assert IdempotencyKey.objects.count() == 1


@pytest.mark.parametrize("path", ["/rooms/new/", "/play/"])
def test_a_room_that_is_opened_twice_by_one_request_is_one_room(users, path):
    tabs = [signed_in(users[0], raise_request_exception=False) for _ in range(6)]
    answers = at_once([
        partial(tab.post, path, {"request_id": "one"}, headers=JSON) for tab in tabs
    ])  # fmt: skip
    assert no_500(answers) == {200: 6}
    assert {answer.json()["code"] for answer in answers} == {Room.objects.get().code}


def test_a_new_game_and_leaving_at_once(users):
    room = table_of(users[:4])
    Game.objects.update(status="abandoned", due_at=None)
    clients = [signed_in(user, raise_request_exception=False) for user in users[:4]]
    tasks = [
        partial(client.post, f"/r/{room.code}/{word}/", headers=JSON)
        for word in ("again", "leave")
        for client in clients
    ]
    no_500(at_once(tasks))
    room.refresh_from_db()
    assert check_room(room.code) == [] or room.host_id in room.seats.values_list("user", flat=True)


def test_presence_and_a_lobby_do_not_block_each_other(users, settings):
    settings.AWAY_AFTER_SECONDS = -1
    codes = [room_of([user]) for user in users]
    seats = list(Seat.objects.values_list("pk", flat=True))

    def shuffle():
        for code, user in zip(codes, users, strict=True):
            lobby.add_bot(code, user, "easy")
            lobby.shuffle(code, user)

    def hear():
        for _ in range(4):
            presence.renew_presence(seats)

    def expire():
        for _ in range(4):
            presence.expire()

    results = at_once([shuffle, shuffle, hear, hear, expire, expire])
    assert results == [None] * 6
    for code in codes:
        check_room(code)


def test_a_game_ends_while_a_former_player_is_deleted():
    """A player who left earlier still gets a result, unless their account is deleted."""
    for _ in range(10):
        players = people(4)
        room = table_of(players)
        lobby.leave(room.code, players[3])
        ended, deleted = at_once(
            [partial(play.abandon, room.game_id), partial(accounts_of_rooms.forget, players[3])]
        )
        assert (ended, deleted) == (None, None)
        game = Game.objects.get(pk=room.game_id)
        assert game.status == Game.Status.ABANDONED
        assert set(game.player_results.values_list("user", flat=True)) == {
            user.pk for user in players[:3]
        }
