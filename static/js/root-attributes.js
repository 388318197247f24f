// Keeps the attributes of the root element up to date. They tell the styles what the page shows.
// (The server renders them for a new page.) Selectors with :has() would need no script. But then
// the browser would style most of the page again at each change of the table.

const root = document.documentElement;
const room = document.getElementById("room");
const OF_VIEWER = ["you", "own", "team", "myTurn", "host", "arranges"];

/** Call this when the regions have changed, and when all moves have been shown. */
export function noteFacts() {
  const table = document.getElementById("table");
  const hasGame = table.matches(".is-game");
  const end = table.querySelector(".end");
  // The page shows the end only after the last move.
  const isEnding = end && room.dataset.showing !== undefined;
  note("game", hasGame ? (end && !isEnding ? "end" : "play") : undefined);
  note("ending", isEnding ? "" : undefined);
  note("drawn", end?.matches(".is-drawn") ? "" : undefined);
  // A game that everybody has left shows its end without seats.
  note("seats", hasGame ? table.querySelector(".seats")?.dataset.seats : undefined);
  const { dataset } = document.getElementById("mine");
  for (const name of OF_VIEWER) note(name, dataset[name]);
  noteSheet();
}

/** Call this when a sheet was opened or closed. */
export function noteSheet() {
  const has = (selector) => document.querySelector(selector) !== null;
  note("sheet", has(".claims[open]") ? "claims" : has(".target :checked") ? "ask" : undefined);
  note("log", has("#log[open]") ? "" : undefined);
}

/**
 * Set or remove an attribute. Do not set an equal value again, because the browser would compute
 * styles even then.
 */
export function note(name, value) {
  if (root.dataset[name] === value) return;
  if (value === undefined) delete root.dataset[name];
  else root.dataset[name] = value;
}

document.addEventListener("table:settled", noteFacts);
document.addEventListener("toggle", noteSheet, true);
document.addEventListener("change", noteSheet);
// The browser resets the form only after this event.
document.addEventListener("reset", () => setTimeout(noteSheet));
