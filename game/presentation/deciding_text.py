"""What decided a game, in words for a player or a spectator."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.end import score_text
from game.presentation.move_text import article_card, set_name, team_name, wrong_pairs
from literature.judge.deciding import ENDGAME, LAST, LOST_POINT, MISTAKES, Deciding, deciding
from literature.rules.moves import OPPONENT_HELD, Claimed, Event
from literature.rules.state import FINISHED, State, winner


def deciding_sentence(
    state: State, dealt: Sequence[int], log: Sequence[Event], names: Sequence[str], you: int | None
) -> str:
    """What decided a game that is over. It addresses the player at seat ``you``; None is a
    spectator. It is empty if the log does not tell what decided the game.
    """
    if state.phase != FINISHED:
        ended = _("The game was ended early, at %(score)s.")
        return ended % {"score": _score(state.scores, you)}
    found = deciding(state, dealt, log)
    if found is None:
        return ""
    said: dict[str, object] = {
        "set": set_name(state.deck, state.deck.sets[found.event.card_set]),
        "team": _team(found.team, you),
        "other": _team(1 - found.team, you),
        "score": _score(found.scores, you),
        "final": _score(state.scores, you),
        "count": found.sets,
    } | _claim_words(found.event, names, you)
    sentence = (_mistakes(found) if found.kind == MISTAKES else _scored(found, state)) % said
    return sentence[0].upper() + sentence[1:]


def _mistakes(found: Deciding) -> str:
    """A sentence about wrong claims, and a sentence about the result without them."""
    event, wrong = found.event, wrong_pairs(found.event)
    right = _("Right, it would have been %(score)s.")
    if event.outcome == OPPONENT_HELD:
        right = _("Had %(team)s scored the set, it would have been %(score)s.")
    if found.sets > 1:
        mistake = _("Wrong claims cost %(team)s %(count)d sets.")
        right = _("Had %(team)s scored them, it would have been %(score)s.")
    elif not wrong:
        mistake = _("%(set)s: %(who)s named wrong holders.")
    elif len(wrong) > 1:
        mistake = _("%(set)s: %(who)s named wrong holders for %(wrong)d cards.")
    elif wrong[0][1] == event.seat:
        mistake = _("%(set)s: %(who)s claimed to hold %(card)s; %(holder)s had it.")
    else:
        mistake = _("%(set)s: %(who)s named %(named)s for %(card)s; %(holder)s had it.")
    return f"{mistake} {right}"


def _scored(found: Deciding, state: State) -> str:
    """A sentence about sets that a team scored, or about a lost point."""
    if found.kind == LAST:
        return _("%(team)s scored the last set, %(set)s, and made it %(final)s.")
    if found.kind == LOST_POINT:
        return _("At %(score)s a wrong claim cost %(team)s a point, and %(other)s stayed ahead.")
    if found.kind == ENDGAME and found.is_last:
        return ngettext(
            "%(team)s scored the last set while %(other)s had no cards.",
            "%(team)s scored the last %(count)d sets while %(other)s had no cards.",
            found.sets,
        )
    if found.kind == ENDGAME:
        return ngettext(
            "%(team)s scored the deciding set while %(other)s had no cards.",
            "%(team)s scored the %(count)d deciding sets while %(other)s had no cards.",
            found.sets,
        )
    if 1 - found.team not in state.scorers:
        return _("%(other)s scored no set.")
    if found.scores == (0, 0):
        return ngettext(
            "%(team)s scored the first set, and stayed ahead to the end.",
            "%(team)s scored the first %(count)d sets, and stayed ahead to the end.",
            found.sets,
        )
    if found.is_last:
        return ngettext(
            "At %(score)s %(team)s scored the last set, %(set)s.",
            "At %(score)s %(team)s scored the last %(count)d sets.",
            found.sets,
        )
    return ngettext(
        "At %(score)s %(team)s scored %(set)s, and stayed ahead to the end.",
        "At %(score)s %(team)s scored %(count)d sets in a row, and stayed ahead to the end.",
        found.sets,
    )


def _claim_words(event: Claimed, names: Sequence[str], you: int | None) -> dict[str, object]:
    """The people in a claim, and its first wrong card."""
    people = [_("you") if seat == you else name for seat, name in enumerate(names)]
    wrong, said = wrong_pairs(event), dict[str, object](who=people[event.seat])
    for card, named, holder in wrong[:1]:
        said |= {"card": article_card(card), "named": people[named], "holder": people[holder]}
    return said | {"wrong": len(wrong)}


def _team(team: int, you: int | None) -> str:
    return _("your team") if you is not None and you % 2 == team else team_name(team)


def _score(scores: tuple[int, int], you: int | None) -> str:
    """A score, with the reader's team first. For a spectator it names the team that is ahead."""
    if you is not None:
        return score_text(scores[you % 2], scores[1 - you % 2])
    said, ahead = score_text(max(scores), min(scores)), winner(scores)
    if ahead is None:
        return said
    return _("%(score)s for %(team)s") % {"score": said, "team": team_name(ahead)}
