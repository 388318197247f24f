"""House rules in words: each dial's position as a sentence for the people at the table."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.rules.dials import Rules

PRESET_NAMES = {
    "nine-sets": gettext_lazy("Nine sets"),
    "nine-sets-anytime": gettext_lazy("Nine sets, declare anytime"),
    "classic": gettext_lazy("Classic"),
    "canadian-fish": gettext_lazy("Canadian Fish"),
    "silent-hands": gettext_lazy("Silent hands"),
    "strict": gettext_lazy("Strict"),
    "hundred-up": gettext_lazy("Hundred up"),
    "big-table": gettext_lazy("Big table"),
    "first-game": gettext_lazy("First game"),
}


def rules_sentences(rules: Rules) -> list[str]:
    """What these rules mean for play, one sentence a dial, in the order of RULES.md."""
    return [
        _deck(rules),
        _held_card(rules),
        _claim_timing(rules),
        _misplaced(rules),
        _opponent_held(rules),
        _turn_after_wrong(rules),
        _pass(rules),
        _double(rules),
        _end(rules),
        _series(rules),
        _history(rules),
        _counts(rules),
    ]


def _deck(rules: Rules) -> str:
    return {
        "8s-out": _("48 cards without the eights: low sets run 2 to 7, high sets 9 to ace."),
        "7s-out": _("48 cards without the sevens: low sets run ace to 6, high sets 8 to king."),
        "2s-out": _("48 cards without the twos: low sets run 3 to 8, high sets 9 to ace."),
        "8s-and-jokers": _(
            "54 cards: low sets run 2 to 7, high sets 9 to ace, and the eights and jokers are one."
        ),
        "7s-and-jokers": _(
            "54 cards: low sets run ace to 6, high sets 8 to king, and the sevens and jokers are "
            "one."
        ),
        "2s-and-jokers": _(
            "54 cards: low sets run 3 to 8, high sets 9 to ace, and the twos and jokers are one."
        ),
        "quartets": _("52 cards in thirteen sets: the four cards of each rank."),
    }[rules.deck]


def _held_card(rules: Rules) -> str:
    if rules.ask_held_card == "bluff":
        return _("You may ask for a card that you hold yourself, as a bluff; it is a miss.")
    return _("You ask only for cards that you do not hold.")


def _claim_timing(rules: Rules) -> str:
    return {
        "own_turn": _("You claim a set on your own turn."),
        "team_turn": _("Anyone of the team whose turn it is may claim a set."),
        "any_time": _("Anyone may claim a set at any time."),
    }[rules.claim_timing]


def _misplaced(rules: Rules) -> str:
    return {
        "opponents": _("Your team has the whole set, but a card misplaced: the others score it."),
        "void": _("Your team has the whole set, but a card misplaced: nobody scores it."),
        "return": _("Your team has the whole set, but a card misplaced: the set stays in play."),
    }[rules.misplaced_claim]


def _opponent_held(rules: Rules) -> str:
    if rules.opponent_held_claim == "minus_one":
        return _("An opponent holds a card of the set: your team loses a point.")
    return _("An opponent holds a card of the set: the others score it.")


def _turn_after_wrong(rules: Rules) -> str:
    if rules.turn_after_wrong_claim == "opponent":
        return _("After a wrong claim the turn goes to the next opponent.")
    return _("After a wrong claim the turn stays.")


def _pass(rules: Rules) -> str:
    if rules.pass_after_claim:
        return _("After a correct claim you may hand the turn to a partner.")
    return _("You pass the turn only when you have no cards left.")


def _double(rules: Rules) -> str:
    if rules.high_sets_double:
        return _("High sets count two points.")
    return _("Every set counts one point.")


def _end(rules: Rules) -> str:
    if rules.game_end == "majority":
        return _("The game ends as soon as a team has more than half of all points.")
    return _("The game goes on until every set is claimed.")


def _series(rules: Rules) -> str:
    return {
        "single": _("One game decides."),
        "tie_break": _("One game decides; a draw becomes the best of three."),
        "best_of_three": _("The best of three games decides."),
        "first_to": _("Points add up over games, first to %(points)d.")
        % {"points": rules.series_points},
    }[rules.series]


def _history(rules: Rules) -> str:
    return {
        "last_ask": _("Only the last question can be looked at again."),
        "last_two": _("The last two questions can be looked at again."),
        "full": _("All questions can be looked at again."),
    }[rules.history]


def _counts(rules: Rules) -> str:
    if rules.hand_counts == "secret":
        return _("How many cards somebody holds is secret.")
    return _("Everybody sees how many cards the others hold.")
