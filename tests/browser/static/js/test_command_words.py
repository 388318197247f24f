"""``command-words.js``: the meaning of typed commands at a table."""

import pytest

from tests.cluster.kit.site_process import SETS

pytestmark = pytest.mark.browser

DECK = "8s-and-jokers"
LABELS = {
    f"{half}-{suit}": f"{half.title()} {suit}"
    for suit in ("clubs", "diamonds", "hearts", "spades")
    for half in ("low", "high")
} | {"extra": "Eights and jokers"}
NAMES = ["Asha", "Ben", "Chidi", "Benedikt", "Dora Maar", "Dora Emilia"]
#: The hand of seat 0.
HAND = ["2S", "3S", "8C", "RJ", "TD", "JD"]

TABLE = {
    "verbs": [
        *([verb, verb] for verb in "ask claim pass who hand last help me".split()),
        ["declare", "claim"],
    ],
    "suits": [["clubs", "C"], ["diamonds", "D"], ["hearts", "H"], ["spades", "S"]],
    "jokers": [["red joker", "RJ"], ["black joker", "BJ"]],
    "you": "0",
    "people": [{"seat": str(seat), "name": name} for seat, name in enumerate(NAMES)],
    "sets": [
        {"name": name, "label": LABELS[name], "cards": cards} for name, cards in SETS[DECK].items()
    ],
    "hand": HAND,
}

SAID = """({ wordsAt, NotUnderstood }, [table, lines]) => {
  const { verbOf, ...read } = wordsAt({ ...table, you: table.you ?? undefined });
  return lines.map((line) => {
    try {
      const [verb, rest] = verbOf(line);
      return [verb, read[`${verb}Of`]?.(rest) ?? rest];
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      return ["not understood", error.says, error.about];
    }
  });
}"""
EXAMPLES = """({ wordsAt }, tables) => tables.map((table) => {
  const { exampleOf } = wordsAt({ ...table, you: table.you ?? undefined });
  return [exampleOf(1), exampleOf(0)];
})"""


@pytest.fixture
def said(script):
    """Return a function that parses lines at a table, and returns the meaning of each line."""

    def meanings(lines, **table):
        found = script("room/command-words").run(SAID, [TABLE | table, list(lines)])
        return dict(zip(lines, map(tuple, found), strict=True))

    return meanings


def ask(of, card):
    return "ask", {"of": str(of), "card": card}


def passes(to):
    return "pass", {"to": str(to)}


def claim(name, **seats):
    """Return a claim of a set. Holders are given as in ``_1="4S 5S"``."""
    holders = {
        f"holder-{card}": seat.removeprefix("_")
        for seat, cards in seats.items()
        for card in cards.split()
    }
    assert set(holders) == {f"holder-{card}" for card in SETS[DECK][name]}
    return "claim", {"set": name, **holders}


def sorry(says, about=""):
    return "not understood", says, about


