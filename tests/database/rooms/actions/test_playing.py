"""Starting a game from the lobby or in a series, leaving a running game, and substitutes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import database_time
from game.models import Game
from game.refusals import Refused
from rooms.actions import host_settings, lobby, playing, substitutes
from rooms.live import presence
from rooms.models import Room
from rooms.series import series_standing
from tests.kit import JSON, person, room_of, signed_in, state_of

pytestmark = pytest.mark.django_db


def room(code):
    return Room.objects.select_related("game").get(code=code)


def begun(users, **options):
    """Start the first game of a new room. Return the room's code."""
    code = room_of(users, **options)
    playing.start(code, users[0])
    return code


def end(code, *scores):
    """End the running game with these points."""
    Game.objects.filter(pk=room(code).game_id).update(
        status="finished",
        phase="finished",
        score_0=scores[0],
        score_1=scores[1],
        finished_at=timezone.now(),
        deadline=None,
        due_at=None,
    )


def all_ready(code, users):
    for user in users:
        playing.again(code, user)


def standing(code):
    return series_standing(room(code))


def refused(do, *args):
    with pytest.raises(Refused) as refusal:
        do(*args)
    return refusal.value.code


# One game


def test_a_game_gets_the_settings_of_the_room(users):
    code = room_of(users)
    host_settings.set_options(
        code, users[0], {"turn_seconds": 60, "pauses": False, "claim_timing": "any_time"}
    )
    playing.start(code, users[0])
    game = room(code).game
    assert (game.table["turn_seconds"], game.table["pauses"]) == (60, False)
    assert (game.rules.claim_timing, game.rules.players) == ("any_time", 4)
    assert room(code).series_games.get().game == game


def test_after_a_single_game_comes_the_lobby(users):
    code = begun(users)
    end(code, 5, 3)
    assert standing(code).over
    playing.again(code, users[1])
    assert room(code).game is None
    playing.again(code, users[2])  # Another person presses the same button at the same moment.
    assert room(code).game is None


def test_the_next_game_needs_a_seat(users):
    code = begun(users)
    end(code, 5, 3)
    assert refused(playing.again, code, person("Zoe")) == "not_seated"


def test_after_a_series_comes_the_lobby(users):
    code = begun(users)
    assert refused(playing.start, code, users[0]) == "not_ready"
    end(code, 5, 3)
    assert refused(playing.start, code, users[0]) == "not_ready"
    playing.again(code, users[0])
    playing.start(code, users[0])
    assert room(code).series == 2


# Series


@pytest.mark.parametrize(
    ("options", "results", "won", "winner"),
    [
        ({"series": "single"}, [(4, 4)], (0, 0), None),
        ({"series": "single"}, [(3, 5)], (0, 1), 1),
        ({"series": "tie_break"}, [(5, 3)], (1, 0), 0),
        ({"series": "tie_break"}, [(4, 4), (5, 3), (6, 2)], (2, 0), 0),
        ({"series": "tie_break"}, [(4, 4), (5, 3), (2, 6)], (1, 1), None),
        ({"series": "best_of_three"}, [(5, 3), (5, 3)], (2, 0), 0),
        ({"series": "best_of_three"}, [(5, 3), (3, 5), (3, 5)], (1, 2), 1),
        ({"series": "best_of_three"}, [(5, 3), (4, 4), (4, 4)], (1, 0), 0),
        ({"series": "first_to", "series_points": 10}, [(5, 3), (5, 3)], (2, 0), 0),
        ({"series": "first_to", "series_points": 8}, [(5, 3), (3, 5), (1, 7)], (1, 2), 1),
    ],
)
def test_a_whole_series(users, options, results, won, winner):
    code = begun(users, **options)
    dealt = {room(code).game_id}
    for number, result in enumerate(results, start=1):
        assert not standing(code).over
        end(code, *result)
        assert standing(code).games == number
        if number < len(results):
            all_ready(code, users)
            dealt.add(room(code).game_id)
    shown = standing(code)
    assert (shown.over, shown.won, shown.winner) == (True, won, winner)
    assert len(dealt) == len(results)
    assert room(code).series == 1
    playing.again(code, users[0])
    assert room(code).game is None
    assert standing(code).over, "the lobby still shows how it went"
    playing.start(code, users[0])
    assert room(code).series == 2
    assert standing(code).games == 0


