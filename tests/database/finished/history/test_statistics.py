"""The statistics of a person, compared with a slow count over records, and the page for them."""

import json
import re
from collections import Counter, defaultdict
from datetime import UTC, date, datetime
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finished import records
from finished.history import charts, statistics
from finished.history.statistics import OtherPerson, Statistics, Tally, statistics_of
from game import play, row_values
from game.models import Companion, Game, Hand, Player, PlayerResult
from game.models import Move as MoveRow
from literature import selfplay
from literature.rules.deal import commitment
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from tests.database.kit.played_by_people import end_by_people
from tests.kit import PLAIN, import_record, one_line, people, person, signed_in, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def store(chance, people, number):
    """Store a game of bots as if people had some of its seats."""
    preset = chance.choice(list(PRESETS))
    rules = PRESETS[preset].with_players(chance.choice([4, 6]))
    seed = selfplay.seed_of(7, number)
    played = selfplay.play(rules, seed, ("easy", "easy"))
    ended = datetime(2026, 1, 1, tzinfo=UTC) + chance.random() * (
        datetime(2026, 12, 31, tzinfo=UTC) - datetime(2026, 1, 1, tzinfo=UTC)
    )
    game = Game(
        preset=preset, options=rules.to_json(), dealer=played.dealer, seed=seed.hex(),
        commitment=commitment(seed), started_at=ended, finished_at=ended, status="finished",
        turn_version=0,
    )  # fmt: skip
    row_values.set_position(game, played.state)
    game.save(force_insert=True)
    sitting = chance.sample(people, chance.randrange(1, 4))
    seats = dict(zip(chance.sample(range(rules.players), len(sitting)), sitting, strict=True))
    Player.objects.bulk_create(
        Player(
            game=game,
            seat=seat,
            user=seats.get(seat),
            name=f"{seat}",
            bot="" if seat in seats else "easy",
        )
        for seat in range(rules.players)
    )
    Hand.objects.bulk_create(
        Hand(game=game, seat=seat, dealt=dealt, live=played.state.hands[seat])
        for seat, dealt in enumerate(played.dealt)
    )
    MoveRow.objects.bulk_create(
        MoveRow(
            game=game,
            mover="person" if event.seat in seats else "bot",
            user=seats.get(event.seat),
            request_id=f"{game.pk} {event.number}",
            made_at=ended,
            **row_values.event_columns(rules, event),
        )
        for event in played.log
    )
    return game


def on_paper():
    """Every finished game that was played on this site: the game, its players, and its record."""
    for game in Game.objects.filter(status="finished", source=None):
        seats = {each.seat: each.user for each in game.players.select_related("user")}
        yield game, seats, json.loads(records.export(game))


def counted_slowly(me, papers):
    """The statistics of a person, computed only from the records and the players."""
    total, months, presets = Counter(), defaultdict(Counter), defaultdict(Counter)
    people = defaultdict(lambda: (Counter(), Counter()))
    results = []
    for game, seats, record in papers:
        mine = next((seat for seat, user in seats.items() if user == me), None)
        if mine is None:
            continue
        sums = Counter(games=1)
        winner = record["result"]["winner"]
        sums["drawn" if winner is None else "won" if winner == mine % 2 else "lost"] += 1
        for move in record["moves"]:
            if move["seat"] == mine and "ask" in move:
                sums.update(asks=1, hits=int(move["hit"]))
            elif move["seat"] == mine and "claim" in move:
                sums["right_claims" if move["outcome"] == "correct" else "wrong_claims"] += 1
        for into in (total, months[game.finished_at.date().replace(day=1)], presets[game.preset]):
            into.update(sums)
        results.append((game.finished_at, Tally(**sums)))
        for seat, user in seats.items():
            if user and user != me:
                people[user][(seat - mine) % 2].update(sums)
    met = [
        OtherPerson(user.pk, user.name, user.avatar, *(Tally(**sums) for sums in sides))
        for user, sides in people.items()
    ]
    in_order = [each for _at, each in sorted(results, key=lambda result: result[0])]
    wins = "".join("-w"[each.won] for each in in_order).split("-")
    return Statistics(
        total=Tally(**total),
        streak=len(wins[-1]),
        longest_streak=max(map(len, wins)),
        months={month: Tally(**months[month]) for month in sorted(months)},
        presets={preset: Tally(**sums) for preset, sums in presets.items()},
        people=sorted(met, key=lambda each: (-each.beside.games - each.against.games, each.name)),
        people_met=len(met),
        partners=sorted(
            (each for each in met if each.beside.won),
            key=lambda each: (
                -each.beside.won,
                each.beside.games,
                each.against.games * -1,
                each.name,
            ),
        )[:3],
        latest=in_order[-29:],
    )


