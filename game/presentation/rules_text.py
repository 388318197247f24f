"""Presets and house rules in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.presentation.options import Text
from game.presentation.rendering import cached
from game.presentation.rule_options import RULE_OPTIONS
from literature.rules.decks import DECKS
from literature.rules.options import OPTIONS, PRESETS, Rules


@dataclass(frozen=True, slots=True)
class PresetWords:
    """A preset in a list.

    ``about`` describes its special rules, ``whom`` the people who like it.
    """

    name: str
    label: Text
    about: Text
    whom: Text


#: The cost of a wrong claim, by ``misplaced_claim`` and ``opponent_held_claim``.
CLAIM_RISKS = {
    ("opponents", "opponents"): _("One wrong card gives the set to the other team."),
    ("void", "opponents"): _("One wrong card loses the set."),
    ("return", "opponents"): _("An opponent’s card in it gives the set to the other team."),
    ("opponents", "minus_one"): _("One wrong card loses the set, an opponent’s card a point too."),
    ("void", "minus_one"): _("One wrong card loses the set, an opponent’s card a point too."),
    ("return", "minus_one"): _("An opponent’s card in it loses the set and a point."),
}

#: The presets in words, in the order of ``PRESETS``.
PRESET_WORDS = [
    PresetWords(
        "nine-sets",
        _("Nine sets"),
        _(
            "Nine sets; the eights and jokers are one set. The first team with over half of the "
            "points wins."
        ),
        _("The usual choice for six friends."),
    ),
    PresetWords(
        "nine-sets-anytime",
        _("Claim any time"),
        _("Nine sets, and anyone may claim at any moment, even out of turn."),
        _("For fast groups who like to interrupt each other."),
    ),
    PresetWords(
        "classic",
        _("Classic"),
        _(
            "Eight sets without the eights. If your team holds the whole claimed set but you get a "
            "card wrong, nobody scores the set."
        ),
        _("For people who learned the game from a book."),
    ),
    PresetWords(
        "canadian-fish",
        _("Canadian Fish"),
        _(
            "Eight sets without the sevens; aces are low. After a correct claim you may pass the "
            "turn."
        ),
        _("For people who know the game as Fish."),
    ),
    PresetWords(
        "silent-hands",
        _("Silent hands"),
        _("The number of cards in each hand is secret. A wrong claim can cost a point."),
        _("For people who count cards in their heads."),
    ),
    PresetWords(
        "strict",
        _("Strict"),
        _(
            "After every wrong claim the other team scores the set. If the first game is a draw, "
            "up to two more games are played."
        ),
        _("For people who want every claim to be a risk."),
    ),
    PresetWords(
        "hundred-up",
        _("Hundred up"),
        _(
            "The strict rules, but points add up over many games. The first team to reach 100 "
            "points wins."
        ),
        _("For groups who meet on many evenings."),
    ),
    PresetWords(
        "big-table",
        _("Big table"),
        _("Nine sets for up to twelve players, who hold few cards each."),
        _("For eight to twelve people."),
    ),
    PresetWords(
        "first-game",
        _("First game"),
        _("Eight sets. Every ask stays visible, and you may see hints."),
        _("For people who are learning."),
    ),
    PresetWords(
        "by-letter",
        _("By letter"),
        _("Nine sets, every ask stays visible, and the turn clock is set to a day."),
        _("For friends who play over days."),
    ),
]

PRESET_NAMES = {each.name: each.label for each in PRESET_WORDS}


def preset_name(preset: str) -> str:
    """The name of a preset, or the name for rules without a preset."""
    return str(PRESET_NAMES.get(preset, _("Own rules")))


def preset_figures(name: str) -> tuple[int, int, tuple[str, ...]]:
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
        return gettext("Own rules, changed from %(name)s") % {"name": self.label}

    @property
    def changed(self) -> list[str]:
        """The sentences that differ from the preset."""
        return [sentence for sentence, differs in self.sentences if differs]


@cached
def house_rules(preset: str, rules: Rules) -> HouseRules:
    """The rules of a game that began as ``preset``.

    An unknown preset has no name, and nothing counts as different.
    """
    words = next((each for each in PRESET_WORDS if each.name == preset), None)
    if words is None:
        return HouseRules("", "", tuple(_compared(rules, rules)))
    sentences = tuple(_compared(rules, PRESETS[preset]))
    return HouseRules(str(words.label), str(words.about), sentences)


def _compared(rules: Rules, base: Rules) -> Iterable[tuple[str, bool]]:
    """Each sentence of ``rules``, and whether it differs from the sentence of ``base``."""
    pairs = zip(rules_sentences(rules), rules_sentences(base), strict=True)
    return ((sentence, sentence != usual) for sentence, usual in pairs)


def rules_sentences(rules: Rules) -> list[str]:
    """The rules in words: one sentence for each option except the number of players, in the order
    of ``OPTIONS``.
    """
    sentences = {
        option: RULE_OPTIONS[option].sentence(getattr(rules, option), rules.series_points)
        for option in OPTIONS
        if option != "players"
    }
    if rules.high_sets_double and not has_high_sets(rules.deck):
        sentences["high_sets_double"] = gettext(
            "High sets are worth two points. This deck has no high sets, so every set is worth one "
            "point."
        )
    return list(sentences.values())


def has_high_sets(deck: str) -> bool:
    """Whether this deck has high sets. Only then does ``high_sets_double`` have an effect."""
    return any(each.name.startswith("high-") for each in DECKS[deck].sets)


def claim_risk(rules: Rules) -> str:
    """Return the cost of a wrong claim in one short sentence."""
    return str(CLAIM_RISKS[rules.misplaced_claim, rules.opponent_held_claim])
