"""The game and the questions about it, as search engines read them (JSON-LD of schema.org)."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.presentation.options import Text
from previews.scenes import about

#: Questions about the game, with their answers. The page of the rules shows them, too.
QUESTIONS: Final[tuple[tuple[Text, Text], ...]] = (
    (
        gettext_lazy("How many people can play Literature?"),
        gettext_lazy(
            "Four to twelve people in two teams; six or eight are best. If players are missing, "
            "bots take their seats, so you can also play alone."
        ),
    ),
    (
        gettext_lazy("Which cards do we need?"),
        gettext_lazy(
            "Here, none: the site deals the cards. At a table you need one deck. Without the "
            "eights it has eight sets of six cards; the eights and two jokers can be a ninth set."
        ),
    ),
    (
        gettext_lazy("Is Literature the same game as Fish?"),
        gettext_lazy(
            "Yes. Literature is also called Fish, Canadian Fish or Russian Fish. Each group has "
            "its own house rules, and a host can choose them here."
        ),
    ),
    (
        gettext_lazy("Do I need an account?"),
        gettext_lazy(
            "No. Enter a name and play in your browser, free of charge. An account keeps your "
            "games on all your devices."
        ),
    ),
)


def game(address: str, picture: str) -> dict[str, object]:
    """The game."""
    return {
        "@context": "https://schema.org",
        "@type": "Game",
        "name": _("Literature"),
        "alternateName": ["Fish", "Canadian Fish", "Russian Fish"],
        "description": about(),
        "url": address,
        "image": picture,
        "isAccessibleForFree": True,
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": 4, "maxValue": 12},
    }


def questions() -> dict[str, object]:
    """The questions with their answers."""
    asked = [
        {
            "@type": "Question",
            "name": str(question),
            "acceptedAnswer": {"@type": "Answer", "text": str(answer)},
        }
        for question, answer in QUESTIONS
    ]
    return {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": asked}
