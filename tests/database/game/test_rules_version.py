"""Games keep the version of their rules when new versions are released."""

import json
from dataclasses import replace

import pytest
from django.utils import timezone

from bots import driver
from finished import records
from game import play
from game.integrity import problems
from game.models import Game
from game.refusals import Refused
from literature import record_shape as shape
from literature.record import BadRecord, read, replay, verdict
from literature.rules import apply as transition
from literature.rules import versions
from literature.rules.options import PRESETS, Rules
from literature.rules.versions import UnknownVersion
from rooms.models import Room
from tests.kit import (
    JSON,
    PLAIN,
    import_record,
    missed_ask,
    people,
    play_on,
    rows_of,
    signed_in,
    started,
    state_of,
    table_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def second_version(monkeypatch):
    """A program that also knows version 2, in which a set counts ten points more."""
    score = transition._score

    def scored(state, seat, index, outcome):
        scores, scorer = score(state, seat, index, outcome)
        if state.rules.version >= 2 and scorer >= 0:
            scores = tuple(now + 10 * (team == scorer) for team, now in enumerate(scores))
        return scores, scorer

    monkeypatch.setattr(transition, "_score", scored)
    monkeypatch.setattr(versions, "VERSIONS", (1, 2))
    monkeypatch.setattr(driver, "VERSIONS", (1, 2))
    monkeypatch.setitem(shape.FORMATS, 2, "literature-record/2")


@pytest.fixture
def forget_second_version(second_version, monkeypatch):
    """Go back to a program that does not know version 2, like an older process."""

    def forget():
        monkeypatch.setattr(versions, "VERSIONS", (1,))
        monkeypatch.setattr(driver, "VERSIONS", (1,))
        monkeypatch.delitem(shape.FORMATS, 2)

    return forget


def by_two(users, **options):
    """A game of version 2 that was just dealt."""
    return started(users, replace(PLAIN, version=2), **options)


def fresh(game):
    return Game.objects.get(pk=game.pk)


def test_a_new_game_has_the_current_version():
    assert versions.PRESENT in versions.VERSIONS
    game = fresh(started(people(4)))
    assert (game.rules_version, game.rules.version) == (1, 1)
    assert state_of(game).rules.version == 1


def test_the_version_is_no_option():
    for preset in PRESETS.values():
        assert "version" not in preset.to_json()
        assert "version" not in preset.text()
    with pytest.raises(ValueError, match="version"):
        Rules.from_json({"version": 1})


def test_running_games_keep_their_version(second_version):
    users = people(4)
    one, two = started(users), by_two(users)
    play_on(one, 30, seed=1)
    play_on(two, 30, seed=1)
    play_on(fresh(one))
    play_on(fresh(two))
    one, two = fresh(one), fresh(two)
    assert (one.rules_version, two.rules_version) == (1, 2)
    assert 0 < sum(one.scores) <= 8
    # Each scored set counts its one point, and ten more.
    assert sum(two.scores) % 11 == 0
    assert sum(two.scores) > 8
    assert problems(one) == problems(two) == []


def test_checks_use_the_version_of_the_game(second_version):
    users = people(4)
    games = [started(users), by_two(users)]
    for game in games:
        play_on(game)
        other = 3 - fresh(game).rules_version
        Game.objects.filter(pk=game.pk).update(rules_version=other)
        assert "scores does not match the log" in problems(fresh(game))


def test_a_finished_game_keeps_its_version(second_version, forget_second_version):
    one = started(people(4))
    play_on(one)
    before = records.export(fresh(one)), rows_of(one)
    two = by_two(people(4))
    play_on(two)
    assert (records.export(fresh(one)), rows_of(one)) == before
    record_one, record_two = (records.export(fresh(game)).encode() for game in (one, two))
    assert json.loads(record_one)["format"] == "literature-record/1"
    assert json.loads(record_two)["format"] == "literature-record/2"
    assert verdict(record_one) is verdict(record_two) is None
    # By the rules of the other version, the same moves have another result.
    for record, other in ((record_one, b"record/2"), (record_two, b"record/1")):
        wrong = record.replace(b"record/1", other).replace(b"record/2", other)
        assert verdict(wrong).code == "wrong_result"
    forget_second_version()
    assert verdict(record_one) is None
    assert verdict(record_two) == (None, "malformed")
    assert problems(fresh(one)) == []


def test_imported_games_have_the_version_of_the_record(second_version):
    two = by_two(people(4))
    play_on(two)
    record = records.export(fresh(two)).encode()
    assert replay(read(record)).state.rules.version == 2
    imported = fresh(import_record(record))
    assert imported.rules_version == 2
    assert problems(imported) == []
    assert records.export(imported).encode() == record


def test_bots_play_by_the_version_of_the_game(second_version):
    two = by_two(people(1), bots=3)
    table = driver._Table(two.pk)
    assert all(table._information_state(seat).rules.version == 2 for seat in range(4))


def test_an_unknown_version_is_refused(forget_second_version):
    users = people(4)
    room = table_of(users)
    Game.objects.filter(pk=room.game.pk).update(rules_version=2)
    game, bots = fresh(room.game), by_two(users[:1], bots=3)
    move = missed_ask(state_of(game))
    Game.objects.filter(pk=bots.pk).update(due_at=timezone.now())
    forget_second_version()

    with pytest.raises(UnknownVersion, match="version 2 of the rules is unknown"):
        Rules(version=2)
    before = rows_of(game)
    with pytest.raises(Refused, match="newer_rules"):
        play.act(game.pk, move, version=0)
    assert rows_of(game) == before
    assert problems(fresh(game)) == ["version 2 of the rules is unknown"]
    assert bots.pk not in [game_id for game_id, _ in driver.read_due()[0]]
    with pytest.raises(BadRecord, match="malformed"):
        read(b'{"format": "literature-record/2"}')


def test_people_see_a_message_about_an_unknown_version_and_keep_their_seats(forget_second_version):
    users = people(4)
    room = table_of(users)
    Game.objects.filter(pk=room.game.pk).update(rules_version=2)
    forget_second_version()
    browser = signed_in(users[0])
    sentence = "This game uses newer rules than this server knows."
    for path in ["", "regions/"]:
        answer = browser.get(f"/r/{room.code}/{path}")
        assert answer.status_code == 503
        assert sentence in answer.text
    said = browser.get(f"/r/{room.code}/state.json", headers=JSON)
    assert (said.status_code, said.json()["code"]) == (503, "newer_rules")
    fields = {"card": "2C", "of": 1, "request_id": "a", "version": 0}
    said = browser.post(f"/r/{room.code}/ask/", fields, headers=JSON)
    assert (said.status_code, said.json()["code"]) == (503, "newer_rules")
    assert browser.post(f"/r/{room.code}/ask/", fields).status_code == 503
    assert browser.get("/").status_code == 200
    assert Room.objects.get(pk=room.pk).game_id == room.game.pk
