"""My games: lists, permissions, filters, keyset pages, and the cost of a page."""

from datetime import UTC, datetime, timedelta
from itertools import product
from urllib.parse import parse_qs, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from finished import sharing
from finished.history.games import GameFilters, games_of
from finished.history.pages import PER_PAGE
from finished.history.rows import rows_of_results
from game import play
from game.models import Companion, Game, Player, PlayerResult
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as rooms_people
from tests.database.kit.played_by_people import end_by_people
from tests.database.kit.staff import staff
from tests.kit import JSON, PLAIN, one_line, people, person, play_on, signed_in, started, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def asha():
    return person("Asha")


@pytest.fixture
def ben():
    return person("Ben")


def put_away(me, *, at=START, preset="classic", result="won", room="CDFGHJ", others=(), **did):
    """Store the rows of a game of ``me`` that has ended. The game has no moves, because lists do
    not read moves.
    """
    won = {"won": (5, 3), "lost": (3, 5)}.get(result, (4, 4))
    status = "abandoned" if result == "unfinished" else "finished"
    game = Game.objects.create(
        status=status, phase="finished" if status == "finished" else "playing", preset=preset,
        options=PLAIN.to_json(), dealer=0, turn=0, scorers=[], score_0=won[0], score_1=won[1],
        version=60, started_at=at - timedelta(minutes=20), finished_at=at, room_code=room,
    )  # fmt: skip
    roster = [me, *others]
    for seat, user in enumerate(roster):
        Player.objects.create(game=game, seat=seat, user=user, name=user.name, avatar=user.avatar)
    for seat in range(len(roster), 4):
        Player.objects.create(game=game, seat=seat, name=f"Bot {seat}", bot="easy")
    for seat, user in enumerate(roster):
        own = PlayerResult.objects.create(
            game=game, user=user, seat=seat, result=result, ended_at=at, preset=preset,
            room_code=room, **did,
        )  # fmt: skip
        for other_seat, other in enumerate(roster):
            if other != user:
                Companion.objects.create(
                    player_result=own, user=user, other=other,
                    partner=(seat - other_seat) % 2 == 0, result=result, ended_at=at,
                )  # fmt: skip
    return game


def listed(answer):
    """The ids of the games on a page, in order."""
    return [row["game"].pk for row in answer.context["rows"]]


def get(user, **query):
    return signed_in(user).get(f"/history/?{urlencode(query)}")


# Permissions


@pytest.mark.postgres
def test_a_persons_own_games_newest_first(asha, ben):
    old = put_away(asha, at=START)
    new = put_away(asha, at=START + timedelta(days=1))
    put_away(ben)
    assert listed(get(asha)) == [new.pk, old.pk]


def test_a_game_that_has_just_ended_is_listed():
    users = people(3)
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    for user in users:
        page = get(user)
        assert listed(page) == [game.pk]
        text = page.content.decode()
        assert f'href="/games/{game.pk}/"' in text
        assert all(each.name in text for each in users)


@pytest.mark.parametrize("left_before", [True, False])
def test_a_former_player_is_not_listed_as_a_bot(left_before):
    """The person had left the game before the account was deleted, or had not left it."""
    room = table_of(people(3), bots=1)
    users = [player.user for player in room.game.players.filter(bot="")]
    if left_before:
        lobby.leave(room.code, users[1])
    rooms_people.forget(users[1])
    play_on(Game.objects.get(pk=room.game_id))
    [row] = rows_of_results(PlayerResult.objects.filter(user=users[0]))
    seated = {each["name"]: each["is_bot"] for side in row["sides"] for each in side["players"]}
    assert seated.pop("A former player") is False
    assert sorted(seated.values()) == [False, False, True]


def test_a_game_that_the_person_left_is_listed():
    users = people(3)
    game = started(users, PLAIN, bots=1)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    end_by_people(game)
    page = get(users[0])
    assert listed(page) == [game.pk]
    assert "Left early" in page.content.decode()


def test_a_running_game_is_not_listed(asha):
    started([asha], PLAIN, bots=3)
    assert "There are no finished games yet" in get(asha).content.decode()


def test_a_visitor_without_a_name_is_asked_for_it():
    for path in ("/history/", "/history/statistics/"):
        answer = Client().get(path)
        assert (answer.status_code, "Who are you?" in answer.content.decode()) == (403, True)
        assert Client().get(path, headers=JSON).json()["code"] == "no_name"


@pytest.mark.parametrize("path", ["/history/", "/history/statistics/"])
def test_only_staff_see_the_history_of_others(asha, ben, path):
    put_away(asha)
    address = f"{path}?of={asha.pk}"
    nothing = signed_in(ben).get(f"{path}?of=999999", headers=JSON)
    answer = signed_in(ben).get(address, headers=JSON)
    assert (answer.status_code, answer.json()) == (404, nothing.json())
    without_permission = signed_in(staff("sam")).get(address, headers=JSON)
    assert (without_permission.status_code, without_permission.json()) == (404, nothing.json())
    boss = staff("boss", "game.view_game")
    assert "Asha" in signed_in(boss).get(address).content.decode()
    assert signed_in(asha).get(address).status_code == 200


