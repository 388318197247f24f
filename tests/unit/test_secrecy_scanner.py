"""The search for leaks finds leaks that a test has planted."""

import json
from copy import deepcopy

import pytest

from tests.secrecy import (
    Truth,
    cards_in_text,
    leaks_in_answer,
    leaks_in_document,
    leaks_in_page,
    parsed,
    same_for_all,
    secrets_in,
)

RULES = {
    "deck": "8s-out",
    "history": "last_ask",
    "hand_counts": "public",
    "claim_timing": "own_turn",
}


def truth(**options):
    """A game of four players. Seat 0 has asked seat 1 for the 3D and missed. Seat 1 has got the 3C
    from seat 2.
    """
    hands = [
        {"2C", "9C", "2D", "9D"}, {"4C", "5C", "9H", "TH"},
        {"3C", "6C", "JH", "AS"}, {"7C", "KH", "QS", "AH"},
    ]  # fmt: skip
    game = Truth(RULES | options, [hands])
    game.secrets.add("5eed5eed")
    game.add({"number": 0, "seat": 0, "ask": "3D", "of": 1, "hit": False})
    game.add({"number": 1, "seat": 1, "ask": "3C", "of": 2, "hit": True})
    return game


def document(game, viewer):
    """Return the correct document for this viewer."""
    version = game.version
    hands = game.hands[version]
    asks = {}
    if viewer == 1:
        opponents = sorted(game.opponents_in(1, version))
        asks = dict.fromkeys(game.askable(1, version), opponents)
    public = game.rules["hand_counts"] == "public"
    return {
        "version": version,
        "phase": "playing",
        "you": viewer,
        "turn": 1,
        "hand": None if viewer is None else sorted(hands[viewer], key=_by_suit),
        "log": game.shown(version),
        "seats": [
            {"name": f"P{seat}", "cards": len(hand) if public else None, "out": not hand}
            for seat, hand in enumerate(hands)
        ],
        "legal": {"asks": asks, "claims": [], "passes": []},
    }


def _by_suit(card):
    return "CDHS".index(card[1]), "23456789TJQKA".index(card[0])


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_correct_content_has_no_leak(viewer):
    game = truth()
    assert leaks_in_document(game, viewer, document(game, viewer)) == []
    assert leaks_in_page(game, viewer, parsed(page(game, viewer)), 1) == []


def _plant(sent, path, value):
    for key in path[:-1]:
        sent = sent[key]
    sent[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["hand"], ["2C", "9C", "2D", "9D", "9H"]),
        (["hand"], ["2C", "9C", "2D"]),
        (["seats", 1, "holds"], ["9H"]),
        (["seats", 1, "note"], "has the 9 of hearts"),
        (["seats", 1, "cards"], 4),
        (["hands"], [["2C"]]),
        (["legal", "asks"], {"9H": [1]}),
        (["legal", "asks"], {"3C": [1, 3]}),
        (["log"], [{"number": 0, "seat": 0, "ask": "3D", "of": 1, "hit": False}]),
        (["debug"], {"9H": 1}),
        (["you"], 1),
    ],
)
def test_a_leak_in_a_document(path, value):
    game = truth()
    sent = deepcopy(document(game, 0))
    _plant(sent, path, value)
    assert leaks_in_document(game, 0, sent)


def test_offered_asks_that_reveal_holders():
    game = truth()
    sent = document(game, 1)
    sent["legal"]["asks"]["AS"] = [2]
    assert leaks_in_document(game, 1, sent)
    sent = document(game, 1)
    sent["legal"]["asks"]["7C"] = [2] if "7C" in sent["legal"]["asks"] else [0]
    assert leaks_in_document(game, 1, sent)


def test_a_spectator_with_a_hand():
    game = truth()
    sent = document(game, None) | {"hand": []}
    assert leaks_in_document(game, None, sent)
    sent = document(game, None)
    sent["legal"]["claims"] = ["low-clubs"]
    assert leaks_in_document(game, None, sent)


def test_secret_counts():
    game = truth(hand_counts="secret")
    assert leaks_in_document(game, 0, document(game, 0)) == []
    sent = document(game, 0)
    sent["seats"][2]["cards"] = 3
    assert leaks_in_document(game, 0, sent)
    html = page(game, 0).replace('<section id="table">', '<section id="table"><b>3 cards</b>')
    assert leaks_in_page(game, 0, parsed(html), None)


def test_a_leak_in_an_answer():
    game = truth()
    answer = {"game": "x", "version": 2, "move": game.log[1]}
    assert leaks_in_answer(game, answer) == []
    assert leaks_in_answer(game, answer | {"move": game.log[1] | {"hit": False}})
    assert leaks_in_answer(game, {"code": "stale", "message": "Ben holds the queen of spades."})
    assert leaks_in_answer(game, answer | {"left": ["QS"]})


def test_the_seed_and_hands_as_numbers():
    game = truth()
    bits = next(word for word in game.secrets if word.isdigit() and len(word) > 6)
    assert secrets_in(game, '{"seed": "5eed5eed"}')
    assert secrets_in(game, f"<b data-live={bits}>")
    assert len(secrets_in(game, f"0x{bits}, _{bits}")) == 2
    assert not secrets_in(game, "Z5eed5eedZ"), "that is in a token, by chance"
    assert secrets_in(game, '{"version": 1234567, "commitment": "abcdef0123"}') == []


