"""Solves puzzles by trying every deal: slow, simple, and without any code of the solver.

A puzzle is read from its line in the file, as texts and numbers. A deal gives each card in play
that "you" don't hold to a seat. It fits if every ask was possible and would have had the same
answer.
"""

import json
from functools import cache

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SETS = {
    f"{half}-{name}": [rank + suit for rank in ranks]
    for name, suit in SUITS.items()
    for half, ranks in (("low", "234567"), ("high", "9TJQKA"))
}
SEATS = range(6)


class Told:
    """The facts in one line of the puzzle file. Of the stored answer, it uses only the card."""

    def __init__(self, line):
        told = json.loads(line)
        self.kind, self.turn = told["kind"], told["turn"]
        self.hand, self.counts = told["hand"].split(), told["counts"]
        self.asks = []
        for text in told["asks"]:
            seat, card, of, answer = text.split()
            self.asks.append((int(seat), card, int(of), answer == "hit"))
        scorers = zip(SETS.values(), told["scorers"], strict=True)
        self.sets = [cards for cards, scorer in scorers if scorer == -1]
        self.others = [card for cards in self.sets for card in cards if card not in self.hand]
        self.answer = told["answer"]
        # The results of these functions are needed very often.
        self.times, self.possible = cache(self.times), cache(self.possible)

    def times(self, card, holder):
        """The holder of a card before each ask and at the end, if ``holder`` has the card now; None
        if the asks rule this out.
        """
        holders = [holder]
        for seat, asked, of, hit in reversed(self.asks):
            holders.insert(0, of if asked == card and hit else holders[0])
            if asked == card and hit and holders[1] != seat:
                return None
        for number, (seat, asked, of, hit) in enumerate(self.asks):
            if asked == card and (holders[number] == seat or (holders[number] == of) != hit):
                return None
        return holders

    def possible(self, card):
        """The other players' seats that may hold a card, judged only by the asks for this card."""
        return [seat for seat in SEATS[1:] if self.times(card, seat)]

    def lawful(self, cards, holder):
        """Whether everybody who asked for a card of this set held another card of it."""
        return all(
            any(
                self.times(other, holder[other])[number] == seat for other in cards if other != card
            )
            for number, (seat, card, _of, _hit) in enumerate(self.asks)
            if card in cards
        )

    def deals(self, fixed=None):
        """Every deal that fits, as a dictionary of holders.

        ``fixed`` has the holders of some cards.
        """
        holder = dict.fromkeys(self.hand, 0)
        own = [card for card in self.hand if not self.times(card, 0)]
        assert own == [], "the own hand does not fit"
        fixed = fixed or {}
        # The set of a fixed card comes first, so that an impossible deal is found early.
        sets = sorted(self.sets, key=lambda cards: fixed.keys().isdisjoint(cards))
        yield from self._deals(sets, [], holder, [0, *self.counts[1:]], fixed)

    def _deals(self, sets, cards, holder, left, fixed):
        if not cards:
            if not sets:
                yield dict(holder)
                return
            sets, cards = sets[1:], sets[0]
        card, rest = cards[0], cards[1:]
        seats = [0] if card in self.hand else self.possible(card)
        for seat in seats:
            if fixed.get(card, seat) != seat or (seat and not left[seat]):
                continue
            holder[card] = seat
            left[seat] -= bool(seat)
            whole = next(each for each in self.sets if card in each)
            if rest or self.lawful(whole, holder):
                yield from self._deals(sets, rest, holder, left, fixed)
            left[seat] += bool(seat)

    def holders(self):
        """For each card, all seats that hold it in at least one deal."""
        found = {card: set() for cards in self.sets for card in cards}
        for card in found:
            for seat in SEATS:
                if seat in found[card] or (seat == 0) != (card in self.hand):
                    continue
                deal = next(self.deals({card: seat}), None)
                for each, holder in (deal or {}).items():
                    found[each].add(holder)
        return found

    def answers(self):
        """Every answer to the puzzle's question that is right in all deals."""
        holders = self.holders()
        sure = {card: min(seats) for card, seats in holders.items() if len(seats) == 1}
        if self.kind == "holder":
            (card,) = self.answer
            return [{card: sure[card]}] if card in sure else []
        if self.kind == "ask":
            assert self.turn == 0
            own = [card for cards in self.sets if set(cards) & set(self.hand) for card in cards]
            return [{card: sure[card]} for card in own if sure.get(card, 0) % 2]
        return [
            {card: sure[card] for card in cards}
            for cards in self.sets
            if all(sure.get(card, 1) % 2 == 0 for card in cards)
        ]
