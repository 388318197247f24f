// Makes a phone vibrate: at the player's turn, at a hit by or on the player, and at any claim.

import { isOn } from "../preferences.js";

document.documentElement.classList.add("can-vibrate");

// Each pattern alternates between milliseconds of vibration and milliseconds of rest.
const PATTERNS = { turn: [40, 60, 40], hit: [25], claim: [30, 80, 30, 80, 120] };

const feel = (name) => isOn("haptics") && navigator.vibrate(PATTERNS[name]);
const isMine = (seat) => String(seat) === document.getElementById("mine").dataset.you;

document.addEventListener("table:my-turn", () => feel("turn"));
document.addEventListener("table:shown", ({ detail: move }) => {
  if (move.kind === "claim") feel("claim");
  else if (move.hit && (isMine(move.seat) || isMine(move.other))) feel("hit");
});
