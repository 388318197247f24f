"""``motion/timing.js`` and ``motion/places.js``: the times of animations, and the places of
cards.
"""

import pytest

pytestmark = pytest.mark.browser

NEXT = "({ nextStep }, [waiting, now, pace]) => nextStep(waiting, now, pace)"


@pytest.fixture(scope="module")
def next_step(script):
    timing = script("table/motion/timing")
    return lambda kinds, now=0, pace="normal", at=0: timing.run(
        NEXT, [[{"kind": kind, "at": at} for kind in kinds], now, pace]
    )


@pytest.mark.parametrize(
    ("kinds", "pace", "breath", "ms"),
    [
        (["ask"], "normal", 600, 420),
        (["ask"], "slow", 600, 420),
        # At the fast pace, or if other moves wait, the answer comes without a pause.
        (["ask"], "fast", 0, 420),
        (["ask", "ask"], "normal", 0, 420),
        (["pass"], "fast", 0, 420),
        (["claim"], "slow", 0, 6000),
        (["claim"], "normal", 0, 6000),
        (["claim"], "fast", 0, 3000),
        (["claim", "ask"], "normal", 0, 1200),
    ],
)
def test_plan_of_the_next_animation(next_step, kinds, pace, breath, ms):
    assert next_step(kinds, 0, pace) == {"skip": 0, "breath": breath, "ms": ms}


def test_an_unknown_pace_is_treated_as_normal(next_step):
    assert next_step(["claim"], 0, "") == next_step(["claim"])


@pytest.mark.parametrize("count", [2, 5, 9, 11, 12, 40])
def test_each_ask_is_shown_within_two_seconds(script, count):
    """Moves are shown one after another. All moves that are not skipped begin in time, and the last
    move is never skipped.
    """
    begun = script("table/motion/timing").run(
        """({ nextStep }, count) => {
          const asked = (_, number) => ({ kind: "ask", at: 0, number });
          let waiting = Array.from({ length: count }, asked);
          const begun = [];
          for (let now = 0; waiting.length; ) {
            const { skip, breath, ms } = nextStep(waiting, now);
            waiting = waiting.slice(skip);
            begun.push([waiting.shift().number, now]);
            now += breath + ms;
          }
          return begun;
        }""",
        count,
    )
    numbers = [number for number, _now in begun]
    assert numbers == list(range(count - len(numbers), count))
    assert len(numbers) == min(count, 11)
    assert max(now for _number, now in begun) <= 2000


def test_at_pace_skim_no_move_is_skipped(next_step):
    """No move is skipped, however late it is shown, because the person asked to see these moves."""
    kinds = ["ask"] * 15
    assert next_step(kinds, 0, "skim") == {"skip": 0, "breath": 0, "ms": 450}
    assert next_step(["ask"] * 30, 0, "skim")["ms"] == 300
    assert next_step(["ask"] * 20, 3000, "skim")["ms"] == 300
    assert next_step(kinds, 8000, "skim") == {"skip": 0, "breath": 0, "ms": 200}
    assert next_step(["claim", *kinds], 8000, "skim")["ms"] == 2000


@pytest.fixture(scope="module")
def in_chain(script):
    """Return the plan of the next animation for the bots' moves at these places of a chain."""
    timing = script("table/motion/timing")

    def plan(*places, pace="normal", kind="ask", concerns=False, folds=True):
        of_all = {"kind": kind, "at": 0, "concerns": concerns, "folds": folds}
        return timing.run(NEXT, [[of_all | {"place": place} for place in places], 0, pace])

    return plan


def test_the_first_two_asks_of_a_chain_are_as_usual_and_further_ones_are_faster(in_chain):
    plans = [in_chain(place) for place in range(10)]
    assert [plan["breath"] for plan in plans] == [600] * 2 + [0] * 8
    times = [plan["ms"] for plan in plans]
    assert times[:2] == [420, 420]
    assert times == sorted(times, reverse=True)
    assert len(set(times[1:5])) == 4
    assert times[-1] == 200


@pytest.mark.parametrize("place", [2, 9, 30])
def test_an_ask_that_concerns_the_viewer_keeps_its_breath(in_chain, place):
    full = {"skip": 0, "breath": 600, "ms": 420, "keeps": True}
    assert in_chain(place, concerns=True) == full
    # Later moves wait for it.
    assert in_chain(place, place + 1, place + 2, concerns=True) == full


def test_late_asks_are_left_to_the_recap(in_chain):
    assert in_chain(9)["ms"] == 200
    assert in_chain(10) == {"skip": 1, "breath": 0, "ms": 0}
    # If the log does not list all asks, each is shown briefly.
    assert in_chain(30, folds=False) == {"skip": 0, "breath": 0, "ms": 200}


