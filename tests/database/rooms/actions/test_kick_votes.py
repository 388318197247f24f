"""Bans at an open table after the deal: a reason, and the consent of the other people."""

import pytest

from accounts import measures
from game import database_time
from game.models import Game
from game.refusals import Refused
from rooms.actions import host_settings, kick_votes, lobby, open_tables
from rooms.models import KickVote, Room, RoomBan
from tests.kit import JSON, people, signed_in, table_of

pytestmark = pytest.mark.django_db

REASON = "Ben writes cards into the chat."


def opened(count):
    """A running game at an open table. Return its people in the order of their seats; the host is
    the first.
    """
    room = table_of(people(count), bots=6 - count if count < 4 else 0)
    Room.objects.update(open_since=database_time.now())
    seats = room.seats.filter(bot="").order_by("number")
    users = sorted((seat.user for seat in seats), key=lambda user: user.pk != room.host_id)
    return room.code, users


def kick(code, host, user, reason=REASON):
    seat = Room.objects.get(code=code).seats.get(user=user)
    lobby.kick(code, host, seat.number, str(user.pk), reason)


def answer(code, user, agrees):
    """Answer the present vote, or one that has ended."""
    vote = KickVote.objects.first()
    kick_votes.answer(code, user, vote.pk if vote else 0, agrees)


def banned():
    return list(RoomBan.objects.values_list("user", flat=True))


def test_a_ban_needs_a_reason():
    code, (host, ben, *_rest) = opened(4)
    for reason in ("", "  ", "\0"):
        with pytest.raises(Refused, match="reason_needed"):
            kick(code, host, ben, reason)
    assert not KickVote.objects.exists()


def test_a_muted_host_writes_no_reason():
    code, (host, ben, *_rest) = opened(4)
    measures.take(host, measures.Kind.MUTE, "No insults.")
    with pytest.raises(Refused, match="muted_by_staff"):
        kick(code, host, ben)
    assert not KickVote.objects.exists()


def test_two_others_must_agree():
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    assert not banned()
    answer(code, cleo, True)
    with pytest.raises(Refused, match="no_vote"):
        answer(code, cleo, True)  # A second press does not count twice.
    assert not banned()
    answer(code, dan, True)
    assert banned() == [ben.pk]
    room = Room.objects.get(code=code)
    assert not room.seats.filter(user=ben).exists()
    assert not room.game.is_over
    assert not KickVote.objects.exists()


def test_two_are_enough_of_more():
    code, (host, ben, cleo, dan, *_rest) = opened(6)
    kick(code, host, ben)
    answer(code, cleo, False)
    answer(code, dan, True)
    answer(code, _rest[0], True)
    assert banned() == [ben.pk]


def test_the_vote_ends_when_too_few_can_agree():
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    answer(code, cleo, False)
    with pytest.raises(Refused, match="no_vote"):
        answer(code, dan, True)
    assert not banned()


def test_after_a_rejection_the_host_waits_before_the_next_question(clock):
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    answer(code, cleo, False)
    for user in (ben, dan):
        clock.forward(kick_votes.LASTS.total_seconds() / 3)
        with pytest.raises(Refused, match="vote_rejected"):
            kick(code, host, user)
    clock.forward(kick_votes.LASTS.total_seconds() / 3 + 1)
    kick(code, host, ben)
    answer(code, cleo, True)
    answer(code, dan, True)
    assert banned() == [ben.pk]


def test_a_vote_that_runs_out_counts_as_rejected_if_somebody_rejected_it(clock):
    code, (host, ben, cleo, *_rest) = opened(6)
    for rejected in (False, True):
        kick(code, host, ben)
        if rejected:
            answer(code, cleo, False)
        clock.forward(kick_votes.LASTS.total_seconds() + 1)
    with pytest.raises(Refused, match="vote_rejected"):
        kick(code, host, ben)


def test_one_of_one_must_agree_and_absent_people_do_not_count():
    code, (host, ben, cleo, dan) = opened(4)
    Room.objects.get(code=code).seats.filter(user=dan).update(away=True)
    kick(code, host, ben)
    answer(code, cleo, True)
    assert banned() == [ben.pk]