def test_the_dealer_changes_by_one_seat(users):
    code = begun(users, series="first_to", series_points=1000)
    dealers = [room(code).game.dealer]
    for _ in range(5):
        end(code, 1, 1)
        all_ready(code, users)
        dealers.append(room(code).game.dealer)
    assert dealers == [(dealers[0] + number) % 4 for number in range(6)]
    assert state_of(room(code).game).turn == dealers[-1]


def test_the_next_game_waits_for_everybody_present(users):
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    first = room(code).game_id
    room(code).seats.filter(user=users[3]).update(away=True)
    for user in users[:2]:
        playing.again(code, user)
        assert room(code).game_id == first
    assert set(room(code).seats.filter(ready=True).values_list("user", flat=True)) == {
        user.pk for user in users[:2]
    }
    playing.again(code, users[2])
    assert room(code).game_id != first
    assert not room(code).seats.filter(ready=True).exists()


def test_the_host_can_start_the_next_game_at_once(users):
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    assert refused(playing.start, code, users[1]) == "not_host"
    playing.start(code, users[0])
    assert (room(code).series, standing(code).games) == (1, 1)


def test_everybody_sees_who_is_ready(users):
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    playing.again(code, users[1])
    shown = signed_in(person("Zoe")).get(f"/r/{code}/state.json").json()["series"]
    assert shown == {
        "games": 1,
        "won": [1, 0],
        "points": [5, 3],
        "over": False,
        "winner": None,
        "ready": [room(code).seats.get(user=users[1]).number],
    }


def test_the_host_ends_a_series(users):
    code = begun(users, series="best_of_three")
    assert refused(playing.end_series, code, users[0]) == "not_ready"
    end(code, 5, 3)
    assert refused(playing.end_series, code, users[1]) == "not_host"
    playing.end_series(code, users[0])
    assert room(code).game is None
    assert standing(code).games == 0


@pytest.mark.parametrize("change", ["players", "series"])
def test_other_players_or_rules_begin_a_new_series(users, change):
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    if change == "series":
        host_settings.set_options(code, users[0], {"series": "tie_break"})
    else:
        room(code).seats.filter(user__in=users[2:]).delete()
        for number, name in ((2, "Zoe"), (3, "Yan"), (4, "Xia"), (5, "Wim")):
            room(code).seats.create(number=number, bot="easy", name=name, avatar="bot-ada")
    playing.start(code, users[0])
    assert (room(code).series, standing(code).games) == (2, 0)


def test_changed_rules_apply_to_the_next_game(users):
    code = begun(users, series="best_of_three")
    host_settings.set_options(code, users[0], {"history": "full"})
    assert room(code).game.rules.history == "last_ask"
    end(code, 5, 3)
    all_ready(code, users)
    assert room(code).game.rules.history == "full"
    assert (room(code).series, standing(code).games) == (1, 1)


def test_a_series_survives_leaving_and_coming_back(users):
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    lobby.leave(code, users[2])
    assert refused(playing.start, code, users[0]) == "too_few"
    seat = lobby.join(code, users[2])
    assert seat == 2
    assert refused(lobby.join, code, person("Zoe")) == "not_ready"
    all_ready(code, users)
    assert (room(code).series, standing(code).games) == (1, 1)
    assert not room(code).game.is_over


def test_nobody_can_sit_down_during_a_game(users):
    code = begun(users, series="best_of_three")
    lobby.leave(code, users[2])
    assert refused(lobby.join, code, users[2]) == "not_ready"


def test_the_next_game_does_not_wait_for_absent_people(users):
    """Three people are ready. As soon as the fourth is away, the cards are dealt."""
    code = begun(users, series="best_of_three")
    first = room(code).game_id
    end(code, 5, 3)
    for user in users[:3]:
        playing.again(code, user)
    long_ago = timezone.now() - timedelta(minutes=1)
    room(code).seats.filter(user=users[3]).update(last_seen=long_ago)
    presence.expire()
    assert room(code).game_id != first
    assert (room(code).series, standing(code).games) == (1, 1)


