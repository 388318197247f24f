"""The end of a game on the page of each viewer: the winner, the viewer's figures, and the next
step.
"""

import html
import json

import pytest

from accounts.models import User
from finished.replay.replay import read_replay
from game.presentation.deciding_text import deciding_sentence
from rooms.actions import lobby, playing
from rooms.live import reading
from rooms.live.rendering import read_updates
from tests.database.kit.played import play_to_end
from tests.database.rooms.actions.test_playing import begun, end
from tests.kit import people, person, signed_in, table_of
from tests.secrecy import parsed

pytestmark = pytest.mark.django_db


def page(code, user):
    return parsed(signed_in(user).get(f"/r/{code}/").content.decode())


def prompt(code, user):
    return page(code, user).find("prompt").text().strip()


def text(code, user):
    return " ".join(signed_in(user).get(f"/r/{code}/").text.split())


def test_each_viewer_has_their_own_sentence_about_the_end(users):
    code = begun(users)
    end(code, 5, 3)
    lena = person("Lena")
    said = [prompt(code, user) for user in (users[0], users[1], lena)]
    assert said == ["You won 5–3", "You lost 3–5", "Red won 5–3"]


def test_figures_and_the_link_to_the_replay(users):
    room = table_of(users)
    game = play_to_end(room.game_id)
    lena, left = person("Lena"), page(room.code, users[0])
    own = text(room.code, users[0])
    asks = game.moves.filter(kind="ask", seat=0)
    assert f"<b>{asks.filter(hit=True).count()}</b> of {asks.count()} hit" in own
    assert left.find("again")
    assert f'href="/games/{game.id}/"' in own
    spectator = text(room.code, lena)
    assert "Your asks" not in spectator
    assert f'href="/games/{game.id}/"' not in spectator
    assert 'id="again"' not in spectator


def test_each_viewer_reads_what_decided_the_game(users):
    room = table_of(users)
    game = play_to_end(room.game_id)
    replay, lena = read_replay(game), person("Lena")
    end, names = replay.states[-1], [player.name for player in replay.players]
    for seat, viewer in (*enumerate(users), (None, lena)):
        why = deciding_sentence(end, replay.dealt, replay.log, names, seat)
        assert why
        assert why in html.unescape(text(room.code, viewer))
        if viewer != lena:
            page = signed_in(viewer).get(f"/games/{game.id}/").text
            assert f'<p class="outcome-told">{why}</p>' in html.unescape(page)


def test_the_button_names_the_people_to_play_with_again(users):
    code = begun(users)
    end(code, 5, 3)
    assert "Play again with the same people" in text(code, users[0])
    playing.again(code, users[1], deal=True)
    assert "Ben wants to play again." in text(code, users[0])
    assert "Waiting for the other players" in text(code, users[1])
    playing.again(code, users[2], deal=True)
    assert "Ben and Chidi want to play again." in text(code, users[3])


def test_playing_again_with_bots():
    asha = person("Asha")
    code = lobby.open_game_with_bots(asha, "first-game")
    end(code, 5, 3)
    assert page(code, asha).find("again").text().strip() == "Play again"


def test_playing_on_in_a_series():
    users = people(4)
    code = begun(users, series="best_of_three")
    end(code, 5, 3)
    assert page(code, users[0]).find("again").text().strip() == "Next game"
    assert "Games won: Red 1, Blue 0." in text(code, users[0])
    assert 'id="to-lobby"' not in text(code, users[0])


def test_guests_are_offered_an_account(users):
    code = begun(users)
    end(code, 5, 3)
    User.objects.filter(pk=users[1].pk).update(is_guest=False)
    offer = f'<a class="end-account" href="/accounts/signup/?next=/r/{code}/">'
    assert offer in text(code, users[0])
    assert offer not in text(code, users[1])
    assert offer not in text(code, person("Lena"))


def test_a_running_game_has_no_end(users):
    code = begun(users)
    for user in (users[0], person("Lena")):
        assert 'class="end' not in text(code, user)
        assert "Watch the replay" not in text(code, user)


def test_the_end_comes_with_the_last_move(users):
    room = table_of(users)
    before = reading.read(room.code)
    game = play_to_end(room.game_id)
    wanted = (users[0].id, False, before.versions)
    update = parsed(read_updates(room.code, {wanted}, before)[1][wanted])
    moves = json.loads(update.find("moves").attributes["data-moves"])
    assert moves[-1]["number"] == game.version - 1
    assert "result" in update.find("prompt").attributes["class"]