def test_in_a_chain_a_claim_that_does_not_concern_the_viewer_is_shorter(in_chain):
    for place, concerns, ms in ((1, False, 6000), (2, False, 3000), (30, True, 6000)):
        assert in_chain(place, kind="claim", concerns=concerns)["ms"] == ms


@pytest.mark.parametrize("between", [100, 500, 1000])
def test_a_burst_of_claims_stays_close_behind(script, between):
    """Each claim begins within two seconds after it was made. Only the last claim is shown for its
    full time.
    """
    behind = script("table/motion/timing").run(
        """({ nextStep }, between) => {
          const coming = Array.from({ length: 9 }, (_, n) => ({ kind: "claim", at: n * between }));
          const behind = [];
          for (let now = 0; coming.length; ) {
            now = Math.max(now, coming[0].at);
            const waiting = coming.filter(({ at }) => at <= now);
            const { skip, ms } = nextStep(waiting, now, "fast");
            coming.splice(0, skip);
            behind.push(now - coming.shift().at);
            // Whatever is on hurries when more comes.
            now += Math.min(ms, Math.max(1200, (coming[0]?.at ?? Infinity) - now));
          }
          return behind;
        }""",
        between,
    )
    assert max(behind) <= 2000


def test_a_playing_animation_hurries_when_more_moves_come(script):
    hurried = script("table/motion/timing").run(
        "({ hurry }) => [hurry('claim', 6000), hurry('claim', 600), hurry('ask', 840)]"
    )
    assert hurried == [5, 1, 2]


@pytest.mark.parametrize("ms", [3000, 6000])
@pytest.mark.parametrize("count", [4, 6])
def test_a_reveal_turns_card_by_card_and_ends_in_time(script, count, ms):
    times = script("table/motion/timing").run(
        "({ revealTimes }, [known, ms]) => revealTimes(known, ms)", [[False] * count, ms]
    )
    order = [times["dark"], *times["turns"], times["verdict"], times["leaves"], times["end"]]
    assert order == sorted(order)
    assert len(times["turns"]) == count
    assert times["end"] == ms


def test_a_returned_claim_turns_no_card(script):
    times = script("table/motion/timing").run(
        "({ revealTimes }) => revealTimes(Array(6).fill(false), 6000, true)"
    )
    assert times["turns"] == []
    assert times["end"] < 6000


def test_own_cards_are_turned_together(script):
    """The viewer held two of the six cards, so only four are exciting."""
    known = [False, True, False, True, False, False]
    timing = script("table/motion/timing")
    some, own = (
        timing.run("({ revealTimes }, known) => revealTimes(known, 6000)", each)
        for each in (known, [True] * 6)
    )
    turns = [at for at, is_known in zip(some["turns"], known, strict=True) if not is_known]
    assert some["turns"][1] == some["turns"][3] == turns[0]
    assert turns == sorted(set(turns))
    assert len(set(own["turns"])) == 1
    assert own["turns"][0] < own["verdict"] < own["leaves"] < own["end"] < some["end"] < 6000


def test_cards_are_in_front_of_seats_and_cover_nothing(script):
    """The table is on a phone and has twelve seats. Every second seat has a card of the set."""
    covered = script("table/motion/places").run(
        """({ placeCards }) => {
          const felt = { left: 30, top: 140, right: 360, bottom: 560 };
          const seats = Array.from({ length: 6 }, (_, number) => {
            const angle = (number * Math.PI) / 3;
            const x = 195 + 165 * Math.cos(angle), y = 350 + 210 * Math.sin(angle);
            return { box: { left: x - 24, top: y - 26, right: x + 24, bottom: y + 26 }, count: 1 };
          });
          const rows = placeCards(seats, felt, { width: 34, height: 48 });
          const boxes = rows.flat().map(({ x, y }) => (
            { left: x - 17, top: y - 24, right: x + 17, bottom: y + 24 }));
          const all = [...boxes, ...seats.map(({ box }) => box)];
          const meet = (a, b) => a !== b && a.left < b.right && b.left < a.right
            && a.top < b.bottom && b.top < a.bottom;
          const outside = boxes.filter((each) => each.left < felt.left - 1
            || each.right > felt.right + 1 || each.top < felt.top || each.bottom > felt.bottom);
          return [boxes.filter((each) => all.some((other) => meet(each, other))).length,
            outside.length];
        }"""
    )
    assert covered == [0, 0]
