"""Bots at the table: due games, crashes and delays, and cached knowledge."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from bots import driver, knowledge_cache
from game import play, row_values
from game.due_times import seats_to_wake
from game.integrity import problems
from game.models import Game
from literature.knowledge.knowledge import Knowledge
from literature.policy import LEVELS
from literature.rules.moves import Ask
from literature.rules.options import PRESETS
from tests.kit import PLAIN, claim, missed_ask, people, random_move, started, state_of

pytestmark = pytest.mark.django_db


def due(game):
    return Game.objects.values_list("due_at", flat=True).get(pk=game.pk)


def bots_game(rules=PLAIN, level="easy", count=None):
    return started([], rules, bots=count or rules.players, level=level)


def think(game):
    """The move to make now, and the kind of mover; None if there is no move to make."""
    return driver._Table(game.pk).decision()


def drive(game, most=5000):
    """Act as long as the game is due. Return the number of moves."""
    moves = 0
    for _ in range(most):
        due_at = due(game)
        if due_at is None:
            return moves
        moves += driver.act_if_due(game.pk, due_at)
    raise AssertionError("a game does not end")


# Whole games


#: The other pairs are tried by ``make soak``.
QUICK = [("nine-sets-anytime", "hard"), ("silent-hands", "medium")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "level"),
    [
        pytest.param(preset, level, marks=() if (preset, level) in QUICK else pytest.mark.soak)
        for preset in ("nine-sets", "nine-sets-anytime", "silent-hands")
        for level in LEVELS
    ],
)
def test_bots_finish_their_games(preset, level):
    game = bots_game(PRESETS[preset], level)
    moves = drive(game)
    game.refresh_from_db()
    assert (game.status, game.version, game.due_at) == ("finished", moves, None)
    assert problems(game) == []
    assert set(game.moves.values_list("mover", "user")) == {("bot", None)}


def test_bots_wait_for_a_person():
    """The bots play until the person's turn. Then nothing is due."""
    users = people(1)
    game = started(users, replace(PLAIN, claim_timing="any_time"), bots=3, dealer=1)
    for number in range(300):
        drive(game)
        game.refresh_from_db()
        if game.is_over:
            break
        assert (game.turn, game.due_at) == (0, None)
        move = random_move(state_of(game), Random(number))
        if move.seat == 0:
            request = play.Request(users[0].pk, f"r-{number}")
            play.act(game.pk, move, version=game.version, request=request)
            game.refresh_from_db()
            assert (game.due_at is None) == (seats_to_wake(state_of(game), [1, 2, 3]) == [])
    assert game.status == "finished"
    by_seat = game.moves.filter(seat=0).values_list("mover", flat=True)
    assert set(by_seat) == {"person"}
    assert problems(game) == []


# Due games


def test_read_due_finds_due_games_and_the_time_of_the_next(clock):
    now = timezone.now()
    late, soon, later, never = (bots_game() for _ in range(4))
    for game, seconds in ((late, -3), (soon, 60), (later, 120)):
        Game.objects.filter(pk=game.pk).update(due_at=now + timedelta(seconds=seconds))
    Game.objects.filter(pk=never.pk).update(due_at=None)
    games, wait = driver.read_due()
    assert games == [(late.pk, now - timedelta(seconds=3))]
    driver.act_if_due(*games[0])
    Game.objects.filter(pk=late.pk).update(due_at=None)
    games, wait = driver.read_due()
    assert games == []
    assert wait == 60


def test_read_due_finds_nothing_if_no_game_will_be_due():
    assert driver.read_due() == ([], float("inf"))


def test_the_games_that_are_due_longest_come_first():
    games = [bots_game() for _ in range(3)]
    now = timezone.now()
    for game, seconds in zip(games, (5, 9, 7), strict=True):
        Game.objects.filter(pk=game.pk).update(due_at=now - timedelta(seconds=seconds))
    assert [pk for pk, _due in driver.read_due()[0]] == [games[1].pk, games[2].pk, games[0].pk]


def left_by_all(users):
    """A game that all people have left, so only bots play."""
    game = started(users, bots=4 - len(users))
    for user in users:
        play.replace_with_bot(game.pk, user.pk, "easy")
    game.refresh_from_db()
    return game


