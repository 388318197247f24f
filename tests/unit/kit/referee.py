"""The referee: a second, slow implementation of docs/rules.md without bit sets, for comparison.

It shares only cards, decks, options and moves with ``literature.rules``. The refusals are in the
order of docs/rules.md.
"""

from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.moves import Ask, Claim, Move
from literature.rules.options import Rules


class Referee:
    """One game. ``where`` has the holder of each card in play, ``log`` the accepted moves."""

    def __init__(self, rules: Rules, hands: list[list[str]], dealer: int) -> None:
        self.rules = rules
        self.sets = {
            each.name: sorted(card_text(card) for card in each.cards)
            for each in DECKS[rules.deck].sets
        }
        self.where = {card: seat for seat, cards in enumerate(hands) for card in cards}
        self.turn = dealer
        self.scores = [0, 0]
        self.resolved: dict[str, int | None] = {}
        self.returned: list[tuple[int, dict[str, int]]] = []
        self.log: list[tuple[int, str, bool]] = []  # Seat, effect, whether the seat had the turn

    # Terms of the rules

    def hand(self, seat: int) -> set[str]:
        return {card for card, holder in self.where.items() if holder == seat}

    def has_cards(self, seat: int) -> bool:
        return seat in self.where.values()

    def team_has_cards(self, team: int) -> bool:
        return any(holder % 2 == team for holder in self.where.values())

    def set_of(self, card: str) -> str | None:
        return next((name for name, cards in self.sets.items() if card in cards), None)

    def value(self, name: str) -> int:
        return 2 if self.rules.high_sets_double and name.startswith("high-") else 1

    @property
    def finished(self) -> bool:
        if len(self.resolved) == len(self.sets):
            return True
        half = sum(map(self.value, self.sets)) / 2
        return self.rules.game_end == "majority" and any(points > half for points in self.scores)

    @property
    def phase(self) -> str:
        if self.finished:
            return "finished"
        if not self.has_cards(self.turn):
            return "must_pass"
        return "playing" if self.team_has_cards(1 - self.turn % 2) else "endgame"

    @property
    def just_after_a_right_claim(self) -> bool:
        own = [(what, in_turn) for seat, what, in_turn in self.log if seat == self.turn]
        return self.rules.pass_after_claim and own[-1:] == [("correct", True)]

    # Refusals

    def refusal(self, move: Move) -> str | None:
        """The first refusal code that applies, or None."""
        if isinstance(move, Ask):
            tests = self._ask(move)
        elif isinstance(move, Claim):
            tests = self._claim(move)
        else:
            tests = self._pass(move.seat, move.to)
        return next((code for code, applies in tests if applies()), None)

    def _ask(self, move: Ask):
        seat, of, card = move.seat, move.of, card_text(move.card)
        name = self.set_of(card)
        return [
            ("game_over", lambda: self.finished),
            ("not_your_turn", lambda: seat != self.turn),
            ("must_pass", lambda: not self.has_cards(self.turn)),
            ("must_claim", lambda: self.phase == "endgame"),
            ("unknown_card", lambda: name is None),
            ("target_teammate", lambda: of % 2 == seat % 2),
            ("set_resolved", lambda: name in self.resolved),
            ("target_empty", lambda: not self.has_cards(of)),
            ("no_card_of_set", lambda: not self.hand(seat) & set(self.sets[name])),
            ("asking_held_card",
             lambda: card in self.hand(seat) and self.rules.ask_held_card == "illegal"),
        ]  # fmt: skip

    def _claim(self, move: Claim):
        seat, deck = move.seat, DECKS[self.rules.deck]
        name = deck.sets[move.card_set].name if move.card_set >= 0 else None
        named = [card_text(card) for card, _ in move.holders]
        claim = (seat % 2, {card_text(card): holder for card, holder in move.holders})
        return [
            ("game_over", lambda: self.finished),
            ("must_pass", lambda: seat == self.turn and not self.has_cards(seat)),
            ("not_your_turn", lambda: not self._may_claim_now(seat)),
            ("unknown_set", lambda: name is None),
            ("set_resolved", lambda: name in self.resolved),
            ("bad_holders", lambda: sorted(named) != self.sets[name]),
            ("holder_not_teammate", lambda: any(h % 2 != seat % 2 for _, h in move.holders)),
            ("repeated_claim", lambda: claim in self.returned),
        ]

    def _may_claim_now(self, seat: int) -> bool:
        if seat == self.turn:
            return True
        if self.phase == "endgame" or self.rules.claim_timing == "own_turn":
            return False
        return self.rules.claim_timing == "any_time" or seat % 2 == self.turn % 2

    def _pass(self, seat: int, to: int):
        return [
            ("game_over", lambda: self.finished),
            ("not_your_turn", lambda: seat != self.turn),
            ("may_not_pass", lambda: self.has_cards(seat) and not self.just_after_a_right_claim),
            ("bad_pass", lambda: (
                not self.has_cards(to)
                or to == seat
                or (to % 2 != seat % 2 and self.team_has_cards(seat % 2))
            )),
        ]  # fmt: skip

    # Effects of legal moves

    def play(self, move: Move) -> str:
        """Make a legal move. Return "hit", "miss", a claim's outcome, or "pass"."""
        in_turn = move.seat == self.turn
        if isinstance(move, Ask):
            what = self._answer(move)
        elif isinstance(move, Claim):
            what = self._judge(move)
        else:
            what, self.turn = "pass", move.to
        self.log.append((move.seat, what, in_turn))
        return what

    def _answer(self, move: Ask) -> str:
        card = card_text(move.card)
        if self.where[card] != move.of:
            self.turn = move.of
            return "miss"
        self.where[card] = move.seat
        self.returned = []
        return "hit"

    def _judge(self, move: Claim) -> str:
        name, team = DECKS[self.rules.deck].sets[move.card_set].name, move.seat % 2
        said = {card_text(card): seat for card, seat in move.holders}
        true = {card: self.where[card] for card in self.sets[name]}
        in_turn, scorer, returned = move.seat == self.turn, None, False
        if said == true:
            outcome, scorer = "correct", team
        elif any(seat % 2 != team for seat in true.values()):
            outcome = "opponent_held"
            if self.rules.opponent_held_claim == "opponents":
                scorer = 1 - team
            else:
                self.scores[team] -= 1
        else:
            outcome = "misplaced"
            if self.rules.misplaced_claim == "opponents":
                scorer = 1 - team
            returned = self.rules.misplaced_claim == "return"
        if returned:
            self.returned.append((team, said))
        else:
            if scorer is not None:
                self.scores[scorer] += self.value(name)
            self.resolved[name] = scorer
            self.returned = []
            for card in true:
                del self.where[card]
        if in_turn and outcome != "correct" and self.rules.turn_after_wrong_claim == "opponent":
            around = [(move.seat + step) % self.rules.players for step in range(1, 12)]
            opponents = [seat for seat in around if seat % 2 != team and self.has_cards(seat)]
            self.turn = next(iter(opponents), self.turn)
        return outcome
