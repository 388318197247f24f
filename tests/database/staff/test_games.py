"""Staff pages of games: search, reading, running games and their hands, checks and exports."""

import io
import json
from datetime import UTC, datetime
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from finished import records
from finished.importing import import_file
from game import play
from game.models import Game, Hand
from literature.rules.cards import card_text
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as tables
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import (
    PLAIN,
    missed_ask,
    one_line,
    people,
    play_on,
    signed_in,
    started,
    state_of,
    table_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LIST = "/admin/game/game/"


@pytest.fixture
def client():
    return boss()


@pytest.fixture
def finished():
    game = started(people(4), PLAIN)
    play_on(game)
    return game


def page(game):
    return f"{LIST}{game.pk}/change/"


def found(client, query, **filters):
    """Return the ids of the games that a search finds, the latest first."""
    answer = client.get(LIST, {"q": query, **filters})
    assert answer.status_code == 200
    return [game.pk for game in answer.context["cl"].result_list]


# Search


def test_the_columns_of_the_list(client, finished):
    call_command("check_games", stdout=io.StringIO())
    text = client.get(LIST).content.decode()
    for word in ("Asha, Chidi", "Ben, Dora", str(finished.version), "no problem", finished.pk[:8]):
        assert word in text


def test_games_are_found_by_names_dates_and_codes(client, finished):
    other = table_of(people(6), "strict").game
    Game.objects.filter(pk=finished.pk).update(started_at=datetime(2025, 3, 9, 23, 59, tzinfo=UTC))
    Game.objects.filter(pk=other.pk).update(room_code="CDFGHJ")
    other.players.filter(seat=0).update(name="Zoë van Dam")
    assert found(client, "") == [other.pk, finished.pk]
    assert found(client, "van zoë") == [other.pk]
    assert found(client, "cdfghj") == [other.pk]
    assert found(client, finished.pk[:7]) == [finished.pk]
    assert found(client, "2025-03-09") == [finished.pk]
    assert found(client, "2025-03-10") == []
    assert found(client, "ben dora 2025-03-09") == [finished.pk]
    assert found(client, "ben dora cdfghj") == [other.pk]
    assert found(client, "nobody-of-that-name") == []


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_last_day_of_the_calendar(client, finished, day):
    assert found(client, day) == []
    assert found(client, f"{datetime.now(UTC):%Y-%m-%d}") == [finished.pk]


def test_a_card_finds_no_running_game(client):
    game = started(people(4), PLAIN)
    ask = missed_ask(state_of(game))
    play.act(game.pk, ask, version=0)
    assert found(client, card_text(ask.card)) == []


def test_filters(client, finished):
    running = started(people(4), PLAIN)
    import_file("x.json", records.export(finished).encode())
    brought = Game.objects.get(source__isnull=False)
    Game.objects.filter(pk=finished.pk).update(score_0=99)
    with pytest.raises(SystemExit):
        call_command("check_games", finished.pk, brought.pk, stdout=io.StringIO())
    assert found(client, "", status__exact="running") == [running.pk]
    assert found(client, "", check="wrong") == [finished.pk]
    assert found(client, "", check="agrees") == [brought.pk]
    assert found(client, "", check="unchecked") == [running.pk]
    assert found(client, "", origin="imported") == [brought.pk]
    assert found(client, "", preset="none") != []


@pytest.mark.parametrize(
    "guess", ["seed__startswith", "hands__live__gt", "commitment", "scorers__contains", "seed"]
)
def test_no_column_can_be_guessed_by_the_url(client, guess):
    started(people(4), PLAIN)
    answer = client.get(LIST, {guess: "0"})
    assert (answer.status_code, "e=1" in answer.get("Location", "")) in [(400, False), (302, True)]


def test_a_list_costs_the_same_for_many_games(client, django_assert_max_num_queries):
    users = people(4)
    for _ in range(12):
        started(users, PLAIN)
    with django_assert_max_num_queries(8) as few:
        client.get(LIST)
    for _ in range(12):
        started(users, PLAIN)
    with django_assert_max_num_queries(len(few)):
        client.get(LIST)


# Reading


def test_the_page_of_a_game(client, finished, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        text = one_line(client.get(page(finished)))
    assert f"/games/{finished.pk}/" in text
    assert text.count("<tr><td>") >= finished.version
    assert "Does the seed match the commitment" in text
    assert "a person" in text
    assert 'class="bad"' not in text


def test_the_page_names_leavers_and_their_bots(client):
    room = table_of(people(4))
    leaver = room.game.players.get(seat=1)
    lobby.leave(room.code, leaver.user)
    text = one_line(client.get(page(room.game)))
    link = f'/admin/accounts/user/{leaver.user_id}/change/"><bdi>Ben</bdi></a>'
    left = f"{link}, who left the table; now: bot, "
    assert left in text
    # In the list a seat counts as a bot's only if a bot has had it from the start.
    assert "Ben (bot)" not in client.get(LIST).content.decode()
    tables.forget(leaver.user)
    text = one_line(client.get(page(room.game)))
    assert "<td><bdi>A former player</bdi>, who left the table; now: bot, medium</td>" in text


def test_the_page_names_the_problems_of_a_game(client, finished):
    Game.objects.filter(pk=finished.pk).update(seed="00" * 32, score_0=99)
    text = one_line(client.get(page(finished)))
    assert "the seed is not the one that was committed to" in text
    assert "No: the commitment belongs to another seed." in text
    assert "No: the seed deals other hands." in text


def test_the_deal_of_an_imported_game(client, finished):
    document = json.loads(records.export(finished))
    import_file("with.json", json.dumps(document).encode())
    del document["shuffle"], document["seed"]
    import_file("without.json", json.dumps(document).encode())
    proved, unproved = Game.objects.filter(source__isnull=False).order_by("imports__pk")
    text = client.get(page(proved)).content.decode()
    assert "before the first move? " not in text
    assert "Does the commitment in the record match its seed?</b> Yes." in text
    assert "deal these hands?</b> Yes." in text
    assert "Is this the original deal?</b> Unknown" in text
    text = client.get(page(unproved)).content.decode()
    assert "Unknown: the record has no seed" in text
    assert "without.json" in text


def test_a_game_with_newer_rules_has_a_page_without_moves(client, finished):
    Game.objects.filter(pk=finished.pk).update(rules_version=99)
    text = one_line(client.get(page(finished)))
    assert "version 99 of the rules is unknown" in text
    assert "so its moves can’t be shown" in text


def test_no_field_can_be_changed(client, finished):
    before = Game.objects.filter(pk=finished.pk).values().get()
    for path in (page(finished), f"{LIST}{finished.pk}/delete/", f"{LIST}add/"):
        client.post(path, {"seed": "x", "status": "running", "post": "yes", "_save": "Save"})
    act(client, "game/game", "delete_selected", finished.pk, post="yes")
    assert Game.objects.filter(pk=finished.pk).values().get() == before


# Running games


def hidden_texts(game):
    """Return the secrets of a running game: the seed, and all hands as numbers."""
    hands = list(Hand.objects.filter(game=game))
    return {game.seed, *(str(hand.live) for hand in hands), *(str(hand.dealt) for hand in hands)}


def test_a_running_game_shows_no_card(client):
    game = table_of(people(6), "nine-sets").game
    for _ in range(3):
        play.act(game.pk, missed_ask(state_of(game)), version=state_of(game).number)
    last = game.moves.last()
    for path in (LIST, page(game), "/admin/", f"{LIST}{game.pk}/hands/", "/admin/rooms/room/"):
        text = client.get(path).content.decode()
        assert not [secret for secret in hidden_texts(game) if secret in text], path
    text = one_line(client.get(page(game)))
    assert "2 moves are hidden" in text
    moves = text.partition("2 moves are hidden")[2]
    shown = [number for number in range(4) if f"<tr><td>{number + 1}</td>" in moves]
    assert shown == [last.number]
    assert "Dealt" not in text


def test_opening_hands_needs_a_reason_and_is_logged(client):
    game = started(people(4), PLAIN)
    address = f"{LIST}{game.pk}/hands/"
    assert "Dealt" not in client.get(address).content.decode()
    refused = client.post(address, {"reason": "  "})
    assert refused.status_code == 422
    assert "Dealt" not in refused.content.decode()
    assert not AuditEntry.objects.exists()
    opened = client.post(address, {"reason": "a complaint of  Ben's"})
    text = opened.content.decode()
    assert "Dealt" in text
    assert "The stored hands and results follow from the moves." in text
    assert "no-store" in opened["Cache-Control"]
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.game, entry.reason) == ("open-hands", game.pk, "a complaint of Ben's")
    assert entry.by_name == "boss"
    assert "a complaint of Ben" in client.get("/admin/staff/auditentry/").content.decode()


def test_staff_without_permission_can_not_open_hands(finished):
    game = started(people(4), PLAIN)
    client = signed_in(staff("sam", "game.view_game"))
    address = f"{LIST}{game.pk}/hands/"
    assert "Open the hands" not in client.get(page(game)).content.decode()
    assert client.post(address, {"reason": "curious"}).status_code == 403
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("left", [False, True])
def test_players_can_not_open_the_hands_of_their_game(left):
    cheat = staff("cheat", superuser=True)
    players = [cheat, *people(3)]
    game = table_of(players).game
    if left:
        game.players.filter(user=cheat).update(user=None, left_user=cheat)
    client = signed_in(cheat)
    assert "Open the hands" not in client.get(page(game)).content.decode()
    assert client.post(f"{LIST}{game.pk}/hands/", {"reason": "curious"}).status_code == 403
    assert not AuditEntry.objects.exists()


def test_problems_of_a_running_game_are_hidden(client):
    """The description may name cards. Only staff who open the hands can read it."""
    game = started(people(4), PLAIN)
    Game.objects.filter(pk=game.pk).update(score_0=99)
    with pytest.raises(SystemExit):
        call_command("check_games", stdout=io.StringIO())
    text = one_line(client.get(page(game)))
    assert "A problem was found" in text
    assert "scores does not match" not in text
    opened = client.post(f"{LIST}{game.pk}/hands/", {"reason": "why"}).content.decode()
    assert "scores does not match" in opened


# Actions


@pytest.mark.parametrize("action", ["check_now", "export_records"])
def test_nothing_is_done_without_a_reason(client, finished, action):
    for reason in ("", " \n"):
        assert act(client, "game/game", action, finished.pk, reason=reason).status_code == 422
    assert not hasattr(Game.objects.get(pk=finished.pk), "integrity_check")
    assert not AuditEntry.objects.exists()


def test_an_action_on_several_games_returns_to_the_filtered_list(client, finished):
    other = started(people(4), PLAIN)
    listed = f"{LIST}?q=asha&check=unchecked"
    chosen = {"action": "check_now", "_selected_action": [finished.pk, other.pk]}
    asked = client.post(listed, chosen)
    assert asked.context["back"] == listed
    assert '?q=asha&amp;check=unchecked">No, go back' in asked.content.decode()
    assert client.post(listed, chosen | {"reason": "a doubt"})["Location"] == listed
    assert Game.objects.get(pk=finished.pk).integrity_check.agrees
    assert Game.objects.get(pk=other.pk).integrity_check.agrees


def test_an_action_on_one_game_leads_to_its_page(client, finished):
    asked = act(client, "game/game", "check_now", finished.pk)
    assert asked.context["back"] == page(finished)
    running = started(people(4), PLAIN)
    assert client.get(f"{LIST}{running.pk}/hands/").context["back"] == page(running)


def test_a_check_needs_a_reason(client, finished):
    asked = act(client, "game/game", "check_now", finished.pk)
    assert "Reason" in asked.content.decode()
    assert not hasattr(Game.objects.get(pk=finished.pk), "integrity_check")
    done = act(client, "game/game", "check_now", finished.pk, reason="a doubt")
    assert done.redirect_chain[0][0] == page(finished)
    assert Game.objects.get(pk=finished.pk).integrity_check.agrees
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.game, entry.detail) == ("check", finished.pk, "no problem was found")
    assert (entry.by_name, entry.reason) == ("boss", "a doubt")
    assert "a doubt" in client.get("/admin/staff/auditentry/").content.decode()


