"""The values of the options in a word or two, for buttons; the sentences are in ``rules_text``."""

from django.utils.translation import gettext as _


def option_labels(option: str) -> dict[str | int | bool, str]:
    """Each value of an option of the rules with its label."""
    yes_no: dict[str | int | bool, str] = {True: _("Yes"), False: _("No")}
    labels: dict[str, dict[str | int | bool, str]] = {
        "deck": {
            "8s-out": _("No eights"),
            "7s-out": _("No sevens"),
            "2s-out": _("No twos"),
            "8s-and-jokers": _("Eights and jokers"),
            "7s-and-jokers": _("Sevens and jokers"),
            "2s-and-jokers": _("Twos and jokers"),
            "quartets": _("Quartets"),
        },
        "players": {players: str(players) for players in (4, 6, 8, 10, 12)},
        "ask_held_card": {"illegal": _("Not allowed"), "bluff": _("A bluff")},
        "claim_timing": {
            "own_turn": _("Own turn"),
            "team_turn": _("Team's turn"),
            "any_time": _("Any time"),
        },
        "misplaced_claim": {
            "opponents": _("Others score"),
            "void": _("Nobody"),
            "return": _("Stays in play"),
        },
        "opponent_held_claim": {
            "opponents": _("Others score"),
            "minus_one": _("Minus one"),
        },
        "turn_after_wrong_claim": {"keep": _("Stays"), "opponent": _("Next opponent")},
        "pass_after_claim": yes_no,
        "high_sets_double": {False: _("All one"), True: _("High sets two")},
        "game_end": {"majority": _("More than half"), "all_sets": _("All sets")},
        "series": {
            "single": _("One"),
            "tie_break": _("Tie break"),
            "best_of_three": _("Best of three"),
            "first_to": _("Up to points"),
        },
        "history": {"last_ask": _("Last ask"), "last_two": _("Last two"), "full": _("All asks")},
        "hand_counts": {"public": _("Everybody sees"), "secret": _("Secret")},
    }
    return labels[option]
