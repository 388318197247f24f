"""The public profile of an account: what it shows, and to whom."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from accounts.person_key import key_of
from finished.history.profile import PROFILES_PER_MINUTE, open_to
from finished.history.statistics import statistics_of
from game.models import Companion, Game, PlayerResult
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from puzzles.answers import RIGHT, Answers
from puzzles.models import AccountAnswers
from rooms.actions import suspend_rename_delete
from tests.database.kit.played_by_people import end_by_people
from tests.kit import PLAIN, TODAY, account, named_in, one_line, person, signed_in, started

pytestmark = pytest.mark.django_db

SORRY = "This profile is not open to you, or there is none. Check the address."


@pytest.fixture
def asha():
    return account("Asha")


def path_of(user):
    return f"/people/{key_of(user.pk)}/"


def shown(viewer, user):
    """The page of a person as the viewer sees it."""
    answer = (signed_in(viewer) if viewer else Client()).get(path_of(user))
    assert answer.status_code == 200
    return one_line(answer)


def narrow(user, choice):
    user.preferences = {"profile": choice}
    user.save()


def play_together(*users, result="won"):
    """Store a finished game with this result of the last person."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    game = Game.objects.create(
        status="finished", phase=FINISHED, options=PLAIN.to_json(), dealer=0, turn=0,
        scorers=[], started_at=at, finished_at=at,
    )  # fmt: skip
    for seat, user in enumerate(users):
        of_user = result if user == users[-1] else "won"
        row = PlayerResult.objects.create(
            game=game, user=user, seat=seat, result=of_user, ended_at=at
        )
        for other in users:
            if other != user:
                Companion.objects.create(
                    player_result=row, user=user, other=other, partner=False, result=of_user,
                    ended_at=at,
                )  # fmt: skip


def results(user, preset, count, result="won", **did):
    at = datetime(2026, 1, 1, tzinfo=UTC)
    for _number in range(count):
        game = Game.objects.create(
            status="finished", phase=FINISHED, options=PLAIN.to_json(), dealer=0, turn=0,
            scorers=[], started_at=at, finished_at=at, preset=preset,
        )  # fmt: skip
        PlayerResult.objects.create(
            game=game, user=user, seat=0, result=result, ended_at=at, preset=preset, **did
        )


# What it shows


def test_the_profile_has_the_figures_of_the_statistics(asha):
    ben, cleo = person("Ben"), person("Cleo")
    for seed in range(3):
        end_by_people(started([asha, ben, cleo], PLAIN, bots=1), seed=seed)
    page, total = shown(None, asha), statistics_of(asha).total
    assert total.games == 3
    figures = dict(re.findall(r"<dt>([^<]*)</dt> ?<dd> ?([^<]*?) ?<", page))
    assert figures == {
        "Games": "3",
        "Won": f"{total.won}",
        "Lost": f"{total.lost}",
        "Drawn": f"{total.drawn}",
        "Correct claims": f"{total.claim_rate} %" if total.claims else "–",
        "Puzzle streak": "0",
        "Own rules": "3",
    }
    assert asha.date_joined.strftime("Member since %B %Y") in page
    assert named_in(page, [asha, ben, cleo]) == [asha.name]
    assert asha.username not in page
    assert "/games/" not in page


def test_games_that_were_left_have_a_figure_of_their_own(asha):
    results(asha, "classic", 1)
    assert "Left early" not in shown(None, asha)
    results(asha, "classic", 2, "left")
    assert re.search("<dt>Left early</dt> ?<dd> ?2 ?<", shown(None, asha))


def test_a_running_game_does_not_show(asha):
    before = shown(None, asha)
    game = started([asha, person("Ben")], PLAIN, bots=2)
    assert strip(shown(None, asha)) == strip(before)
    end_by_people(game)
    assert strip(shown(None, asha)) != strip(before)


def test_the_three_presets_with_most_games_are_the_favourites(asha):
    four = list(PRESETS)[:4]
    for count, preset in enumerate(four, start=1):
        results(asha, preset, count)
    results(asha, four[0], 9, "unfinished")
    favourites = shown(None, asha).partition('id="favourites"')[2]
    assert re.findall(r"<dd>\s*(\d+)", favourites) == ["4", "3", "2"]


def test_the_streak_is_that_of_the_puzzles(asha):
    answers = Answers()
    for number in (TODAY - 2, TODAY - 1):
        answers = answers.after(number, RIGHT, number)
    AccountAnswers.objects.create(user=asha, answers=answers.to_json())
    assert re.search("<dd> ?2 ?<small> ?days in a row", shown(person("Ben"), asha))


def test_the_page_is_kept_out_of_caches_and_search_engines(asha):
    for user in (asha, person("Ben")):
        answer = Client().get(path_of(user))
        assert "private" in answer["Cache-Control"] and "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex"


@pytest.mark.postgres
def test_the_number_of_queries_is_fixed(asha):
    client = signed_in(person("Ben"))
    counts = []
    for games in (0, 1, 9):
        results(asha, "classic", games, right_claims=1)
        for _number in range(games):
            play_together(asha, person("Cleo"))
        with CaptureQueriesContext(connection) as queries:
            client.get(path_of(asha))
        counts.append(len(queries))
    # The session, the viewer, the person, people met (twice), sums, puzzles.
    assert counts == [7] * 3


# Who may see it


