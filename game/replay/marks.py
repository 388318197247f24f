"""Where in a game its books were claimed, to be marked on the scrubber."""

from dataclasses import dataclass

from game.replay.replay import Course


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim: the move that made it, who scored (None: nobody), and what happened in words."""

    move: int
    team: int | None
    sentence: str


def claims_marked(course: Course) -> tuple[Mark, ...]:
    """Every claim of a game, in order."""
    return tuple(
        Mark(line.number + 1, line.team, line.sentence)
        for line in course.lines
        if line.kind == "claim"
    )
