"""Short labels of option values, for buttons. ``rules_text`` has whole sentences."""

from django.utils.translation import gettext as _


def option_labels(option: str) -> dict[str | int | bool, str]:
    """For each value of an option, its label."""
    yes_no: dict[str | int | bool, str] = {True: _("Yes"), False: _("No")}
    labels: dict[str, dict[str | int | bool, str]] = {
        "deck": {
            "8s-out": _("No 8s"),
            "7s-out": _("No 7s"),
            "2s-out": _("No 2s"),
            "8s-and-jokers": _("8s + jokers"),
            "7s-and-jokers": _("7s + jokers"),
            "2s-and-jokers": _("2s + jokers"),
            "quartets": _("Quartets"),
        },
        "players": {players: str(players) for players in (4, 6, 8, 10, 12)},
        "ask_held_card": {"illegal": _("No"), "bluff": _("Bluff")},
        "claim_timing": {
            "own_turn": _("Own turn"),
            "team_turn": _("Team’s turn"),
            "any_time": _("Any time"),
        },
        "misplaced_claim": {
            "opponents": _("Other team"),
            "void": _("Nobody"),
            "return": _("Stays in play"),
        },
        "opponent_held_claim": {
            "opponents": _("Other team"),
            "minus_one": _("Minus one"),
        },
        "turn_after_wrong_claim": {"keep": _("Stays"), "opponent": _("Moves")},
        "pass_after_claim": yes_no,
        "high_sets_double": yes_no,
        "game_end": {"majority": _("Over half"), "all_sets": _("All sets")},
        "series": {
            "single": _("One"),
            "tie_break": _("Tie break"),
            "best_of_three": _("Best of 3"),
            "first_to": _("Points"),
        },
        "history": {"last_ask": _("Last ask"), "last_two": _("Last two"), "full": _("All asks")},
        "hand_counts": {"public": _("Public"), "secret": _("Secret")},
    }
    return labels[option]
