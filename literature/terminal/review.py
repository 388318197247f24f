"""Review a game record: judge each move by what its player could know.

Moves are numbered from 0, as in the record. Verdicts are codes; the site puts them in sentences.
"""

from argparse import ArgumentParser
from collections.abc import Iterator

from literature import record
from literature.judge.findings import AskFinding, ClaimFinding
from literature.judge.game import steps
from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.move_text import event_text
from literature.terminal import Failed


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE")


def run(*, file: str, **_options: object) -> Iterator[str]:
    """Yield a line for each move: its outcome, its verdict, and the chance that its player saw."""
    played = played_record(file)
    rules, deck = played.record.rules, DECKS[played.record.rules.deck]
    reviewed = steps(rules, played.record.dealer, played.dealt, played.log)
    for event, move in zip(played.log, reviewed, strict=True):
        finding = move.finding
        line = f"{event.number}. {event_text(deck, event)}"
        if finding.verdict:
            line += f" [{finding.verdict.replace('_', ' ')}]"
        if isinstance(finding, AskFinding | ClaimFinding):
            line += f" chance {finding.chance:.0%}"
        if isinstance(finding, AskFinding) and finding.better:
            better = finding.better
            line += f", better: ask {card_text(better.card)} {better.of} ({better.chance:.0%})"
        yield line


def played_record(file: str) -> record.PlayedRecord:
    """The record in a file, played. Raise ``Failed`` if there is no valid record."""
    try:
        with open(file, "rb") as opened:
            return record.replay(record.read(opened.read()))
    except OSError as error:
        raise Failed(f"{file}: {error.strerror}") from error
    except record.BadRecord as bad:
        raise Failed(f"{file}: {bad.verdict.code}") from bad
