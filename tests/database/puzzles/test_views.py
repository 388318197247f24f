"""The pages of the daily puzzle: permissions, and the effect of an answer."""

import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from unittest import mock

import pytest
from django.test import Client

from game.presentation.move_text import card_short
from literature.rules.cards import CARDS
from puzzles import sentences
from puzzles.answer_store import COOKIE
from puzzles.candidates import candidates, tries
from puzzles.presentation import faces, puzzle_view
from puzzles.puzzle_file import number_of_days, puzzle_at
from tests import ROOT
from tests.kit import TODAY as NOW
from tests.kit import one_line, person, signed_in

#: The style sheet can mark the lines of at most this number of steps.
MARKED_STEPS = (ROOT / "static/css/puzzle/table.css").read_text().count("[data-step=")


@pytest.fixture
def client():
    """A browser without a name or an account. The pages of puzzles may not use the database."""
    return Client()


def number_of_kind(kind, skip=0):
    """The number of an open puzzle of this kind, with more than one try."""
    opened = [(n, puzzle_at(n - 1)) for n in range(NOW, NOW - 31, -1)]
    fitting = [n for n, each in opened if each.kind == kind and tries(each) > 1]
    return fitting[skip]


def right_answer(number):
    puzzle = puzzle_at(number - 1)
    if puzzle.kind == "claim":
        deck = puzzle.situation.deck
        name = deck.sets[deck.set_indexes[puzzle.answer[0][0]]].name
        known = puzzle.situation.facts.known_holders()
        hidden = [(card, seat) for card, seat in puzzle.answer if card not in known]
        holders = {f"holder-{CARDS[card]}": seat for card, seat in hidden}
        return {"set": name, **holders}
    ((card, seat),) = puzzle.answer
    return {"seat": seat} if puzzle.kind == "holder" else {"card": CARDS[card], "of": seat}


def wrong_answers(number):
    """Wrong answers, as many as the puzzle allows. Most have the right set or card."""
    puzzle, right = puzzle_at(number - 1), right_answer(number)
    seats = candidates(puzzle)
    if puzzle.kind == "claim":
        first, second, *_more = [name for name in right if name.startswith("holder")]
        moved = ([first], [second], [first, second])
        return [{**right, **{name: 6 - right[name] for name in names}} for names in moved]
    field = "seat" if puzzle.kind == "holder" else "of"
    wrong = [{**right, field: seat} for seat in seats if seat != right[field]]
    if puzzle.kind == "ask":
        other = next(card for card in CARDS if card != right["card"])
        wrong += [{"card": other, "of": seat} for seat in seats]
    return wrong[: tries(puzzle)]


def wrong_answer(number):
    return wrong_answers(number)[0]


OPEN_STEP = r'class="step"[^>]* open'


def page(client, number):
    return client.get(f"/puzzle/{number}/").content.decode()


def solution_of(number):
    names = [name for name, _avatar in faces(number, 6)]
    return sentences.solution(puzzle_at(number - 1), names)


def test_the_puzzle_of_the_day_is_the_same_for_all(client):
    shown = client.get("/puzzle/")
    assert shown.status_code == 200
    assert shown["Cache-Control"].find("no-store") >= 0
    assert sentences.question(puzzle_at(NOW - 1)) in shown.content.decode()
    assert not client.cookies.keys() - {"csrftoken"}


def test_the_day_changes_at_midnight_utc(client):
    late = datetime(2026, 11, 22, 23, 59, 59, tzinfo=UTC)
    for moment, number in ((late, 56), (late.replace(day=23, hour=0), 57)):
        with mock.patch("puzzles.days.datetime") as clock:
            clock.now.return_value = moment
            assert f"/puzzle/{number}/" in client.get("/puzzle/").content.decode()


