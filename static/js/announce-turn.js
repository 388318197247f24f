// Announces the player's turn: in the title, in the tab's icon, for screen readers, and by a sound.

import { secondsLeft } from "./countdown.js";
import { sound } from "./sound.js";

const room = document.getElementById("room");
const icon = document.querySelector('link[rel="icon"]');
const title = document.title;

let mine = null;
let shown = null;

/** Check whether the player has the turn. */
export function followTurn() {
  const now = document.getElementById("mine").hasAttribute("data-my-turn");
  if (now === mine) return;
  mine = now;
  // Wait until the moves in the same message have been handled.
  setTimeout(showTurn);
}

/**
 * Announce the turn for screen readers, and by title, icon, sound and event, but not before the page
 * shows the move that leads to it.
 */
function showTurn() {
  if (room.dataset.showing || shown === mine) return;
  const first = shown === null;
  shown = mine;
  document.getElementById("turn-news").textContent = mine ? promptText() : "";
  document.title = mine ? `● ${room.dataset.yourTurn} – ${title}` : title;
  if (icon) icon.href = mine ? room.dataset.iconTurn : room.dataset.icon;
  if (mine && !first) {
    sound("turn");
    document.dispatchEvent(new Event("table:my-turn"));
  }
}

document.addEventListener("table:settled", showTurn);

/** Return the prompt as whole sentences, with the remaining time in words. */
function promptText() {
  // Read the prompt of the present state. The visible prompt may be a copy of an older one.
  const prompt = document.getElementById("prompt").parentElement;
  const said = [...prompt.querySelectorAll(":scope > :not(.clock)")].map(textOf);
  const clock = prompt.querySelector(":scope > .clock");
  if (clock) said.push(`${textOf(clock.firstElementChild)} ${timeIn(clock.lastElementChild)}`);
  return said.map((each) => (/[.!?]$/.test(each) ? each : `${each}.`)).join(" ");
}

const textOf = (element) => element.textContent.trim();

function timeIn(countdown) {
  const seconds = secondsLeft(countdown);
  const [unit, length] = seconds < 100 ? ["second", 1] : seconds < 5400 ? ["minute", 60] : ["hour", 3600];
  const words = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" });
  return words.format(Math.round(seconds / length));
}
