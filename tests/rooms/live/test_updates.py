"""Updates: their content, which a render cache does not change, and their number of queries."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import pytest

from game import play
from game.models import Move
from game.rules.state import FINISHED
from rooms.actions import chat, host_settings, lobby, playing
from rooms.live import active_tab, rendering, snapshot, spectator_presence
from rooms.live.updates import NOTHING_SENT, RenderCache, read_updates
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


def told(code, viewers, sent, cache, forms=(False, True)):
    """Return the updates for some people, as pages and as documents, without request ids."""
    wanted = {(viewer.id, as_json, sent) for viewer in viewers for as_json in forms}
    texts = read_updates(code, wanted, cache).texts
    return {key: _NAMES_OF_REQUESTS.sub(r"\1", sent.text) for key, sent in texts.items()}


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
    users, chance, cache = people(6), Random(preset), RenderCache()
    viewers = [*users, person("Goran")]
    code = table_of(users, preset).code
    beside = [
        lambda: chat.react(code, chance.choice(users), "hello"),
        lambda: spectator_presence.renew_presence(code, {viewers[-1].id}),
        lambda: (
            Room.objects.get(code=code).seats.filter(number=1).update(away=True)
            and chat.react(code, users[0], "wow")
        ),
    ]
    sent = snapshot.read(code).versions
    while snapshot.read(code).phase != FINISHED:
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            if snapshot.read(code).phase != FINISHED:
                move(code, chance, chance.choice([Move.Mover.PERSON, Move.Mover.CLOCK]))
        if chance.random() < 0.1:
            chance.choice(beside)()
        now = snapshot.read(code).versions
        known, new = (told(code, viewers, sent, each) for each in (cache, RenderCache()))
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
    cache = RenderCache()

    def brought(do):
        sent = snapshot.read(code).versions
        do()
        (text,) = told(code, [users[1]], sent, cache, forms=[False]).values()
        return panel(text)

    change = brought(lambda: host_settings.set_options(code, users[0], {"history": "full"}))
    assert "All asks stay visible." in change
    assert "Canadian Fish" in brought(
        lambda: host_settings.use_preset(code, users[0], "canadian-fish")
    )
    assert "Canadian Fish" in brought(lambda: playing.start(code, users[0]))
    for _ in range(3):
        assert brought(lambda: move(code, Random(1))) is None
    # The panel still has the rules of the running game, not those of the next game.
    still = brought(lambda: host_settings.use_preset(code, users[0], "strict"))
    assert "Canadian Fish" in still
    assert "Strict" not in still
    page = signed_in(users[1]).get(f"/r/{code}/").content.decode()
    assert panel(page) == panel(signed_in(users[1]).get(f"/r/{code}/regions/").content.decode())
    assert panel(page) == still


def test_a_new_page_gets_the_rules():
    users = people(4)
    code = table_of(users).code
    wanted = (users[0].id, False, NOTHING_SENT)
    assert panel(read_updates(code, {wanted}, RenderCache()).texts[wanted].text)


def test_a_page_that_is_far_behind_gets_every_move():
    users, cache, chance = people(6), RenderCache(), Random(1)
    code = table_of(users).code
    start = snapshot.read(code).versions
    for _ in range(3):
        move(code, chance)
        told(code, users, snapshot.read(code).versions, cache)
    wanted = (users[0].id, False, start)
    text = unescape(read_updates(code, {wanted}, cache).texts[wanted].text)
    assert [f'"number":{number}' in text for number in range(4)] == [1, 1, 1, 0]


def test_logs_of_long_games_are_cut_the_same_way():
    users = people(4)
    room = table_of(users, "classic", history="full")
    # A page shows the last 40 asks.
    make_moves(room.game, *[missed_ask] * 36)
    now = snapshot.read(room.code)
    for number in range(36, 46):
        state = state_of(room.game)
        play.act(room.game_id, missed_ask(state), version=number)
        now = snapshot.read_after(now)
        assert now.log == snapshot.read(room.code).log


def test_after_a_move_one_statement_is_enough(django_assert_num_queries):
    users, chance = people(6), Random(3)
    code, cache = table_of(users).code, RenderCache()
    told(code, users, NOTHING_SENT, cache, forms=[False])
    sent = snapshot.read(code).versions
    move(code, chance)
    with django_assert_num_queries(1):
        read_updates(code, {(user.id, False, sent) for user in users}, cache)


def test_for_a_newcomer_one_statement_is_enough_and_knows_their_tab(django_assert_num_queries):
    """The person has reloaded the page: their tab is another one, and the versions are the same."""
    users, cache = people(6), RenderCache()
    code = table_of(users).code
    wanted = {(users[0].id, False, NOTHING_SENT)}
    read_updates(code, wanted, cache)
    assert active_tab.claim(code, users[0].id, "reloaded", take=False)
    cache.expect_newcomer()
    assert cache.held(wanted) is None  # No move is planned on the snapshot with the old tab.
    with django_assert_num_queries(1):
        assert read_updates(code, wanted, cache).people.tabs == {users[0].id: "reloaded"}
    cache.expect_newcomer()
    move(code, Random(3))
    assert read_updates(code, wanted, cache).versions == snapshot.read(code).versions


def test_a_hand_that_does_not_change_is_not_rendered_again(monkeypatch):
    users, cache = people(6), RenderCache()
    room = table_of(users)
    wanted = {(user.id, False, (room.version, 0)) for user in users}
    told(room.code, users, NOTHING_SENT, cache, forms=[False])
    rendered = []
    honest = rendering.mine_html
    monkeypatch.setattr(
        rendering, "mine_html", lambda context: rendered.append(context) or honest(context)
    )
    state = state_of(room.game)
    hit = next(
        (card, of)
        for card, seats in snapshot.read(room.code).observation(state.turn).legal.asks.items()
        for of in seats
        if state.hands[of] >> card & 1
    )
    play.act(room.game_id, missed_ask(state)._replace(card=hit[0], of=hit[1]), version=0)
    read_updates(room.code, wanted, cache)
    assert len(rendered) == 2  # These are the private parts of the asker and of the opponent.


def test_the_next_game_is_read_as_a_whole():
    users = people(4)
    room = table_of(users, "classic")
    before = snapshot.read(room.code)
    other = table_of(people(4), "classic").game
    Room.objects.filter(pk=room.pk).update(game=other)
    assert snapshot.read_after(before).game.id == other.id
    Room.objects.filter(pk=room.pk).update(game=None)
    assert snapshot.read_after(before).game is None


def test_a_heartbeat_finds_a_tab_that_lost_the_seat():
    """The notification may be lost. So the room's version is raised, too, and a heartbeat finds the
    change.
    """
    users = people(4)
    code = table_of(users).code
    assert active_tab.claim(code, users[0].id, "old", take=False)
    before = snapshot.read(code)
    assert active_tab.claim(code, users[0].id, "new", take=True)
    assert snapshot.read(code).versions > before.versions
    assert Seat.objects.get(user=users[0]).tab == "new"


def test_a_full_lobby_says_that_it_is_full():
    """All spectators share one private part, so it must say that the lobby is full."""
    host, zoe = people(1)[0], person("Zoe")
    code = lobby.open_room(host, "classic")
    Room.objects.filter(code=code).update(seat_count=6)
    cache = RenderCache()
    for number in range(6):
        own = told(code, [zoe], NOTHING_SENT, cache, forms=[False])[zoe.id, False, NOTHING_SENT]
        assert ("Every seat is taken" in own, "sit-down" in own) == (number == 5, number < 5)
        if number < 5:
            lobby.join(code, person(f"Player {number}"))
