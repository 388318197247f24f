// Shows a position: the regions of the table, the controls, and the list of moves.

import { remember, restore } from "../table/keep-work.js";
import { afterSwap, beforeUpdate, finish, show } from "../table/motion.js";
import { LAST } from "./positions.js";
import { noteFacts, parsed } from "../table/regions.js";

const scrubber = document.getElementById("scrubber");
const moves = document.getElementById("moves");
const news = document.getElementById("news");

/** Return the URL of a position. */
export const addressOf = ({ move, eyes }) => `?move=${move}${eyes === "" ? "" : `&eyes=${eyes}`}`;

/**
 * Show `position` at `place`. With a `pace`, also animate the move that leads to it, with sound.
 */
export function showPosition(position, place, pace) {
  finish();
  beforeUpdate();
  const regions = parsed(position.regions);
  for (const id of ["table", "mine", "move-review"]) swap(document.getElementById(id), regions.getElementById(id));
  noteFacts();
  showControls(position, place);
  showInList(place);
  const say = () => {
    news.textContent = `${position.where}. ${position.said}`;
  };
  if (pace) show([position.shown], say, pace);
  else say();
}

function swap(region, next) {
  if (region.outerHTML === next.outerHTML) return;
  remember(region);
  region.replaceWith(next);
  restore(next);
  afterSwap();
}

function showControls({ where, said }, { move, eyes }) {
  scrubber.value = move;
  scrubber.setAttribute("aria-valuetext", `${where}. ${said}`);
  document.getElementById("where").textContent = `${move} / ${LAST}`;
  document.getElementById("eyes").value = eyes;
  document.getElementById("outcome").toggleAttribute("data-ended", move === LAST);
  const here = location.pathname + addressOf({ move, eyes });
  for (const button of document.querySelectorAll("[data-copy-path]")) button.dataset.copyPath = here;
  for (const field of document.querySelectorAll(".sharing [name=next]")) field.value = `${here}#sharing`;
  const link = document.getElementById("game-link");
  if (link) link.value = location.origin + here;
  const goals = { start: 0, back: Math.max(0, move - 1), on: Math.min(LAST, move + 1), end: LAST };
  for (const link of document.querySelectorAll("[data-go]")) {
    link.href = addressOf({ move: goals[link.dataset.go], eyes });
    link.toggleAttribute("data-there", goals[link.dataset.go] === move);
  }
}

let eyesOfList = document.getElementById("room").dataset.eyes;

function showInList({ move, eyes }) {
  const links = moves.querySelectorAll("a");
  if (eyes !== eyesOfList) {
    eyesOfList = eyes;
    for (const link of links) link.href = addressOf({ move: link.dataset.move, eyes });
  }
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  // In a very long game, the page lists only moves near the position at which it was opened.
  const link = moves.querySelector(`[data-move="${move}"]`);
  if (!link) return;
  link.setAttribute("aria-current", "true");
  // The Tab key reaches the list only once; the arrow keys move within the list.
  moves.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  link.tabIndex = 0;
  if (moves.contains(document.activeElement)) link.focus({ preventScroll: true });
  keepInSight();
}

// The scroll position of the list after the page scrolled it.
let scrolledTo = 0;

/** Scroll the list to the present move. Do not scroll the page. */
function keepInSight() {
  const present = moves.querySelector("[aria-current]");
  if (!present) return;
  const { offsetTop, offsetHeight } = present.parentElement;
  const above = offsetTop < moves.scrollTop;
  const below = offsetTop + offsetHeight > moves.scrollTop + moves.clientHeight;
  if (above || below) moves.scrollTop = offsetTop - moves.clientHeight / 2;
  scrolledTo = moves.scrollTop;
}

// The list changes its size while the page loads, and with the window. If the person has scrolled
// the list, do not scroll it back: the person may be about to click on a move.
new ResizeObserver(() => moves.scrollTop === scrolledTo && keepInSight()).observe(moves);

/**
 * Prepare the list of moves: the Tab key reaches it only once, and it is scrolled to the present
 * move.
 */
export function settleList(place) {
  for (const link of moves.querySelectorAll("a")) link.tabIndex = -1;
  showInList(place);
}
