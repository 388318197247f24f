"""Two games that differ only in hidden cards look exactly the same to a viewer.

The test takes the cards that a viewer can't see, and deals them to the other players again. All
texts that the viewer gets must stay the same, including the mark-up. So nothing in them depends on
hidden cards.
"""

import json
import re
from random import Random

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from bots import knowledge_cache
from game import play
from game.models import Game, Hand
from literature.rules.cards import cards_in
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from rooms.actions import lobby, playing
from rooms.live import presence, reading, rendering
from rooms.live.snapshot import Snapshot
from rooms.models import Room
from tests.kit import HTMX, JSON, people, person, random_move, signed_in, state_of

pytestmark = pytest.mark.django_db

# Values that differ in each response.
_TOKENS = re.compile(
    r'(name="csrfmiddlewaretoken" value="|name="request_id" value="|X-CSRFToken": ")[\w-]+'
)

_CHANGING = {"Content-Length", "Expires", "Date"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "moves"),
    [
        ("silent-hands", 3),
        ("nine-sets-anytime", 25),
        ("first-game", 40),
        pytest.param("nine-sets", 12, marks=pytest.mark.soak),
    ],
)
def test_hidden_cards_change_nothing(preset, moves):
    look_at_two_worlds(preset, moves, viewers=range(moves % 6, moves % 6 + 1))


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_nothing_for_any_seat(preset):
    look_at_two_worlds(preset, 20, viewers=range(6))


@pytest.mark.slow
def test_a_difference_in_the_mark_up_is_noticed(monkeypatch):
    honest = rendering.document

    def marked(now, user_id):
        order = [hand % 1000 for hand in now.state.hands]
        return honest(now, user_id) | {"mark": order.index(max(order))}

    monkeypatch.setattr(rendering, "document", marked)
    with pytest.raises(AssertionError, match="JSON frame"):
        look_at_two_worlds("nine-sets", 3, viewers=range(1))


def look_at_two_worlds(preset: str, moves: int, viewers: range) -> None:
    """Make some moves. Then compare the texts that some players and a spectator get."""
    chance = Random(preset)
    users = people(6)
    code = lobby.open_room(users[0], preset)
    for user in users[1:]:
        lobby.join(code, user)
    playing.start(code, users[0])
    game = Room.objects.get(code=code).game
    _play_on(game, chance, moves)
    goran = person("Goran")
    # Store the spectator's presence now, because otherwise the first request would store it.
    presence.renew_spectators({code: [goran.pk]})
    for viewer in [*(users[number] for number in viewers), goran]:
        client = signed_in(viewer)
        seat = reading.read(code).seat_number_of(viewer.id)
        before = _look(client, viewer, code, seat, game.id)
        with transaction.atomic():
            changed = _deal_hidden_anew(game, seat, chance)
            after = _look(client, viewer, code, seat, game.id)
            transaction.set_rollback(True)
        assert changed
        for where, text in before.items():
            assert after[where] == text, f"{viewer.name} at {where}"


def _play_on(game: Game, chance: Random, moves: int) -> None:
    for _ in range(moves):
        state = state_of(game)
        move = random_move(state, chance)
        # Make no claims in the phase ``playing``, because claims end a game soon and leave no
        # hidden cards.
        if move.__class__.__name__ == "Claim" and state.phase == "playing":
            continue
        play.act(game.id, move, version=state.number)
    assert state_of(game).phase != FINISHED


def _deal_hidden_anew(game: Game, seat: int | None, chance: Random) -> bool:
    """Shuffle the cards of all players except ``seat``. If the numbers of cards are secret, also
    change the sizes of the hands.
    """
    hands = list(game.hands.all())
    before = [(hand.dealt, hand.live) for hand in hands]
    for field in ("dealt", "live"):
        others = [hand for hand in hands if hand.seat != seat and getattr(hand, field)]
        cards = [card for hand in others for card in cards_in(getattr(hand, field))]
        chance.shuffle(cards)
        sizes = [getattr(hand, field).bit_count() for hand in others]
        if game.rules.hand_counts == "secret":
            sizes[sizes.index(max(sizes))] -= 1
            sizes[sizes.index(min(sizes))] += 1
        for hand, size in zip(others, sizes, strict=True):
            setattr(hand, field, sum(1 << card for card in cards[:size]))
            del cards[:size]
    Hand.objects.bulk_update(hands, ["dealt", "live"])
    Game.objects.filter(pk=game.pk).update(seed="ab" * 32)
    return before != [(hand.dealt, hand.live) for hand in hands]


def _look(client: Client, viewer, code: str, seat: int | None, game_id: str) -> dict[str, str]:
    """Return texts that a viewer gets: pages, documents, updates and refusals."""
    room = f"/r/{code}/"
    # No cached part of the other game may be left.
    cache.clear()
    knowledge_cache._cache.clear()
    seen: dict[str, str] = {}
    for path in (room, f"{room}regions/", f"{room}state.json", "/", "/history/",
                 f"/games/{game_id}/", f"/games/{game_id}/record.json",
                 f"{room}help/"):  # fmt: skip
        seen[path] = _essence(client.get(path))
    now = reading.read(code, whole_log=True)
    seen["frame"] = _without_tokens(rendering.frame(now, viewer.id))
    seen["moves"] = rendering.moves_html(now, now.log[-5:])
    seen["JSON frame"] = json.dumps(rendering.document(now, viewer.id))
    you = 0 if seat is None else seat
    for number, (move, fields) in enumerate(_refused_moves(now, you)):
        more = {"version": now.game.version, "request_id": f"{number} {you}"}
        headers = (JSON, HTMX, {})[number % 3]
        answer = client.post(f"{room}{move}/", fields | more, headers=headers)
        assert 400 <= answer.status_code < 500, (move, fields, answer.status_code)
        seen[f"{move} {fields}"] = _essence(answer)
    return seen


def _refused_moves(now: Snapshot, seat: int) -> list[tuple[str, dict[str, object]]]:
    """Return moves that are refused whatever the hands are. Some ask for cards that other players
    may hold.
    """
    refused: list[tuple[str, dict[str, object]]] = [
        ("ask", {"card": "XX", "of": (seat + 1) % 6}),
        ("ask", {"card": "3H", "of": (seat + 2) % 6}),
        ("claim", {"set": "no-such-set"}),
        ("claim", {"set": "low-spades"}),
        ("claim", {"set": "low-spades", "holder-3S": (seat + 1) % 6}),
        ("pass", {"to": seat}),
    ]
    if now.game.turn != seat:
        refused += [("ask", {"card": card, "of": (seat + 1) % 6}) for card in ("9H", "4C", "KS")]
        refused += [("pass", {"to": (seat + 2) % 6})]
    return refused


def _essence(answer) -> str:
    headers = {name: value for name, value in answer.items() if name not in _CHANGING}
    return f"{answer.status_code} {headers} {_without_tokens(answer.content.decode())}"


def _without_tokens(text: str) -> str:
    return _TOKENS.sub(r"\1", text)
