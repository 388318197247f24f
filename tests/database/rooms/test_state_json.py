"""The document ``state.json``, on which programs rely: in every phase and for every viewer."""

import re
from dataclasses import replace
from datetime import datetime

import pytest

from game import database_time, play
from literature.record import event_to_json
from literature.rules.cards import CARDS, hand_text
from literature.rules.options import OPTIONS, PRESETS
from rooms.actions import lobby, open_tables
from rooms.models import KickVote, Room
from tests import ROOT
from tests.kit import (
    JSON,
    PLAIN,
    claim,
    missed_ask,
    person,
    play_on,
    room_of,
    show,
    signed_in,
    state_of,
    table_of,
)
from tests.unit.kit.positions import position

pytestmark = pytest.mark.django_db

KEYS = set(
    "room game version phase you turn may_pass rules scores sets seats hand log legal "
    "deadline dealer".split()
)
# Keys that may change without notice.
MORE = {
    "room_version",
    "commitment",
    "declaring",
    "series",
    "watchers",
    "ending",
    "pace",
    "bots",
    "help",
    "agreement",
    "kick_vote",
}
SEAT_KEYS = {"name", "avatar", "team", "bot", "cards", "out", "away", "substitute"}
LEGAL_KEYS = {"asks", "claims", "passes"}