ASKED = {
    "ask ben 9h": ask(1, "9H"),
    "ASK  Ben   9H ": ask(1, "9H"),
    "ask ben for 9h": ask(1, "9H"),
    "ask ben for 9 h": ask(1, "9H"),
    "ask ben for the 9h": sorry("no-card", "the 9h"),
    "ask ben 10h": ask(1, "TH"),
    "ask ben th": ask(1, "TH"),
    "ask ben 10 of spades": ask(1, "TS"),
    "ask ben q of hearts": ask(1, "QH"),
    "ask ben q hearts": ask(1, "QH"),
    "ask ben a diamond": ask(1, "AD"),
    "ask ben 9♥": ask(1, "9H"),
    "ask ben \N{FULLWIDTH DIGIT NINE}h": ask(1, "9H"),
    "ask ben red joker": ask(1, "RJ"),
    "ask ben redjoker": ask(1, "RJ"),
    "ask ben bj": ask(1, "BJ"),
    # The beginning of a name is enough. A complete name wins over a longer name.
    "ask chi 9h": ask(2, "9H"),
    "ask bene 9h": ask(3, "9H"),
    "ask dora maar 9h": ask(4, "9H"),
    "ask dora e 9h": ask(5, "9H"),
    # A command for an illegal move is understood. The server refuses the move.
    "ask me 9h": ask(0, "9H"),
    "ask ben 2s": ask(1, "2S"),
}
ASKED_IN_VAIN = {
    "ask": sorry("whom"),
    "ask ben": sorry("whom"),
    "ask for": sorry("whom"),
    "ask for 9h": sorry("whom"),
    "ask 9h ben": sorry("nobody", "9h"),
    "ask bne 9h": sorry("nobody", "bne"),
    "ask be 9h": sorry("several", "be"),
    "ask dora 9h": sorry("several", "dora"),
    "ask ben 99": sorry("no-card", "99"),
    "ask ben 1h": sorry("no-card", "1h"),
    "ask ben h9": sorry("no-card", "h9"),
    "ask ben 9x": sorry("no-card", "9x"),
    "ask ben 9 of stones": sorry("no-card", "9 of stones"),
    "ask ben green joker": sorry("no-card", "green joker"),
    "ask dora maar": sorry("whom"),
}
PASSED = {
    "pass ben": passes(1),
    "pass to ben": passes(1),
    "pass dora emilia": passes(5),
    "pass chidi": passes(2),
    "pass": sorry("to-whom"),
    "pass to": sorry("to-whom"),
    "pass nobody here": sorry("nobody", "nobody here"),
    "pass dora": sorry("several", "dora"),
}
CLAIMED = {
    # The command need not name the viewer's own cards.
    "claim low spades ben 4 5 chidi 6 7": claim("low-spades", _0="2S 3S", _1="4S 5S", _2="6S 7S"),
    "claim low spades me 2 3 ben 4 5 chidi 6 7": claim(
        "low-spades", _0="2S 3S", _1="4S 5S", _2="6S 7S"
    ),
    "declare low-spades chidi 4 5 6 7": claim("low-spades", _0="2S 3S", _2="4S 5S 6S 7S"),
    "claim low s chidi 4s 5s 6 of spades and 7♠": claim("low-spades", _0="2S 3S", _2="4S 5S 6S 7S"),
    # A name without cards gets all remaining cards.
    "claim low spades me": claim("low-spades", _0="2S 3S 4S 5S 6S 7S"),
    "claim low spades chidi": claim("low-spades", _0="2S 3S", _2="4S 5S 6S 7S"),
    "claim low spades ben 4 chidi": claim("low-spades", _0="2S 3S", _1="4S", _2="5S 6S 7S"),
    "claim low spades chidi ben 4": claim("low-spades", _0="2S 3S", _1="4S", _2="5S 6S 7S"),
    "claim low spades dora e": claim("low-spades", _0="2S 3S", _5="4S 5S 6S 7S"),
    # The command may name another holder for the viewer's own card.
    "claim low spades ben 2 chidi": claim("low-spades", _0="3S", _1="2S", _2="4S 5S 6S 7S"),
    "claim high diamonds me 10 j ben 9 q k a": claim("high-diamonds", _0="TD JD", _1="9D QD KD AD"),
    "claim high diamonds ben 9 t q k a": claim("high-diamonds", _0="JD", _1="9D TD QD KD AD"),
    "claim extra ben 8d 8h chidi 8s black joker": claim(
        "extra", _0="8C RJ", _1="8D 8H", _2="8S BJ"
    ),
    "claim eights chidi bj 8d 8h 8s": claim("extra", _0="8C RJ", _2="BJ 8D 8H 8S"),
}
CLAIMED_IN_VAIN = {
    "claim": sorry("which-set"),
    "claim middle clubs me": sorry("no-set", "middle clubs"),
    "claim low": sorry("no-set", "low"),
    "claim spades me": sorry("no-set", "spades me"),
    "claim low spades 4 5": sorry("which-set"),
    "claim low spades me 9": sorry("not-in-set", "9"),
    "claim low spades me 9s": sorry("not-in-set", "9s"),
    "claim low spades me 4h": sorry("not-in-set", "4h"),
    # There are four eights, so a rank alone is not clear.
    "claim extra me 8": sorry("not-in-set", "8"),
    "claim low spades bne 4": sorry("nobody", "bne"),
    "claim low spades dora 4": sorry("several", "dora"),
    "claim low spades": sorry("missing", "4♠, 5♠, 6♠, 7♠"),
    "claim low spades ben 4 chidi 5": sorry("missing", "6♠, 7♠"),
    "claim high diamonds ben 9": sorry("missing", "Q♦, K♦, A♦"),
    "claim high hearts ben 9 q": sorry("missing", "10♥, J♥, K♥, A♥"),
    "claim extra ben 8d 8h 8s": sorry("missing", "black joker"),
}
OTHERS = {
    "who": ("who", []),
    "hand": ("hand", []),
    "last": ("last", []),
    "help": ("help", []),
    " Help me, please": ("help", ["me,", "please"]),
    "": sorry("unknown"),
    "dance": sorry("unknown", "dance"),
    "akc ben 9h": sorry("unknown", "akc"),
    "ben 9h": sorry("unknown", "ben"),
    "me": sorry("unknown", "me"),
    "toString ben 9h": sorry("unknown", "tostring"),
}


