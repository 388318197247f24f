// Places the log of moves: over the table, next to it, or in a column that is always open.

const docked = matchMedia("(width >= 93.75rem) and (height >= 32rem)");
const beside = matchMedia("(width >= 64rem) and (height >= 32rem)");

// The column exists only while a game is running at the table, not at its end or in a replay.
const isDocked = () => docked.matches && !document.querySelector("#table .end, .replay");

/** Whether the log covers nothing, so that it may stay open together with other sheets. */
export const coversNothing = () => beside.matches;

/** The open log, unless it is a column. */
export const openLog = () => (isDocked() ? null : document.querySelector("#log[open]"));

function dock() {
  const log = document.getElementById("log");
  if (log) log.open = isDocked();
}

docked.addEventListener("change", dock);
if (docked.matches) dock();

// A new game brings a new log. At the end of a game the column disappears.
let ended = Boolean(document.querySelector("#table .end"));
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "table" || !docked.matches) return;
  const ends = Boolean(document.querySelector("#table .end"));
  if (!ends || !ended) dock();
  ended = ends;
});
