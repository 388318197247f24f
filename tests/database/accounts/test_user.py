import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError

from accounts.models import User
from rooms.actions import lobby
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db


def test_a_guest_has_a_name_and_no_password():
    guest = User.objects.create_guest(" Asha ", "owl")
    assert (guest.name, guest.avatar, guest.is_guest) == ("Asha", "owl", True)
    assert guest.username.startswith("guest-")
    assert not guest.has_usable_password()
    guest.full_clean()


def test_two_guests_may_have_one_name():
    one, two = (User.objects.create_guest("Asha", "owl") for _ in range(2))
    assert one.username != two.username


@pytest.mark.parametrize(("name", "avatar"), [("", "owl"), ("Asha", "bot-ada")])
def test_a_guest_is_checked(name, avatar):
    with pytest.raises(ValidationError):
        User.objects.create_guest(name, avatar)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"avatar": ""},
        {"is_staff": True},
        {"is_superuser": True},
        {"password": "md5$salt$hash"},
    ],
)
def test_the_database_refuses(change):
    guest = User.objects.create_guest("Asha", "owl")
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=guest.pk).update(**change)


def test_the_first_admin(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse")
    call_command("createsuperuser", username="root", interactive=False, verbosity=0)
    admin = User.objects.get()
    assert (admin.name, admin.is_staff, admin.is_guest) == ("root", True, False)


def test_the_admin_pages_open(admin_client, admin_user):
    for page in ["", "add/", f"{admin_user.pk}/change/"]:
        assert admin_client.get(f"/admin/accounts/user/{page}").status_code == 200


def test_names_of_the_staff_are_refused(client):
    User.objects.create_user("boss", name="Olga", is_staff=True)
    for name in ("Olga", "ОLGA", "Bоss"):
        answer = client.post("/guest/", {"name": name, "avatar": "fox"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")
    asha = person("Asha")
    code = lobby.open_room(asha, "classic")
    answer = signed_in(asha).post(f"/r/{code}/name/", {"name": "Olgа"}, headers=JSON)
    assert answer.json()["code"] == "bad_name"


def test_only_the_staff_may_speak_for_the_site(client):
    answer = client.post("/guest/", {"name": "Adm1n", "avatar": "fox"}, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("That name is reserved")
    assert not User.objects.exists()
    boss = User.objects.create_user("boss", name="Olga", is_staff=True)
    fields = {"name": "Admin", "avatar": "fox"}
    assert signed_in(boss).post("/guest/", fields).status_code == 302


@pytest.mark.parametrize("username", ["bоss", "BOSS", "b0ss", "guest-1", "Guest-abc"])
def test_no_user_name_looks_like_another_or_like_a_guest(client, username):
    User.objects.create_user("boss")
    fields = {"username": username, "password1": "long enough 1", "password2": "long enough 1"}
    answer = client.post("/accounts/signup/", fields)
    assert answer.status_code == 200
    # The same letters in another case get the sentence of allauth.
    says = "already exists" if username == "BOSS" else "can’t use that user name"
    assert says in answer.content.decode()
    with pytest.raises(ValidationError):
        User(username=username, name="Asha").full_clean()
    assert User.objects.count() == 1
