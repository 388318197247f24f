// Keeps the attributes of the root element up to date. They tell the styles what the page shows.
// (The server renders them for a new page.) Selectors with :has() would need no script. But then
// the browser would style most of the page again at each change of the table.

const root = document.documentElement;
const room = document.getElementById("room");
const OF_TABLE = ["seats", "drawn"];
const OF_VIEWER = ["you", "own", "team", "myTurn", "host", "arranges"];

/**
 * Copy the facts that the regions have as attributes. Call this when the regions have changed, and
 * when all moves have been shown.
 */
export function noteFacts() {
  const table = document.getElementById("table").dataset;
  // The page shows the end only after the last move.
  const isEnding = table.game === "end" && room.dataset.showing !== undefined;
  note("game", isEnding ? "play" : table.game);
  note("ending", isEnding ? "" : undefined);
  for (const name of OF_TABLE) note(name, table[name]);
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