@pytest.mark.parametrize("number", [NOW + 1, NOW - 31, 0, 10**9])
def test_puzzles_of_other_days_are_closed(client, number):
    past = 0 < number < NOW
    shut = client.get(f"/puzzle/{number}/")
    assert shut.status_code == (302 if past else 404)
    assert shut.get("Location", "/puzzle/") == "/puzzle/", "a link that was shared leads to today"
    assert client.post(f"/puzzle/{number}/", {"show": 1}).status_code == 404


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_an_answer(client, kind):
    number = number_of_kind(kind)
    sent = client.post(f"/puzzle/{number}/", right_answer(number))
    assert (sent.status_code, sent["Location"]) == (302, f"/puzzle/{number}/#result")
    solved = page(client, number)
    assert "Right on the first try" in solved
    assert solution_of(number) in solved
    assert "<form" not in solved.partition("<main")[2]


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_the_solution_follows_the_last_wrong_answer(client, kind):
    number = number_of_kind(kind)
    allowed = tries(puzzle_at(number - 1))
    assert f"You have {allowed} tries." in page(client, number)
    answers = wrong_answers(number)
    for count, answer in enumerate(answers[:-1], 1):
        for each in (answer, answers[0], answer):
            client.post(f"/puzzle/{number}/", each)
        shown, left = page(client, number), allowed - count
        assert ("You have one more try." if left == 1 else f"You have {left} more tries.") in shown
        assert solution_of(number) not in shown
        told = 'is-wrong"' if kind == "holder" else "<li>Ask " if kind == "ask" else "<li>Your team"
        assert shown.count(told) == count
    client.post(f"/puzzle/{number}/", answers[-1])
    assert solution_of(number) in page(client, number)
    assert "Right" not in page(client, number)


def test_a_claim_has_open_cards_filled_in_and_offers_no_player_without_hidden_cards(client):
    number = next(
        n
        for n in range(NOW, NOW - 31, -1)
        if any(
            puzzle_at(n - 1).situation.facts.known_holders().get(c)
            for c, _s in puzzle_at(n - 1).answer
        )
    )
    puzzle, shown = puzzle_at(number - 1), page(client, number)
    fields = set(re.findall(r'name="holder-(..)" value="(\d)"', shown))
    known = {CARDS[card] for card in puzzle.situation.facts.known_holders()}
    assert not known & {card for card, _seat in fields}
    assert {int(seat) for _card, seat in fields} == set(candidates(puzzle))
    client.post(f"/puzzle/{number}/", right_answer(number))
    assert "Right on the first try" in page(client, number)


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_an_incomplete_answer_costs_no_try(client, kind):
    number = number_of_kind(kind)
    for fields in ({}, {"seat": "x", "card": "9Z", "of": "7", "set": "low-cups"}, {"card": "9H"}):
        answer = client.post(f"/puzzle/{number}/", fields)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    half = dict([*right_answer(number).items()][:-1])
    shown = client.post(f"/puzzle/{number}/", half).content.decode()
    if kind == "claim":
        card = [*right_answer(number)][-1].removeprefix("holder-")
        assert f"Choose a holder for the {card_short(CARDS.index(card))}, too." in shown
    assert shown.count(" checked") == len(half)
    assert COOKIE not in client.cookies


@pytest.mark.parametrize("number", range(NOW - 30, NOW + 1))
def test_a_page_does_not_contain_the_answer_before_the_end(client, number):
    """The page is the same for every possible answer."""
    puzzle = puzzle_at(number - 1)
    shown = page(client, number)
    others = {
        "holder": [((puzzle.answer[0][0], seat),) for seat in range(1, 6)],
        "ask": [((puzzle.answer[0][0], 1),), ((puzzle.answer[0][0], 3),)],
        "claim": [puzzle.answer[:1], puzzle.answer[::-1]],
    }[puzzle.kind]
    for answer in others:
        argument = tuple(
            replace(each, reason=replace(each.reason, seat=answer[0][1]), out=0)
            for each in puzzle.argument
        )
        changed = puzzle._replace(answer=answer, argument=argument)
        puzzle_view.cache_clear()
        with mock.patch("puzzles.presentation.puzzle_at", return_value=changed):
            assert without_token(page(client, number)) == without_token(shown)
    puzzle_view.cache_clear()


def without_token(text):
    return re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"', "", text)


