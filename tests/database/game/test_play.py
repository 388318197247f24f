"""Tests of ``game.play``, which starts games and stores moves."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from game import play, row_values
from game.models import Game, Hand, Move, Player
from game.play import Request
from game.refusals import Refused
from literature.rules.deal import commitment, deal
from literature.rules.legality import IllegalMove
from literature.rules.moves import Asked, Claim, Pass, Passed
from tests.kit import (
    PLAIN,
    ask,
    claim,
    hand,
    person,
    play_on,
    roster,
    rows_of,
    stacked,
    started,
    state_of,
)

pytestmark = pytest.mark.django_db

CLUBS, DIAMONDS = "low-clubs high-clubs", "low-diamonds high-diamonds"
HEARTS, SPADES = "low-hearts high-hearts", "low-spades high-spades"
# Each seat has eleven cards of one suit, and one card of the other colour.
MIXED = (
    "low-clubs 9C TC JC QC KC 9D",
    "low-diamonds AC TD JD QD KD AD",
    "low-spades 9S TS JS QS KS AH",
    "low-hearts AS 9H TH JH QH KH",
)


@pytest.fixture
def game(users):
    return dealt(users, *MIXED)


def dealt(users, *hands, **options):
    """A running game with these hands and some options changed."""
    with stacked(*hands):
        return started(users, replace(PLAIN, **options))


# The start


def test_a_game_is_dealt_from_its_seed_and_shows_the_commitment(users):
    game = started(users, PLAIN, dealer=3)
    game.refresh_from_db()
    seed = bytes.fromhex(game.seed)
    assert len(seed) == 32
    assert game.commitment == commitment(seed)
    hands = deal(PLAIN, seed, 3)
    assert [(each.seat, each.dealt, each.live) for each in game.hands.all()] == [
        (seat, cards, cards) for seat, cards in enumerate(hands)
    ]


def test_no_two_games_have_the_same_seed_or_id(users):
    games = [started(users) for _ in range(5)]
    assert len({game.seed for game in games}) == len({game.pk for game in games}) == 5


def test_a_new_game_has_no_moves(users):
    before = timezone.now()
    game = started(users, PLAIN, dealer=2)
    game.refresh_from_db()
    assert (game.status, game.phase, game.turn, game.dealer) == ("running", "playing", 2, 2)
    assert (game.version, game.turn_version, game.scores) == (0, 0, (0, 0))
    assert game.rules == PLAIN
    assert before <= game.started_at <= timezone.now()
    assert game.finished_at is None
    assert game.source is None
    assert not game.moves.exists()


@pytest.mark.postgres
def test_a_game_has_a_roster_of_its_own(users):
    game = play.start(PLAIN, roster(users[:2], bots=2), dealer=0, preset="classic")
    assert list(game.players.values_list("seat", "user", "name", "avatar", "bot")) == [
        (0, users[0].pk, "Asha", "fox", ""),
        (1, users[1].pk, "Ben", "fox", ""),
        (2, None, "Bot 2", "bot-ada", "easy"),
        (3, None, "Bot 3", "bot-ada", "easy"),
    ]
    assert game.preset == "classic"
    # The game keeps the name that the player had at its start.
    users[0].name = "Ada"
    users[0].save()
    users[1].delete()
    assert list(game.players.values_list("name", "user"))[:2] == [
        ("Asha", users[0].pk),
        ("Ben", None),
    ]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_failed_start_stores_nothing():
    asha = person()
    with pytest.raises(DatabaseError):
        started([asha, asha, asha, asha])
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    assert not Hand.objects.exists()


# Moves


def test_a_hit_moves_the_card_and_keeps_the_turn(game):
    answer = play.act(game.pk, ask(0, "AC", 1), version=0)
    assert answer == play.MadeMove(game, Asked(0, 0, ask(0, "AC", 1).card, 1, True))
    assert answer.version == 1
    game.refresh_from_db()
    assert (game.version, game.turn_version, game.turn) == (1, 1, 0)
    live = [held.live for held in game.hands.all()]
    assert live[0] == hand(PLAIN, CLUBS + " 9D")
    assert live[1] == hand(PLAIN, "low-diamonds TD JD QD KD AD")
    assert [held.dealt for held in game.hands.all()] == [hand(PLAIN, text) for text in MIXED]


def test_a_miss_gives_the_turn_away_and_no_card(game):
    play.act(game.pk, ask(0, "TD", 3), version=0)
    game.refresh_from_db()
    assert (game.version, game.turn_version, game.turn) == (1, 1, 3)
    assert [held.live for held in game.hands.all()] == [hand(PLAIN, text) for text in MIXED]


@pytest.mark.postgres
def test_a_right_claim_scores_and_removes_the_cards(game):
    play.act(game.pk, claim(state_of(game), 0, "low-spades"), version=0)
    game.refresh_from_db()
    assert game.scores == (1, 0)
    assert game.scorers == [-1, -1, -1, -1, -1, -1, 0, -1]
    assert [held.live for held in game.hands.all()][2] == hand(PLAIN, "9S TS JS QS KS AH")
    move = game.moves.get()
    assert (move.kind, move.card_set, move.outcome) == ("claim", "low-spades", "correct")
    assert move.revealed == move.holders == [[card, 2] for card in range(39, 45)]


def test_a_pass_gives_the_turn(users):
    game = dealt(users, CLUBS, DIAMONDS, SPADES, HEARTS, pass_after_claim=True)
    play.act(game.pk, claim(state_of(game), 0, "low-clubs"), version=0)
    game.refresh_from_db()
    assert game.may_pass
    play.act(game.pk, Pass(0, 2), version=1)
    game.refresh_from_db()
    assert (game.turn, game.may_pass, game.turn_version) == (2, False, 2)
    move = game.moves.last()
    assert (move.kind, move.seat, move.other) == ("pass", 0, 2)


@pytest.mark.postgres
def test_the_log_says_who_moved_and_when(game, users):
    before = timezone.now()
    play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[0].pk, "r-1"))
    play.act(game.pk, ask(0, "AD", 3), version=1, mover=Move.Mover.BOT)
    first, second = game.moves.all()
    assert (first.number, first.mover, first.user, first.request_id) == (
        0,
        "person",
        users[0],
        "r-1",
    )
    assert (second.number, second.mover, second.user, second.request_id) == (1, "bot", None, "")
    assert before <= first.made_at <= second.made_at <= timezone.now()


@pytest.mark.postgres
def test_the_last_move_ends_the_game(users):
    game = dealt(users, CLUBS, DIAMONDS, SPADES, HEARTS, claim_timing="any_time")
    names = [f"{half}-{suit}" for half in ("low", "high") for suit in ("clubs", "spades")]
    for number, name in enumerate([*names, "low-diamonds", "high-diamonds"]):
        seat = 1 if "diamonds" in name else 2
        play.act(game.pk, claim(state_of(game), seat, name), version=number)
        if number == 3:
            # The turn-holder's team has no cards. Later the turn-holder passes to the other team,
            # which then claims.
            game.refresh_from_db()
            assert game.phase == "must_pass"
    play.act(game.pk, Pass(0, 3), version=6)
    play.act(game.pk, claim(state_of(game), 3, "low-hearts"), version=7)
    game.refresh_from_db()
    assert (game.status, game.phase, game.finished_at) == ("running", "endgame", None)
    play.act(game.pk, claim(state_of(game), 3, "high-hearts"), version=8)
    game.refresh_from_db()
    assert (game.status, game.phase, game.scores) == ("finished", "finished", (4, 4))
    assert game.finished_at == game.moves.last().made_at
    assert game.due_at is None
    assert game.is_over


@pytest.mark.postgres
def test_a_move_that_fails_in_the_middle_changes_nothing(game, monkeypatch):
    before = rows_of(game)

    def fail(*args):
        raise RuntimeError("the power went")

    monkeypatch.setattr(row_values, "set_position", fail)
    with pytest.raises(RuntimeError):
        play.act(game.pk, ask(0, "AC", 1), version=0)
    assert rows_of(game) == before


# Stale or fresh moves


def test_an_ask_on_an_older_version_is_stale_after_an_ask(game, users):
    play.act(game.pk, ask(0, "AC", 1), version=0)  # A hit: the same seat keeps the turn.
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AD", 3), version=0)
    play.act(game.pk, ask(0, "AD", 3), version=1)


def test_an_ask_is_stale_after_a_miss_even_for_the_new_turn_holder(game):
    play.act(game.pk, ask(0, "TD", 3), version=0)
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(3, "AH", 2), version=0)


@pytest.mark.parametrize("seat", [1, 2])
def test_the_claim_of_another_player_does_not_make_an_ask_stale(users, seat):
    game = dealt(users, *MIXED, claim_timing="any_time")
    name = "low-spades" if seat == 2 else "low-diamonds"
    play.act(game.pk, claim(state_of(game), seat, name), version=0)
    answer = play.act(game.pk, ask(0, "AC", 1), version=0)
    assert answer.event == Asked(1, 0, ask(0, "AC", 1).card, 1, True)


@pytest.mark.parametrize("outcome", ["correct", "misplaced"])
def test_a_claim_by_the_turn_holder_makes_an_ask_stale(users, outcome):
    game = dealt(users, *MIXED, misplaced_claim="return")
    said = {"2C": 2} if outcome == "misplaced" else {}
    play.act(game.pk, claim(state_of(game), 0, "low-clubs", **said), version=0)
    assert game.moves.get().outcome == outcome
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AC", 1), version=0)


def test_a_pass_is_stale_after_a_pass(users):
    game = dealt(users, CLUBS, DIAMONDS, SPADES, HEARTS, pass_after_claim=True)
    play.act(game.pk, claim(state_of(game), 0, "low-clubs"), version=0)
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, Pass(0, 2), version=0)
    assert play.act(game.pk, Pass(0, 2), version=1).event == Passed(1, 0, 2)
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, Pass(0, 2), version=1)


def test_a_claim_is_never_stale(game):
    play.act(game.pk, ask(0, "TD", 3), version=0)
    play.act(game.pk, ask(3, "AH", 0), version=1)
    play.act(game.pk, claim(state_of(game), 0, "low-clubs"), version=0)


@pytest.mark.postgres
@pytest.mark.parametrize("version", [-1, 1, 10**30])
def test_a_future_version_is_stale(game, version):
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AC", 1), version=version)


# Request ids


@pytest.mark.postgres
@pytest.mark.parametrize(("card", "of", "hit"), [("AC", 1, True), ("TD", 3, False)])
def test_an_ask_that_is_sent_twice_is_made_once(game, users, card, of, hit):
    request = Request(users[0].pk, "r-1")
    first = play.act(game.pk, ask(0, card, of), version=0, request=request)
    assert first.event.hit is hit
    before = rows_of(game)
    again = play.act(game.pk, ask(0, card, of), version=0, request=request)
    assert again == first
    assert rows_of(game) == before


@pytest.mark.postgres
def test_a_repeated_request_gets_the_first_answer_much_later(users):
    game = dealt(users, *MIXED)
    request = Request(users[0].pk, "r-1")
    move = ask(0, "AC", 1)
    first = play.act(game.pk, move, version=0, request=request)
    play_on(game, 10)
    assert play.act(game.pk, move, version=99, request=request) == first
    play_on(game)
    assert game.status == "finished"
    assert play.act(game.pk, move, version=0, request=request) == first
    Game.objects.filter(pk=game.pk).update(status="abandoned")
    assert play.act(game.pk, move, version=0, request=request) == first


@pytest.mark.postgres
def test_claims_and_passes_that_are_sent_twice_are_made_once(users):
    game = dealt(users, *MIXED, pass_after_claim=True, claim_timing="any_time")
    claimed = claim(state_of(game), 0, "low-spades", **{"2S": 0})
    requests = [Request(users[0].pk, "c"), Request(users[0].pk, "p")]
    first = play.act(game.pk, claimed, version=0, request=requests[0])
    assert first.event.outcome == "misplaced"
    assert play.act(game.pk, claimed, version=0, request=requests[0]) == first
    right = claim(state_of(game), 0, "low-clubs")
    play.act(game.pk, right, version=1)
    passed = play.act(game.pk, Pass(0, 2), version=2, request=requests[1])
    assert play.act(game.pk, Pass(0, 2), version=2, request=requests[1]) == passed
    assert game.moves.count() == 3


def test_a_request_id_that_was_used_for_another_move_is_refused(game, users):
    request = Request(users[0].pk, "r-1")
    play.act(game.pk, ask(0, "AC", 1), version=0, request=request)
    before = rows_of(game)
    for other in (ask(0, "AD", 1), ask(0, "AC", 3), claim(state_of(game), 0, "low-clubs")):
        with pytest.raises(Refused, match="request_reused"):
            play.act(game.pk, other, version=1, request=request)
    assert rows_of(game) == before


def test_refusals_are_not_stored_for_a_request(game, users):
    request = Request(users[0].pk, "r-1")
    with pytest.raises(IllegalMove, match="asking_held_card"):
        play.act(game.pk, ask(0, "2C", 1), version=0, request=request)
    answer = play.act(game.pk, ask(0, "AC", 1), version=0, request=request)
    assert answer.event.hit


@pytest.mark.postgres
def test_different_people_may_use_the_same_request_id(game, users):
    play.act(game.pk, ask(0, "TD", 3), version=0, request=Request(users[0].pk, "1"))
    play.act(game.pk, ask(3, "AH", 0), version=1, request=Request(users[3].pk, "1"))
    assert game.moves.count() == 2


# Refusals


def test_only_the_player_at_a_seat_can_move(game, users):
    before = rows_of(game)
    stranger = person("Zoe")
    for user in (users[1], stranger):
        with pytest.raises(Refused, match="not_seated"):
            play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(user.pk, "r"))
    assert rows_of(game) == before


def test_answers_to_requests_of_others_are_not_revealed(game, users):
    play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[0].pk, "r"))
    with pytest.raises(Refused, match="not_seated"):
        play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[1].pk, "r"))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (ask(1, "2C", 0), "not_your_turn"),
        (ask(0, "8C", 1), "unknown_card"),
        (ask(0, "AC", 2), "target_teammate"),
        (ask(0, "2H", 3), "no_card_of_set"),
        (ask(0, "2C", 1), "asking_held_card"),
        (Claim(0, -1, ()), "unknown_set"),
        (Claim(0, 0, ()), "bad_holders"),
        (Claim(0, 0, tuple((card, 1) for card in range(6))), "holder_not_teammate"),
        (Claim(1, 2, tuple((card, 1) for card in range(13, 19))), "not_your_turn"),
        (Pass(0, 2), "may_not_pass"),
        (Pass(1, 3), "not_your_turn"),
    ],
)
def test_nothing_has_changed_after_a_refusal(game, users, move, code):
    before = rows_of(game)
    with pytest.raises((IllegalMove, Refused)) as illegal:
        play.act(game.pk, move, version=0, request=Request(users[move.seat].pk, "r"))
    assert illegal.value.code == code
    assert rows_of(game) == before


def test_nothing_has_changed_after_a_stale_move(game):
    play.act(game.pk, ask(0, "AC", 1), version=0)
    before = rows_of(game)
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AD", 1), version=0)
    assert rows_of(game) == before


def test_a_finished_game_accepts_no_moves(users):
    game = started(users, PLAIN)
    state = play_on(game)
    before = rows_of(game)
    for move in (ask(state.turn, "2C", 1 - state.turn % 2), Claim(0, 0, ()), Pass(state.turn, 0)):
        with pytest.raises(IllegalMove, match="game_over"):
            play.act(game.pk, move, version=state.number)
    assert rows_of(game) == before


def test_an_abandoned_game_accepts_no_moves(game):
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    before = rows_of(game)
    for move in (ask(0, "AC", 1), claim(state_of(game), 0, "low-clubs"), Pass(0, 2)):
        with pytest.raises(IllegalMove, match="game_over"):
            play.act(game.pk, move, version=0)
    assert rows_of(game) == before


def test_a_game_that_does_not_exist_is_an_error():
    with pytest.raises(Game.DoesNotExist):
        play.act("0" * 24, ask(0, "AC", 1), version=0)


# The due time


def test_without_bots_nothing_is_due(game):
    assert game.due_at is None
    play.act(game.pk, ask(0, "TD", 3), version=0)
    game.refresh_from_db()
    assert game.due_at is None


def test_a_bot_that_has_the_turn_is_due(users, settings, clock):
    settings.BOT_THINK_SECONDS = 10
    with stacked(*MIXED):
        game = started(users[:3], PLAIN, bots=1)
    assert game.due_at is None
    play.act(game.pk, ask(0, "TD", 3), version=0)
    game.refresh_from_db()
    assert timedelta(seconds=5) <= game.due_at - clock.now <= timedelta(seconds=17.5)
    # The bot misses, and it is the person's turn again.
    play.act(game.pk, ask(3, "AH", 0), version=1)
    game.refresh_from_db()
    assert game.due_at is None


def test_a_bot_that_deals_is_due_from_the_start(users):
    game = started(users[:3], PLAIN, bots=1, dealer=3)
    assert game.due_at is not None
    assert Game.objects.get(due_at__isnull=False) == game
