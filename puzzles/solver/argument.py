"""The shortest argument: the steps of the least effort from which some claims follow.

It is searched from the end. An open claim needs a step that concludes it, whose premises are then
open. First within an effort of 1, then of 2, and so on, so that the first argument found is the
shortest.
"""

from collections.abc import Collection, Sequence

from puzzles.solver.steps import Claim, Known, Step, sort_key

#: Longer arguments are not looked for.
MOST_EFFORT = 12

#: So many attempts are enough; a position that needs more makes no puzzle.
MOST_ATTEMPTS = 20_000


def shortest(known: Known, goals: Collection[Claim], most: int = MOST_EFFORT) -> list[Step] | None:
    """The steps, premises first; None if they take more than ``most`` or too long to find."""
    search = _Search(known.steps)
    for effort in range(1, most + 1):
        found = search.within(effort, goals)
        if found is not None:
            return in_order(found, goals)
        if search.attempts > MOST_ATTEMPTS:
            return None
    return None


def in_order(steps: Collection[Step], goals: Collection[Claim]) -> list[Step]:
    """The steps in an order that reads well: what a step needs stands right before it."""
    ordered: list[Step] = []

    def prove(claim: Claim, after: tuple[Step, ...]) -> bool:
        for step in steps:
            if step in after or claim not in step.conclusions:
                continue
            if step in ordered:
                return True
            mark = len(ordered)
            if all(prove(each, (*after, step)) for each in _sorted(step.premises)):
                ordered.append(step)
                return True
            del ordered[mark:]
        return False

    for goal in _sorted(goals):
        prove(goal, ())
    return ordered


class _Search:
    def __init__(self, steps: Sequence[Step]) -> None:
        self._by_claim: dict[Claim, list[Step]] = {}
        for step in steps:
            for claim in step.conclusions:
                self._by_claim.setdefault(claim, []).append(step)
        self.attempts = 0

    def within(self, effort: int, goals: Collection[Claim]) -> list[Step] | None:
        """Steps that prove the goals within an effort, or None."""
        return self._extend([], frozenset(), frozenset(goals), effort)

    def _extend(
        self, chosen: list[Step], said: frozenset[Claim], wanted: frozenset[Claim], left: int
    ) -> list[Step] | None:
        self.attempts += 1
        still_open = wanted - said
        if not still_open:
            return chosen if _holds(chosen) else None
        if left <= 0 or self.attempts > MOST_ATTEMPTS:
            return None
        claim = min(still_open, key=lambda each: (len(self._by_claim[each]), sort_key(each)))
        for step in self._by_claim[claim]:
            if step.effort <= left:
                found = self._extend(
                    [*chosen, step],
                    said | step.conclusions,
                    wanted | step.premises,
                    left - step.effort,
                )
                if found is not None:
                    return found
        return None


def _holds(steps: Collection[Step]) -> bool:
    """Whether the steps can be taken one after the other, none resting on itself."""
    left, said = list(steps), set[Claim]()
    while left:
        ready = [step for step in left if step.premises <= said]
        if not ready:
            return False
        said.update(*(step.conclusions for step in ready))
        left = [step for step in left if step not in ready]
    return True


def _sorted(claims: Collection[Claim]) -> list[Claim]:
    return sorted(claims, key=sort_key)
