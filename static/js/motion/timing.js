// When each move is shown and for how long. Pure: it knows no page, and time is given to it.

/** How long an ask stands before its answer. As long for a hit as for a miss. */
export const BREATH_MS = 600;
/** How long a card travels, or shakes. */
export const TRAVEL_MS = 420;
/** An ask begins to be shown at most this long after it came. */
export const LATEST_MS = 2000;
/** How long a claim is shown, at the pace of its table. */
export const REVEAL_MS = { slow: 6000, normal: 6000, fast: 3000 };
// Nobody can follow a shorter one.
const SHORTEST_MS = 200;
// A claim with moves behind it still shows its verdict.
const HURRIED_REVEAL_MS = 1200;

/**
 * What to do with the moves that wait, each with its `kind` and the time `at` which it came:
 * `skip` so many of the oldest, then show the next with this `breath`, for `ms` without it.
 */
export function nextStep(waiting, now, pace = "normal") {
  const last = waiting.length - 1;
  const slack = waiting[last].at + LATEST_MS - now;
  // Where the last could not begin in time, those that are the oldest are not shown.
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

/** How many times as fast what has still `left` ms must go, since another move has come. */
export const hurry = (kind, left) =>
  Math.max(1, left / (kind === "claim" ? HURRIED_REVEAL_MS : TRAVEL_MS));

/**
 * The times of a reveal of `count` cards that lasts `ms`: the note is read until `dark`, card by
 * card is turned, and after the verdict the set leaves. Cards that stay hidden (`returned`) are not
 * turned, and there is no set to be put away.
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

/** How long a deal lasts. */
export const DEAL_MS = 1000;

/** When each of `count` backs leaves the deck, and how long one flies. */
export function dealTimes(count) {
  const flight = DEAL_MS * 0.35;
  const step = (DEAL_MS - flight) / count;
  return { flight, starts: Array.from({ length: count }, (_, index) => step * index) };
}