@pytest.mark.parametrize(
    "lines",
    [ASKED, ASKED_IN_VAIN, PASSED, CLAIMED, CLAIMED_IN_VAIN, OTHERS],
    ids="asked asked-in-vain passed claimed claimed-in-vain others".split(),
)
def test_meanings_of_commands(said, lines):
    assert said(lines) == lines


def test_a_complete_name_comes_first(said):
    people = [{"seat": str(seat), "name": name} for seat, name in enumerate(["Bea", "Be", "Beat"])]
    lines = {
        "ask be 9h": ask(1, "9H"),
        "ask bea 9h": ask(0, "9H"),
        "ask b 9h": sorry("several", "b"),
    }
    assert said(lines, people=people) == lines


def test_two_players_of_the_same_name_are_ambiguous(said):
    people = [{"seat": str(seat), "name": "  Ben\n Ali "} for seat in range(2)]
    lines = {"ask ben ali 9h": sorry("several", "ben ali"), "pass ben": sorry("several", "ben")}
    assert said(lines, people=people) == lines


def test_a_spectator_has_no_seat(said):
    lines = {
        "ask me 9h": sorry("nobody", "me"),
        "claim low spades me": sorry("nobody", "me"),
        "ask ben 9h": ask(1, "9H"),
    }
    assert said(lines, you=None, hand=[]) == lines


def test_the_vocabulary_is_that_of_the_table(said):
    german = {
        "verbs": [["fragen", "ask"], ["melden", "claim"], ["weiter", "pass"], ["ich", "me"]],
        "suits": [["Kreuz", "C"], ["Karo", "D"], ["Herz", "H"], ["Pik", "S"]],
        "jokers": [["roter Joker", "RJ"], ["schwarzer Joker", "BJ"]],
    }
    lines = {
        "fragen ben 9 herz": ask(1, "9H"),
        "fragen ben 9h": ask(1, "9H"),
        "fragen ben roter joker": ask(1, "RJ"),
        "fragen ben red joker": sorry("no-card", "red joker"),
        "weiter chidi": passes(2),
        "ask ben 9h": sorry("unknown", "ask"),
        "melden low spades ich": claim("low-spades", _0="2S 3S 4S 5S 6S 7S"),
        "melden low spades me": sorry("nobody", "me"),
        "melden extra ben 8d 8h 8s": sorry("missing", "schwarzer joker"),
    }
    assert said(lines, **german) == lines


def test_another_deck_has_other_sets(said):
    sets = [
        {"name": name, "label": f"All the {name[-1]}", "cards": cards}
        for name, cards in SETS["quartets"].items()
    ]
    lines = {
        "claim rank-7 me": (
            "claim",
            {"set": "rank-7"} | {f"holder-7{suit}": "0" for suit in "CDHS"},
        ),
        "claim rank 7 ben 7c 7d chidi 7h 7s": (
            "claim",
            {"set": "rank-7"}
            | {"holder-7C": "1", "holder-7D": "1", "holder-7H": "2", "holder-7S": "2"},
        ),
        "claim rank me": sorry("no-set", "rank me"),
        "claim low spades me": sorry("no-set", "low spades"),
    }
    assert said(lines, sets=sets, hand=[]) == lines


def test_examples_name_players_at_the_table(script):
    tables = [
        TABLE,
        TABLE | {"you": "1"},
        TABLE | {"you": None},
        TABLE | {"you": "5"},
        TABLE | {"people": TABLE["people"][:1]},
    ]
    assert script("room/command-words").run(EXAMPLES, tables) == [
        # The examples name players of both teams. They have the full name if its first word fits
        # several players.
        ["ben", "chidi"],
        ["asha", "benedikt"],
        ["ben", "chidi"],
        ["asha", "ben"],
        ["", ""],
    ]
