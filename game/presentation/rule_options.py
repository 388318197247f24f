"""The options of the rules in words. ``literature.rules.options`` has their values and defaults."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from game.presentation.options import Option, Text, filled, records
from literature.rules.options import OPTIONS, PLAYERS, SERIES_POINTS, Rules

CARDS = _("Players and cards")
CLAIMING = _("Claiming")
SEEN = _("What players see")
END = _("How the game ends")


def _option(
    name: str, group: Text, title: Text, labels: Sequence[Text], *sentences: Text
) -> Option:
    """An option with a label and a sentence for each value, in the order of ``OPTIONS``."""
    words = zip(labels, sentences, strict=True)
    values = zip(OPTIONS[name], words, strict=True)
    return Option(name, group, title, getattr(Rules(), name), dict(values))


#: The options in the order of the form and of the page with the rules.
RULE_OPTIONS: Mapping[str, Option] = records(
    Option(
        "players",
        CARDS,
        _("Players"),
        Rules().players,
        {
            players: (
                str(players),
                filled(
                    ngettext_lazy(
                        "A game for %(n)d player; bots fill the empty seats.",
                        "A game for %(n)d players; bots fill the empty seats.",
                        players,
                    ),
                    n=players,
                ),
            )
            for players in PLAYERS
        },
        numbers=range(PLAYERS[0], PLAYERS[-1] + 1, 2),
    ),
    _option(
        "deck",
        CARDS,
        _("Cards"),
        [
            _("No 8s"),
            _("No 7s"),
            _("No 2s"),
            _("8s + jokers"),
            _("7s + jokers"),
            _("2s + jokers"),
            _("Quartets"),
        ],
        _("48 cards without the eights: low sets from 2 to 7, high sets from 9 to ace."),
        _("48 cards without the sevens: low sets from ace to 6, high sets from 8 to king."),
        _("48 cards without the twos: low sets from 3 to 8, high sets from 9 to ace."),
        _("54 cards: low sets from 2 to 7, high sets from 9 to ace, one set of eights and jokers."),
        _(
            "54 cards: low sets from ace to 6, high sets from 8 to king, one set of sevens "
            "and jokers."
        ),
        _("54 cards: low sets from 3 to 8, high sets from 9 to ace, one set of twos and jokers."),
        _("52 cards in thirteen sets: the four cards of each rank."),
    ),
    _option(
        "high_sets_double",
        CARDS,
        _("High sets count double"),
        [_("No"), _("Yes")],
        _("Every set is worth one point."),
        _("High sets are worth two points."),
    ),
    _option(
        "ask_held_card",
        CARDS,
        _("Ask for your own card"),
        [_("No"), _("Bluff")],
        _("You may ask only for cards that you do not hold."),
        _("You may ask for a card that you hold yourself, as a bluff. Such an ask is a miss."),
    ),
    _option(
        "claim_timing",
        CLAIMING,
        _("When you may claim"),
        [_("Own turn"), _("Team’s turn"), _("Any time")],
        _("You may claim only on your own turn."),
        _("Everyone on the team that has the turn may claim, until a team has no cards left."),
        _("Everyone may claim at any time, until a team has no cards left."),
    ),
    _option(
        "misplaced_claim",
        CLAIMING,
        _("Right team, wrong teammate"),
        [_("Other team"), _("Nobody"), _("Stays in play")],
        _(
            "If your team holds the whole claimed set but you get a card wrong, the other "
            "team scores the set."
        ),
        _(
            "If your team holds the whole claimed set but you get a card wrong, nobody "
            "scores the set."
        ),
        _(
            "If your team holds the whole claimed set but you get a card wrong, the set "
            "stays in play."
        ),
    ),
    _option(
        "opponent_held_claim",
        CLAIMING,
        _("An opponent holds a card"),
        [_("Other team"), _("Minus one")],
        _("If an opponent holds a card of the claimed set, the other team scores the set."),
        _(
            "If an opponent holds a card of the claimed set, nobody scores the set, and "
            "your team loses a point."
        ),
    ),
    _option(
        "turn_after_wrong_claim",
        CLAIMING,
        _("Turn after a wrong claim"),
        [_("Stays"), _("Moves")],
        _("A wrong claim does not change whose turn it is."),
        _(
            "If the player who has the turn makes a wrong claim, the turn goes to the next "
            "opponent with cards."
        ),
    ),
    _option(
        "pass_after_claim",
        CLAIMING,
        _("Pass after a correct claim"),
        [_("Yes"), _("No")],
        _("You may pass the turn after a correct claim."),
        _("You pass the turn only when you have no cards left."),
    ),
    _option(
        "history",
        SEEN,
        _("Asks that stay visible"),
        [_("Last ask"), _("Last two"), _("All asks")],
        _("Only the last ask stays visible."),
        _("The last two asks stay visible."),
        _("All asks stay visible."),
    ),
    _option(
        "hand_counts",
        SEEN,
        _("Card counts"),
        [_("Public"), _("Secret")],
        _("Everybody sees how many cards each player holds."),
        _("The number of cards in each hand is secret."),
    ),
    _option(
        "game_end",
        END,
        _("End of the game"),
        [_("Over half"), _("All sets")],
        _("The game ends as soon as a team has more than half of all points."),
        _("The game goes on until every set is claimed."),
    ),
    _option(
        "series",
        END,
        _("Series"),
        [_("One"), _("Tie break"), _("Best of 3"), _("Points")],
        _("One game decides who wins."),
        _("One game decides who wins. If it is a draw, up to two more games are played."),
        _("At most three games are played. The team that wins more of them wins."),
        _("Points add up over games; the first team to reach %(points)d wins."),
    ),
    Option(
        "series_points",
        END,
        _("Points"),
        Rules().series_points,
        numbers=SERIES_POINTS,
        beside="series",
        counts_with="first_to",
    ),
)
