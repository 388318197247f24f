"""Statistics: the same as a slow count from the records of hundreds of games."""

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

from bots import selfplay
from game import play, records, storage
from game.history import charts, statistics
from game.history.statistics import Met, Statistics, Tally, statistics_of
from game.models import Companion, Game, Hand, Player, PlayerResult
from game.models import Move as MoveRow
from game.rules.options import PRESETS
from game.rules.state import FINISHED
from tests.game.history.played import end_by_people
from tests.kit import PLAIN, people, person, signed_in, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def store(chance, people, number):
    """A game that bots have played, kept as if people had sat at some of its seats."""
    preset = chance.choice(list(PRESETS))
    rules = PRESETS[preset].with_players(chance.choice([4, 6]))
    seed = selfplay.seed_of(7, number)
    played = selfplay.play(rules, seed, ("easy", "easy"))
    ended = datetime(2026, 1, 1, tzinfo=UTC) + chance.random() * (
        datetime(2026, 12, 31, tzinfo=UTC) - datetime(2026, 1, 1, tzinfo=UTC)
    )
    game = Game(
        preset=preset, options=rules.to_json(), dealer=played.dealer, seed=seed.hex(),
        started_at=ended, finished_at=ended, status="finished", turn_version=0,
    )  # fmt: skip
    storage.set_position(game, played.state)
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
            request_id=f"{event.number}",
            made_at=ended,
            **storage.event_columns(rules, event),
        )
        for event in played.log
    )
    return game


def on_paper():
    """Every finished game that was not imported: itself, who sat where, and its record."""
    for game in Game.objects.filter(status="finished", source=None):
        seats = {each.seat: each.user for each in game.players.select_related("user")}
        yield game, seats, json.loads(records.export(game))


def counted_slowly(me, papers):
    """The same sums from nothing but the records and who sat where."""
    total, months, presets = Counter(), defaultdict(Counter), defaultdict(Counter)
    people = defaultdict(lambda: (Counter(), Counter()))
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
        for seat, user in seats.items():
            if user and user != me:
                people[user][(seat - mine) % 2].update(sums)
    met = [
        Met(user.pk, user.name, *(Tally(**sums) for sums in sides))
        for user, sides in people.items()
    ]
    return Statistics(
        total=Tally(**total),
        months={month: Tally(**months[month]) for month in sorted(months)},
        presets={preset: Tally(**sums) for preset, sums in presets.items()},
        people=sorted(met, key=lambda each: (-each.beside.games - each.against.games, each.name)),
        people_met=len(met),
    )


def test_many_games_counted_slowly_come_to_the_same():
    chance = Random(20)
    users = people(5)
    for number in range(60):
        store(chance, users, number)
    call_command("rebuild_history", stdout=StringIO())
    found = {user: statistics_of(user) for user in users}
    papers = list(on_paper())
    for user in users:
        slowly = counted_slowly(user, papers)
        # A month without games is shown, too.
        months = {month: each for month, each in found[user].months.items() if each.games}
        assert found[user].total == slowly.total
        assert months == slowly.months
        assert found[user].presets == slowly.presets
        assert found[user].people == slowly.people
    assert sum(each.total.right_claims for each in found.values()) > 30
    assert sum(each.total.wrong_claims for each in found.values()) > 0
    # The cache is no more than that: without it nothing is lost.
    PlayerResult.objects.all().delete()
    assert statistics_of(users[0]).total == Tally()
    call_command("rebuild_history", stdout=StringIO())
    assert {user: statistics_of(user) for user in users} == found


def test_games_that_people_play_are_counted_as_they_end():
    users = people(3)
    for seed in range(3):
        end_by_people(started(users, PLAIN, bots=1), seed=seed)
    for user in users:
        assert statistics_of(user) == counted_slowly(user, on_paper())
        assert statistics_of(user).total.games == 3


def test_who_left_has_played_and_not_won():
    users = people(3)
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=6)
    play.hand_to_bot(game.pk, users[0].pk, "easy")
    end_by_people(game)
    total = statistics_of(users[0]).total
    assert (total.games, total.left, total.won + total.lost + total.drawn) == (1, 1, 0)


def test_games_that_were_given_up_or_imported_count_for_nobody():
    users = people(3)
    finished = started(users, PLAIN, bots=1)
    end_by_people(finished)
    records.import_record(records.export(finished).encode())
    given_up = started(users, PLAIN, bots=1)
    end_by_people(given_up, moves=9)
    Game.objects.filter(pk=given_up.pk).update(status="abandoned", due_at=None)
    call_command("rebuild_history", stdout=StringIO())
    assert PlayerResult.objects.filter(game=given_up).exists()
    assert statistics_of(users[0]).total.games == 1
    met = statistics_of(users[0]).people
    assert {each.beside.games + each.against.games for each in met} == {1}


