"""House rules in words: a sentence for each value of each option."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.presentation.option_labels import option_labels
from game.presentation.rendering import cached
from game.rules.decks import DECKS
from game.rules.options import OPTIONS, PRESETS, Rules

PRESET_NAMES = {
    "nine-sets": gettext_lazy("Nine sets"),
    "nine-sets-anytime": gettext_lazy("Claim any time"),
    "classic": gettext_lazy("Classic"),
    "canadian-fish": gettext_lazy("Canadian Fish"),
    "silent-hands": gettext_lazy("Silent hands"),
    "strict": gettext_lazy("Strict"),
    "hundred-up": gettext_lazy("Hundred up"),
    "big-table": gettext_lazy("Big table"),
    "first-game": gettext_lazy("First game"),
}


def preset_name(preset: str) -> str:
    """The name of a preset, or the name for rules without a preset."""
    return str(PRESET_NAMES.get(preset, _("Own rules")))


# For each preset, a text about its special rules, and a text about the people who like it.
_ABOUT = {
    "nine-sets": (
        gettext_lazy(
            "Nine sets; the eights and jokers are one set. The first team with over half of the "
            "points wins."
        ),
        gettext_lazy("The usual choice for six friends."),
    ),
    "nine-sets-anytime": (
        gettext_lazy("Nine sets, and anyone may claim at any moment, even out of turn."),
        gettext_lazy("For fast groups who like to interrupt each other."),
    ),
    "classic": (
        gettext_lazy(
            "Eight sets without the eights. If your team holds the whole claimed set but you get a "
            "card wrong, nobody scores the set."
        ),
        gettext_lazy("For people who learned the game from a book."),
    ),
    "canadian-fish": (
        gettext_lazy(
            "Eight sets without the sevens; aces are low. After a correct claim you may pass the "
            "turn."
        ),
        gettext_lazy("For people who know the game as Fish."),
    ),
    "silent-hands": (
        gettext_lazy("The number of cards in each hand is secret. A wrong claim can cost a point."),
        gettext_lazy("For people who count cards in their heads."),
    ),
    "strict": (
        gettext_lazy(
            "After every wrong claim the other team scores the set. If the first game is a draw, "
            "up to two more games are played."
        ),
        gettext_lazy("For people who want every claim to be a risk."),
    ),
    "hundred-up": (
        gettext_lazy(
            "The strict rules, but points add up over many games. The first team to reach 100 "
            "points wins."
        ),
        gettext_lazy("For groups who meet on many evenings."),
    ),
    "big-table": (
        gettext_lazy("Nine sets for up to twelve players, who hold few cards each."),
        gettext_lazy("For eight to twelve people."),
    ),
    "first-game": (
        gettext_lazy("Eight sets. Every ask stays visible, and you may see hints."),
        gettext_lazy("For people who are learning."),
    ),
}


@dataclass(frozen=True, slots=True)
class PresetWords:
    """A preset in a list.

    ``about`` describes its special rules, ``whom`` the people who like it.
    """

    name: str
    label: str
    about: str
    whom: str


def preset_words(name: str) -> PresetWords:
    """A preset in words. An unknown preset has only a name."""
    about, whom = _ABOUT.get(name, ("", ""))
    return PresetWords(name, str(PRESET_NAMES.get(name, name)), str(about), str(whom))


def all_presets() -> list[PresetWords]:
    """All presets in words, in the order of ``PRESETS``."""
    return [preset_words(name) for name in PRESETS]


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option: its title and its values, with a sentence and a label for each value."""

    name: str
    title: str
    values: tuple[str | int | bool, ...]
    meanings: tuple[str, ...]
    labels: tuple[str, ...]


