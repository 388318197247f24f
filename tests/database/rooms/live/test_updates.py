"""Updates: their content, which an earlier snapshot does not change, and their queries."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import pytest

from game import play
from game.models import Move
from rooms.actions import chat, host_settings, lobby, playing
from rooms.live import active_tab, presence, reading
from rooms.live.rendering import NOTHING_SENT, read_updates
from rooms.models import Room, Seat
from tests.kit import (
    make_moves,
    missed_ask,
    people,
    person,
    random_move,
    room_of,
    signed_in,
    state_of,
    table_of,
)

pytestmark = pytest.mark.django_db

#: The probability that a player who may claim does so. With this value a game has about 30 moves.
CLAIMS = 0.35
_NAMES_OF_REQUESTS = re.compile(r'(name="request_id" value=")[\w-]+')


def told(code, viewers, sent, before=None, forms=(False, True)):
    """Return the updates for some people, as pages and as documents, without request ids; and the
    snapshot.
    """
    wanted = {(viewer.id, as_json, sent) for viewer in viewers for as_json in forms}
    now, texts = read_updates(code, wanted, before)
    return {key: _NAMES_OF_REQUESTS.sub(r"\1", text) for key, text in texts.items()}, now


def move(code, chance, mover=Move.Mover.PERSON):
    game = Room.objects.select_related("game").get(code=code).game
    state = state_of(game)
    play.act(game.id, random_move(state, chance, CLAIMS), version=state.number, mover=mover)


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    [
        "nine-sets-anytime",
        "silent-hands",
        *(pytest.param(preset, marks=pytest.mark.soak) for preset in ("classic", "nine-sets")),
    ],
)
def test_a_whole_game_with_other_changes(preset, monkeypatch):
    monkeypatch.setattr(
        chat, "REACTION_SHOWN", timedelta(hours=1)
    )  # No reaction ends between two readings of the room.
    users, chance, held = people(6), Random(preset), None
    viewers = [*users, person("Goran")]
    code = table_of(users, preset).code
    beside = [
        lambda: chat.react(code, chance.choice(users), "hello"),
        lambda: presence.renew_spectators({code: {viewers[-1].id}}),
        lambda: (
            Room.objects.get(code=code).seats.filter(number=1).update(away=True)
            and chat.react(code, users[0], "wow")
        ),
    ]
    sent = reading.read(code).versions
    while not reading.read(code).game.is_over:
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            if not reading.read(code).game.is_over:
                move(code, chance, chance.choice([Move.Mover.PERSON, Move.Mover.TURN_CLOCK]))
        if chance.random() < 0.1:
            chance.choice(beside)()
        now = reading.read(code).versions
        known, held = told(code, viewers, sent, held)
        new, _snapshot = told(code, viewers, sent)
        for key, text in new.items():
            assert known[key].splitlines() == text.splitlines()
        sent = now


def panel(text):
    """Return the text of the rules panel in an update or a page; None if there is no panel."""
    found = re.search(r'id="rules-text"[^>]*>(.*?)</ul>', text, re.S)
    return found and unescape(re.sub(r"<[^>]*>|\s+", " ", found[1]))


def test_the_rules_are_sent_with_changes_and_not_with_moves():
    users = people(4)
    code = room_of(users, "classic")

    def brought(do):
        before = reading.read(code)
        do()
        texts, _snapshot = told(code, [users[1]], before.versions, before, forms=[False])
        (text,) = texts.values()
        return panel(text)

    change = brought(lambda: host_settings.set_options(code, users[0], {"history": "full"}))
    assert "All asks stay visible." in change
    assert "Canadian Fish" in brought(
        lambda: host_settings.set_options(code, users[0], {}, "canadian-fish")
    )
    assert "Canadian Fish" in brought(lambda: playing.start(code, users[0]))
    for _ in range(3):
        assert brought(lambda: move(code, Random(1))) is None
    # The panel still has the rules of the running game, not those of the next game.
    still = brought(lambda: host_settings.set_options(code, users[0], {}, "strict"))
    assert "Canadian Fish" in still
    assert "Strict" not in still
    page = signed_in(users[1]).get(f"/r/{code}/").content.decode()
    assert panel(page) == panel(signed_in(users[1]).get(f"/r/{code}/regions/").content.decode())
    assert panel(page) == still


def test_a_new_page_gets_the_rules():
    users = people(4)
    code = table_of(users).code
    wanted = (users[0].id, False, NOTHING_SENT)
    assert panel(read_updates(code, {wanted})[1][wanted])


def test_a_later_snapshot_has_the_time_of_its_own_reading(clock):
    code = table_of(people(6)).code
    before = reading.read(code)
    clock.set_by(3600)
    move(code, Random(1))
    assert reading.read_again(code, before).now == clock.now


def test_a_page_that_is_far_behind_gets_every_move():
    users, chance = people(6), Random(1)
    code = table_of(users).code
    held = start = reading.read(code)
    for _ in range(3):
        move(code, chance)
        held = reading.read_again(code, held)
    wanted = (users[0].id, False, start.versions)
    text = unescape(read_updates(code, {wanted}, held)[1][wanted])
    assert [f'"number":{number}' in text for number in range(4)] == [1, 1, 1, 0]


def test_logs_of_long_games_are_cut_the_same_way():
    users = people(4)
    room = table_of(users, "classic", history="full")
    # A page shows the last 40 asks.
    make_moves(room.game, *[missed_ask] * 36)
    now = reading.read(room.code)
    for number in range(36, 46):
        state = state_of(room.game)
        play.act(room.game_id, missed_ask(state), version=number)
        now = reading.read_again(room.code, now)
        assert now.log == reading.read(room.code).log


def test_after_a_move_one_statement_is_enough(django_assert_num_queries):
    users, chance = people(6), Random(3)
    code = table_of(users).code
    before = reading.read(code)
    move(code, chance)
    with django_assert_num_queries(1):
        read_updates(code, {(user.id, False, before.versions) for user in users}, before)


def test_for_a_newcomer_two_statements_are_enough(django_assert_num_queries):
    user = people(6)[0]
    code = table_of([user], bots=5).code
    before, wanted = reading.read(code), (user.id, False, NOTHING_SENT)
    with django_assert_num_queries(2):
        now, texts = read_updates(code, {wanted}, before)
    assert now is before
    assert 'id="hand"' in texts[wanted]


def test_the_next_game_is_read_as_a_whole():
    users = people(4)
    room = table_of(users, "classic")
    before = reading.read(room.code)
    other = table_of(people(4), "classic").game
    Room.objects.filter(pk=room.pk).update(game=other)
    assert reading.read_again(room.code, before).game.id == other.id
    Room.objects.filter(pk=room.pk).update(game=None)
    assert reading.read_again(room.code, before).game is None


def test_a_heartbeat_finds_a_tab_that_lost_the_seat():
    """The notification may be lost. So the room's version is raised, too, and a heartbeat finds the
    change.
    """
    users = people(4)
    code = table_of(users).code
    assert active_tab.activate(code, users[0].id, "old", take=False)
    before = reading.read(code)
    assert active_tab.activate(code, users[0].id, "new", take=True)
    assert reading.read(code).versions > before.versions
    assert Seat.objects.get(user=users[0]).tab == "new"


def test_a_full_lobby_says_that_it_is_full():
    """All spectators share one private part, so it must say that the lobby is full."""
    host, zoe = people(1)[0], person("Zoe")
    code = lobby.open_room(host, "classic")
    Room.objects.filter(code=code).update(seat_count=6)
    for number in range(6):
        texts, _snapshot = told(code, [zoe], NOTHING_SENT, forms=[False])
        own = texts[zoe.id, False, NOTHING_SENT]
        assert ("Every seat is taken" in own, "sit-down" in own) == (number == 5, number < 5)
        if number < 5:
            lobby.join(code, person(f"Player {number}"))
