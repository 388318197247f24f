// The page of a replay: the position that it shows, the controls that lead to other positions, and
// the page's URL.

import "../table/sheets.js";
import { isOn } from "../preferences.js";
import { settled } from "../table/motion.js";
import { LAST, fetchAround, positionAt } from "./positions.js";
import { addressOf, settleList, showPosition } from "./show.js";
import { watchReview, showGrid } from "./review.js";
import { onSwipe } from "./swipe.js";
import { watchTogether } from "./together.js";

document.documentElement.dataset.scripted = "";

// If the time between moves is shorter than this, animations are fast.
const QUICK_MS = 1500;

const room = document.getElementById("room");
const connection = document.getElementById("connection");
const speed = document.getElementById("speed");
const playButton = document.getElementById("play");

// The position that the page shows, and the position that was requested last, which may still be
// loading.
let place = { move: Number(room.dataset.move), eyes: room.dataset.eyes };
let wanted = place;
let playing = false;

/**
 * Go to another move, another seat, or both. `push` adds the position to the browser's history.
 * `led` means that the leader went there.
 */
async function go(where, { push = false, led = false } = {}) {
  const next = { ...wanted, ...where };
  next.move = Math.max(0, Math.min(LAST, next.move));
  if (next.move === wanted.move && next.eyes === wanted.eyes) return;
  wanted = next;
  sharedReplay.moved(!led);
  let position;
  try {
    position = await positionAt(next);
  } catch {
    if (wanted !== next) return;
    wanted = place;
    connection.textContent = connection.dataset.lost;
    stop();
    return;
  }
  if (wanted !== next) return;
  connection.textContent = "";
  const pace = next.move === place.move + 1 && next.eyes === place.eyes && paceNow();
  if (push) history.pushState(null, "", addressOf(next));
  else history.replaceState(null, "", addressOf(next));
  place = next;
  showPosition(position, place, pace);
  showGrid(place);
  fetchAround(place, playing ? 24 : 8);
}

const sharedReplay = watchTogether({
  goTo(where) {
    stop();
    go(where, { led: true });
  },
  here: () => wanted,
  // If the URL names a move, the page shows this move and does not follow the leader.
  follows: !new URLSearchParams(location.search).has("move"),
});

const step = (by) => {
  stop();
  return go({ move: wanted.move + by });
};

const jump = (where) => {
  stop();
  return go(where, { push: true });
};

addEventListener("popstate", () => {
  stop();
  const query = new URLSearchParams(location.search);
  go({ move: Number(query.get("move") ?? 0), eyes: query.get("eyes") ?? "" });
});

// Playing

const labels = { play: playButton.ariaLabel, stop: playButton.dataset.stop };

function stop() {
  playing = false;
  showPlaying();
}

function showPlaying() {
  playButton.toggleAttribute("data-playing", playing);
  playButton.ariaLabel = playing ? labels.stop : labels.play;
}

/** If the playback is fast, animations are fast, too. */
const paceNow = () => (playing && Number(speed.value) < QUICK_MS ? "fast" : "normal");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function play() {
  if (playing) return stop();
  if (wanted.move === LAST) await go({ move: 0 });
  const mine = {};
  playing = mine;
  showPlaying();
  fetchAround(place, 24);
  while (playing === mine && wanted.move < LAST) {
    await Promise.all([pause(Number(speed.value)), settled()]);
    if (playing === mine) await go({ move: wanted.move + 1 });
  }
  if (playing === mine) stop();
}

// Buttons

const GO = {
  start: () => jump({ move: 0 }),
  back: () => step(-1),
  on: () => step(1),
  end: () => jump({ move: LAST }),
};

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("[data-go], #moves [data-move], [data-review-move], [data-grid-eyes]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.go) GO[link.dataset.go]();
  else if (link.dataset.gridEyes) jump({ eyes: link.dataset.gridEyes });
  else jump({ move: Number(link.dataset.move ?? link.dataset.reviewMove) });
});

playButton.addEventListener("click", play);
document.getElementById("eyes").addEventListener("change", (event) => jump({ eyes: event.target.value }));
document.getElementById("controls").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("scrubber").addEventListener("input", (event) => {
  stop();
  go({ move: Number(event.target.value) });
});

onSwipe(room, (by) => step(by));

// Keys

const KEYS = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Home: GO.start,
  End: GO.end,
  " ": play,
};

const LETTERS = {
  c: toNextClaim,
  e: nextEyes,
  "?": () => document.getElementById("keys").togglePopover(),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const action = KEYS[key] || (inList(target) && LIST[key]) || (isOn("keys") && letter(key));
  if (!action || isBusy(target, key)) return;
  event.preventDefault();
  action();
});

// In the list of moves, the up and down arrow keys go to the previous and the next move.
const LIST = { ArrowDown: () => step(1), ArrowUp: () => step(-1) };
const inList = (element) => Boolean(element.closest("#moves"));

function letter(key) {
  const speeds = speed.options[Number(key) - 1];
  if (speeds) return () => (speed.value = speeds.value);
  return LETTERS[key.toLowerCase()];
}

/** Return whether an open popover or the focused element needs the key. */
function isBusy(element, key) {
  if (document.querySelector("[popover]:popover-open")) return key !== "?";
  if (element.matches("select, textarea, input:not([type=range])")) return true;
  return key === " " && element.matches("button, summary");
}

function toNextClaim() {
  const claims = [...document.querySelectorAll("#moves .log-claim > a")];
  const next = claims.find((each) => Number(each.dataset.move) > wanted.move);
  jump({ move: next ? Number(next.dataset.move) : LAST });
}

function nextEyes() {
  const all = [...document.getElementById("eyes").options].map((option) => option.value);
  jump({ eyes: all[(all.indexOf(wanted.eyes) + 1) % all.length] });
}

// Load the check of the deal only when it is needed.
document.getElementById("check-deal")?.addEventListener("click", async ({ currentTarget }) => {
  const { record, deck } = currentTarget.dataset;
  (await import("./fair.js")).checkDeal({ record, deck });
});

watchReview({
  here: () => place,
  refresh: async () => {
    // A move may be playing when the review is ready. Wait until it has been animated.
    await settled();
    settleList(place);
    const position = await positionAt(place);
    showPosition(position, place);
  },
});
settleList(place);
fetchAround(place, 8);