def all_options(rules: Rules | None = None) -> list[OptionWords]:
    """All options, with a sentence for each value.

    If ``rules`` are given, the sentences take account of their other options.
    """
    base = rules or Rules()
    options: list[tuple[str, str, Callable[[Rules], str]]] = [
        ("players", _("Number of players"), _players),
        ("deck", _("Cards"), _deck),
        ("claim_timing", _("When you may claim"), _claim_timing),
        ("misplaced_claim", _("Right team, wrong teammate"), _misplaced),
        ("opponent_held_claim", _("An opponent holds a card"), _opponent_held),
        ("turn_after_wrong_claim", _("Turn after a wrong claim"), _turn_after_wrong),
        ("pass_after_claim", _("Pass after a correct claim"), _pass),
        ("ask_held_card", _("Ask for your own card"), _held_card),
        ("high_sets_double", _("High sets count double"), _double),
        ("game_end", _("End of the game"), _end),
        ("series", _("Series"), _series),
        ("history", _("Asks that stay visible"), history_sentence),
        ("hand_counts", _("Card counts"), _counts),
    ]
    return [
        OptionWords(
            option,
            title,
            OPTIONS[option],
            tuple(words(replace(base, **{option: value})) for value in OPTIONS[option]),
            tuple(option_labels(option)[value] for value in OPTIONS[option]),
        )
        for option, title, words in options
    ]