@pytest.mark.parametrize("ready", [0, 1])
def test_an_absence_deals_nothing_while_others_are_not_ready(users, ready):
    code = begun(users, series="best_of_three")
    first = room(code).game_id
    end(code, 5, 3)
    for user in users[:ready]:
        playing.again(code, user)
    room(code).seats.update(last_seen=timezone.now() - timedelta(minutes=1))
    room(code).seats.filter(user__in=users[:2]).update(last_seen=timezone.now())
    presence.expire()
    assert room(code).game_id == first


def test_a_person_gets_their_seat_back_in_the_same_series(users):
    """A person gets their seat back from the bot, even if the bot has played several games."""
    code = begun(users, series="best_of_three")
    seat = room(code).game.players.get(user=users[2]).seat
    lobby.leave(code, users[2])
    assert refused(lobby.join, code, users[2]) == "not_ready"
    end(code, 5, 3)
    all_ready(code, [users[0], users[1], users[3]])
    end(code, 3, 5)
    page = signed_in(users[2]).get(f"/r/{code}/").content.decode()
    assert 'id="return"' in page
    assert 'id="return"' not in signed_in(person("Zoe")).get(f"/r/{code}/").content.decode()
    assert refused(lobby.join, code, person("Zoe")) == "not_ready"
    assert lobby.join(code, users[2]) == seat
    assert room(code).seats.get(number=seat).user == users[2]
    all_ready(code, users)
    assert room(code).game.players.get(seat=seat).user == users[2]
    assert (room(code).series, standing(code).games) == (1, 2)


def test_a_seat_is_not_given_back_after_the_series_or_by_a_person(users):
    code = begun(users, series="best_of_three")
    lobby.leave(code, users[2])
    end(code, 5, 3)
    playing.end_series(code, users[0])
    bots = room(code).seats.exclude(bot="").count()
    lobby.join(code, users[2])
    assert room(code).seats.exclude(bot="").count() == bots


# Leaving a running game


def test_a_bot_takes_the_seat(users):
    code = begun(users)
    lobby.leave(code, users[1])
    player = room(code).game.players.get(left_user=users[1])
    assert (player.bot, player.name) == ("medium", users[1].name)
    assert room(code).seats.count() == 4
    assert room(code).seats.get(number=player.seat).bot == "medium"