def test_many_games_are_exported_as_one_zip(client, finished):
    running = started(people(4), PLAIN)
    import_file("x.json", records.export(finished).encode())
    brought = Game.objects.get(source__isnull=False)
    ids = [finished.pk, running.pk, brought.pk]
    assert "with all cards" in act(client, "game/game", "export_records", *ids).content.decode()
    data = {"action": "export_records", "_selected_action": ids, "reason": "asked for"}
    answer = client.post(LIST, data)
    archive = ZipFile(io.BytesIO(b"".join(answer)))
    assert set(archive.namelist()) == {f"literature-{game.pk}.json" for game in (finished, brought)}
    text = archive.read(f"literature-{finished.pk}.json").decode()
    assert text == records.export(finished)
    assert set(AuditEntry.objects.values_list("game", "kind")) == {
        (finished.pk, "export"),
        (brought.pk, "export"),
    }


def test_all_games_of_a_list_can_be_exported(client, finished):
    """The ids would not fit into a form, so the filters of the list choose the games."""
    other = table_of(people(6), "strict").game
    play_on(other)
    address = f"{LIST}?preset=strict"
    chosen = {"action": "export_records", "_selected_action": [other.pk], "select_across": "1"}
    asked = client.post(address, chosen).content.decode()
    assert 'name="select_across" value="1"' in asked
    assert asked.count('name="_selected_action"') == 1
    answer = client.post(address, chosen | {"reason": "asked for"})
    archive = ZipFile(io.BytesIO(b"".join(answer)))
    assert archive.namelist() == [f"literature-{other.pk}.json"]


def test_a_running_game_can_not_be_exported(client):
    game = started(people(4), PLAIN)
    text = act(client, "game/game", "export_records", game.pk, reason="x").content.decode()
    assert "This game is not over" in text
    assert not AuditEntry.objects.exists()