def act_in_deserted_game():
    due_game = driver.deserted_game_due()
    return due_game is not None and driver.act_if_due(*due_game)


def test_a_deserted_game_comes_after_all_others(clock):
    deserted, other = left_by_all(people(2)), bots_game()
    clock.forward(60)
    Game.objects.filter(pk=other.pk).update(due_at=clock.now)
    assert driver.read_due()[0] == [(other.pk, clock.now)]
    assert act_in_deserted_game() is False
    assert state_of(deserted).number == 0
    Game.objects.filter(pk=other.pk).update(due_at=clock.now + timedelta(seconds=1))
    assert act_in_deserted_game() is True
    assert state_of(deserted).number == 1


def test_a_deserted_game_is_not_deserted_while_a_person_plays(clock):
    users = people(2)
    game = started(users, bots=2)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    clock.forward(60)
    assert [pk for pk, _due in driver.read_due()[0]] == [game.pk]
    assert act_in_deserted_game() is False


def test_bots_finish_a_deserted_game():
    game = left_by_all(people(4))
    while act_in_deserted_game():
        pass
    game.refresh_from_db()
    assert (game.status, game.due_at) == ("finished", None)
    assert problems(game) == []


def test_a_call_for_another_due_time_does_nothing():
    game = bots_game()
    at = due(game)
    assert driver.act_if_due(game.pk, at + timedelta(seconds=1)) is False
    assert driver.act_if_due("nosuchgame", at) is False
    assert (due(game), state_of(game).number) == (at, 0)


def test_one_due_time_gives_one_move():
    game = bots_game()
    at = due(game)
    assert driver.act_if_due(game.pk, at) is True
    assert driver.act_if_due(game.pk, at) is False
    assert state_of(game).number == 1


# Crashes and delays


def test_a_leased_game_is_not_due_while_its_bot_thinks(monkeypatch, clock):
    game = bots_game()
    seen = []
    think = driver._Table.decision

    def thinking(table):
        seen.append(due(game) - clock.now)
        assert driver.read_due()[0] == []
        return think(table)

    monkeypatch.setattr(driver._Table, "decision", thinking)
    assert driver.act_if_due(game.pk, due(game))
    assert seen == [driver.LEASE]


def test_a_scheduler_that_dies_while_a_bot_thinks_loses_nothing(monkeypatch, clock):
    game = bots_game()

    def die(table):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(driver._Table, "decision", die)
        with pytest.raises(KeyboardInterrupt):
            driver.act_if_due(game.pk, due(game))
    assert state_of(game).number == 0
    assert due(game) == clock.now + driver.LEASE
    assert driver.read_due()[0] == []
    # After the lease has run out, another scheduler takes the game.
    clock.forward(driver.LEASE.total_seconds())
    (again,) = driver.read_due()[0]
    assert driver.act_if_due(*again) is True
    assert state_of(game).number == 1