def test_names_are_escaped(asha, ben):
    User.objects.filter(pk=ben.pk).update(name="<script>x")
    ben.refresh_from_db()
    put_away(asha, others=[ben])
    text = get(asha, person=ben.pk).content.decode()
    assert "<script>x" not in text
    assert "&lt;script&gt;x" in text


def test_a_row_has_the_facts_of_a_game(asha, ben):
    put_away(asha, result="lost", others=[ben], asks=9, hits=5, right_claims=1, wrong_claims=2)
    text = " ".join(get(asha).content.decode().split())
    for words in ("Lost", "Classic", "Table CDFGHJ", "60 moves, 20 minutes",
                  "5 of 9 asks hit", "1 of 3 claims correct", "your team"):  # fmt: skip
        assert words in text


# Filters


@pytest.fixture
def mixed(asha, ben):
    """A game that was won by classic rules on 1 January, and games that differ from it: in the day,
    and most of them also in the rules, the result, the room or the people.
    """
    cora = person("Cora")
    day = timedelta(days=1)
    return {
        "plain": put_away(asha, at=START),
        "strict": put_away(asha, at=START + day, preset="strict"),
        "own": put_away(asha, at=START - 2 * day, preset=""),
        "lost": put_away(asha, at=START + 2 * day, result="lost"),
        "room": put_away(asha, at=START + 3 * day, room="QQQQQQ"),
        "ben": put_away(asha, at=START + 4 * day, others=[ben]),
        "both": put_away(asha, at=START + 5 * day, others=[ben, cora], result="lost"),
        "late": put_away(asha, at=datetime(2026, 1, 31, 23, 59, 59, tzinfo=UTC)),
        "unfinished": put_away(asha, at=START - day, result="unfinished"),
    }


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"preset": "strict"}, ["strict"]),
        ({"preset": "own"}, ["own"]),
        ({"result": "lost"}, ["both", "lost"]),
        ({"result": "unfinished"}, ["unfinished"]),
        ({"room": "QQQQQQ"}, ["room"]),
        ({"person": "Ben"}, ["both", "ben"]),
        ({"person": "Ben", "result": "lost"}, ["both"]),
        ({"person": "Ben", "since": "2026-01-06"}, ["both"]),
        ({"person": "Ben", "until": "2026-01-05"}, ["ben"]),
        ({"person": "Cora", "room": "QQQQQQ"}, []),
        ({"since": "2026-01-31"}, ["late"]),
        ({"until": "2026-01-01"}, ["plain", "unfinished", "own"]),
        ({"since": "9999-12-31"}, []),
        ({"until": "0001-01-01"}, []),
        ({"since": "2026-01-31", "until": "9999-12-31"}, ["late"]),
        ({"since": "2026-01-02", "until": "2026-01-03"}, ["lost", "strict"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else None,
)
def test_filters(asha, mixed, query, names):
    if "person" in query:
        query = query | {"person": User.objects.get(name=query["person"]).pk}
    page = get(asha, **query)
    found = {game.pk: name for name, game in mixed.items()}
    assert [found[pk] for pk in listed(page)] == names
    # The page shows the active filters, each with a link that removes it.
    assert len(page.context["form"].active) == len(query)
    text = page.content.decode()
    assert text.count('class="chip"') == len(query)
    assert "Show all games" in text
    assert ("No games match." in text) == (not names)
    for (_label, _value, without), name in zip(page.context["form"].active, query, strict=False):
        assert set(parse_qs(without[1:])) == set(query) - {
            next(key for key in query if key not in parse_qs(without[1:]))
        }, name


INVALID = (
    {"person": "x"},
    {"person": "999999999999999999"},
    {"person": "\u0663"},
    {"preset": "x"},
    {"result": "x"},
    {"room": "\0"},
    {"room": "<script>"},
    {"since": "31.12."},
    {"until": "2026-02-30"},
    {"before": "x"},
    {"before": "9" * 18 + "-1"},
    {"after": "1-2-3"},
    {"after": "-"},
    {"before": "1" * 400},
)


def test_invalid_filters_are_ignored(asha, mixed):
    for query in INVALID:
        page = get(asha, **query)
        assert page.status_code == 200, query
        if not {"before", "after"} & set(query):
            assert len(listed(page)) == len(mixed), query
            assert 'class="field-error"' in page.content.decode(), query


def test_the_filter_does_not_reveal_the_names_of_strangers(asha, mixed):
    zoe = person("Zoe")
    page = get(asha, person=zoe.pk)
    assert "Zoe" not in page.content.decode()


@pytest.mark.postgres
def test_a_game_is_listed_once_with_several_others(asha, mixed, ben):
    page = get(asha, person=ben.pk, since="2026-01-01", result="lost")
    assert listed(page) == [mixed["both"].pk]


def test_a_deleted_person_is_not_a_choice_of_the_filter(asha, ben, mixed):
    ben.delete()
    page = get(asha)
    assert len(listed(page)) == len(mixed)
    assert "Ben" not in [name for _pk, name in page.context["form"].fields["person"].choices]


# Keyset pages


@pytest.fixture
def many(asha, ben):
    """Enough games for two and a half pages.

    Some games ended at the same moment, and every second game was with Ben.
    """
    count = PER_PAGE * 5 // 2
    for n in range(count):
        put_away(asha, at=START + timedelta(hours=n // 3), others=[ben] if n % 2 else [])
    return [
        result.game_id
        for result in PlayerResult.objects.filter(user=asha).order_by("-ended_at", "-id")
    ]


def link(answer, rel):
    """The query of the link to newer or older games; None if there is no link."""
    text = one_line(answer)
    if f'rel="{rel}"' not in text:
        return None
    return text.split(f'rel="{rel}" href="')[1].split('"')[0].replace("&amp;", "&")


def walk(client, address, rel):
    """Follow the links in one direction. Return the games of each page, and the last response."""
    pages = []
    while address:
        answer = client.get(f"/history/{address}")
        pages.append(listed(answer))
        address = link(answer, rel)
    return pages, answer


@pytest.mark.postgres
def test_pages_lead_to_the_oldest_game_and_back(asha, many):
    client = signed_in(asha)
    pages, last = walk(client, "?", "next")
    assert [pk for page in pages for pk in page] == many
    assert [len(page) for page in pages] == [PER_PAGE, PER_PAGE, PER_PAGE // 2]
    back, first = walk(client, link(last, "prev"), "prev")
    assert [pk for page in reversed(back) for pk in page] == many[: 2 * PER_PAGE]
    assert link(first, "prev") is None


def test_pages_with_a_filtered_companion(asha, ben, many):
    with_ben = [pk for pk in many if Player.objects.filter(game=pk, user=ben).exists()]
    client = signed_in(asha)
    pages, last = walk(client, f"?person={ben.pk}", "next")
    assert [pk for page in pages for pk in page] == with_ben
    back, _first = walk(client, link(last, "prev"), "prev")
    assert [pk for page in reversed(back) for pk in page] == with_ben[:PER_PAGE]


@pytest.mark.postgres
def test_a_new_game_does_not_shift_the_pages(asha, many):
    client = signed_in(asha)
    first = client.get("/history/")
    put_away(asha, at=START + timedelta(days=100))
    assert listed(client.get(f"/history/{link(first, 'next')}")) == many[PER_PAGE : 2 * PER_PAGE]


def test_a_page_after_the_last_game_links_back(asha, many):
    page = get(asha, before="1-1")
    assert listed(page) == []
    assert "Newest games" in page.content.decode()


def test_a_link_to_a_page_keeps_the_filters(asha, ben, many):
    answer = get(asha, person=ben.pk, preset="classic")
    assert {"person", "preset", "before"} == set(parse_qs(link(answer, "next")[1:]))


# Costs


def queries_of(user, **query):
    client = signed_in(user)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/history/?{urlencode(query)}").status_code == 200
    return len(queries)


@pytest.mark.postgres
def test_a_page_makes_the_same_queries_with_many_games(asha, ben):
    put_away(asha, others=[ben])
    few = queries_of(asha)
    for n in range(PER_PAGE + 5):
        put_away(asha, at=START + timedelta(hours=n), others=[ben])
    assert queries_of(asha) == few <= 8
    assert queries_of(asha, person=ben.pk, since="2026-01-01", result="won") <= few


INDEXES = [
    ({}, "result_of_person"),
    ({"preset": "strict"}, "result_by_preset"),
    ({"preset": ""}, "result_by_preset"),
    ({"room": "QQQQQQ"}, "result_by_room"),
    ({"result": "lost"}, "result_by_result"),
    ({"person": 1}, "companion_of"),
    ({"since": START.date(), "until": START.date()}, "result_of_person"),
]
PAGES = [{}, {"before": "1767268800000000-5"}, {"after": "1-1"}]


@pytest.mark.postgres
def test_every_list_is_read_in_order_from_an_index(asha, many):
    """The database uses an index: it neither sorts nor scans a whole table."""
    for (wanted, index), asked in product(INDEXES, PAGES):
        with CaptureQueriesContext(connection) as queries:
            games_of(asha, GameFilters(**wanted), asked)
        plan = explained(queries[-1]["sql"])
        if connection.vendor == "sqlite":
            assert index in plan, (wanted, asked)
            assert "TEMP B-TREE" not in plan, (wanted, asked)
            assert "SCAN" not in plan, (wanted, asked)
        else:
            # With so few rows PostgreSQL may choose any of the person's indexes.
            assert "Index Scan" in plan, (wanted, asked)
            assert "Sort" not in plan, (wanted, asked)
            assert "Seq Scan" not in plan, (wanted, asked)


def explained(sql):
    """The query plan. PostgreSQL must avoid scans and sorts, as it would for large tables."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;")
            cursor.execute("SET LOCAL enable_sort = off; SET LOCAL enable_hashjoin = off;")
            cursor.execute(f"EXPLAIN {sql}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def test_sharing_a_game_adds_it_to_no_history(asha, ben):
    users = [asha, *people(2)]
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    sharing.share(game, asha)
    assert listed(get(ben)) == []