def test_statistics_agree_with_a_slow_count():
    chance = Random(20)
    users = people(5)
    for number in range(35):
        store(chance, users, number)
    call_command("rebuild_history", stdout=StringIO())
    found = {user: statistics_of(user) for user in users}
    papers = list(on_paper())
    for user in users:
        slowly = counted_slowly(user, papers)
        assert found[user] == slowly
    assert sum(each.total.right_claims for each in found.values()) > 20
    assert sum(each.total.wrong_claims for each in found.values()) > 0
    # Player results can be deleted, because ``rebuild_history`` computes them again.
    PlayerResult.objects.all().delete()
    assert statistics_of(users[0]).total == Tally()
    call_command("rebuild_history", stdout=StringIO())
    assert {user: statistics_of(user) for user in users} == found


@pytest.mark.postgres
def test_games_are_counted_when_they_end():
    users = people(3)
    for seed in range(3):
        end_by_people(started(users, PLAIN, bots=1), seed=seed)
    for user in users:
        assert statistics_of(user) == counted_slowly(user, on_paper())
        assert statistics_of(user).total.games == 3


def test_a_game_that_a_person_left_counts_as_played_and_not_won():
    users = people(3)
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=6)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    end_by_people(game)
    total = statistics_of(users[0]).total
    assert (total.games, total.left, total.won + total.lost + total.drawn) == (1, 1, 0)


def test_abandoned_and_imported_games_are_not_counted():
    users = people(3)
    finished = started(users, PLAIN, bots=1)
    end_by_people(finished)
    import_record(records.export(finished).encode())
    given_up = started(users, PLAIN, bots=1)
    end_by_people(given_up, moves=9)
    Game.objects.filter(pk=given_up.pk).update(status="abandoned", due_at=None)
    call_command("rebuild_history", stdout=StringIO())
    assert PlayerResult.objects.filter(game=given_up).exists()
    assert statistics_of(users[0]).total.games == 1
    met = statistics_of(users[0]).people
    assert {each.beside.games + each.against.games for each in met} == {1}


def won_at(me, *ended, result="won"):
    """Store games of a person that ended at these times."""
    for at in ended:
        game = Game.objects.create(
            status="finished", phase=FINISHED, options=PLAIN.to_json(), dealer=0, turn=0,
            scorers=[], started_at=at, finished_at=at,
        )  # fmt: skip
        PlayerResult.objects.create(game=game, user=me, seat=0, result=result, ended_at=at)


def test_months_without_games_are_omitted():
    me = person()
    won_at(
        me,
        *(datetime(year, month, 28, 23, 59, tzinfo=UTC) for year, month in [(2025, 11), (2026, 2)]),
    )
    months = statistics_of(me).months
    assert {month: each.games for month, each in months.items()} == {
        date(2025, 11, 1): 1,
        date(2026, 2, 1): 1,
    }


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("results", "streak", "longest"),
    [
        ("", 0, 0),
        ("lost", 0, 0),
        ("won won", 2, 2),
        ("won won won lost won", 1, 3),
        ("won won drawn", 0, 2),
        ("won left won", 1, 1),
        ("won unfinished won", 2, 2),
    ],
)
def test_games_won_in_a_row(results, streak, longest):
    me = person()
    for day, result in enumerate(results.split(), start=1):
        won_at(me, datetime(2026, 1, day, tzinfo=UTC), result=result)
    found = statistics_of(me)
    assert (found.streak, found.longest_streak) == (streak, longest)


