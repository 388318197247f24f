"""Lessons about asks of bots: what they say, and in which games."""

import html
import re
from dataclasses import replace
from random import Random

import pytest

from game import play, row_values
from game.play import dealing
from game.presentation.lessons import ask_sentence
from game.presentation.move_text import article_card
from literature.knowledge.knowledge import Knowledge
from literature.rules.cards import parse_card
from literature.rules.information_state import information_state
from literature.rules.moves import Asked
from literature.rules.options import PRESETS
from rooms.actions import host_settings, lobby, playing
from rooms.live import reading, rendering
from rooms.models import Room
from tests.kit import (
    hit_ask,
    make_moves,
    missed_ask,
    person,
    random_move,
    signed_in,
    state_of,
    table_of,
)

FIRST_GAME = PRESETS["first-game"]
BLUFF = replace(FIRST_GAME, ask_held_card="bluff")


def said(card, *, hit=False, rules=FIRST_GAME):
    return ask_sentence(rules, Asked(0, 1, parse_card(card), 2, hit), "Cleo")


@pytest.mark.parametrize("hit", [True, False])
def test_the_asker_holds_another_card(hit):
    expected = "Cleo asked for the Q♥, so Cleo holds another card of High hearts."
    assert said("QH", hit=hit) == expected
    below = ask_sentence(FIRST_GAME, Asked(0, 1, parse_card("QH"), 2, hit), "Cleo", below=True)
    assert below == "So Cleo holds another card of High hearts."


@pytest.mark.parametrize(
    ("deck", "card", "another"),
    [
        ("8s-out", "2C", "another card of Low clubs"),
        ("8s-out", "TD", "another card of High diamonds"),
        ("7s-out", "AS", "another card of Low spades"),
        ("8s-and-jokers", "RJ", "another card of Eights and jokers"),
        ("quartets", "QS", "another card of Queens"),
    ],
)
def test_the_lesson_names_every_kind_of_set(deck, card, another):
    assert said(card, rules=replace(FIRST_GAME, deck=deck)).endswith(f"so Cleo holds {another}.")


def test_with_bluffs_a_miss_tells_less():
    """After a miss, the asker may hold the asked card and no other card of the set. After a hit the
    asker held another card.
    """
    assert said("QH", rules=BLUFF) == "Cleo asked for the Q♥, so Cleo holds a card of High hearts."
    assert said("QH", rules=BLUFF, hit=True).endswith("another card of High hearts.")


def shown(code):
    return rendering.public_context(reading.read(code))["follows"]


@pytest.mark.django_db
def test_there_is_a_lesson_after_asks_of_bots_only(users):
    room = table_of(users[:1], "first-game", bots=3)
    assert shown(room.code) == ""
    for _ in range(12):
        game = Room.objects.get().game
        by_bot = bool(game.players.get(seat=game.turn).bot)
        choose = hit_ask if game.version % 2 else missed_ask
        mover = "bot" if by_bot else "person"
        play.act(game.pk, choose(state_of(game)), version=game.version, mover=mover)
        assert bool(shown(room.code)) == by_bot


@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "says"), [("first-game", True), ("classic", False)])
def test_there_are_lessons_in_a_first_game_only_with_any_rules(users, preset, says):
    room = table_of(users[:1], preset, bots=3)
    Room.objects.update(game=None)
    host_settings.set_options(room.code, users[0], {"ask_held_card": "bluff"})
    playing.start(room.code, users[0])
    game = Room.objects.get().game
    while not game.players.get(seat=game.turn).bot:
        play.act(game.pk, missed_ask(state_of(game)), version=game.version)
        game.refresh_from_db()
    play.act(game.pk, missed_ask(state_of(game)), version=game.version, mover="bot")
    assert bool(shown(room.code)) == says
    assert " holds another" not in shown(room.code)


# Moves of which a player can be certain, in a practice game


def practice_page(client, code):
    return html.unescape(client.get(f"/r/{code}/").content.decode())


@pytest.mark.django_db
def test_a_practice_game_tells_of_certain_moves(monkeypatch):
    """Each tip is true, and there is a tip whenever the player can be certain."""
    monkeypatch.setattr(dealing.secrets, "token_bytes", Random(1).randbytes)
    asha, told = person("Asha"), set()
    client = signed_in(asha)
    code = lobby.open_game_with_bots(asha, "first-game", practice=True)
    game = Room.objects.get(code=code).game
    names = [player.name for player in game.players.all()]
    chance = Random(3)
    while (state := state_of(game)).number < 40:
        if state.turn != 0:
            make_moves(game, hit_ask if state.number % 2 else missed_ask)
            continue
        seen = seen_by(game, state, 0)
        holders = Knowledge.of(seen).sure()
        sure = [
            (card, of)
            for card, targets in seen.legal.asks.items()
            for of in targets
            if holders[of] >> card & 1
        ]
        assert all(state.hands[of] >> card & 1 for card, of in sure)
        page = practice_page(client, code)
        tips = re.findall(r'<template data-tip="sure-ask">(.*?)</template>', page)
        asks = {f"You can know that {names[of]} has {article_card(card)}." for card, of in sure}
        assert bool(tips) == bool(sure)
        assert {tip.removesuffix(" Ask for it.") for tip in tips} <= asks
        told |= set(tips)
        make_moves(game, lambda state: random_move(state, chance, 0))
    assert len(told) > 2
    assert "data-tip" not in practice_page(signed_in(person("Ben")), code)


def seen_by(game, state, seat):
    log, dealt = row_values.load_log(game), game.hands.get(seat=seat).dealt
    return information_state(state, log, seat, dealer=game.dealer, dealt=dealt)


@pytest.mark.django_db
def test_a_usual_game_tells_of_no_certain_move():
    asha = person("Asha")
    code = lobby.open_game_with_bots(asha, "first-game")
    game = Room.objects.get(code=code).game
    make_moves(game, hit_ask, hit_ask, missed_ask)
    assert "data-tip" not in practice_page(signed_in(asha), code)
