"""The marks of claims on the slider of a replay."""

from dataclasses import dataclass

from game.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim: the number of its move (from 1), the team that scored it (None if nobody), and a
    sentence.
    """

    move: int
    team: int | None
    sentence: str


def claims_marked(replay: Replay) -> tuple[Mark, ...]:
    """The claims of a game in order. If there are very many, only the last claims."""
    return tuple(Mark(line.number + 1, line.team, line.sentence) for line in replay.claims)