def document(code, user):
    answer = signed_in(user).get(f"/r/{code}/state.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    found = answer.json()
    assert set(found) == KEYS | MORE
    assert set(found["legal"]) == LEGAL_KEYS
    assert all(set(seat) == SEAT_KEYS for seat in found["seats"] if seat)
    return found


def test_document_of_a_lobby(users):
    code = room_of(users[:2])
    lobby.add_bot(code, users[0], "medium")
    assert document(code, users[1]) == {
        "room": code,
        "room_version": 2,
        "game": None,
        "commitment": None,
        "declaring": None,
        "watchers": [],
        "ending": [],
        "pace": "normal",
        "bots": "normal",
        "help": False,
        "agreement": None,
        "kick_vote": None,
        "series": {
            "games": 0,
            "won": [0, 0],
            "points": [0, 0],
            "over": False,
            "winner": None,
            "ready": [],
        },
        "version": 0,
        "phase": "lobby",
        "you": 1,
        "turn": None,
        "may_pass": False,
        "rules": PRESETS["classic"].to_json(),
        "scores": [0, 0],
        "sets": {},
        "seats": [
            seat("Asha", 0),
            seat("Ben", 1),
            seat("Ada", 0, avatar="bot-ada", bot="medium"),
            *[None] * 7,
        ],
        "hand": None,
        "log": [],
        "legal": {"asks": {}, "claims": [], "passes": []},
        "deadline": None,
        "dealer": None,
    }
    assert document(code, person("Zoe"))["you"] is None


def seat(name, team, **more):
    known = {"name": name, "avatar": "fox", "team": team, "bot": None, "cards": None}
    return known | {"out": False, "away": False, "substitute": False} | more


def test_document_after_the_deal(users):
    room = table_of(users)
    state = state_of(room.game)
    for number, user in enumerate(users):
        found = document(room.code, user)
        assert found["room"] == room.code
        assert found["game"] == room.game.pk
        assert found["commitment"] == room.game.commitment
        assert (found["version"], found["phase"], found["deadline"]) == (0, "playing", None)
        assert (found["you"], found["turn"], found["dealer"]) == (number, state.turn, state.turn)
        assert found["rules"] == room.game.rules.to_json()
        assert found["rules"]["players"] == 4
        assert (found["scores"], found["sets"], found["log"]) == ([0, 0], {}, [])
        assert found["hand"] == hand_text(state.hands[number])
        assert found["seats"] == [
            seat(each.name, at % 2, cards=12) for at, each in enumerate(users)
        ]
        assert (found["legal"]["asks"] != {}) == (number == state.turn)


def test_only_legal_asks_are_offered(users):
    room = table_of(users)
    state = state_of(room.game)
    found = document(room.code, users[state.turn])
    opponents = [(state.turn + 1) % 4, (state.turn + 3) % 4]
    hand = state.hands[state.turn]
    expected = {
        CARDS[card]
        for card_set in state.deck.sets
        if card_set.mask & hand
        for card in card_set.cards
        if not hand >> card & 1
    }
    assert set(found["legal"]["asks"]) == expected
    assert all(sorted(seats) == sorted(opponents) for seats in found["legal"]["asks"].values())
    assert found["legal"]["claims"] == [card_set.name for card_set in state.deck.sets]
    assert found["legal"]["passes"] == []


def test_a_spectator_has_no_hand_and_no_moves(users):
    room = table_of(users)
    play_on(room.game, 8)
    found = document(room.code, person("Zoe"))
    assert (found["you"], found["hand"]) == (None, None)
    assert found["legal"] == {"asks": {}, "claims": [], "passes": []}
    own = {"you", "hand", "legal"}
    same = {key: value for key, value in found.items() if key not in own}
    theirs = document(room.code, users[0])
    assert same == {key: value for key, value in theirs.items() if key not in own}


def test_moves_in_the_log_have_the_form_of_a_record(users):
    room = table_of(users, history="full", misplaced_claim="return")
    room.game.refresh_from_db()
    state = state_of(room.game)
    ask = play.act(room.game_id, missed_ask(state), version=0).event
    state = state_of(room.game)
    # The turn-holder claims to hold a whole set alone. This is hardly ever right.
    team = [held for at, held in enumerate(state.hands) if at % 2 == state.turn % 2]
    name = next(
        (each.name for each in state.deck.sets if sum(team) & each.mask == each.mask),
        state.deck.sets[0].name,
    )
    said = {CARDS[card]: state.turn for card in state.deck.set_named(name).cards}
    claimed = play.act(room.game_id, claim(state, state.turn, name, **said), version=0).event
    log = document(room.code, users[0])["log"]
    rules = state.rules
    assert log[0] == event_to_json(rules, ask) | {"number": 0}
    assert log[1].items() >= (event_to_json(rules, claimed) | {"number": 1}).items()
    if claimed.revealed is None:
        assert "revealed" not in log[1]
    else:
        truth = {CARDS[card]: holder for card, holder in claimed.revealed}
        assert log[1]["revealed"] == truth


def test_a_resolved_set_is_listed_with_its_scorer(users):
    room = table_of(users, claim_timing="any_time", misplaced_claim="void")
    state = state_of(room.game)
    # Seat 0 claims to hold two sets alone. Almost certainly both claims are wrong.
    for name in ("low-clubs", "high-clubs"):
        said = {CARDS[card]: 0 for card in state.deck.set_named(name).cards}
        play.act(room.game_id, claim(state, 0, name, **said), version=0)
    found = document(room.code, users[3])
    room.game.refresh_from_db()
    scorers = {"low-clubs": room.game.scorers[0], "high-clubs": room.game.scorers[1]}
    assert found["sets"] == {name: None if who < 0 else who for name, who in scorers.items()}
    assert found["scores"] == list(room.game.scores)
    assert [move["claim"] for move in found["log"]] == ["low-clubs", "high-clubs"]
    for move in found["log"]:
        assert set(move["revealed"]) == set(move["holders"])
        assert not set(move["revealed"]) & set(found["hand"])


@pytest.mark.parametrize("history", OPTIONS["history"])
def test_the_log_by_each_history_option(users, history):
    room = table_of(users, history=history, claim_timing="any_time")
    for number in range(6):
        play.act(room.game_id, missed_ask(state_of(room.game)), version=number)
    state = state_of(room.game)
    said = {CARDS[card]: 1 for card in state.deck.sets[0].cards}
    play.act(room.game_id, claim(state, 1, "low-clubs", **said), version=6)
    state = state_of(room.game)
    play.act(room.game_id, missed_ask(state), version=7)
    shown = {"last_ask": [7], "last_two": [5, 7], "full": [0, 1, 2, 3, 4, 5, 7]}[history]
    for user in (*users, person("Zoe")):
        log = document(room.code, user)["log"]
        assert [move["number"] for move in log if "ask" in move] == shown
        assert [move["number"] for move in log if "claim" in move] == [6]


@pytest.mark.parametrize("hand_counts", OPTIONS["hand_counts"])
def test_secret_counts_are_left_out(users, hand_counts):
    room = table_of(users, hand_counts=hand_counts)
    hands = {0: "low-clubs 9C TC JC", 1: "low-diamonds QC KC", 3: "AC"}
    show(room, position(hands, turn=1, players=4, hand_counts=hand_counts))
    for user in (*users, person("Zoe")):
        seats = document(room.code, user)["seats"]
        assert [each["out"] for each in seats] == [False, False, True, False]
        counts = [None] * 4 if hand_counts == "secret" else [9, 8, 0, 1]
        assert [each["cards"] for each in seats] == counts


def test_document_of_a_player_who_must_pass(users):
    room = table_of(users)
    show(room, position({1: "low-clubs", 2: "2D 3D 4D 5D 6D", 3: "7D"}, turn=0, players=4))
    found = document(room.code, users[0])
    assert (found["phase"], found["turn"], found["may_pass"]) == ("must_pass", 0, True)
    assert found["hand"] == []
    assert found["legal"] == {"asks": {}, "claims": [], "passes": [2]}
    assert document(room.code, users[2])["legal"] == {"asks": {}, "claims": [], "passes": []}


def test_document_of_a_player_who_may_pass(users):
    room = table_of(users)
    full = {0: "low-clubs", 1: "low-diamonds", 2: "low-hearts", 3: "low-spades"}
    show(room, position(full, turn=0, players=4, pass_after_claim=True, may_pass=True))
    found = document(room.code, users[0])
    assert (found["phase"], found["may_pass"]) == ("playing", True)
    assert found["legal"]["passes"] == [2]
    # Everybody knows that the turn may be passed, but only the turn-holder can pass it.
    found = document(room.code, users[2])
    assert (found["may_pass"], found["legal"]["passes"]) == (True, [])


def test_document_in_the_endgame(users):
    room = table_of(users)
    hands = {0: "low-clubs", 2: "low-hearts"}
    show(room, position(hands, turn=0, players=4, claim_timing="any_time"))
    found = document(room.code, users[0])
    assert found["phase"] == "endgame"
    assert found["legal"] == {"asks": {}, "claims": ["low-clubs", "low-hearts"], "passes": []}
    assert document(room.code, users[2])["legal"]["claims"] == []


def test_document_of_a_finished_game(users):
    room = table_of(users, history="last_ask", hand_counts="secret")
    play_on(room.game)
    for user in (*users, person("Zoe")):
        found = document(room.code, user)
        assert found["phase"] == "finished"
        assert found["legal"] == {"asks": {}, "claims": [], "passes": []}
        assert found["scores"] == list(room.game.scores)
        assert len(found["sets"]) == 8
        # After the game everything is public.
        assert [move["number"] for move in found["log"]] == list(range(room.game.version))
        assert [each["cards"] for each in found["seats"]] == [0] * 4


def test_remaining_cards_are_counted_but_hidden_from_others(users):
    room = table_of(users, "nine-sets", hand_counts="secret")
    rules = replace(PLAIN, deck="8s-out", game_end="majority", hand_counts="secret")
    left = position({0: "low-clubs", 1: "low-diamonds"}, turn=0, players=4)
    show(room, left._replace(phase="finished", table=left.table._replace(rules=rules)))
    seats = document(room.code, users[3])["seats"]
    assert [each["cards"] for each in seats] == [6, 6, 0, 0]
    assert document(room.code, users[3])["hand"] == []


def test_bots_and_people_who_are_away(users):
    room = table_of(users[:2], bots=2)
    room.seats.filter(user=users[1]).update(away=True)
    seats = document(room.code, users[0])["seats"]
    assert [each["bot"] for each in seats] == [None, None, "easy", "easy"]
    assert [each["away"] for each in seats] == [False, True, False, False]
    # A player who has no seat in the room any more counts as away, too.
    room.seats.filter(user=users[0]).delete()
    assert document(room.code, users[1])["seats"][0]["away"] is True


def test_programs_can_answer_what_an_open_table_asks(users):
    code = room_of(users, "nine-sets")
    Room.objects.update(open_since=database_time.now())
    open_tables.agree(code, users[1], True)
    agreement = document(code, person("Zoe"))["agreement"]
    assert (agreement["agreed"], agreement["of"]) == (1, 4)
    assert datetime.fromisoformat(agreement["until"]) > database_time.now()
    room = table_of(users)
    Room.objects.update(open_since=database_time.now())
    host, ben, cleo, _dan = sorted(users, key=lambda user: user != room.host)
    number = room.seats.get(user=ben).number
    lobby.kick(room.code, host, number, reason="Rude.")
    vote = document(room.code, cleo)["kick_vote"]
    shown = {"id": KickVote.objects.get().pk, "seat": number, "reason": "Rude.", "failed": False}
    assert vote == shown | {"decided": False}
    assert document(room.code, host)["kick_vote"] == shown | {"decided": True}
    for user in (ben, person("Yan")):
        assert document(room.code, user)["kick_vote"] is None
    answer = {"vote": vote["id"], "agrees": 1}
    signed_in(cleo).post(f"/r/{room.code}/remove/consent/", answer, headers=JSON)
    assert document(room.code, cleo)["kick_vote"]["decided"]


def documented_keys():
    """The keys in the table of docs/protocol.md."""
    text = (ROOT / "docs" / "protocol.md").read_text()
    table = text.split("## The document `state.json`")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    keys = [key for row in rows for key in re.findall("`([^`]+)`", row)]
    assert len(keys) == len(set(keys))
    return set(keys)


def test_the_documentation_has_every_key(users):
    room = table_of(users, claim_timing="any_time")
    state = state_of(room.game)
    play.start_claim_pause(room.game_id, users[(state.turn + 1) % 4].pk, "low-clubs")
    Room.objects.update(open_since=database_time.now())
    lobby.kick(room.code, room.host, room.seats.exclude(user=room.host)[0].number, reason="Rude.")
    voter = room.seats.exclude(user=room.host)[1].user
    found = document(room.code, voter)
    waiting = room_of(users[:1])
    Room.objects.filter(code=waiting).update(open_since=database_time.now())
    parts = {"legal": found["legal"], "series": found["series"], "seats": found["seats"][0],
             "declaring": found["declaring"], "kick_vote": found["kick_vote"],
             "agreement": document(waiting, users[0])["agreement"]}  # fmt: skip
    inner = {f"{key}.{name}" for key, part in parts.items() for name in part}
    assert documented_keys() == {*found, *inner}


def test_it_is_never_cached(users):
    code = room_of(users)
    answer = signed_in(users[0]).get(f"/r/{code}/state.json")
    assert "no-store" in answer["Cache-Control"]
    assert "csrftoken" in answer.cookies