def test_a_streak_and_a_result_to_share(client):
    if tries(puzzle_at(NOW - 1)) > 1:
        client.post(f"/puzzle/{NOW}/", wrong_answer(NOW))
    client.post(f"/puzzle/{NOW}/", right_answer(NOW))
    solved = page(client, NOW)
    assert "Solve it to bring your streak to 2 days." in solved
    share = solved.partition("<pre>")[2].partition("</pre>")[0]
    level = sentences.level_name(puzzle_at(NOW - 1).level)
    marks = "✗ ✓" if tries(puzzle_at(NOW - 1)) > 1 else "✓"
    assert share.splitlines() == [
        f"Literature puzzle {NOW} ({level})", marks, f"http://testserver/puzzle/{NOW}/",
    ]  # fmt: skip
    with mock.patch("puzzles.days.today", return_value=NOW + 1):
        client.post(f"/puzzle/{NOW + 1}/", right_answer(NOW + 1))
        assert "Streak: 2 days" in page(client, NOW + 1)


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_a_wrong_answer_gets_a_message_and_stays_in_the_form(client, kind):
    number = number_of_kind(kind)
    client.post(f"/puzzle/{number}/", wrong_answer(number))
    shown = page(client, number)
    said = {"holder": " doesn’t hold the ", "claim": "That is the right set", "ask": "right card"}
    assert said[kind] in shown
    assert shown.count(" checked") == (0 if kind == "holder" else len(wrong_answer(number)))


@pytest.mark.parametrize("kind", ["claim", "ask"])
def test_a_wrong_set_or_card_gets_a_message(client, kind):
    number = number_of_kind(kind)
    puzzle = puzzle_at(number - 1)
    mine = puzzle.situation.deck.sets[puzzle.situation.deck.set_indexes[puzzle.answer[0][0]]]
    other = next(
        each
        for each in puzzle.situation.deck.sets
        if each != mine and each.mask & puzzle.situation.live
    )
    claimed = {f"holder-{CARDS[card]}": 2 for card in other.cards}
    fields = {"set": other.name, "card": CARDS[other.cards[0]], "of": 1, **claimed}
    client.post(f"/puzzle/{number}/", fields)
    assert f"That is the wrong {'set' if kind == 'claim' else 'card'}." in page(client, number)


def test_all_steps_are_shown_at_once_on_request(client):
    number = next(n for n in range(NOW, NOW - 31, -1) if len(puzzle_at(n - 1).argument) > 3)
    client.post(f"/puzzle/{number}/", {"show": 1})
    assert page(client, number).count('class="step"') > 2
    assert len(re.findall(OPEN_STEP, page(client, number))) == 1
    quoted = puzzle_view(number, solved=True, language="en")["steps"][0][1][0]
    text = " ".join(page(client, number).split())
    assert f"Line {quoted['number']}:</b> {quoted['asked']} {quoted['answered']}" in text
    whole = client.get(f"/puzzle/{number}/?steps=all").content.decode()
    assert len(re.findall(OPEN_STEP, whole)) == whole.count('class="step"')


def test_the_introduction_is_open_for_the_first_puzzle(client):
    assert '<details class="puzzle-help" open>' in page(client, NOW)
    client.post(f"/puzzle/{NOW}/", right_answer(NOW))
    assert '<details class="puzzle-help">' in page(client, NOW - 1)


def test_a_finished_puzzle_links_to_the_nearest_puzzle_of_its_level(client):
    level = puzzle_at(NOW - 1).level
    same = [n for n in range(NOW - 1, NOW - 31, -1) if puzzle_at(n - 1).level == level]
    client.post(f"/puzzle/{same[0]}/", {"show": 1})
    client.post(f"/puzzle/{NOW}/", {"show": 1})
    done = page(client, NOW)
    assert re.search(rf'href="/puzzle/{same[1]}/">Next puzzle<', done)
    for number in same[1:]:
        client.post(f"/puzzle/{number}/", {"show": 1})
    near = next(n for n in range(NOW - 1, NOW - 31, -1) if n not in same)
    assert re.search(rf'href="/puzzle/{near}/">Next puzzle<', page(client, NOW))


