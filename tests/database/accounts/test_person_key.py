"""The key of a person in addresses and forms."""

import pytest

from accounts.person_key import key_of, person_of
from tests.kit import people

pytestmark = pytest.mark.django_db


def test_a_key_finds_its_person():
    asha, ben = people(2)
    assert person_of(key_of(asha.pk)) == asha
    assert person_of(key_of(ben.pk)) == ben


@pytest.mark.parametrize("change", [lambda key: key[:-1], lambda key: "1" + key, str.upper])
def test_a_guessed_key_finds_nobody(change):
    (asha,) = people(1)
    assert person_of(change(key_of(asha.pk))) is None
    for wrong in ("", "7", "7~", "~", f"{asha.pk}", "\0"):
        assert person_of(wrong) is None


def test_suspended_people_are_not_found():
    (asha,) = people(1)
    asha.is_active = False
    asha.save()
    assert person_of(key_of(asha.pk)) is None
