"""A game of six people with a day for each turn, played by alerts alone, and what they say."""

import re
from random import Random

import pytest
from django.core import mail as outbox

from game.models import Game, Move
from literature.rules.options import PRESETS
from rooms.actions import playing
from rooms.models import Room
from tests.database.kit.alerts import gone, senders, with_devices, with_mail, work
from tests.kit import JSON, move_fields, people, play_on, random_move, room_of, signed_in, state_of
from tests.secrecy import cards_in_text

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

DAY = 24 * 3600


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST = "mail.example"
    settings.SITE_URL = "https://cards.example"


def test_six_people_play_a_game_by_alerts_alone(clock):
    """Nobody looks at the page, except by the link of an alert. Three people have devices, and
    three get mails.
    """
    users = people(6)
    with_devices(users[:3])
    with_mail(users[3:])
    by_address = {f"{user.username}@mail.example": user for user in users[3:]}
    by_address |= {f"https://push.example/{user.pk}": user for user in users[:3]}
    clients = {user.pk: signed_in(user) for user in users}
    code = room_of(users)
    Room.objects.filter(code=code).update(table={"turn_seconds": DAY})
    gone(users)
    playing.start(code, users[0])
    game = Game.objects.get()
    chance = Random(7)
    told = []
    while Game.objects.get().status == Game.Status.RUNNING:
        # A few hours go by, and the turn clock never moves.
        with senders() as sent:
            for _look in range(3):
                clock.forward(30)
                work()
        messages = [(each[0], each[1]["url"], str(each)) for each in sent]
        messages += [
            (mail.to[0], re.search(r"https://\S+", mail.body)[0], mail.subject + mail.body)
            for mail in outbox.outbox
        ]
        outbox.outbox.clear()
        turn = Game.objects.get().players.get(seat=Game.objects.get().turn).user
        mine = [each for each in messages if by_address[each[0]] == turn]
        assert len(mine) == 1, "one message a turn"
        told.append(turn.pk)
        ((_address, link, _text),) = mine
        for _to, _link, text in messages:
            assert not cards_in_text(text.replace(code, ""))
        # They open the link and move, as long as it is their turn.
        path = link.removeprefix("https://cards.example")
        assert clients[turn.pk].get(path).status_code == 200
        while (now := Game.objects.get()).status == Game.Status.RUNNING:
            if now.players.get(seat=now.turn).user_id != turn.pk:
                break
            state = state_of(game)
            where, fields = move_fields(random_move(state, chance, 0.05), state.rules)
            fields |= {"version": state.number, "request_id": f"move {state.number}"}
            answer = clients[turn.pk].post(f"{path}{where}/", fields, headers=JSON)
            assert answer.status_code == 200, answer.content
        gone(users)
        clock.forward(3 * 3600)
    assert set(Move.objects.values_list("mover", flat=True)) == {Move.Mover.PERSON}
    assert len(told) > 10


@pytest.mark.parametrize("preset", PRESETS)
def test_no_message_names_a_card(preset, clock):
    """Whatever the rules are, and whatever has just happened."""
    users = with_mail(with_devices(people(PRESETS[preset].players)))
    code = room_of(users, preset)
    Room.objects.filter(code=code).update(table={"turn_seconds": DAY})
    with senders() as sent:
        gone(users)
        playing.start(code, users[0])
        game = Game.objects.get()
        for _look in range(12):
            clock.forward(3600)
            work()
            play_on(game, 3, seed=game.version)
            gone(users)
    texts = [str(each) for each in sent]
    texts += [f"{mail.subject} {mail.body} {mail.extra_headers}" for mail in outbox.outbox]
    assert len(texts) > 10
    for text in texts:
        plain = re.sub(r"stop/[^/]+/|Message-ID.*", "", text).replace(code, "")
        assert not cards_in_text(plain), plain
