"""Rows changed by hand: each of ``TAMPERINGS`` damages the integrity of a valid game."""

from game.models import Game, Hand, Move
from literature.rules.moves import Claim, holders_of
from rooms.models import Room
from tests.kit import PLAIN, hit_ask, make_moves, missed_ask, people, room_of, started


def with_each_kind_of_move(users=None):
    """A running game with a miss, a hit, and a claim."""
    game = started(users or people(4), PLAIN, dealer=1)
    make_moves(game, missed_ask, hit_ask, last_claim)
    assert game.status == "running"
    return game


def last_claim(state):
    """A claim of the deck's last set of which the turn-holder has a card. It names a teammate for
    all cards of other players.
    """
    seat = state.turn
    card_set = next(each for each in reversed(state.deck.sets) if state.hands[seat] & each.mask)
    partner = (seat + 2) % 4
    holders = {card: seat if state.hands[seat] >> card & 1 else partner for card in card_set.cards}
    return Claim(seat, card_set.index, holders_of(holders.items()))


def people_of(game):
    return [player.user for player in game.players.select_related("user")]


def set_game(**columns):
    return lambda game: Game.objects.filter(pk=game.pk).update(**columns)


def set_move(which, /, **columns):
    def change(game):
        move = game.moves.filter(**which).first()
        Move.objects.filter(pk=move.pk).update(**columns)

    return change


def take_away(name, **which):
    return lambda game: getattr(game, name).filter(**which).first().delete()


def forget_the_last_move(game):
    game.moves.last().delete()


def add_a_move(game):
    Move.objects.create(
        game=game, number=game.version, kind="pass", seat=0, other=2, mover="person",
        made_at=game.started_at,
    )  # fmt: skip


def swap_hands(field):
    def change(game):
        first, second = game.hands.all()[:2]
        cards = [getattr(first, field), getattr(second, field)]
        Hand.objects.filter(pk=first.pk).update(**{field: cards[1]})
        Hand.objects.filter(pk=second.pk).update(**{field: cards[0]})

    return change


def take_a_card(field):
    def change(game):
        hand = next(hand for hand in game.hands.all() if getattr(hand, field))
        cards = getattr(hand, field)
        Hand.objects.filter(pk=hand.pk).update(**{field: cards & (cards - 1)})

    return change


def ask_another(game):
    move = game.moves.filter(kind="ask").first()
    other = (move.other + 2) % 4
    Move.objects.filter(pk=move.pk).update(other=other, hit=not move.hit)


def hold_another_way(game):
    move = game.moves.filter(kind="claim").first()
    others = [[card, (seat + 2) % 4] for card, seat in move.holders]
    holders = others if move.outcome == "correct" else move.revealed
    Move.objects.filter(pk=move.pk).update(holders=holders)


def another_seed(game):
    other = started(people_of(game), PLAIN)
    Game.objects.filter(pk=game.pk).update(seed=other.seed, commitment=other.commitment)
    other.delete()


def told_too_late(game):
    room = Room.objects.get(code=room_of(people_of(game)))
    room.events.create(game=game, number=game.version + 1, kind="back")


ASK, HIT, CLAIM = {"kind": "ask"}, {"hit": True}, {"kind": "claim"}

TAMPERINGS = {
    "version on": set_game(version=99),
    "version back": set_game(version=1, turn_version=1),
    "turn": lambda game: set_game(turn=(game.turn + 1) % 4)(game),
    "turn outside": set_game(turn=7),
    "turn version": set_game(turn_version=0),
    "phase": set_game(phase="endgame"),
    "finished": set_game(phase="finished", status="finished"),
    "may pass": set_game(may_pass=True),
    "score": set_game(score_0=3, score_1=3),
    "scorers": set_game(scorers=[0] * 8),
    "too few scorers": set_game(scorers=[-1]),
    "no scorers": set_game(scorers={}),
    "returned": set_game(returned=[[[0, 1]]]),
    "nonsense returned": set_game(returned=[3]),
    "dealer": set_game(dealer=2),
    "dealer outside": set_game(dealer=77),
    "fewer players": set_game(options=PLAIN.with_players(6).to_json()),
    "another deck": set_game(options=PLAIN.to_json() | {"deck": "7s-out"}),
    "no options": set_game(options={"weather": "rain"}),
    "nonsense options": set_game(options=7),
    "no seed": set_game(seed=""),
    "nonsense seed": set_game(seed="xyz"),
    "another seed": another_seed,
    "another commitment": set_game(commitment="0" * 64),
    "dealt swapped": swap_hands("dealt"),
    "live swapped": swap_hands("live"),
    "dealt less": take_a_card("dealt"),
    "live less": take_a_card("live"),
    "no hand": take_away("hands", seat=2),
    "hand elsewhere": lambda game: game.hands.filter(seat=3).update(seat=5),
    "no player": take_away("players", seat=2),
    "player elsewhere": lambda game: game.players.filter(seat=3).update(seat=5),
    "no first move": take_away("moves", number=0),
    "no last move": forget_the_last_move,
    "no moves": lambda game: game.moves.all().delete(),
    "one move more": add_a_move,
    "a hit that was a miss": set_move(HIT, hit=False),
    "a miss that was a hit": set_move({"hit": False}, hit=True),
    "another asker": set_move({"number": 0}, seat=3),
    "an asker outside": set_move(ASK, seat=8),
    "another asked": ask_another,
    "an asked outside": set_move(ASK, other=8),
    "another card": set_move(HIT, card="8C"),
    "no such card": set_move(HIT, card="ZZ"),
    "another outcome": set_move(CLAIM, outcome="void"),
    "another set": set_move(CLAIM, card_set="extra"),
    "other holders": hold_another_way,
    "no holders": set_move(CLAIM, holders=[]),
    "null holders": set_move(CLAIM, holders=None),
    "nonsense holders": set_move(CLAIM, holders=[["x"]]),
    "holders outside": set_move(CLAIM, holders=[[card, 9] for card in range(6)]),
    "nothing revealed": set_move(CLAIM, revealed=None),
    "revealed otherwise": set_move(CLAIM, revealed=[[0, 0]]),
    "told too late": told_too_late,
    "another kind": set_move(ASK, kind="pass", card=None, hit=None),
}
