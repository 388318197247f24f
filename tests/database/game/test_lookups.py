"""``among`` finds the same rows as ``in``, even on PostgreSQL, where its statement is different."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.kit import people

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.parametrize("chosen", [[], [0], [0, 2, 2], range(5)])
def test_numbers(chosen):
    users = people(5)
    ids = [users[index].pk for index in chosen] + [max(user.pk for user in users) + 1]
    found = User.objects.filter(pk__among=ids)
    assert set(found) == {users[index] for index in chosen}
    assert set(User.objects.exclude(pk__among=ids)) == {*users} - {*found}


def test_texts_and_sets_of_them():
    users = people(3)
    names = {user.username for user in users[:2]} | {"o'brien", 'a"b\\c,{}', ""}
    assert set(User.objects.filter(username__among=names)) == {*users[:2]}


def test_empty_lists_of_values():
    people(2)
    assert not User.objects.filter(pk__among=[]).exists()
    assert User.objects.filter(pk__among={}).update(name="x") == 0


def test_many_values_are_one_parameter_on_postgresql():
    with CaptureQueriesContext(connection) as queries:
        assert not User.objects.filter(pk__among=range(10**6, 10**6 + 500)).exists()
    assert ("ANY(" in queries[0]["sql"]) == (connection.vendor == "postgresql")
