"""The review of a game or a record as a document, and as text for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from game.presentation.move_text import event_sentence
from game.review.ruled_out_text import Facts, Names
from game.review.summary_text import missed_claim, own_sentence, player_review, turning_point
from game.review.text import review_of
from literature.judge import ENGINE
from literature.rules.decks import DECKS
from literature.rules.moves import Claimed, Event
from literature.rules.options import Rules
from literature.rules.state import NOBODY


def document(
    rules: Rules, log: Sequence[Event], facts: Sequence[Facts], summary: Facts | None, names: Names
) -> dict[str, Any]:
    """A review as JSON. Facts number the moves from 0, sentences number them from 1."""
    return {
        "engine": ENGINE,
        "moves": [
            {"number": event.number, **fact, "text": review_of(rules, event, fact, names).sentences}
            for event, fact in zip(log, facts, strict=False)
        ],
        "summary": summary,
    }


def lines(
    rules: Rules,
    log: Sequence[Event],
    facts: Sequence[Facts],
    summary: Facts,
    names: Names,
    scorers: Sequence[int],
) -> Iterator[str]:
    """A review as lines of text."""
    deck = DECKS[rules.deck]
    for event, fact in zip(log, facts, strict=True):
        scorer = scorers[event.card_set] if isinstance(event, Claimed) else NOBODY
        told = review_of(rules, event, fact, names)
        label = f" [{told.label}]" if told.label else ""
        yield f"{event.number + 1}. {event_sentence(deck, event, names, scorer)}{label}"
        for sentence in told.sentences:
            yield f"    {sentence}"
    yield ""
    for seat, figures in enumerate(summary["players"]):
        player = player_review(seat, figures, names)
        if player:
            lines_of = (player.accuracy_line, player.luck_line, player.boldness_line)
            yield f"{player.name}: {' '.join(lines_of)}"
        if summary["sentences"][seat]:
            yield f"    {own_sentence(rules, log, summary['sentences'][seat], names)}"
    for each in summary["missed_claims"]:
        yield missed_claim(rules, each, names, scorers).sentence
    for each in summary["turning"]:
        noted = turning_point(rules, log, each, names, scorers)
        yield f"{noted.number + 1}. {noted.sentence}"