def test_a_streak_is_counted_in_the_latest_games_only(monkeypatch):
    monkeypatch.setattr(statistics, "STREAK_GAMES", 2)
    me = person()
    won_at(me, *(datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 6)))
    found = statistics_of(me)
    assert (found.streak, found.longest_streak) == (2, 2)


def test_rates():
    assert Tally().win_rate is Tally().hit_rate is Tally().claim_rate is None
    tally = Tally(games=3, won=2, asks=8, hits=1, right_claims=1, wrong_claims=3)
    assert (tally.win_rate, tally.hit_rate, tally.claim_rate, tally.claims) == (67, 12, 25, 4)


def test_the_latest_games_are_one_by_one_and_oldest_first(monkeypatch):
    monkeypatch.setattr(statistics, "TREND_GAMES", 2)
    monkeypatch.setattr(statistics, "TREND_WINDOW", 2)
    me = person()
    for day, result in enumerate("lost won unfinished drawn left".split(), start=1):
        won_at(me, datetime(2026, 1, day, tzinfo=UTC), result=result)
    PlayerResult.objects.update(asks=4, hits=3, right_claims=2, wrong_claims=1)
    did = {"games": 1, "asks": 4, "hits": 3, "right_claims": 2, "wrong_claims": 1}
    each = [Tally(**did, won=1), Tally(**did, drawn=1), Tally(**did, left=1)]
    assert statistics_of(me).latest == each


# The trend


def claims(*pairs):
    return [Tally(games=1, right_claims=right, wrong_claims=wrong) for right, wrong in pairs]


def trend_of(games):
    claimed, hits = charts.trends(sum(games, Tally()), games)
    assert (claimed.kind, hits.kind) == ("claims", "hits")
    return claimed


def test_a_trend_of_few_games_begins_with_the_first_one():
    trend = trend_of(claims((0, 1), (1, 0), (2, 0)))
    assert (trend.overall, trend.latest, trend.goal) == (75, 75, 80)
    assert (trend.width, trend.points) == (2, "0,100 1,50 2,25")
    assert not trend.is_reached


def test_a_trend_counts_ten_games_at_a_time():
    trend = trend_of(claims(*[(0, 1)] * 10, *[(1, 0)] * 10))
    assert (trend.overall, trend.latest, trend.goal) == (50, 100, 55)
    assert trend.points == " ".join(f"{x},{100 - 10 * x}" for x in range(11))
    assert trend.is_reached


def test_a_trend_without_claims():
    trend = trend_of(claims((0, 0), (1, 0), (0, 0)))
    assert (trend.points, trend.latest) == ("1,0 2,0", 100)
    assert trend_of(claims((0, 0))).overall is None


def test_the_goal_is_at_most_100():
    trend = trend_of(claims((1, 0)))
    assert (trend.goal, trend.is_reached) == (100, True)


# The page


@pytest.fixture
def played():
    users = people(3)
    for seed in range(2):
        end_by_people(started(users, PLAIN, bots=1), seed=seed)
    return users


@pytest.mark.postgres
def test_the_page_shows_the_figures_in_charts_and_tables(played):
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    assert text.count("<table") == 3 + 3  # Charts are tables with bars.
    assert "Longest streak" in text
    assert timezone.now().strftime("%B %Y") in text
    assert f'href="/history/?person={played[1].pk}"' in text


def test_the_page_shows_trends_and_goals(played):
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    found = statistics_of(played[0])
    for trend in charts.trends(found.total, found.latest):
        assert f"<b>{trend.overall} %</b> in all games" in text
        assert f"<b>{trend.latest} %</b> in the last 2 games" in text
        assert f'points="{trend.points}"' in text


def rows(text, heading):
    """The rows of the table under a heading. Each row is a list of its cells' texts."""
    table = (
        text[text.index(f'id="{heading}"') :]
        .partition('<table class="numbers"')[2]
        .partition("</table>")[0]
    )
    cells = (re.findall(r"<t[hd].*?</t[hd]>", row) for row in table.split("<tr")[1:])
    return [[re.sub("<[^>]*>", "", cell) for cell in row] for row in cells]


def in_cell(figure):
    """The text of a cell. If a person has made no claim, there is no rate of correct claims."""
    return "–" if figure is None else str(figure)