def page(game, viewer):
    """Return a simple page of the game without leaks."""
    hand = game.hands[-1][viewer] if viewer is not None else ()
    cards = "".join(f'<li data-card="{card}">{card}</li>' for card in sorted(hand))
    mine = f'<ul id="hand">{cards}</ul>' if viewer is not None else "<p>You are watching.</p>"
    if viewer == 1:
        mine += '<form action="/r/X/ask/"><input name="request_id" value="-9H-">'
        mine += "".join(
            f'<input type="radio" name="card" value="{card}"><b>{card}</b>'
            for card in game.askable(1, game.version)
        )
        mine += '<input type="radio" name="of" value="0"><input name="of" value="2"></form>'
        mine += '<form action="/r/X/claim/"><input name="set" value="low-clubs">'
        for card in game.sets["low-clubs"]:
            if card in hand:
                mine += f'<input type="hidden" name="holder-{card}" value="1">'
            else:
                mine += (
                    f'<select name="holder-{card}"><option value="" selected><option value="3">'
                    "</select>"
                )
        mine += "</form>"
    news = json.dumps([{"number": 1, "card": "3C", "hit": True}]).replace('"', "&quot;")
    return (
        f'<div id="versions" data-room="3" data-game="{game.version}"></div>'
        '<section id="table"><p>P1 asked P2 for 3♣ and got it.</p>'
        '<ul><li data-cards="2C 3C 4C 5C 6C 7C">Low clubs</li></ul></section>'
        f'<section id="mine">{mine}</section><div id="moves" data-moves="{news}"></div>'
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<p>P1", "<p>The 9 of hearts is with P1"),
        ("<p>P1", '<p title="9♥">P1'),
        ("<p>P1", '<p data-holds="9H">P1'),
        ("<p>P1", "<!-- 9H --><p>P1"),
        ("<p>P1", "<b>9</b><b>♥</b><p>P1"),
        ("<p>P1", "<script>hands = ['9H']</script><p>P1"),
        ("4C 5C 6C 7C", "4C 5C 6C"),
        ("4C 5C 6C 7C", "4C 5C 6C 7C 9H"),
        ('<ul id="hand">', '<ul id="hand"><li data-card="9H"></li>'),
        ('<ul id="hand">', '<ul id="hand"><li>9H</li>'),
        ('<li data-card="2C">2C</li>', ""),
        ('id="hand"', 'id="elsewhere"'),
        ("&quot;3C&quot;", "&quot;9H&quot;"),
        ("&quot;number&quot;: 1", "&quot;number&quot;: 0"),
    ],
)
def test_a_leak_in_a_page(old, new):
    game = truth()
    html = page(game, 0)
    assert old in html
    assert leaks_in_page(game, 0, parsed(html.replace(old, new, 1)), 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name="holder-2C"><option value="" selected>', 'name="holder-2C"><option value="">'),
        ('<option value="3">', '<option value="3" selected>'),
        ('<select name="holder-2C">', '<input type="hidden" name="holder-2C" value="3"><select>'),
        ('name="holder-4C" value="1"', 'name="holder-4C" value="3"'),
        ('name="of" value="2"', 'name="of" value="0"'),
        ('name="card" value="2C"', 'name="card" value="AS"'),
    ],
)
def test_a_leak_in_a_form(old, new):
    game = truth()
    html = page(game, 1)
    assert old in html
    harmless = new.endswith('<option value="">')
    leaks = leaks_in_page(game, 1, parsed(html.replace(old, new, 1)), 1)
    assert bool(leaks) != harmless


def test_a_spectator_with_a_form():
    game = truth()
    html = page(game, None) + '<form action="/r/X/claim/"></form>'
    assert leaks_in_page(game, None, parsed(html), 1)


def test_a_template_of_a_form():
    game = truth()
    blank = '<template><form action="/r/X/claim/"><input name="set" value=""></form></template>'
    assert leaks_in_page(game, None, parsed(page(game, None) + blank), 1) == []
    filled = blank.replace('value=""', 'value="low-clubs"')
    assert leaks_in_page(game, None, parsed(page(game, None) + filled), 1)


def test_repeated_moves():
    game = truth()
    assert leaks_in_page(game, 0, parsed(page(game, 0)), 2)
    assert leaks_in_page(game, 0, parsed(page(game, 0)), None)


def test_a_secret_inside_a_token_is_found():
    with pytest.raises(AssertionError):
        parsed('<input name="request_id" value="9H,TH!">').cards()


def test_tables_that_differ():
    one, other = parsed(page(truth(), 0)), parsed(page(truth(), 1))
    assert same_for_all([("one", one), ("other", other)]) == []
    marked = parsed(page(truth(), 1).replace("<li data-cards", '<li class="p2" data-cards'))
    assert same_for_all([("one", one), ("other", marked)])


@pytest.mark.parametrize(
    "text", ["9H", "card-9H", "'9H'", "9♥", "9 of hearts", "The 9 of Hearts.", "x=9H&y=1"]
)
def test_every_notation_of_a_card(text):
    assert cards_in_text(text) == {"9H"}


@pytest.mark.parametrize("text", ["19Hx", "A9HB", "no card", "Eights and jokers", "9 hearts"])
def test_texts_that_are_no_cards(text):
    assert cards_in_text(text) == set()
