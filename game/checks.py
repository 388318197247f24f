"""The proof that the log is the truth: a stored game is played again and held against its rows."""

from game import storage
from game.models import Game
from game.rules.apply import apply
from game.rules.deal import commitment, deal, hand_sizes
from game.rules.moves import move_of
from game.rules.refusals import IllegalMove
from game.rules.state import FINISHED, new_game


def problems(game: Game) -> list[str]:
    """What is wrong with a stored game, each in a few words; empty when its rows agree."""
    hands = list(game.hands.all())
    dealt = [hand.dealt for hand in hands]
    found = _deal_problems(game, dealt)
    if found:
        return found
    state = new_game(game.rules, dealt, game.dealer)
    for number, event in enumerate(storage.load_log(game)):
        if event.number != number:
            return [f"move {number} is missing"]
        try:
            state, again = apply(state, move_of(event))
        except IllegalMove as illegal:
            return [f"move {number} is not legal: {illegal.code}"]
        if again != event:
            return [f"move {number} was answered wrongly"]
    stored = storage.load_state(game, hands)
    differing = [
        name
        for name, now, then in zip(stored._fields, stored, state, strict=True)
        if now != then and name != "table"
    ]
    found = [f"{name} is not what the moves come to" for name in differing]
    if (game.status == Game.Status.RUNNING) == (state.phase == FINISHED):
        found.append("its status is not what the moves come to")
    return found


def _deal_problems(game: Game, dealt: list[int]) -> list[str]:
    if len(dealt) != game.rules.players or game.players.count() != game.rules.players:
        return ["it has not one hand and one player for each seat"]
    whole = 0
    for hand in dealt:
        whole |= hand
    sizes = tuple(hand.bit_count() for hand in dealt)
    if whole != game.deck.mask or sizes != hand_sizes(game.rules, game.dealer):
        return ["the dealt hands are not the deck"]
    if not game.seed:
        return []
    seed = bytes.fromhex(game.seed)
    if commitment(seed) != game.commitment:
        return ["the seed is not the one that was committed to"]
    if deal(game.rules, seed, game.dealer) != tuple(dealt):
        return ["the seed does not deal these hands"]
    return []
