"""Claim pauses: who gets one, for how long, and who may move during a pause."""

from dataclasses import replace
from datetime import timedelta

import pytest

from finished import records
from game import play
from game.due_times import CLAIM_PAUSE
from game.models import Game, Move, Player
from game.refusals import Refused
from literature.record import read, replay
from literature.rules.legality import IllegalMove
from literature.rules.moves import Claim, Pass
from tests.database.kit.times import ANY_TIME, dealt, fresh, look, movers, refused
from tests.kit import ask, claim, person, play_on, roster, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users):
    return dealt(users, ANY_TIME)


def wasted(game):
    return [player.pauses_wasted for player in game.players.all()]


def test_a_claim_pause_lasts_45_seconds(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    now = fresh(game)
    assert (now.claim_pause_seat, now.claim_pause_set) == (2, "low-spades")
    assert now.claim_pause_until == now.due_at == clock.now + timedelta(seconds=45)
    assert now.version == 0


# Refusals


@pytest.mark.parametrize(
    ("seat", "set_name", "options", "code"),
    [
        (0, "low-clubs", {}, "your_turn"),
        (1, "low-clubs", {"claim_timing": "own_turn"}, "not_your_turn"),
        (2, "low-clubs", {"claim_timing": "own_turn"}, "not_your_turn"),
        (1, "low-clubs", {"claim_timing": "team_turn"}, "not_your_turn"),
        (1, "low-moons", {}, "unknown_set"),
        (1, "", {}, "unknown_set"),
        (1, "extra", {}, "unknown_set"),
    ],
)
def test_players_who_may_not_start_a_pause(users, seat, set_name, options, code):
    game = dealt(users, replace(ANY_TIME, **options))
    assert refused(play.start_claim_pause, game.pk, users[seat].pk, set_name) == code
    assert fresh(game).claim_pause_until is None
    assert wasted(game) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("timing", "phase", "rule"),
    [
        (
            "own_turn",
            "playing",
            "Here only the player to move may claim. Wait for your turn.",
        ),
        (
            "team_turn",
            "playing",
            "Here only the team to move may claim. Wait for your team’s turn.",
        ),
        (
            "any_time",
            "endgame",
            "Only one team has cards left. Now only the player to move may claim.",
        ),
    ],
)
def test_a_refused_claim_names_the_rule(users, timing, phase, rule):
    game = dealt(users, replace(ANY_TIME, claim_timing=timing))
    Game.objects.update(phase=phase)
    claimed, request = claim(state_of(game), 1, "low-clubs"), play.Request(users[1].pk, "r")
    with pytest.raises(Refused, match="not_your_turn") as claiming:
        play.act(game.pk, claimed, version=0, request=request)
    with pytest.raises(Refused, match="not_your_turn") as pausing:
        play.start_claim_pause(game.pk, users[1].pk, "low-clubs")
    assert claiming.value.message == pausing.value.message == rule


def test_a_partner_may_start_a_pause_if_the_team_may_claim(users):
    game = dealt(users, replace(ANY_TIME, claim_timing="team_turn"))
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    assert fresh(game).claim_pause_seat == 2


def test_people_without_a_seat_may_not_start_a_pause(game):
    assert refused(play.start_claim_pause, game.pk, person("Zoe").pk, "low-clubs") == "not_seated"


def test_no_pause_for_a_resolved_set(game, users):
    play.act(game.pk, claim(state_of(game), 0, "low-clubs"), version=0)
    assert refused(play.start_claim_pause, game.pk, users[1].pk, "low-clubs") == "set_resolved"