def test_months_without_games_stand_between_those_with():
    me = person()
    for month in (11, 2):
        year = 2025 if month == 11 else 2026
        ended = datetime(year, month, 28, 23, 59, tzinfo=UTC)
        game = Game.objects.create(
            status="finished", phase=FINISHED, options=PLAIN.to_json(), dealer=0, turn=0,
            scorers=[],
            started_at=ended, finished_at=ended,
        )  # fmt: skip
        PlayerResult.objects.create(game=game, user=me, seat=0, result="won", ended_at=ended)
    months = statistics_of(me).months
    assert list(months) == [
        date(2025, 11, 1),
        date(2025, 12, 1),
        date(2026, 1, 1),
        date(2026, 2, 1),
    ]
    assert [each.games for each in months.values()] == [1, 0, 0, 1]


def test_rates():
    assert Tally().win_rate is Tally().hit_rate is Tally().claim_rate is None
    tally = Tally(games=3, won=2, asks=8, hits=1, right_claims=1, wrong_claims=3)
    assert (tally.win_rate, tally.hit_rate, tally.claim_rate, tally.claims) == (67, 12, 25, 4)


# The page


@pytest.fixture
def played():
    users = people(3)
    for seed in range(2):
        end_by_people(started(users, PLAIN, bots=1), seed=seed)
    return users


def test_the_page_shows_the_figures_in_charts_and_tables(played):
    text = signed_in(played[0]).get("/history/statistics/").content.decode()
    assert text.count('role="img"') == 3
    assert text.count("<table") == 3
    assert timezone.now().strftime("%B %Y") in text
    assert f'href="/history/?person={played[1].pk}"' in text


def rows(text, heading):
    """The rows of the table under a heading, each as the texts of its cells."""
    table = text[text.index(f'id="{heading}"') :].partition("<table")[2].partition("</table>")[0]
    cells = (re.findall(r"<t[hd].*?</t[hd]>", row) for row in table.split("<tr")[1:])
    return [[re.sub("<[^>]*>", "", cell) for cell in row] for row in cells]


def in_cell(figure):
    """By chance somebody may have claimed nothing, and then none of it was right."""
    return "–" if figure is None else str(figure)


def test_the_tables_have_the_rates_that_the_chart_shows(played):
    text = signed_in(played[0]).get("/history/statistics/").content.decode()
    total = statistics_of(played[0]).total
    for heading in ("by-month", "by-preset"):
        head, row = rows(text, heading)
        said = dict(zip(head, row, strict=True))
        assert said["Asks that hit, %"] == in_cell(total.hit_rate)
        assert said["Right claims, %"] == in_cell(total.claim_rate)
        assert said["Sets claimed"] == str(total.claims)


def test_by_partner_there_is_what_was_done_beside_them(played):
    """Of three people at seats 0, 1 and 2, the last is the partner of the first."""
    text = signed_in(played[0]).get("/history/statistics/").content.decode()
    found = statistics_of(played[0])
    total, blank = found.total, ["–"] * 6
    _heads, _more, *people = rows(text, "by-person")
    beside = [2, total.won, total.hit_rate, total.claims, total.right_claims, total.wrong_claims]
    assert people == [
        [played[1].name, *blank, "2", str(total.won)],
        [played[2].name, *map(in_cell, beside), "–", "–"],
    ]
    assert "few-of-many" not in text


def test_of_many_people_those_with_most_games_are_listed_and_it_says_so(monkeypatch, played):
    monkeypatch.setattr(statistics, "MOST_PEOPLE", 1)
    text = signed_in(played[0]).get("/history/statistics/").content.decode()
    assert len(rows(text, "by-person")) == 2 + 1
    assert "The 1 person with the most games in common, of 2." in text


def test_nothing_in_the_charts_needs_what_the_policy_forbids(played):
    """pygal brings styles and scripts of its own along."""
    answer = signed_in(played[0]).get("/history/statistics/")
    assert "style-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    charts = text[text.index('class="chart"') :]
    assert "<style" not in text
    assert " style=" not in text
    assert "<script" not in charts
    assert "<svg" in text


def test_a_single_month_stands_among_six_and_what_has_no_data_is_left_out():
    month = date(2026, 1, 1)
    bars = charts.games_by_month({month: Tally(games=1, lost=1)})
    assert all(f">{name}</text>" in bars for name in "Aug Sep Oct Nov Dec Jan".split())
    assert charts.rates_by_month({month: Tally(games=1)}) is None
    lines = charts.rates_by_month({month: Tally(games=1, asks=4, hits=1)})
    assert "Asks that hit" in lines
    assert ">Right claims<" not in lines


def test_names_in_charts_are_escaped(played):
    Game.objects.update(preset="<script>x")
    call_command("rebuild_history", stdout=StringIO())
    text = signed_in(played[0]).get("/history/statistics/").content.decode()
    assert "<script>x" not in text


def test_without_games_the_page_says_so_and_shows_the_way():
    text = signed_in(person()).get("/history/statistics/").content.decode()
    assert "No statistics yet" in text
    assert 'action="/play/"' in text


def test_the_page_costs_the_same_with_more_games(played):
    def cost():
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/history/statistics/").status_code == 200
        return len(queries)

    client = signed_in(played[0])
    before = cost()
    end_by_people(started([*played, person("Zoe")], PLAIN), seed=5)
    assert cost() == before <= 4
    assert Companion.objects.count() > 12
