// Says that it is your turn: in the title, on the tab's picture, aloud for screen readers, by sound.

import { sound } from "./sound.js";

const room = document.getElementById("room");
const icon = document.querySelector('link[rel="icon"]');
const title = document.title;

let mine = null;

/** Look whose turn it is now. */
export function followTurn() {
  const now = document.getElementById("mine").hasAttribute("data-my-turn");
  if (now === mine) return;
  const first = mine === null;
  mine = now;
  document.title = now ? `● ${room.dataset.yourTurn} – ${title}` : title;
  if (icon) icon.href = now ? room.dataset.iconTurn : room.dataset.icon;
  document.getElementById("turn-news").textContent = now ? promptText() : "";
  if (now && !first) sound("turn");
}

const promptText = () =>
  [...document.querySelectorAll(".prompt > *")].map((each) => each.textContent.trim()).join(". ");
