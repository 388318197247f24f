// Announces the player's turn: in the title, in the tab's icon, for screen readers, and by sound.

import { secondsLeft } from "./countdown.js";
import { sound } from "./sound.js";

const room = document.getElementById("room");
const icon = document.querySelector('link[rel="icon"]');
const title = document.title;

let mine = null;

/** Check whose turn it is. */
export function followTurn() {
  const now = document.getElementById("mine").hasAttribute("data-my-turn");
  if (now === mine) return;
  const first = mine === null;
  mine = now;
  document.title = now ? `● ${room.dataset.yourTurn} – ${title}` : title;
  if (icon) icon.href = now ? room.dataset.iconTurn : room.dataset.icon;
  document.getElementById("turn-news").textContent = now ? promptText() : "";
  if (now && !first) {
    sound("turn");
    document.dispatchEvent(new Event("table:my-turn"));
  }
}

/** The prompt in whole sentences, with the time left in words. */
function promptText() {
  // An older prompt may still be shown to the eye.
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
