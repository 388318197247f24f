"""Makes any number of finished games for measurements, and stores a thousand at a time.

Games, players and player results are like real ones. There are no logs, because no list reads them.
A seed decides who plays with whom; a few people are extreme cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import User
from game.models import Companion, Game, Player, PlayerResult
from literature.rules.options import PRESETS

START = datetime(2020, 1, 1, tzinfo=UTC)
BATCH = 1000
PEOPLE = 400
ROOMS = 500


@dataclass(frozen=True)
class Cast:
    """The people whose pages are measured: a person who plays in every game, an ordinary person,
    and people who played with the first person often or rarely.
    """

    tireless: User
    usual: User
    frequent: User
    rare: User


def build(games: int, seed: int = 1) -> Cast:
    """Make this number of games. The first person plays in all of them."""
    chance = Random(seed)
    people = User.objects.bulk_create(
        User(username=f"guest-{n}", username_skeleton=f"{n}", name=f"Person {n}", avatar="fox",
             is_guest=True, password="!")
        for n in range(PEOPLE)
    )  # fmt: skip
    cast = Cast(people[0], people[1], people[2], people[3])
    for first in range(0, games, BATCH):
        _store([_drawn(n, people, chance, games) for n in range(first, min(first + BATCH, games))])
    return cast


@dataclass
class _Drawn:
    game: Game
    roster: list[User | None]


def _drawn(number: int, people: list[User], chance: Random, games: int) -> _Drawn:
    """Make a game of six: the person who plays in every game, a few others, and bots."""
    preset = chance.choice([name for name in PRESETS if name != "strict"])
    if number % (games // 10 or 1) == 7:
        preset = "strict"
    ended = START + timedelta(minutes=30 * number, microseconds=chance.randrange(10**6))
    scores = chance.choice([(5, 3), (3, 5), (6, 2), (2, 6)])
    if number < 5:
        scores = (4, 4)
    room = chance.randrange(ROOMS - 1)
    game = Game(
        status=Game.Status.FINISHED,
        preset=preset,
        options=PRESETS[preset].to_json(),
        dealer=0,
        seed="0" * 64,
        commitment="0" * 64,
        version=chance.randrange(60, 200),
        turn=0,
        phase="finished",
        score_0=scores[0],
        score_1=scores[1],
        scorers=[],
        started_at=ended - timedelta(minutes=chance.randrange(8, 60)),
        finished_at=ended,
        room_code=f"R{room:05}" if number % 5000 else "RAREST",
    )
    others = chance.sample(people[4:], chance.randrange(0, 4))
    others += [people[1]] if number % 100 == 0 else []
    others += [people[2]] if number % 2 == 0 else []
    # The ordinary person plays in games 0, 100, 200 and so on, so never with the rare person.
    others += [people[3]] if 0 < number < 10 else []
    roster: list[User | None] = [people[0], *others][:6]
    roster += [None] * (6 - len(roster))
    chance.shuffle(roster)
    return _Drawn(game, roster)


def _store(drawn: list[_Drawn]) -> None:
    Game.objects.bulk_create(each.game for each in drawn)
    Player.objects.bulk_create(player for each in drawn for player in _players(each))
    results = PlayerResult.objects.bulk_create(
        result for each in drawn for result in _results(each)
    )
    by_game: dict[str, list[PlayerResult]] = {}
    for result in results:
        by_game.setdefault(result.game_id, []).append(result)
    Companion.objects.bulk_create(
        Companion(
            player_result=result,
            user_id=result.user_id,
            other_id=other.user_id,
            partner=result.team == other.team,
            result=result.result,
            ended_at=result.ended_at,
        )
        for together in by_game.values()
        for result in together
        for other in together
        if result is not other
    )


def _players(drawn: _Drawn) -> Iterator[Player]:
    for seat, user in enumerate(drawn.roster):
        if user:
            yield Player(game=drawn.game, seat=seat, user=user, name=user.name, avatar=user.avatar)
        else:
            yield Player(
                game=drawn.game, seat=seat, name=f"Bot {seat}", avatar="bot-ada", bot="easy"
            )


def _results(drawn: _Drawn) -> Iterator[PlayerResult]:
    game = drawn.game
    ahead = None if game.score_0 == game.score_1 else int(game.score_1 > game.score_0)
    for seat, user in enumerate(drawn.roster):
        if user is None:
            continue
        result = PlayerResult.Result.WON if ahead == seat % 2 else PlayerResult.Result.LOST
        yield PlayerResult(
            game=game,
            user=user,
            seat=seat,
            result=PlayerResult.Result.DRAWN if ahead is None else result,
            ended_at=game.finished_at,
            preset=game.preset,
            room_code=game.room_code,
            asks=12 + seat,
            hits=5 + seat % 3,
            right_claims=seat % 3,
            wrong_claims=seat % 2,
        )