def test_the_tables_have_the_rates_that_the_chart_shows(played):
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    total = statistics_of(played[0]).total
    for heading in ("by-month", "by-preset"):
        head, row = rows(text, heading)
        said = dict(zip(head, row, strict=True))
        assert said["Asks that hit (%)"] == in_cell(total.hit_rate)
        assert said["Correct claims (%)"] == in_cell(total.claim_rate)
        assert said["Claims"] == str(total.claims)


def test_the_statistics_by_partner_count_the_games_with_the_partner(played):
    """Three people are at seats 0, 1 and 2. The third is a teammate of the first."""
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    found = statistics_of(played[0])
    total, blank = found.total, ["–"] * 6
    _heads, _more, *people = rows(text, "by-person")
    beside = [2, total.won, total.hit_rate, total.claims, total.right_claims, total.wrong_claims]
    assert people == [
        [played[1].name, *blank, "2", str(total.won)],
        [played[2].name, *map(in_cell, beside), "–", "–"],
    ]
    assert "few-of-many" not in text


def test_a_long_list_is_cut_to_the_people_with_most_games_and_says_so(monkeypatch, played):
    monkeypatch.setattr(statistics, "MOST_PEOPLE", 1)
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    assert len(rows(text, "by-person")) == 2 + 1
    assert (
        "2 other people played in these games. "
        "This table shows only the person with the most games." in text
    )


def test_the_charts_obey_the_content_security_policy(played):
    answer = signed_in(played[0]).get("/history/statistics/")
    assert "style-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert "<style" not in text
    assert " style=" not in text
    assert "<script" not in text[text.index('class="bar"') :]


def test_empty_months_are_one_line_between_the_bars():
    months = {
        date(2025, 10, 1): Tally(games=3, won=1, lost=2),
        date(2026, 2, 1): Tally(games=1, left=1),
    }
    chart = charts.games_by_month(months)
    assert chart["lines"] == [
        (date(2026, 2, 1), None, months[date(2026, 2, 1)]),
        (date(2025, 11, 1), date(2026, 1, 1), None),
        (date(2025, 10, 1), None, months[date(2025, 10, 1)]),
    ]
    assert (chart["longest"], chart["total"]) == (3, Tally(games=4, won=1, lost=2, left=1))


def test_consecutive_months_have_no_line_between_them():
    months = {date(2026, month, 1): Tally(games=1, won=1) for month in range(1, 13)}
    lines = charts.games_by_month(months)["lines"]
    assert [month.month for month, _last, _tally in lines] == list(range(12, 0, -1))
    many = {date(2025, 12, 1): Tally(games=1, won=1)} | months
    assert len(charts.games_by_month(many)["lines"]) == charts.MONTHS_SHOWN


def test_the_page_combines_empty_months_and_names_favourite_partners():
    me, mate = people(2)
    won_at(me, *(datetime(year, month, 9, tzinfo=UTC) for year, month in [(2025, 9), (2026, 1)]))
    for result in PlayerResult.objects.filter(user=me):
        Companion.objects.create(
            player_result=result,
            user=me,
            other=mate,
            partner=True,
            result="won",
            ended_at=result.ended_at,
        )
    text = one_line(signed_in(me).get("/history/statistics/"))
    assert "No games from Oct 2025 to Dec 2025" in text
    assert "2 of 2 games won together" in text
    assert [met.name for met in statistics_of(me).partners] == [mate.name]


def test_names_in_charts_are_escaped(played):
    Game.objects.update(preset="<script>x")
    call_command("rebuild_history", stdout=StringIO())
    text = one_line(signed_in(played[0]).get("/history/statistics/"))
    assert "<script>x" not in text


def test_without_games_the_page_links_to_a_new_game():
    text = one_line(signed_in(person()).get("/history/statistics/"))
    assert "There are no statistics yet" in text
    assert 'action="/play/"' in text


def test_the_page_makes_the_same_queries_with_more_games(played):
    def cost():
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/history/statistics/").status_code == 200
        return len(queries)

    client = signed_in(played[0])
    before = cost()
    end_by_people(started([*played, person("Zoe")], PLAIN), seed=5)
    assert cost() == before <= 8
    assert Companion.objects.count() > 12