def test_a_scheduler_that_dies_before_its_commit_loses_nothing(monkeypatch, clock):
    game = bots_game()
    with monkeypatch.context() as dying:
        dying.setattr(row_values, "set_position", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            driver.act_if_due(game.pk, due(game))
    assert state_of(game).number == 0
    assert due(game) > clock.now
    assert driver.act_if_due(game.pk, due(game)) is True


def test_a_bot_that_is_slower_than_its_lease_does_not_move_twice(monkeypatch):
    """Another scheduler has taken the game meanwhile, and has made the move."""
    game = bots_game()
    think = driver._Table.decision

    def slowly(table):
        decision = think(table)
        monkeypatch.setattr(driver._Table, "decision", think)
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
        assert driver.act_if_due(game.pk, due(game)) is True
        return decision

    monkeypatch.setattr(driver._Table, "decision", slowly)
    assert driver.act_if_due(game.pk, due(game)) is False
    assert state_of(game).number == 1
    assert due(game) is not None
    assert problems(Game.objects.get(pk=game.pk)) == []


def test_a_bot_drops_a_claim_that_another_player_has_made(monkeypatch):
    game = bots_game(replace(PLAIN, claim_timing="any_time"))
    state = state_of(game)
    first = claim(state, 0, "low-clubs", **dict.fromkeys(("2C", "3C", "4C", "5C", "6C", "7C"), 0))

    def late(table):
        play.act(game.pk, first, version=0)
        return first, "bot"

    monkeypatch.setattr(driver._Table, "decision", late)
    assert driver.act_if_due(game.pk, due(game)) is False
    assert state_of(game).number == 1
    assert due(game) is not None


def test_an_illegal_move_of_a_bot_is_an_error(monkeypatch):
    game = bots_game()
    monkeypatch.setattr(driver._Table, "decision", lambda table: (Ask(0, 0, 2), "bot"))
    with pytest.raises(driver.IllegalMove):
        driver.act_if_due(game.pk, due(game))


def test_bots_do_not_think_about_finished_games():
    game = bots_game()
    drive(game)
    assert think(game) is None
    assert driver.read_due() == ([], float("inf"))


# Knowledge


def seen_by(game, seat):
    dealt = game.hands.get(seat=seat).dealt
    log = row_values.load_log(game)
    return driver.information_state(state_of(game), log, seat, dealer=game.dealer, dealt=dealt)


def lent(game, seat):
    """The knowledge of a seat: the cached one, if there is one."""
    with knowledge_cache.cached_knowledge(game, seen_by(game, seat)) as knowledge:
        return knowledge


def test_cached_knowledge_reads_only_new_events(monkeypatch):
    game = bots_game()
    numbers = []
    load = row_values.load_log

    def counted(game, since=0):
        numbers.append(since)
        return load(game, since)

    monkeypatch.setattr(knowledge_cache.row_values, "load_log", counted)
    for _ in range(12):
        driver.act_if_due(game.pk, due(game))
    # The knowledge of a seat reads only new events, except at the seat's first decision.
    assert len(numbers) >= 12
    assert numbers.count(0) <= 5


def test_lost_knowledge_is_computed_again(monkeypatch):
    game = bots_game(level="medium")
    for _ in range(10):
        driver.act_if_due(game.pk, due(game))
    game = Game.objects.get(pk=game.pk)
    seat = state_of(game).turn
    kept = lent(game, seat)
    assert lent(game, seat) is kept
    with monkeypatch.context() as patch:
        patch.setattr(knowledge_cache, "MOST", 0)
        lent(game, seat)
    again = lent(game, seat)
    assert kept is not again
    assert (kept.number, kept.may, kept.counts) == (again.number, again.may, again.counts)


def test_knowledge_that_failed_is_not_cached():
    game = bots_game()
    seen = seen_by(game, 0)
    with pytest.raises(RuntimeError), knowledge_cache.cached_knowledge(game, seen) as failed:
        raise RuntimeError
    with knowledge_cache.cached_knowledge(game, seen) as knowledge:
        assert isinstance(knowledge, Knowledge) and knowledge is not failed
        assert lent(game, 0) is not knowledge  # Nobody else can use the knowledge meanwhile.
    assert lent(game, 0) is knowledge


def test_the_number_of_cached_knowledges_is_limited(monkeypatch):
    monkeypatch.setattr(knowledge_cache, "MOST", 3)
    games = [bots_game() for _ in range(5)]
    kept = [lent(game, 0) for game in games]
    assert all(lent(game, 0) is each for game, each in zip(games[2:], kept[2:], strict=True))
    assert lent(games[0], 0) is not kept[0]


def test_knowledge_of_later_events_is_not_used():
    """A version newer than the game's can be in the cache after an older backup was restored."""
    game = bots_game()
    for number in range(6):
        play.act(game.pk, missed_ask(state_of(game)), version=number)
    game = Game.objects.get(pk=game.pk)
    seat = state_of(game).turn
    assert lent(game, seat).number == 6
    game.version = 2
    older = driver.information_state(
        state_of(game), (), seat, dealer=game.dealer, dealt=game.hands.get(seat=seat).dealt
    )
    with knowledge_cache.cached_knowledge(game, older) as younger:
        assert younger.number == 2
