"""Blocks between two people. Two people with a block sit at no open table together, and do not see
each other's messages, nor profiles that are only for people met. Nobody learns who has blocked
them.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, User
from accounts.rate_limits import cap

#: One person can block at most this many people.
MOST_BLOCKS = 500


def block(by: User, person_id: int) -> bool:
    """Block a person. Return False if ``by`` has blocked too many people, or names themselves or
    nobody.
    """
    possible = User.objects.filter(pk=person_id).exclude(pk=by.pk).exists()
    if not possible or by.blocks.count() >= cap(MOST_BLOCKS):
        return False
    Block.objects.get_or_create(by=by, blocked_id=person_id)
    return True


def lift(by: User, block_id: int) -> None:
    """Lift a block of this person."""
    by.blocks.filter(pk=block_id).delete()


def separated_from(user: User) -> frozenset[int]:
    """Return the ids of all people from whom a block separates this person."""
    pairs = Block.objects.filter(Q(by=user) | Q(blocked=user)).values_list("by", "blocked")
    return frozenset(each for pair in pairs for each in pair) - {user.pk}


def separates(user: User, other: str) -> Exists:
    """Return the condition that a block separates this person from the person in the column
    ``other`` of a row.
    """
    mine, theirs = Q(by=user, blocked=OuterRef(other)), Q(by=OuterRef(other), blocked=user)
    return Exists(Block.objects.filter(mine | theirs))


def is_between_any(user_ids: Collection[int]) -> bool:
    """Return whether a block separates two of these people."""
    return Block.objects.filter(by__in=user_ids, blocked__in=user_ids).exists()


def blocked_by_each(user_ids: Collection[int]) -> Mapping[int, set[int]]:
    """Return, for everybody who has blocked some of these people, those of them."""
    blocked: dict[int, set[int]] = defaultdict(set)
    for by, each in Block.objects.filter(blocked__in=user_ids).values_list("by", "blocked"):
        blocked[by].add(each)
    return blocked


def separated_from_each(user_ids: Collection[int]) -> Mapping[int, set[int]]:
    """Return, for everybody whom a block separates from some of these people, those of them."""
    separated: dict[int, set[int]] = defaultdict(set)
    pairs = Block.objects.filter(Q(by__in=user_ids) | Q(blocked__in=user_ids))
    for by, blocked in pairs.values_list("by", "blocked"):
        separated[by].add(blocked)
        separated[blocked].add(by)
    return separated