def test_only_one_pause_at_a_time(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    assert refused(play.start_claim_pause, game.pk, users[1].pk, "low-diamonds") == "paused"


def test_no_pause_in_a_game_without_claim_pauses(users):
    game = dealt(users, ANY_TIME, pauses=False)
    assert refused(play.start_claim_pause, game.pk, users[1].pk, "low-diamonds") == "no_pause"
    play.act(game.pk, claim(state_of(game), 1, "low-diamonds"), version=0)
    assert fresh(game).score_1 == 1


def test_no_pause_in_the_endgame(users):
    black = ("low-clubs", "low-diamonds high-diamonds", "low-spades", "low-hearts high-hearts")
    hands = (f"{black[0]} high-clubs", black[1], f"{black[2]} high-spades", black[3])
    game = dealt(users, ANY_TIME, hands=hands)
    for name in ("low-diamonds", "high-diamonds"):
        play.act(game.pk, claim(state_of(game), 1, name), version=fresh(game).version)
    for name in ("low-hearts", "high-hearts"):
        play.act(game.pk, claim(state_of(game), 3, name), version=fresh(game).version)
    assert fresh(game).phase == "endgame"
    assert refused(play.start_claim_pause, game.pk, users[2].pk, "low-spades") == "not_your_turn"
    assert refused(play.start_claim_pause, game.pk, users[0].pk, "low-spades") == "your_turn"


def test_no_pause_after_the_end(game, users):
    play_on(game)
    assert refused(play.start_claim_pause, game.pk, users[1].pk, "low-clubs") == "game_over"
    assert refused(play.cancel_claim_pause, game.pk, users[1].pk) == "game_over"


# During a pause


def test_everybody_else_waits(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    state = state_of(game)
    for move in (
        ask(0, "AC", 1),
        Pass(0, 2),
        claim(state, 0, "low-clubs"),
        claim(state, 1, "low-diamonds"),
    ):
        assert refused(play.act, game.pk, move, version=0) == "paused"
    assert fresh(game).version == 0
    assert not Move.objects.exists()


def test_the_claim_ends_the_pause_and_the_pause_is_not_wasted(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    now = fresh(game)
    assert (now.claim_pause_seat, now.claim_pause_set, now.claim_pause_until) == (None, None, None)
    assert (now.version, now.score_0) == (1, 1)
    assert wasted(game) == [0, 0, 0, 0]
    play.act(game.pk, ask(0, "AC", 1), version=0)


def test_another_set_may_be_claimed_than_the_announced_one(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.start_claim_pause(game.pk, users[2].pk, "low-clubs")
    assert fresh(game).claim_pause_set == "low-clubs"
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert wasted(game) == [0, 0, 0, 0]


def test_choosing_another_set_gives_no_more_time(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    until = fresh(game).claim_pause_until
    clock.forward(20)
    play.start_claim_pause(game.pk, users[2].pk, "low-clubs")
    assert fresh(game).claim_pause_until == until
    assert wasted(game) == [0, 0, 1, 0]


def test_a_refused_claim_does_not_end_the_pause(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    bad = Claim(2, state_of(game).deck.set_index("low-spades"), ())
    with pytest.raises(IllegalMove, match="bad_holders"):
        play.act(game.pk, bad, version=0)
    assert fresh(game).claim_pause_seat == 2
    assert wasted(game) == [0, 0, 1, 0]


# The end of a pause


def test_a_player_may_cancel_their_pause(game, users):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.cancel_claim_pause(game.pk, users[1].pk)
    assert fresh(game).claim_pause_seat == 2
    play.cancel_claim_pause(game.pk, users[2].pk)
    assert fresh(game).claim_pause_until is None
    play.act(game.pk, ask(0, "AC", 1), version=0)


def test_the_game_continues_after_the_time_of_a_pause(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(44.9)
    assert play.end_claim_pause(game.pk) is False
    assert fresh(game).claim_pause_seat == 2
    clock.forward(0.1)
    assert play.end_claim_pause(game.pk) is True
    assert fresh(game).claim_pause_seat is None
    assert fresh(game).due_at is None
    assert wasted(game) == [0, 0, 1, 0]


def test_without_a_scheduler_the_others_move_after_a_pause(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(45)
    play.act(game.pk, ask(0, "AC", 1), version=0)
    assert fresh(game).claim_pause_until is None
    assert wasted(game) == [0, 0, 1, 0]


def test_without_a_scheduler_another_player_may_start_a_pause(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(46)
    play.start_claim_pause(game.pk, users[1].pk, "low-diamonds")
    now = fresh(game)
    assert (now.claim_pause_seat, now.claim_pause_until) == (1, clock.now + CLAIM_PAUSE)
    assert wasted(game) == [0, 1, 1, 0]


def test_a_player_may_waste_two_pauses(game, users, clock):
    for _ in range(2):
        play.start_claim_pause(game.pk, users[2].pk, "low-spades")
        clock.forward(45)
        play.end_claim_pause(game.pk)
    assert refused(play.start_claim_pause, game.pk, users[2].pk, "low-spades") == "too_many_pauses"
    play.start_claim_pause(game.pk, users[1].pk, "low-diamonds")
    play.cancel_claim_pause(game.pk, users[1].pk)
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)


def test_a_cancelled_pause_is_wasted(game, users):
    for _ in range(2):
        play.start_claim_pause(game.pk, users[2].pk, "low-spades")
        play.cancel_claim_pause(game.pk, users[2].pk)
    assert refused(play.start_claim_pause, game.pk, users[2].pk, "low-spades") == "too_many_pauses"


def test_a_player_who_claims_may_pause_again_and_again(users):
    game = dealt(users, ANY_TIME)
    for name in ("low-spades", "low-clubs"):
        play.start_claim_pause(game.pk, users[2].pk, name)
        play.act(game.pk, claim(state_of(game), 2, name), version=0)
    play.start_claim_pause(game.pk, users[2].pk, "high-spades")
    assert wasted(game) == [0, 0, 1, 0]


# The clock and the bots


def test_the_turn_holder_gets_the_time_of_the_pause_back(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(50)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(30)
    play.cancel_claim_pause(game.pk, users[2].pk)
    assert fresh(game).deadline == deadline + timedelta(seconds=30)
    assert fresh(game).due_at == fresh(game).deadline


def test_a_turn_does_not_end_during_a_pause(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=30)
    clock.forward(29)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(44)
    assert look() == []
    clock.forward(1)
    assert look() == [False]
    now = fresh(game)
    assert now.claim_pause_until is None
    assert now.deadline == clock.now + timedelta(seconds=1)
    assert now.version == 0


def test_bots_wait(users, clock):
    game = dealt(users[:1], ANY_TIME, bots=3, dealer=1)
    play.start_claim_pause(game.pk, users[0].pk, "low-clubs")
    clock.forward(44)
    assert look() == []
    # The game becomes due during the pause, for example at the end of a scheduler's lease.
    Game.objects.update(due_at=clock.now)
    assert look() == [False]
    assert fresh(game).due_at == fresh(game).claim_pause_until
    clock.forward(1)
    assert look() == [False]
    assert fresh(game).claim_pause_until is None
    assert look() == [True]
    assert [mover for mover, _seat in movers(game)] == ["bot"]


def test_a_player_who_leaves_ends_their_pause(game, users, clock):
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.replace_with_bot(game.pk, users[2].pk, "easy")
    assert fresh(game).claim_pause_until is None


def test_another_player_who_leaves_ends_no_pause(users, clock):
    """The scheduler must still end the pause, even though no bot has to act."""
    game = dealt(users, replace(ANY_TIME, claim_timing="team_turn"))
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.replace_with_bot(game.pk, users[1].pk, "easy")
    now = fresh(game)
    assert now.claim_pause_seat == 2
    assert now.due_at == now.claim_pause_until


# After a pause


def test_records_do_not_contain_claim_pauses(game, users):
    def moves_only():
        return [(m.number, m.kind, m.seat, m.card_set) for m in game.moves.all()]

    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.cancel_claim_pause(game.pk, users[2].pk)
    assert moves_only() == []
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert moves_only() == [(0, "claim", 2, "low-spades")]
    play_on(game)
    text = records.export(fresh(game))
    assert "pause" not in text


def test_a_game_with_claim_pauses_has_a_valid_record(users):
    game = play.start(ANY_TIME, roster(users), dealer=0)
    play.start_claim_pause(game.pk, users[1].pk, "low-spades")
    play.cancel_claim_pause(game.pk, users[1].pk)
    play.start_claim_pause(game.pk, users[3].pk, "low-hearts")
    play.act(game.pk, claim(state_of(game), 3, "low-hearts", **_own_team(game, 3)), version=0)
    play_on(game)
    replay(read(records.export(fresh(game)).encode()))
    assert Player.objects.filter(game=game, pauses_wasted=1).count() == 1


def _own_team(game, seat):
    """The claimed holders of low hearts: the claimer for all cards. The claim is legal."""
    return {f"{rank}H": seat for rank in "234567"}