def test_the_argument_comes_before_the_next_puzzle_and_the_result_to_share(client):
    client.post(f"/puzzle/{NOW}/", {"show": 1})
    shown = page(client, NOW)
    places = [shown.index(each) for each in ("step by step", "Next puzzle", "Copy my result")]
    assert places == sorted(places)


@pytest.mark.parametrize("number", range(NOW - 6, NOW + 1))
def test_a_solution_gives_each_card_one_holder(number):
    """A card whose holder the argument finds is shown at that holder, and no longer among the
    unseen cards.
    """
    view = puzzle_view(number, solved=True, language="en")
    unseen = [card.text for group in view["unseen"] for card in group.cards]
    placed = [card.text for seat in view["seats"] for card in seat.open]
    placed += [card.text for seat in view["seats"] for card, _step in seat.found]
    assert not set(unseen) & set(placed)
    before = puzzle_view(number, solved=False, language="en")
    assert sorted(unseen + placed) == sorted(
        [card.text for group in before["unseen"] for card in group.cards]
        + [card.text for seat in before["seats"] for card in seat.open]
    )


@pytest.mark.parametrize("number", range(NOW - 6, NOW + 1))
def test_a_card_appears_with_the_step_that_finds_it(number):
    view = puzzle_view(number, solved=True, language="en")
    sentences = [step.sentence for step, _lines in view["steps"]]
    for seat in view["seats"]:
        for card, step in seat.found:
            assert f"the {card.short}" in sentences[step - 1]
            assert step <= MARKED_STEPS


@pytest.mark.parametrize("number", range(NOW - 6, NOW + 1))
def test_each_line_is_marked_from_the_step_that_uses_it(number):
    view = puzzle_view(number, solved=True, language="en")
    for line in view["lines"]:
        readers = [n for n, (_step, lines) in enumerate(view["steps"], 1) if line in lines]
        assert line["step"] == min(readers, default=0)
    assert len(view["steps"]) <= MARKED_STEPS


def test_the_practice_page_shows_solved_puzzles(client):
    number = NOW - 3
    client.post(f"/puzzle/{number}/", right_answer(number))
    client.post(f"/puzzle/{number - 1}/", {"show": 1})
    listed = client.get("/puzzle/practice/").content.decode()
    assert listed.count('class="practice-link') == 30
    assert listed.count("solved</span>") == listed.count("seen</span>") == 1
    assert f"/puzzle/{NOW}/" not in listed
    assert "You have solved 1 of 30 puzzles." in one_line(client.get("/puzzle/practice/"))


@pytest.mark.parametrize("theme", sentences.THEMES)
def test_practice_of_a_theme(client, theme):
    listed = client.get("/puzzle/practice/", {"theme": theme}).content.decode()
    numbers = {int(number) for number in re.findall(r'"/puzzle/(\d+)/"', listed)}
    fitting = {n for n in range(NOW - 30, NOW) if theme in sentences.themes(puzzle_at(n - 1))}
    assert numbers == fitting
    assert 0 < len(fitting) < 30


def test_an_unknown_theme_shows_all_puzzles(client):
    listed = client.get("/puzzle/practice/?theme=x").content.decode()
    assert listed.count('class="practice-link') == 30


def test_every_puzzle_has_a_theme():
    assert all(sentences.themes(puzzle_at(index)) for index in range(number_of_days()))


@pytest.mark.django_db
def test_the_home_page_links_to_the_puzzle_of_today(client):
    assert "today-link" in client.get("/").content.decode(), "nobody has to know it before"
    client.post(f"/puzzle/{NOW}/", {"show": 1})
    assert "seen</span>" in client.get("/").content.decode()
    assert "today-link" in signed_in(person("Asha")).get("/").content.decode()


@pytest.mark.slow
def test_pages_load_neither_numpy_nor_bots_that_play():
    code = (
        "import django; django.setup(); import puzzles.views, puzzles.templatetags.puzzles, sys; "
        "puzzles.views.puzzle_at(0); print({'numpy', 'literature.selfplay'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
        env={"DJANGO_SETTINGS_MODULE": "literature_site.settings"},
    )  # fmt: skip
    assert done.stdout.strip() == "set()"