def test_a_leaver_can_only_watch(users):
    code = begun(users)
    lobby.leave(code, users[1])
    client = signed_in(users[1])
    state = client.get(f"/r/{code}/state.json").json()
    assert (state["you"], state["hand"]) == (None, None)
    assert state["legal"] == {"asks": {}, "claims": [], "passes": []}
    fields = {"card": "2C", "of": 0, "version": 0, "request_id": "r"}
    answer = client.post(f"/r/{code}/ask/", fields, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    assert client.get(f"/games/{room(code).game_id}/").status_code == 403
    end(code, 5, 3)
    assert client.get(f"/games/{room(code).game_id}/").status_code == 200


def test_in_the_lobby_the_name_is_free_again(users):
    code = begun(users)
    lobby.leave(code, users[1])
    end(code, 5, 3)
    playing.again(code, users[0])
    bot = room(code).seats.get(bot="medium")
    assert bot.name != users[1].name
    assert bot.avatar.startswith("bot-")
    lobby.join(code, users[1])


def test_a_leaving_host_is_replaced(users):
    code = begun(users)
    lobby.leave(code, users[0])
    assert room(code).host == users[1]
    for user in users[1:]:
        lobby.leave(code, user)
    assert room(code).host is None
    assert room(code).game.due_at is not None


def test_leaving_after_a_game_frees_the_seat(users):
    code = begun(users)
    end(code, 5, 3)
    lobby.leave(code, users[1])
    assert room(code).seats.count() == 3
    assert room(code).game.players.filter(user=users[1]).exists()


# Substitutes


def absent(code, seconds):
    """Mark the turn-holder as away, and last seen this number of seconds ago. Return another player
    and the turn-holder.
    """
    game = room(code).game
    holder = game.players.get(seat=game.turn).user
    room(code).seats.filter(user=holder).update(
        away=True, last_seen=timezone.now() - timedelta(seconds=seconds)
    )
    return game.players.exclude(user=holder).first().user, holder


@pytest.mark.parametrize(("seconds", "code_"), [(21, "not_away"), (59, "not_away"), (61, None)])
def test_after_a_minute_a_bot_may_substitute(users, seconds, code_, clock):
    code = begun(users)
    other, _holder = absent(code, seconds)
    if code_:
        assert refused(substitutes.substitute, code, other) == code_
    else:
        substitutes.substitute(code, other)
    assert room(code).game.substitute is (code_ is None)


def test_a_player_who_is_back_gets_no_substitute(users):
    code = begun(users)
    other, holder = absent(code, 100)
    room(code).seats.filter(user=holder).update(away=False)
    assert refused(substitutes.substitute, code, other) == "not_away"


def test_only_players_of_a_game_can_call_a_substitute(users):
    code = room_of(users)
    assert refused(substitutes.substitute, code, users[0]) == "not_playing"
    playing.start(code, users[0])
    absent(code, 100)
    assert refused(substitutes.substitute, code, person("Zoe")) == "not_seated"


def test_a_host_alone_with_bots_can_deal_at_once():
    host = person("Asha")
    code = lobby.open_game_with_bots(host, "first-game")
    first = Room.objects.get(code=code).game
    Game.objects.update(status="finished", phase="finished", due_at=None, deadline=None)
    playing.again(code, host, deal=True)
    second = Room.objects.get(code=code).game
    assert second is not None and second != first
    Game.objects.update(status="finished", phase="finished", due_at=None, deadline=None)
    playing.again(code, host)
    assert Room.objects.get(code=code).game is None


def test_a_host_can_deal_again_at_once(users):
    code = begun(users)
    first = room(code).game
    end(code, 5, 3)
    playing.again(code, users[0], deal=True)
    assert room(code).game != first
    assert not room(code).game.is_over
    assert not room(code).seats.filter(ready=True).exists()


def test_the_host_of_an_open_table_waits_for_the_other_people_too(users):
    code = begun(users)
    first = room(code).game
    end(code, 5, 3)
    Room.objects.update(open_since=database_time.now())
    for user in users[:-1]:
        playing.again(code, user, deal=True)
    assert room(code).game == first
    playing.again(code, users[-1], deal=True)
    assert room(code).game != first


def test_two_people_press_again_at_the_same_moment(users):
    code = begun(users)
    end(code, 5, 3)
    playing.again(code, users[0], deal=True)
    second = room(code).game
    playing.again(code, users[1], deal=True)
    assert room(code).game == second
    assert not room(code).seats.filter(ready=True).exists()


def test_other_people_play_again_when_everybody_present_is_ready(users):
    code = begun(users)
    first = room(code).game
    end(code, 5, 3)
    room(code).seats.filter(user=users[0]).update(away=True)
    for user in users[1:3]:
        playing.again(code, user, deal=True)
    assert room(code).game == first
    playing.again(code, users[3], deal=True)
    assert room(code).game != first


def test_absent_people_are_not_waited_for_after_a_game(users):
    code = begun(users)
    first = room(code).game
    end(code, 5, 3)
    for user in users[1:]:
        playing.again(code, user, deal=True)
    long_ago = timezone.now() - timedelta(seconds=100)
    room(code).seats.filter(user=users[0]).update(last_seen=long_ago)
    presence.expire()
    assert room(code).game != first


def test_uneven_teams_lead_to_the_lobby(users):
    code = begun(users)
    end(code, 5, 3)
    playing.again(code, users[1], deal=True)
    lobby.leave(code, users[3])
    playing.again(code, users[0], deal=True)
    assert room(code).game is None
    assert not room(code).seats.filter(ready=True).exists()
