"""The staff pages of people."""

import pytest

from accounts.models import Measure, User
from game.models import Player
from rooms.actions import suspend_rename_delete as tables
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import people, person, play_on, signed_in, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def client():
    return boss()


@pytest.fixture
def ben():
    return person("Ben")


def do(client, action, user, **fields):
    fields = {"reason": "a reason", "told": "Please stop."} | fields
    return act(client, "accounts/user", action, user.pk, **fields)


def test_suspending_and_ending_the_suspension(client, ben):
    do(client, "suspend", ben)
    assert not User.objects.get(pk=ben.pk).is_active
    do(client, "readmit", ben)
    assert User.objects.get(pk=ben.pk).is_active
    assert list(
        AuditEntry.objects.order_by("pk").values_list("kind", "person__name", "by_name")
    ) == [
        ("suspend", "Ben", "boss"),
        ("readmit", "Ben", "boss"),
    ]
    page = client.get(f"/admin/accounts/user/{ben.pk}/change/").content.decode()
    assert "a reason" in page


def test_a_message_does_not_change_a_name(client):
    alice = person("alice")
    page = do(client, "suspend", alice).content.decode()
    assert ">alice: the action was successful and is in the audit log.</li>" in page


def test_renaming_a_person(client, ben):
    assert do(client, "rename", ben, name="x" * 21).status_code == 422
    do(client, "rename", ben, name="Benno")
    assert User.objects.get(pk=ben.pk).name == "Benno"
    assert AuditEntry.objects.get().detail == "Ben → Benno"


def test_resetting_a_name(client, ben):
    do(client, "reset_name", ben)
    ben.refresh_from_db()
    assert (ben.name, ben.name_is_invented) == ("Fox", True)
    assert AuditEntry.objects.get().detail == "Ben → Fox"
    assert Measure.objects.get().name_then == "Ben"


@pytest.mark.postgres
def test_deleting_a_person(client):
    users = people(4)
    room = table_of(users)
    play_on(room.game)
    do(client, "rename", users[1], name="Benno")
    do(client, "forget", users[1])
    assert not User.objects.filter(pk=users[1].pk).exists()
    assert Player.objects.filter(game=room.game, name="A former player", user=None).exists()
    said = AuditEntry.objects.values_list("kind", "person", "detail")
    assert set(said) == {("rename", None, ""), ("forget", None, "")}


def test_a_person_who_deletes_their_account_leaves_the_audit_log(client, ben):
    do(client, "rename", ben, name="Benno")
    tables.forget(User.objects.get(pk=ben.pk))
    assert AuditEntry.objects.values_list("person", "detail").get() == (None, "")


def test_an_entry_outlives_the_account_of_its_staff_member(client, ben):
    sam = staff("sam", "accounts.view_user", "accounts.change_user")
    do(signed_in(sam), "suspend", ben)
    tables.forget(sam)
    assert AuditEntry.objects.values_list("by", "by_name", "reason").get() == (
        None,
        "sam",
        "a reason",
    )
    assert "a reason" in client.get("/admin/staff/auditentry/", {"q": "sam"}).content.decode()


@pytest.mark.parametrize("action", ["suspend", "rename", "forget"])
def test_only_superusers_can_change_staff(action):
    rights = ["accounts.view_user", "accounts.change_user", "accounts.delete_user"]
    sam, eve = staff("sam", *rights), staff("eve")
    client = signed_in(sam)
    for user in (eve, sam):
        do(client, action, user, name="Nobody")
        user.refresh_from_db()
        assert user.is_active
        assert user.name != "Nobody"
    assert not AuditEntry.objects.exists()


def test_staff_can_not_give_themselves_permissions():
    sam = staff("sam", "accounts.view_user", "accounts.change_user")
    client, ben = signed_in(sam), person("Ben")
    User.objects.filter(pk=ben.pk).update(is_guest=False)
    fields = {"username": ben.username, "is_staff": "on", "is_superuser": "on", "email": ""}
    client.post(f"/admin/accounts/user/{ben.pk}/change/", fields)
    ben.refresh_from_db()
    assert not ben.is_staff
    assert not ben.is_superuser
    boss_user = staff("boss", superuser=True)
    for user in (ben, boss_user):
        assert client.post(f"/admin/accounts/user/{user.pk}/password/", {}).status_code == 403
    client.post(f"/admin/accounts/user/{sam.pk}/change/", {"username": "sam", "is_superuser": "1"})
    sam.refresh_from_db()
    assert not sam.is_superuser


@pytest.mark.postgres
def test_deleting_a_person_keeps_their_games(client, ben):
    act(client, "accounts/user", "delete_selected", ben.pk, post="yes")
    client.post(f"/admin/accounts/user/{ben.pk}/delete/", {"post": "yes"})
    assert User.objects.filter(pk=ben.pk).exists()


def test_passwords_can_not_be_guessed_by_the_url(client):
    answer = client.get("/admin/accounts/user/", {"password__startswith": "m"})
    assert answer.status_code in (302, 400)


def test_a_superuser_can_add_an_account(client):
    fields = {
        "username": "nora",
        "name": "Nora",
        "usable_password": "true",
        "password1": "a-long-lost-ferry",
        "password2": "a-long-lost-ferry",
    }
    assert client.post("/admin/accounts/user/add/", fields).status_code == 302
    assert User.objects.get(username="nora").name == "Nora"


@pytest.mark.parametrize("reason", [{}, {"reason": "a reason"}])
def test_a_person_deleted_meanwhile(client, ben, reason):
    """The staff member may use the browser's back button, or a colleague may have deleted the
    person.
    """
    pk = ben.pk
    ben.delete()
    answer = act(client, "accounts/user", "suspend", pk, **reason)
    assert answer.status_code == 200
    assert "does not exist any more" in answer.content.decode()
    assert not AuditEntry.objects.exists()
