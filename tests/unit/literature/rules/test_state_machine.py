"""Whole games with all options: a state machine searches for a game that breaks an invariant.

Each step compares the state with the referee, which is a second implementation of the rules. A step
also tries every ask and pass of two players, and checks that a seat's view does not change if the
cards that the seat cannot see are dealt differently.
"""

import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from literature.record import document, read, replay, resolved_sets, result_of, verdict
from literature.rules.apply import apply
from literature.rules.cards import UNKNOWN, cards_in, hand_of, hand_text
from literature.rules.deal import deal
from literature.rules.information_state import information_state, observation
from literature.rules.legality import IllegalMove
from literature.rules.move_text import move_text, parse_move
from literature.rules.moves import Ask, Claim, Claimed, Pass, holders_of, move_of
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING, UNRESOLVED, new_game
from tests.unit.kit.referee import Referee
from tests.unit.kit.strategies import FEW, all_rules

pytestmark = pytest.mark.slow

CHOICE = st.integers(0, 2**16)


def answer(state, move):
    """The code with which a move is refused, or None."""
    try:
        apply(state, move)
    except IllegalMove as refusal:
        return refusal.code
    return None


class Game(RuleBasedStateMachine):
    """One game. Each rule makes moves of one kind, or tries moves that must be refused."""

    @initialize(rules=all_rules(), seed=st.binary(min_size=32, max_size=32), choice=CHOICE)
    def deal(self, rules, seed, choice):
        note(rules.text())
        self.rules, self.dealer = rules, choice % rules.players
        self.dealt = deal(rules, seed, self.dealer)
        self.state = new_game(rules, self.dealt, self.dealer)
        self.referee = Referee(rules, [hand_text(hand) for hand in self.dealt], self.dealer)
        self.log = []

    # Moves

    def move(self, move):
        note(move_text(self.state.deck, move))
        assert self.referee.refusal(move) is None
        self.state, event = apply(self.state, move)
        what = self.referee.play(move)
        if isinstance(move, Ask):
            assert event.hit is (what == "hit")
        elif isinstance(move, Claim):
            assert event.outcome == what
        self.log.append(event)

    def legal(self, seat):
        return information_state(self.state, self.log, seat, dealer=self.dealer).legal

    def asks(self):
        found = self.legal(self.state.turn).asks
        return [Ask(self.state.turn, card, of) for card, seats in found.items() for of in seats]

    def claims(self):
        return [(s, i) for s in range(self.rules.players) for i in self.legal(s).claims]

    @precondition(lambda self: self.state.phase == PLAYING)
    @rule(choice=CHOICE)
    def ask(self, choice):
        asks = self.asks()
        if asks:
            self.move(asks[choice % len(asks)])

    @precondition(lambda self: self.state.phase == PLAYING)
    @rule(choice=CHOICE, times=st.integers(1, 8))
    def ask_for_what_is_there(self, choice, times):
        for _ in range(times):
            hits = [ask for ask in self.asks() if self.state.hands[ask.of] >> ask.card & 1]
            if hits:
                self.move(hits[choice % len(hits)])

    @precondition(lambda self: self.claims())
    @rule(choice=CHOICE, holder=CHOICE)
    def claim_what_may_be_wrong(self, choice, holder):
        claims = self.claims()
        seat, index = claims[choice % len(claims)]
        self.claim(seat, index, Random(holder))

    @precondition(lambda self: self.claims())
    @rule(choice=CHOICE)
    def claim_what_is_right(self, choice):
        right = [(seat, index) for seat, index in self.claims() if self.team_holds(seat, index)]
        if right:
            seat, index = right[choice % len(right)]
            self.move(Claim(seat, index, self.true_holders(index)))

    @precondition(lambda self: self.state.returned)
    @rule(choice=CHOICE)
    def claim_what_was_returned(self, choice):
        returned = sorted(self.state.returned)
        named = returned[choice % len(returned)]
        seat = (named[0][1] + 2) % self.rules.players
        move = Claim(seat, self.state.deck.set_indexes[named[0][0]], named)
        assert answer(self.state, move) == self.referee.refusal(move) is not None

    @precondition(lambda self: self.legal(self.state.turn).passes)
    @rule(choice=CHOICE)
    def pass_on(self, choice):
        seats = self.legal(self.state.turn).passes
        self.move(Pass(self.state.turn, seats[choice % len(seats)]))

    @precondition(lambda self: self.state.phase == FINISHED)
    @rule(choice=CHOICE, holder=CHOICE)
    def speak_after_the_end(self, choice, holder):
        seat, of = choice % self.rules.players, holder % self.rules.players
        claim = Claim(seat, choice % len(self.state.deck.sets), ())
        for move in (Ask(seat, choice % 54, of), claim, Pass(seat, of)):
            assert answer(self.state, move) == "game_over"

    def claim(self, seat, index, random):
        """Try to claim a set. Each card gets its true holder or a random member of the team."""
        guess = random.random()
        team = range(seat % 2, self.rules.players, 2)
        named = []
        for card, holder in self.true_holders(index):
            known = holder in team and random.random() > guess
            named.append((card, holder if known else random.choice(team)))
        move = Claim(seat, index, holders_of(named))
        if self.referee.refusal(move) == "repeated_claim":
            assert answer(self.state, move) == "repeated_claim"
        else:
            self.move(move)

    def true_holders(self, index):
        cards = self.state.deck.sets[index].cards
        hands = enumerate(self.state.hands)
        return holders_of(
            (card, seat) for seat, hand in hands for card in cards if hand >> card & 1
        )

    def team_holds(self, seat, index):
        return all((holder ^ seat) & 1 == 0 for _, holder in self.true_holders(index))

    # Invariants

    @invariant()
    def the_referee_agrees(self):
        state, referee = self.state, self.referee
        assert state.phase == referee.phase
        assert state.turn == referee.turn
        assert list(state.scores) == referee.scores
        assert resolved_sets(self.rules, state.scorers) == referee.resolved
        assert [set(hand_text(hand)) for hand in state.hands] == [
            referee.hand(seat) for seat in range(self.rules.players)
        ]
        assert state.may_pass == referee.just_after_a_right_claim
        assert state.number == len(self.log) == len(referee.log)

    @invariant()
    def cards_are_neither_made_nor_lost(self):
        state = self.state
        left = [each.mask for each in state.deck.sets if state.scorers[each.index] == UNRESOLVED]
        assert state.live == sum(left)
        assert sum(hand.bit_count() for hand in state.hands) == state.live.bit_count()
        union = 0
        for hand in state.hands:
            union |= hand
        assert union == state.live

    @invariant()
    def the_turn_holder_has_cards_or_must_pass(self):
        has_cards = bool(self.state.hands[self.state.turn])
        assert has_cards or self.state.phase in (MUST_PASS, FINISHED)
        assert not (has_cards and self.state.phase == MUST_PASS)

    @invariant()
    def what_is_offered_is_what_is_accepted(self):
        state, players = self.state, self.rules.players
        # The turn-holder, and one other player at each step
        other = (state.turn + 1 + state.number % (players - 1)) % players
        for seat in (state.turn, other):
            offered = self.legal(seat)
            asks = {(card, of) for card, seats in offered.asks.items() for of in seats}
            for card in [*range(54), UNKNOWN]:
                for of in range(players):
                    code = answer(state, Ask(seat, card, of))
                    assert (code is None) is ((card, of) in asks)
                    if (card + of + state.number) % 11 == 0:
                        assert code == self.referee.refusal(Ask(seat, card, of))
            for to in range(players):
                code = answer(state, Pass(seat, to))
                assert (code is None) is (to in offered.passes)
                assert code == self.referee.refusal(Pass(seat, to))

    @invariant()
    def claims_offered_are_claims_accepted(self):
        state, random = self.state, Random(self.state.number)
        players, sets = self.rules.players, state.deck.sets
        for seat in {state.turn, (state.turn + 2) % players, random.randrange(players)}:
            offered = self.legal(seat).claims
            team = range(seat % 2, players, 2)
            for card_set in sets:
                named = holders_of((card, random.choice(team)) for card in card_set.cards)
                code = answer(state, Claim(seat, card_set.index, named))
                assert code == self.referee.refusal(Claim(seat, card_set.index, named))
                assert (code in (None, "repeated_claim")) is (card_set.index in offered)
            index = random.randrange(len(sets))
            named = [(card, random.choice(team)) for card in sorted(sets[index].cards)]
            strange = [(named[0][0], (seat + 1) % players), *named[1:]]
            for wrong in ([], named[1:], [*named, named[0]], [*named, (UNKNOWN, seat)], strange):
                for name in (index, UNKNOWN):
                    move = Claim(seat, name, holders_of(wrong))
                    assert answer(state, move) == self.referee.refusal(move) is not None

    @invariant()
    def an_unfinished_game_has_a_legal_move_for_somebody(self):
        if self.state.phase == FINISHED:
            assert all(self.legal(seat) == self.legal(None) for seat in range(self.rules.players))
        elif self.state.phase == MUST_PASS:
            assert self.legal(self.state.turn).passes
        elif not self.asks():
            # No ask is possible, so some claim by the turn-holder is accepted.
            assert any(
                answer(self.state, move) is None
                for index in self.legal(self.state.turn).claims
                for move in self.some_claims(self.state.turn, index)
            )

    def some_claims(self, seat, index):
        if self.team_holds(seat, index):
            yield Claim(seat, index, self.true_holders(index))
        cards = self.state.deck.sets[index].cards
        yield Claim(seat, index, holders_of((card, seat) for card in cards))

    @invariant()
    def a_screen_tells_nothing_of_hidden_cards(self):
        random = Random(self.state.number)
        secret = self.rules.hand_counts == "secret" and self.state.phase != FINISHED
        for seat in [None, random.randrange(self.rules.players)]:
            other = self.state._replace(hands=self.hidden_cards_mixed(seat, secret, random))
            views = [
                information_state(state, self.log, seat, dealer=self.dealer,
                        dealt=None if seat is None else self.dealt[seat])
                for state in (self.state, other)
            ]  # fmt: skip
            assert views[0] == views[1]
            assert observation(views[0]) == observation(views[1])
            assert views[0].legal == views[1].legal

    def hidden_cards_mixed(self, viewer, counts_too, random):
        """Hands that look the same to ``viewer``: the cards of the other players are dealt
        again.
        """
        hands = list(self.state.hands)
        others = [seat for seat, hand in enumerate(hands) if seat != viewer and hand]
        cards = [card for seat in others for card in cards_in(hands[seat])]
        if not others:
            return self.state.hands
        random.shuffle(cards)
        if counts_too:
            cuts = sorted(random.sample(range(1, len(cards)), len(others) - 1))
        else:
            sizes = [hands[seat].bit_count() for seat in others]
            cuts = [sum(sizes[:place]) for place in range(1, len(sizes))]
        for seat, (start, end) in zip(others, pairwise([0, *cuts, len(cards)]), strict=True):
            hands[seat] = hand_of(cards[start:end])
        return tuple(hands)

    @invariant()
    def moves_have_a_text(self):
        for event in self.log[-1:]:
            move = move_of(event)
            assert parse_move(self.state.deck, move_text(self.state.deck, move)) == move

    def teardown(self):
        if not hasattr(self, "log"):
            return
        self.a_replayed_log_gives_the_same_state()
        self.its_record_is_valid()
        self.what_was_revealed_is_what_was_held()

    def a_replayed_log_gives_the_same_state(self):
        state = new_game(self.rules, self.dealt, self.dealer)
        for event in self.log:
            state, again = apply(state, move_of(event))
            assert again == event
        assert state == self.state

    def its_record_is_valid(self):
        seats = [{"name": f"Player {seat}"} for seat in range(self.rules.players)]
        record = document(self.state, self.dealt, self.dealer, self.log, seats)
        data = json.dumps(record).encode()
        assert verdict(data) is None
        assert json.loads(data) == record
        assert ("result" in record) is (self.state.phase == FINISHED)
        played = replay(read(data))
        assert (played.dealt, list(played.log)) == (self.dealt, self.log)
        assert (played.state.hands, played.state.scores) == (self.state.hands, self.state.scores)
        if self.state.phase != FINISHED:
            early = record | {"result": result_of(self.state)}
            assert verdict(json.dumps(early).encode()) == (None, "wrong_result")

    def what_was_revealed_is_what_was_held(self):
        state = new_game(self.rules, self.dealt, self.dealer)
        for event in self.log:
            if isinstance(event, Claimed):
                stays = event.outcome == "misplaced" and self.rules.misplaced_claim == "return"
                assert (event.revealed is None) is stays
                for card, seat in event.revealed or ():
                    assert state.hands[seat] >> card & 1
            state, _ = apply(state, move_of(event))


TestGame = Game.TestCase
TestGame.settings = settings(FEW)


def test_the_phases_are_the_four_of_the_rules():
    assert {PLAYING, MUST_PASS, ENDGAME, FINISHED} == {
        "playing", "must_pass", "endgame", "finished"
    }  # fmt: skip
