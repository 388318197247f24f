// Loads the positions of a game before they are needed, several at a time, and caches them.

const { positions: path, atOnce, last } = document.getElementById("room").dataset;
const AT_ONCE = Number(atOnce);
const MOST_KEPT = 60;

/** The number of the last position. */
export const LAST = Number(last);

// Each value is a promise for a group of consecutive positions. The key has the seat and the number
// of the group. The least recently used group comes first.
const kept = new Map();

/**
 * Return the position after `move` moves, as the seat `eyes` sees it ("" means with all hands
 * open).
 */
export async function positionAt({ move, eyes }) {
  const row = await rowAt(Math.floor(move / AT_ONCE), eyes);
  return row.find((each) => each.move === move);
}

/**
 * Load the positions that will probably be needed next: `ahead` positions after this one, and some
 * before it.
 */
export async function fetchAround({ move, eyes }, ahead) {
  const row = Math.floor(move / AT_ONCE);
  const until = Math.floor(Math.min(LAST, move + ahead) / AT_ONCE);
  const rows = [row];
  for (let each = row + 1; each <= until; each += 1) rows.push(each);
  if (row > 0) rows.push(row - 1);
  for (const each of rows) await rowAt(each, eyes).catch(() => {});
}

/** Forget the cached positions, because the review has changed and they contain verdicts. */
export const forgetPositions = () => kept.clear();

function rowAt(row, eyes) {
  const key = `${eyes} ${row}`;
  const found = kept.get(key) ?? fetched(row, eyes);
  kept.delete(key);
  kept.set(key, found);
  found.catch(() => kept.get(key) === found && kept.delete(key));
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return found;
}

async function fetched(row, eyes) {
  const from = row * AT_ONCE;
  // The browser caches positions by their URL. A review with more moves needs another URL.
  const { reviewed } = document.getElementById("room").dataset;
  const query = new URLSearchParams({ from, to: from + AT_ONCE - 1, eyes, reviewed });
  const answer = await fetch(`${path}?${query}`, { headers: { Accept: "application/json" } });
  // The game is no longer shared, or the viewer has signed out. After a reload the page gives the
  // reason.
  if (answer.status === 403 || answer.status === 404) location.reload();
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).positions;
}