def test_the_host_decides_alone_if_nobody_else_is_here():
    code, (host, ben) = opened(2)
    kick(code, host, ben)
    assert banned() == [ben.pk]


def test_neither_the_host_nor_the_person_nor_a_stranger_votes():
    code, (host, ben, *_rest) = opened(4)
    kick(code, host, ben)
    for user in (host, ben):
        with pytest.raises(Refused, match="no_vote"):
            answer(code, user, True)
    with pytest.raises(Refused, match="not_seated"):
        answer(code, people(1)[0], True)
    assert not banned()


def test_a_vote_ends_after_five_minutes_and_with_the_person(clock):
    code, (host, ben, cleo, _dan) = opened(4)
    kick(code, host, ben)
    clock.forward(301)
    with pytest.raises(Refused, match="no_vote"):
        answer(code, cleo, True)
    kick(code, host, ben)
    lobby.leave(code, ben)
    with pytest.raises(Refused, match="no_vote"):
        answer(code, cleo, True)


def test_at_a_private_table_the_host_bans_at_once():
    code, (host, ben, *_rest) = opened(4)
    Room.objects.update(open_since=None)
    kick(code, host, ben, "")
    assert banned() == [ben.pk]


def test_the_others_see_the_question_and_the_person_does_not():
    code, (host, ben, cleo, dan) = opened(4)
    before = Room.objects.get(code=code).version
    kick(code, host, ben)
    assert Room.objects.get(code=code).version > before

    def page(user):
        return signed_in(user).get(f"/r/{code}/").content.decode()

    assert "wants to ban" in page(host) and "agree-to-ban" not in page(host)
    assert "wants to ban" not in page(ben)
    for voter in (cleo, dan):
        assert REASON in page(voter) and "agree-to-ban" in page(voter)
    fields = {"agrees": 1, "vote": KickVote.objects.get().pk}
    sent = signed_in(cleo).post(f"/r/{code}/remove/consent/", fields, headers=JSON)
    assert sent.status_code == 200
    assert "agree-to-ban" not in page(cleo) and "The others decide." in page(cleo)


def test_the_host_reads_that_the_others_did_not_agree():
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    answer(code, cleo, False)
    told = f"The others did not agree to ban {ben.name}."
    for path in (f"/r/{code}/", f"/r/{code}/host/tools/"):
        assert told in signed_in(host).get(path).content.decode()
    for user in (ben, cleo, dan):
        assert f"ban {ben.name}" not in signed_in(user).get(f"/r/{code}/").content.decode()


def test_nobody_reads_about_a_failed_vote_after_the_game():
    code, (host, ben, cleo, _dan) = opened(4)
    kick(code, host, ben)
    answer(code, cleo, False)
    Game.objects.update(status="finished", phase="finished", due_at=None)
    assert f"ban {ben.name}" not in signed_in(host).get(f"/r/{code}/").content.decode()


def test_an_answer_counts_only_for_the_ban_that_the_person_read():
    code, (host, ben, cleo, dan, *_rest) = opened(6)
    kick(code, host, ben)
    old = KickVote.objects.get().pk
    kick(code, host, cleo)
    with pytest.raises(Refused, match="no_vote"):
        kick_votes.answer(code, dan, old, True)
    assert not banned()


def test_a_new_host_ends_the_vote():
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    seat = Room.objects.get(code=code).seats.get(user=ben)
    host_settings.hand_over(code, host, seat.number)
    assert not KickVote.objects.exists()
    for voter in (host, cleo, dan):
        with pytest.raises(Refused, match="no_vote"):
            answer(code, voter, True)


def test_the_host_can_not_make_a_table_private_to_ban_alone():
    code, (host, ben, *_rest) = opened(4)
    with pytest.raises(Refused, match="not_ready"):
        open_tables.set_open(code, host, False)
    kick(code, host, ben)
    assert not banned()


def test_the_consent_of_a_person_who_has_left_counts_no_longer():
    code, (host, ben, cleo, dan) = opened(4)
    kick(code, host, ben)
    answer(code, cleo, True)
    lobby.leave(code, cleo)
    answer(code, dan, False)
    assert not banned()
    with pytest.raises(Refused, match="no_vote"):
        answer(code, dan, False)
