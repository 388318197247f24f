// Reads, compares and merges the regions of a room, and notes what the page shows.

// Pairs of the room's version and the game's version, and functions that read elements from HTML.
// Both versions only increase, but a new game starts at 0, and then its room has a new version.

/** Return the two versions that an element has. */
export const versionsOf = (element) => [Number(element.dataset.room), Number(element.dataset.game)];

/** Return the versions of the page. */
export const shown = () => versionsOf(document.getElementById("versions"));

/** Return whether the first pair is older than the second pair. */
export const isOlder = ([room, game], [otherRoom, otherGame]) =>
  room < otherRoom || (room === otherRoom && game < otherGame);

/** Return the element with this id in a message, without its content; null if there is none. */
export function elementIn(html, id) {
  const [tag] = html.match(new RegExp(`<div id="${id}"[^>]*>`)) ?? [];
  if (!tag) return null;
  return parsed(tag).firstElementChild;
}

/** Return the cards of a set; none if the table has no such set. */
export const cardsOf = (set) =>
  document.querySelector(`.set-list [data-set="${set}"]`)?.dataset.cards.trim().split(" ") ?? [];

/** Return the parts of a response that are not regions of the table. */
export function withoutRegions(html) {
  const box = document.createElement("div");
  box.append(parsed(html));
  for (const region of box.querySelectorAll("[hx-swap-oob]:not(#refusal)")) region.remove();
  return box.innerHTML;
}

/** Parse HTML. Return a fragment that is not part of the page. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

// Updates a region. It changes only the elements that differ in the new version, so that the
// browser styles, lays out and paints only these.

// If one of these elements differs, it is replaced as a whole, because keep-work.js restores a
// person's work in it, and because htmx and the countdown keep references to it. The form for asking is large,
// and an ask changes only one of its sets, so this form is merged, and its sets are replaced.
const WHOLE = ":is(form, template, .claims, .countdown, [hx-get], [hx-post]):not(#ask), #tray fieldset";
// Two elements with different values of one of these attributes are different elements.
const KEYS = ["id", "data-seat", "data-set", "data-card", "data-team", "value", "src"];

const isElement = (node) => node?.nodeType === Node.ELEMENT_NODE;

// isEqualNode does not compare the content of template elements.
const areEqual = (one, other) => one.isEqualNode(other) && one.nodeName !== "TEMPLATE";

/** Make `old` equal to `now`. Return the new elements in it. */
export function merge(old, now, added = []) {
  copyAttributes(old, now);
  let left = old.firstChild;
  for (const next of [...now.childNodes]) {
    const kept = counterpart(left, next);
    if (kept) {
      while (left !== kept) left = dropped(left);
      if (!isElement(kept)) kept.data = next.data;
      else if (!areEqual(kept, next)) merge(kept, next, added);
      left = kept.nextSibling;
    } else {
      if (isElement(next)) added.push(next);
      old.insertBefore(next, left);
    }
  }
  while (left) left = dropped(left);
  return added;
}

/**
 * Find the node that becomes `next`, starting with `left`: an equal node, or the first node if it
 * is similar. Otherwise return null.
 */
function counterpart(left, next) {
  if (!isElement(next)) return left?.nodeType === next.nodeType ? left : null;
  for (let each = left; each; each = each.nextSibling) if (areEqual(each, next)) return each;
  let first = left;
  while (first && (!isElement(first) || isReplaced(first, next))) first = first.nextSibling;
  if (!first || !areAlike(first, next)) return null;
  // If the node after `next` equals the first node, `next` is new and comes before it.
  const after = next.nextElementSibling;
  return after && areEqual(first, after) ? null : first;
}

/** Return whether `old` is replaced as a whole. Then an element after it may become `next`. */
function isReplaced(old, next) {
  if (!old.matches(WHOLE)) return false;
  for (let each = next.nextElementSibling; each; each = each.nextElementSibling) if (areEqual(old, each)) return false;
  return true;
}

const areAlike = (one, other) =>
  one.nodeName === other.nodeName &&
  !one.matches(WHOLE) &&
  KEYS.every((key) => one.getAttribute(key) === other.getAttribute(key));

// A part that the person has opened stays open.
function copyAttributes(old, now) {
  for (const name of old.getAttributeNames()) {
    if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// Keeps the attributes of the root element up to date. They tell the styles what the page shows.
// (The server renders them for a new page.) Selectors with :has() would need no script. But then
// the browser would style most of the page again at each change of the table.

const root = document.documentElement;
const room = document.getElementById("room");
const OF_TABLE = ["seats", "drawn"];
const OF_VIEWER = ["you", "own", "team", "myTurn", "host", "arranges", "unseen"];

/**
 * Copy the attributes of the regions, and tell other modules. Call this when the regions have changed, and
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
  document.dispatchEvent(new Event("table:attributes"));
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
