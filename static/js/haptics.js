// On a phone the player feels what concerns them: an own turn, a hit, a claim.

import { isOn } from "./settings.js";

const can = Boolean(navigator.vibrate) && matchMedia("(pointer: coarse)").matches;
document.documentElement.classList.toggle("can-vibrate", can);

// Milliseconds, in turn of vibration and of rest.
const PATTERNS = { turn: [40, 60, 40], hit: [25], claim: [30, 80, 30, 80, 120] };

/** Let the phone vibrate for a `turn`, a `hit` or a `claim`. */
export function feel(name) {
  if (can && isOn("haptics")) navigator.vibrate(PATTERNS[name]);
}

const isMine = (seat) => String(seat) === document.getElementById("mine").dataset.you;

document.addEventListener("table:shown", ({ detail: move }) => {
  if (move.kind === "claim") feel("claim");
  else if (move.hit && (isMine(move.seat) || isMine(move.other))) feel("hit");
});
