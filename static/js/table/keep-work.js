// Keeps a person's work when the server replaces a region: half-filled fields, open parts, scroll
// positions, and the focus. To be found again, a text field or a list needs an id; a choice
// needs an id, or a name in a form with an id. Choices in a form that was sent are not restored.

import { fill } from "./claims.js";

const FIELDS = "select[id], input[type=text][id], textarea[id]";
const SCROLLED = ".tray-sets, .claim-list, .log-list, .log-panel";
// If the focused element is gone after a swap, one of these elements gets the focus, so that
// keyboard users do not have to start at the top of the page.
const INSTEAD = { mine: ["hand", "last", "prompt"], table: ["last"], "host-tools": ["host-people"] };

// Elements in these parts may still have the focus after an update, but can no longer be used.
const UNUSABLE = "[inert], #ask:not(:has(.target :checked)) #tray";
const isUsable = (element) => element.isConnected && !element.closest(UNUSABLE);

// The saved work of each region, by the region's id.
const kept = new Map();

// The scroll position of each list. Reading it from the element would force the browser to do a
// layout.
const scrolls = new WeakMap();
document.addEventListener("scroll", ({ target }) => scrolls.set(target, target.scrollTop), true);

// The element that had the focus, if its form was sent.
let released = null;

/**
 * Call this before an update changes anything. It takes the focus away from a form that was sent,
 * because a swap that removes the focused element would force a layout.
 */
export function releaseFocus() {
  const focused = document.activeElement;
  if (!focused.closest("form[data-sent]")) return;
  released = focused;
  focused.blur();
}

/** Call this after an update. It gives the focus back if the element can still be used. */
export function giveFocusBack() {
  if (released && isUsable(released)) released.focus({ preventScroll: true });
  released = null;
}

/** Save the person's work in `region` before the region is swapped. */
export function remember(region) {
  const focused = released ?? document.activeElement;
  const undone = (element) => !element.closest("form[data-sent]");
  const hadFocus = region.contains(focused);
  kept.set(region.id, {
    hadFocus,
    wasReleased: hadFocus && focused === released,
    focus: hadFocus ? wayTo(focused) : "",
    claims: [...region.querySelectorAll(".claim")].filter(isBegun).map((each) => each.id),
    open: waysTo(region, "details[open]", (each) => "stays" in each.dataset || !each.querySelector("form[data-sent]")),
    checked: waysTo(region, "input:checked:not([data-stored])", undone),
    reviewed: waysTo(region, "form[data-review]", undone),
    rows: region.querySelector(".target :checked") && undone(region.querySelector("#ask")) ? rowsOf(region) : [],
    scrolled: [...region.querySelectorAll(SCROLLED)].map((each) => [each, scrolls.get(each)]),
    values: [...region.querySelectorAll(FIELDS)].map((field) => [field.id, field.value]),
  });
}

/** Restore the saved work in the new region. */
export function restore(region) {
  const { id } = region;
  if (!kept.has(id)) return;
  const { claims, open, checked, reviewed, rows, scrolled, values, hadFocus, wasReleased, focus } = kept.get(id);
  kept.delete(id);
  for (const each of claims) fill(document.getElementById(each));
  for (const each of open) set(each, "open", true);
  for (const each of checked) set(each, "checked", true);
  keepPlaces(rows);
  // A sheet that was open does not slide in again.
  for (const sheet of open.length || checked.length ? region.querySelectorAll(".sheet") : []) {
    for (const each of sheet.getAnimations()) each.finish();
  }
  for (const [field, value] of values) restoreValue(document.getElementById(field), value);
  for (const form of reviewed) restoreReview(find(form));
  const now = document.getElementById(id);
  [...now.querySelectorAll(SCROLLED)].forEach((each, index) => {
    const [before, top] = scrolled[index] ?? [];
    if (top && before !== each) each.scrollTop = top;
  });
  if (!hadFocus) return;
  const focused = document.activeElement;
  if (now.contains(focused)) {
    if (isUsable(focused)) return;
    focused.blur();
  }
  // Setting the focus needs a layout. So let the browser show the swap first.
  if (wasReleased && !isUsable(released)) requestAnimationFrame(() => setTimeout(restoreFocus, 0, focus, INSTEAD[id] ?? []));
  else if (!wasReleased) restoreFocus(focus, INSTEAD[id] ?? []);
}

const MARKED = "#host-tools form";

// Mark a form as sent, so that its choices are not restored. A refused form loses the mark. (requests.js
// does this for moves.)
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches?.(MARKED)) event.target.dataset.sent = "";
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target;
  if (!form.matches?.(MARKED)) return;
  if (!event.detail.successful) delete form.dataset.sent;
});

const rowsOf = (region) => [...region.querySelectorAll("#tray fieldset")];

/**
 * While the player chooses a card to ask for, keep the rows of sets that were claimed, so that no
 * other card moves under the player's finger. The kept rows are only pictures.
 */
function keepPlaces(rows) {
  const tray = document.querySelector("#ask:has(.target :checked) .tray-sets");
  const setOf = (row) => row.firstElementChild.textContent;
  let next = null;
  for (const row of tray ? rows.reverse() : []) {
    const now = rowsOf(tray).find((each) => setOf(each) === setOf(row));
    if (!now) tray.insertBefore(asPicture(row), next);
    next = now ?? row;
  }
}

function asPicture(row) {
  row.inert = true;
  row.className = "is-gone";
  for (const button of row.querySelectorAll("button")) {
    const card = document.createElement("span");
    Object.assign(card, { className: "card", textContent: button.textContent });
    card.dataset.suit = button.dataset.suit;
    button.replaceWith(card);
  }
  return row;
}

document.addEventListener("reset", ({ target }) => {
  for (const row of target.querySelectorAll(".is-gone")) row.remove();
});

const isBegun = (claim) => claim.open || claim.querySelector("input:checked");

/** Return a selector that finds the element after a swap; an empty text if there is none. */
function wayTo(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (!element.form?.id || !element.name) return "";
  const { form, name, value } = element;
  return `#${CSS.escape(form.id)} [name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
}

const waysTo = (region, selector, wanted) =>
  [...region.querySelectorAll(selector)].filter(wanted).map(wayTo).filter(Boolean);

const find = (way) => (way ? document.querySelector(way) : null);

function set(way, property, value) {
  const element = find(way);
  if (element) element[property] = value;
}

// If the field no longer offers the saved value, it keeps the server's value.
function restoreValue(field, value) {
  if (!field) return;
  const offered = field.tagName !== "SELECT" || [...field.options].some((o) => o.value === value);
  if (offered) field.value = value;
}

// If a card of a claim was taken away, the form is no longer complete, and the person must check
// the claim again.
function restoreReview(form) {
  if (form?.checkValidity()) form.dataset.review = "";
}

function restoreFocus(way, instead) {
  // The person may have moved the focus meanwhile.
  if (document.activeElement !== document.body) return;
  for (const again of [find(way), ...instead.map((id) => document.getElementById(id))]) {
    again?.focus({ preventScroll: true });
    // The element may exist but be invisible, for example a card while no opponent is chosen.
    if (again && document.activeElement === again) return;
  }
}