def preset_facts(name: str) -> tuple[int, int, tuple[str, ...]]:
    """A preset in brief: the number of players, the number of sets, and the sentences that differ
    from those of the first preset.
    """
    rules, first = PRESETS[name], next(iter(PRESETS.values()))
    special = (sentence for sentence, differs in _compared(rules, first) if differs)
    return rules.players, len(DECKS[rules.deck].sets), tuple(special)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of a table or a game: a description, and each sentence with a flag.

    The flag tells whether the sentence differs from the preset. The description belongs to the
    preset, so it fits only unchanged rules.
    """

    label: str
    about: str
    sentences: tuple[tuple[str, bool], ...]

    @property
    def title(self) -> str:
        """The name of the preset, or how the rules began. Empty if the preset is unknown."""
        if not self.changed:
            return self.label
        return _("Own rules, changed from %(name)s") % {"name": self.label}

    @property
    def changed(self) -> list[str]:
        """The sentences that differ from the preset."""
        return [sentence for sentence, differs in self.sentences if differs]


@cached
def house_rules(preset: str, rules: Rules) -> HouseRules:
    """The rules of a game that began as ``preset``.

    An unknown preset has no name, and nothing counts as different.
    """
    about = preset_words(preset).about
    if preset not in PRESETS:
        return HouseRules("", about, tuple(_compared(rules, rules)))
    return HouseRules(str(PRESET_NAMES[preset]), about, tuple(_compared(rules, PRESETS[preset])))


def _compared(rules: Rules, base: Rules) -> Iterable[tuple[str, bool]]:
    """Each sentence of ``rules``, and whether it differs from the sentence of ``base``."""
    pairs = zip(rules_sentences(rules), rules_sentences(base), strict=True)
    return ((sentence, sentence != usual) for sentence, usual in pairs)


def rules_sentences(rules: Rules) -> list[str]:
    """The rules in words: one sentence for each option except the number of players, in the order
    of ``OPTIONS``.
    """
    return [
        _deck(rules),
        _held_card(rules),
        _claim_timing(rules),
        _misplaced(rules),
        _opponent_held(rules),
        _turn_after_wrong(rules),
        _pass(rules),
        _worth(rules),
        _end(rules),
        _series(rules),
        history_sentence(rules),
        _counts(rules),
    ]


def _deck(rules: Rules) -> str:
    return {
        "8s-out": _("48 cards without the eights: low sets from 2 to 7, high sets from 9 to ace."),
        "7s-out": _(
            "48 cards without the sevens: low sets from ace to 6, high sets from 8 to king."
        ),
        "2s-out": _("48 cards without the twos: low sets from 3 to 8, high sets from 9 to ace."),
        "8s-and-jokers": _(
            "54 cards: low sets from 2 to 7, high sets from 9 to ace, one set of eights and jokers."
        ),
        "7s-and-jokers": _(
            "54 cards: low sets from ace to 6, high sets from 8 to king, one set of sevens and "
            "jokers."
        ),
        "2s-and-jokers": _(
            "54 cards: low sets from 3 to 8, high sets from 9 to ace, one set of twos and jokers."
        ),
        "quartets": _("52 cards in thirteen sets: the four cards of each rank."),
    }[rules.deck]


def _players(rules: Rules) -> str:
    return ngettext(
        "A game for %(n)d player; bots fill the empty seats.",
        "A game for %(n)d players; bots fill the empty seats.",
        rules.players,
    ) % {"n": rules.players}


def _held_card(rules: Rules) -> str:
    if rules.ask_held_card == "bluff":
        return _(
            "You may ask for a card that you hold yourself, as a bluff. Such an ask is a miss."
        )
    return _("You may ask only for cards that you do not hold.")


def _claim_timing(rules: Rules) -> str:
    return {
        "own_turn": _("You may claim only on your own turn."),
        "team_turn": _(
            "Everyone on the team that has the turn may claim, until a team has no cards left."
        ),
        "any_time": _("Everyone may claim at any time, until a team has no cards left."),
    }[rules.claim_timing]


def _misplaced(rules: Rules) -> str:
    return {
        "opponents": _(
            "If your team holds the whole claimed set but you get a card wrong, the other team "
            "scores the set."
        ),
        "void": _(
            "If your team holds the whole claimed set but you get a card wrong, nobody scores the "
            "set."
        ),
        "return": _(
            "If your team holds the whole claimed set but you get a card wrong, the set stays in "
            "play."
        ),
    }[rules.misplaced_claim]


def _opponent_held(rules: Rules) -> str:
    if rules.opponent_held_claim == "minus_one":
        return _(
            "If an opponent holds a card of the claimed set, nobody scores the set, and your team "
            "loses a point."
        )
    return _("If an opponent holds a card of the claimed set, the other team scores the set.")


def _turn_after_wrong(rules: Rules) -> str:
    if rules.turn_after_wrong_claim == "opponent":
        return _(
            "If the player who has the turn makes a wrong claim, the turn goes to the next "
            "opponent with cards."
        )
    return _("A wrong claim does not change whose turn it is.")


def _pass(rules: Rules) -> str:
    if rules.pass_after_claim:
        return _("After a correct claim you may pass the turn to a teammate.")
    return _("You pass the turn only when you have no cards left.")


def _double(rules: Rules) -> str:
    if rules.high_sets_double:
        return _("High sets are worth two points.")
    return _("Every set is worth one point.")


def has_high_sets(deck: str) -> bool:
    """Whether this deck has high sets. Only then does ``high_sets_double`` have an effect."""
    return any(each.name.startswith("high-") for each in DECKS[deck].sets)


def _worth(rules: Rules) -> str:
    if rules.high_sets_double and not has_high_sets(rules.deck):
        return _(
            "High sets are worth two points. This deck has no high sets, so every set is worth one "
            "point."
        )
    return _double(rules)


def _end(rules: Rules) -> str:
    if rules.game_end == "majority":
        return _("The game ends as soon as a team has more than half of all points.")
    return _("The game goes on until every set is claimed.")


def _series(rules: Rules) -> str:
    return series_sentence(rules.series, rules.series_points)


def series_sentence(series: str, points: int) -> str:
    """A sentence about the number of games in a series, or about the points that end it."""
    return {
        "single": _("One game decides who wins."),
        "tie_break": _(
            "One game decides who wins. If it is a draw, up to two more games are played."
        ),
        "best_of_three": _("At most three games are played. The team that wins more of them wins."),
        "first_to": _("Points add up over games; the first team to reach %(points)d wins.")
        % {"points": points},
    }[series]


def history_sentence(rules: Rules) -> str:
    """Which asks stay visible."""
    return {
        "last_ask": _("Only the last ask stays visible."),
        "last_two": _("The last two asks stay visible."),
        "full": _("All asks stay visible."),
    }[rules.history]


def _counts(rules: Rules) -> str:
    if rules.hand_counts == "secret":
        return _("The number of cards in each hand is secret.")
    return _("Everybody sees how many cards each player holds.")
