// Where the log of moves lies: over the table, beside it, or in a column of its own, always open.

const docked = matchMedia("(width >= 93.75rem) and (height >= 32rem)");
const beside = matchMedia("(width >= 64rem) and (height >= 32rem)");

// It is a column of a game at the table, not of its end nor of a replay.
const isDocked = () => docked.matches && !document.querySelector("#table .end, .replay");

/** Whether it covers nothing, so that it may stay open while something else is done. */
export const coversNothing = () => beside.matches;

/** The log that somebody has opened and may shut again. */
export const openLog = () => (isDocked() ? null : document.querySelector("#log[open]"));

function dock() {
  const log = document.getElementById("log");
  if (log) log.open = isDocked();
}

docked.addEventListener("change", dock);
if (docked.matches) dock();

// A game that begins brings a new log; when one ends, the column is gone.
let ended = Boolean(document.querySelector("#table .end"));
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "table" || !docked.matches) return;
  const ends = Boolean(document.querySelector("#table .end"));
  if (!ends || !ended) dock();
  ended = ends;
});
