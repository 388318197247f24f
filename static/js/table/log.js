// Places the log of moves. It covers the table, is next to the table, or has a column where it is
// always open.

const docked = matchMedia("(width >= 93.75rem) and (height >= 32rem)");
const beside = matchMedia("(width >= 64rem) and (height >= 32rem)");

// The column exists only during a game: not at the end of a game, and not in a replay.
const isDocked = () => docked.matches && !document.querySelector("#table .end, .replay");

/** Return whether the log covers nothing, so that it may stay open with other sheets. */
export const coversNothing = () => beside.matches;

/** Return the open log; null if it is closed or has a column. */
export const openLog = () => (isDocked() ? null : document.querySelector("#log[open]"));

function dock() {
  const log = document.getElementById("log");
  if (log) log.open = isDocked();
}

docked.addEventListener("change", dock);
if (docked.matches) dock();

// The log is new in a new game, and loses its column at the end of a game. In both cases place it
// again.
let ended = Boolean(document.querySelector("#table .end"));
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "table" || !docked.matches) return;
  const ends = Boolean(document.querySelector("#table .end"));
  if (!ends || !ended) dock();
  ended = ends;
});
