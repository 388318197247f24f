// The times of animations. Pure: it gets the time as an argument, and does not use the page.

/** The time between an ask and its answer. It is the same for hits and misses. */
export const BREATH_MS = 600;
/** The time in which a card flies or shakes. */
export const TRAVEL_MS = 420;
/** The longest delay before an ask's animation begins. */
export const LATEST_MS = 2000;
/** The time of a claim, by the pace of the table. */
export const REVEAL_MS = { slow: 6000, normal: 6000, fast: 3000 };
// When bots play up to the viewer's turn: each move is shown briefly, and all together take a
// bearable time.
const SKIM_MS = 450;
const SKIMMED_CLAIM_MS = 2000;
const SKIM_ALL_MS = 9000;
// A shorter animation would be too fast to follow.
const SHORTEST_MS = 200;
// A claim still shows its verdict if other moves are waiting.
const HURRIED_REVEAL_MS = 1200;

/**
 * The plan for the waiting moves, each with its `kind` and its time of arrival `at`: `skip` the
 * oldest moves, then show the next one, with `breath` ms between the ask and the answer, and `ms`
 * for the rest. At the pace `skim` all moves are shown, because the viewer asked to make all of
 * them at once.
 */
export function nextStep(waiting, now, pace = "normal") {
  const last = waiting.length - 1;
  if (pace === "skim") {
    const ms = Math.max(SHORTEST_MS, Math.min(SKIM_MS, SKIM_ALL_MS / waiting.length));
    return { skip: 0, breath: 0, ms: waiting[0].kind === "claim" ? SKIMMED_CLAIM_MS : ms };
  }
  const slack = waiting[last].at + LATEST_MS - now;
  // Skip the oldest moves if the last one could not begin in time otherwise.
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

/** The factor by which an animation with `left` ms must speed up when a new move arrives. */
export const hurry = (kind, left) =>
  Math.max(1, left / (kind === "claim" ? HURRIED_REVEAL_MS : TRAVEL_MS));

/**
 * The times of the reveal of `count` cards in `ms`: the slip can be read until `dark`, then the
 * cards are turned one by one, and after the verdict the set leaves. Hidden cards (`returned`) are
 * not turned, and the set stays.
 */
export function revealTimes(count, ms, returned = false) {
  const part = (share) => Math.round(ms * share);
  const first = part(0.28);
  const verdict = part(returned ? 0.36 : 0.76);
  return {
    dark: part(0.2),
    turns: Array.from({ length: returned ? 0 : count }, (_, index) =>
      Math.round(first + ((verdict - first) / count) * index),
    ),
    turn: part(0.065),
    verdict,
    leaves: part(returned ? 0.54 : 0.9),
    end: part(returned ? 0.6 : 1),
  };
}

/** The duration of a deal. */
export const DEAL_MS = 1000;

/** The starting times of `count` backs of cards, and the duration of one flight. */
export function dealTimes(count) {
  const flight = DEAL_MS * 0.35;
  const step = (DEAL_MS - flight) / count;
  return { flight, starts: Array.from({ length: count }, (_, index) => step * index) };
}
