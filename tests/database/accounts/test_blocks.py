"""Blocks between two people, and the page that lists them."""

import pytest

from accounts import blocks
from accounts.models import Block
from rooms.actions import suspend_rename_delete
from tests.kit import people, signed_in

pytestmark = pytest.mark.django_db


def test_a_block_separates_both():
    asha, ben, cleo = people(3)
    assert blocks.block(asha, ben.pk)
    assert blocks.separated_from(asha) == {ben.pk}
    assert blocks.separated_from(ben) == {asha.pk}
    assert blocks.separated_from(cleo) == set()
    for some in ([asha.pk, ben.pk, cleo.pk], [asha.pk, ben.pk]):
        assert blocks.separated_from_each(some) == {asha.pk: {ben.pk}, ben.pk: {asha.pk}}
    assert blocks.separated_from_each([asha.pk, cleo.pk])[ben.pk] == {asha.pk}
    assert blocks.separated_from_each([cleo.pk]) == {}
    assert blocks.is_between_any([ben.pk, asha.pk])
    assert not blocks.is_between_any([asha.pk, cleo.pk])


def test_a_second_block_changes_nothing_and_impossible_ones_are_refused(monkeypatch):
    asha, ben, cleo = people(3)
    assert blocks.block(asha, ben.pk) and blocks.block(asha, ben.pk)
    assert Block.objects.count() == 1
    assert not blocks.block(asha, asha.pk)
    assert not blocks.block(asha, 0)
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    assert not blocks.block(asha, cleo.pk)


def test_the_page_lists_own_blocks_and_lifts_them():
    asha, ben = people(2)
    blocks.block(asha, ben.pk)
    page = signed_in(asha).get("/blocks/").content.decode()
    assert ben.name in page and "Lift the block" in page
    assert asha.name not in signed_in(ben).get("/blocks/").content.decode().split("<main")[1]
    # Another person can't lift it.
    signed_in(ben).post("/blocks/", {"block": Block.objects.get().pk})
    assert Block.objects.exists()
    signed_in(asha).post("/blocks/", {"block": Block.objects.get().pk})
    assert not Block.objects.exists()


def test_a_block_goes_with_either_person():
    asha, ben, cleo = people(3)
    blocks.block(asha, ben.pk)
    blocks.block(cleo, asha.pk)
    suspend_rename_delete.forget(asha)
    asha.delete()
    assert not Block.objects.exists()
