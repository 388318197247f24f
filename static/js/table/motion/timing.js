// The times of animations. The module is pure: it gets the time as an argument, and does not use
// the page.

/**
 * The time between an ask and its answer. It is the same for hits and misses, so that nobody can
 * guess the answer.
 */
export const BREATH_MS = 600;
/** The time that a card needs to fly or shake. */
export const TRAVEL_MS = 420;
/** Except at the pace `skim`, moves are skipped so that the last one begins within this time. */
export const LATEST_MS = 2000;
/** The time for which a claim is shown, for each pace of the table. */
export const REVEAL_MS = { slow: 6000, normal: 6000, fast: 3000 };
// The pace `skim`, for bots that move at once until the viewer's turn: the longest time for an ask,
// the time for a claim, and the time for all moves together (longer if there are many).
const SKIM_MS = 450;
const SKIMMED_CLAIM_MS = 2000;
const SKIM_ALL_MS = 9000;
// While one person waits among bots: the number of moves that are shown as usual, how much shorter
// each further ask is, and the place of the first ask that is left to the recap.
const USUAL_MOVES = 2;
const FASTER = 0.8;
const FIRST_FOLDED = 10;
// Nobody could follow a shorter animation.
const SHORTEST_MS = 200;
// If other moves are waiting, a claim is shown at most for this time.
const HURRIED_REVEAL_MS = 1200;

/**
 * Plan the animation of the waiting moves. Each move has a `kind` and a time of arrival `at`. The
 * plan says how many of the oldest moves to `skip`, and how to show the next move: with `breath` ms
 * between an ask and its answer, and `ms` for the rest. At the pace `skim` no move is skipped.
 */
export function nextStep(waiting, now, pace = "normal") {
  if (waiting[0].place !== undefined) return stepInChain(waiting, pace);
  const last = waiting.length - 1;
  if (pace === "skim") {
    const left = waiting[last].at + SKIM_ALL_MS - now;
    const ms = Math.max(SHORTEST_MS, Math.min(SKIM_MS, left / waiting.length));
    return { skip: 0, breath: 0, ms: waiting[0].kind === "claim" ? SKIMMED_CLAIM_MS : ms };
  }
  const slack = waiting[last].at + LATEST_MS - now;
  // Skip the oldest moves if the last move could not begin in time otherwise.
  const skip = Math.min(last, Math.max(0, last - Math.floor(slack / SHORTEST_MS)));
  const behind = last - skip;
  const isClaim = waiting[skip].kind === "claim";
  if (!behind) {
    const alone = isClaim ? (REVEAL_MS[pace] ?? REVEAL_MS.normal) : TRAVEL_MS;
    return { skip, breath: isClaim || pace === "fast" ? 0 : BREATH_MS, ms: alone };
  }
  const most = isClaim ? HURRIED_REVEAL_MS : TRAVEL_MS;
  return { skip, breath: 0, ms: Math.max(SHORTEST_MS, Math.min(most, slack / behind)) };
}

/**
 * Plan the animation of a bot's move while the viewer waits alone among bots. `place` counts the
 * bots' moves since the viewer's move. A move that `concerns` the viewer keeps its full breath, and no
 * later move makes it faster (`keeps`). If the log lists all asks (`folds`), late asks have no
 * animation (`ms` is 0).
 */
function stepInChain([{ kind, place, concerns, folds }, ...others], pace) {
  const isUsual = place < USUAL_MOVES || concerns;
  if (kind === "claim") return { skip: 0, breath: 0, ms: REVEAL_MS[isUsual ? pace : "fast"], keeps: true };
  if (isUsual) return { skip: 0, breath: pace === "fast" ? 0 : BREATH_MS, ms: TRAVEL_MS, keeps: true };
  if (folds && place >= FIRST_FOLDED) return { skip: 1, breath: 0, ms: 0 };
  const ms = others.length ? SHORTEST_MS : TRAVEL_MS * FASTER ** (place - USUAL_MOVES + 1);
  return { skip: 0, breath: 0, ms: Math.max(SHORTEST_MS, ms) };
}

/**
 * Return the factor by which an animation with `left` ms must become faster when a new move
 * arrives.
 */
export const hurry = (kind, left) =>
  Math.max(1, left / (kind === "claim" ? HURRIED_REVEAL_MS : TRAVEL_MS));

/**
 * Return the times in the reveal of a set that takes at most `ms`. `known` says for each card
 * whether the viewer knows its holder. Until `dark` people can read the note with the claimed
 * holders. Then the slip comes, and the cards are turned: first the known ones together, then the
 * others one by one. After the verdict the set leaves. If `returned`, the cards stay hidden: they
 * are not turned, and the set stays in play.
 */
export function revealTimes(known, ms, returned = false) {
  const part = (share) => Math.round(ms * share);
  const step = 0.48 / known.length;
  const unknown = returned ? 0 : known.filter((each) => !each).length;
  const verdict = Math.max(0.36, 0.28 + step * unknown);
  const leaves = verdict + (unknown ? 0.14 : 0.18);
  let turned = 0;
  return {
    dark: part(0.2),
    turns: returned ? [] : known.map((each) => part(0.28 + step * (each ? 0 : turned++))),
    turn: part(0.065),
    verdict: part(verdict),
    leaves: part(leaves),
    end: part(leaves + (unknown ? 0.1 : 0.06)),
  };
}

/** The duration of a deal. */
export const DEAL_MS = 1000;

/** Return the starting times of `count` backs of cards, and the duration of one flight. */
export function dealTimes(count) {
  const flight = DEAL_MS * 0.35;
  const step = (DEAL_MS - flight) / count;
  return { flight, starts: Array.from({ length: count }, (_, index) => step * index) };
}