def strip(page):
    """The page without what differs in each answer: tokens, and the address of the page."""
    page = re.sub(r'"X-CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r"people(/|%2F)[^/\"%]*", "people", page)


def headers_of(answer):
    return {name: value for name, value in answer.items() if name != "Expires"}


def refused(viewer, path):
    """Whether the page is refused. All refusals are the same."""
    client = signed_in(viewer) if viewer else Client()
    got, wrong = client.get(path), client.get(path.replace("~", "-"))
    assert wrong.status_code == 404 and SORRY in wrong.content.decode()
    is_refused = got.status_code != 200
    if is_refused:
        assert got.status_code == 404
        assert headers_of(got) == headers_of(wrong)
        assert strip(got.content.decode()) == strip(wrong.content.decode())
        program = client.get(path, headers={"Accept": "application/json"})
        assert program.json() == {"code": "no_person", "message": SORRY}
    return is_refused


@pytest.mark.parametrize("choice", ["everybody", "met", "nobody"])
def test_a_person_narrows_or_shuts_the_profile(asha, choice):
    met, stranger = person("Ben"), account("Cleo")
    play_together(asha, met)
    narrow(asha, choice)
    assert refused(None, path_of(asha)) == (choice != "everybody")
    assert refused(stranger, path_of(asha)) == (choice != "everybody")
    assert refused(met, path_of(asha)) == (choice == "nobody")
    assert not refused(asha, path_of(asha))


@pytest.mark.parametrize("result", ["won", "lost", "drawn", "left", "unfinished"])
def test_people_met_have_finished_a_game_with_the_person(asha, result):
    ben = person("Ben")
    play_together(asha, ben, result=result)
    narrow(asha, "met")
    assert refused(ben, path_of(asha)) == (result in ("left", "unfinished"))


def test_a_block_shuts_both_profiles_for_people_met(asha):
    ben = account("Ben")
    play_together(asha, ben)
    narrow(asha, "met")
    narrow(ben, "met")
    for by, other in ((asha, ben), (ben, asha)):
        assert blocks.block(by, other.pk)
        assert refused(asha, path_of(ben)) and refused(ben, path_of(asha))
        blocks.lift(by, by.blocks.get().pk)
    assert not refused(asha, path_of(ben))


def test_a_public_profile_tells_nobody_of_a_block(asha):
    ben = account("Ben")
    blocks.block(asha, ben.pk)
    assert not refused(None, path_of(asha)) and not refused(ben, path_of(asha))


def test_guests_and_suspended_and_deleted_people_have_none(asha):
    guest, ben = person("Gus"), account("Ben")
    assert refused(ben, path_of(guest)) and refused(None, path_of(guest))
    page = shown(guest, guest)
    assert "Guests have no public profile." in page
    assert "<select" not in page and "<dt>" not in page
    User.objects.filter(pk=asha.pk).update(is_active=False)
    assert refused(ben, path_of(asha))
    gone = path_of(ben)
    suspend_rename_delete.forget(ben)
    assert refused(guest, gone)


@pytest.mark.slow
def test_requests_are_limited_by_address(settings, asha):
    settings.RATE_LIMIT_FACTOR = 2 / PROFILES_PER_MINUTE
    codes = [Client().get(f"/people/{key}/").status_code for key in (key_of(asha.pk), "7~x", "")]
    assert codes == [200, 404, 404]  # The last one is no address of a profile.
    assert Client().get(path_of(asha)).status_code == 429
    assert Client().get("/people/7~x/").status_code == 429


# The person's own choice


def test_the_person_chooses_who_sees_it_and_reads_who_does(asha):
    client = signed_in(asha)
    User.objects.filter(pk=asha.pk).update(preferences={"sound": "on"})
    for choice, told in (
        ("everybody", "Now everybody who has the address sees this page"),
        ("met", "Now only people who finished a game with you see this page."),
        ("nobody", "Now only you see this page."),
    ):
        answer = client.post(path_of(asha), {"profile": choice}, follow=True)
        assert answer.redirect_chain == [(path_of(asha), 302)]
        assert told in one_line(answer)
        assert re.findall(r'<option value="(\w+)" selected', one_line(answer)) == [choice]
        assert User.objects.get(pk=asha.pk).preferences == {"sound": "on", "profile": choice}
    for wrong in ({}, {"profile": "on"}, {"profile": "\0"}, {"sound": "off"}):
        assert client.post(path_of(asha), wrong).status_code == 422, wrong
    assert User.objects.get(pk=asha.pk).preferences == {"sound": "on", "profile": "nobody"}


def test_nobody_else_has_the_form(asha):
    ben = account("Ben")
    assert "<select" not in shown(ben, asha)
    assert "/report/" in shown(ben, asha)
    assert "/report/" not in shown(asha, asha) and "/report/" not in shown(None, asha)
    assert signed_in(ben).post(path_of(asha), {"profile": "nobody"}).status_code == 404
    assert User.objects.get(pk=asha.pk).preferences == {}


# Links


def test_the_statistics_link_to_the_profiles_that_are_open(asha):
    guest, shut, blocked, ben = person("Gus"), account("Dora"), account("Emil"), account("Ben")
    for other in (guest, shut, blocked, ben):
        play_together(asha, other)
    narrow(shut, "nobody")
    narrow(ben, "met")
    narrow(blocked, "met")
    blocks.block(blocked, asha.pk)
    page = signed_in(asha).get("/history/statistics/").content.decode()
    assert re.findall(r'href="(/people/[^"]*)"', page) == [path_of(ben)]


def test_the_own_page_links_to_the_profile(asha):
    for user in (asha, person("Gus")):
        assert f'href="{path_of(user)}"' in signed_in(user).get("/guest/").content.decode()


def test_many_people_take_one_query(asha, django_assert_num_queries):
    others = [account(name) for name in ("Ben", "Cleo", "Dora")]
    with django_assert_num_queries(1):
        assert open_to(asha, [asha, *others]) == [asha, *others]
