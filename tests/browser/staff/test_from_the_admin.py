"""Actions of the staff on a person whose page shows a lobby. The sockets are real."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import Program, seated
from tests.waiting import wait_until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def staff(site) -> Program:
    staff = Program(site, "Sam")
    site.write("UPDATE accounts_user SET is_guest=0, is_staff=1, is_superuser=1 WHERE name='Sam'")
    return staff


def do(staff: Program, model: str, action: str, chosen: int, **fields: object) -> None:
    """Carry out an action in the staff pages, with a reason."""
    said = {"action": action, "_selected_action": chosen, "reason": "rude"}
    answer = staff.post(f"/admin/{model}/", said | fields)
    assert answer.status_code == 302, answer.text


def number(site, table: str, column: str, value: str) -> int:
    """Return the id of the newest row with this value. (Other tests leave rows.)"""
    row, *_older = site.rows(f"SELECT id FROM {table} WHERE {column}=? ORDER BY id DESC", value)
    return row["id"]


def test_a_renamed_persons_page_reconnects_at_once(site, staff, context):
    code, [_asha, ben] = seated(site, "classic", ["Asha", "Ben"])
    page = tab_of(context, ben, code).page
    with page.expect_websocket() as again:
        do(staff, "accounts/user", "rename", number(site, "accounts_user", "name", "Ben"),
           name="Nora")  # fmt: skip
    again.value.wait_for_event("framereceived")
    expect(page.locator(".lobby-seat .name", has_text="Nora")).to_be_visible()
    expect(page.locator(".lobby-seat .name", has_text="Ben")).to_have_count(0)
    expect(page.locator("#connection")).to_have_attribute("data-state", "saved")


def test_a_removed_spectator_is_told(site, staff, context):
    code, _people = seated(site, "classic", ["Asha", "Chidi"])
    wim = Program(site, "Wim")
    page = tab_of(context, wim, code).page
    page.wait_for_function("() => document.getElementById('sit-down')")
    person, room = (
        number(site, "accounts_user", "name", "Wim"),
        number(site, "rooms_room", "code", code),
    )
    watches = "SELECT 1 FROM rooms_roomspectator WHERE room_id=? AND user_id=?"
    wait_until("Wim is known to watch", lambda: site.rows(watches, room, person))
    do(staff, "rooms/room", "remove_person", room, person=person)
    expect(page.locator("h1")).to_have_text("You can’t come back")
    expect(page.locator("#table, #sit-down")).to_have_count(0)
    assert not site.rows(watches, room, person)
