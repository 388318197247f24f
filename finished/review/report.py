"""The review of a game or a record as a document, and as text for a terminal."""

from collections.abc import Iterator, Sequence

from finished.review.summary_text import missed_claim, own_sentence, player_review, turning_point
from finished.review.text import review_of
from finished.review.wording import Names
from game.presentation.move_text import event_words
from literature.judge import ENGINE
from literature.judge.findings import ReviewedMove, Summary
from literature.rules.decks import DECKS
from literature.rules.moves import Claimed, Event
from literature.rules.options import Rules
from literature.rules.state import NOBODY
from literature.stored import to_json


def document(
    rules: Rules,
    log: Sequence[Event],
    moves: Sequence[ReviewedMove],
    summary: Summary | None,
    names: Names,
) -> dict[str, object]:
    """A review as JSON. Moves are numbered from 0, but from 1 in sentences."""
    found = []
    for event, move in zip(log, moves, strict=False):
        around = {"number": event.number, **to_json(move)}
        finding = around.pop("finding")
        text = review_of(rules, event, move, names).sentences
        found.append({**around, **finding.pop("receiver", {}), **finding, "text": text})
    return {"engine": ENGINE, "moves": found, "summary": to_json(summary)}


def lines(
    rules: Rules,
    log: Sequence[Event],
    moves: Sequence[ReviewedMove],
    summary: Summary,
    names: Names,
    scorers: Sequence[int],
) -> Iterator[str]:
    """A review as lines of text."""
    deck = DECKS[rules.deck]
    for event, move in zip(log, moves, strict=True):
        scorer = scorers[event.card_set] if isinstance(event, Claimed) else NOBODY
        review = review_of(rules, event, move, names)
        label = f" [{review.label}]" if review.label else ""
        yield f"{event.number + 1}. {event_words(deck, event, names, scorer).sentence}{label}"
        for sentence in review.sentences:
            yield f"    {sentence}"
    yield ""
    for seat, figures in enumerate(summary.players):
        player = player_review(seat, figures, names)
        if player:
            told = " ".join(sentence for _label, _value, sentence in player.figures)
            yield f"{player.name}: {told}"
        if own := summary.sentences[seat]:
            about = None if own.move is None else log[own.move]
            yield f"    {own_sentence(rules, about, own, names)}"
    for missed in summary.missed_claims:
        yield missed_claim(rules, missed, names, scorers).sentence
    for turning in summary.turning:
        noted = turning_point(rules, log[turning.move], turning, names, scorers)
        yield f"{noted.number + 1}. {noted.sentence}"
