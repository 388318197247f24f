// The table says the present as soon as it comes, to programs and screen readers too. What is changed
// by a move that is still to be shown is held back for the eye alone: counts, scores, the lamp, a new
// book, the cards of the own hand, and whose turn it is. Never what can be pressed.

// The parts of what is one's own that are held.
const OWN = ["#hand", ".prompt"];

const all = (selector) => [...document.querySelectorAll(selector)];

// What was on the screen before the last swap, and what is held of it now; null where nothing is.
let before = {};
let held = null;

/** To be called before a region is swapped. */
export function beforeSwap({ id }) {
  if (held) return;
  if (id === "table") before = { ...before, ...tableNow() };
  if (id === "mine") before = { ...before, own: OWN.map(copyOf) };
}

/** To be called after a swap: what is held stays held in the new region. */
export function afterSwap() {
  if (held) apply();
}

/** Show what was there before, until each move lands. */
export function hold() {
  if (held || !before.counts) return;
  held = before;
  before = {};
  apply();
}

/** Show what `move` has changed. */
export function land(move) {
  if (!held) return;
  if (move.hit) {
    give(move.seat, 1);
    give(move.other, -1);
  }
  if (move.kind === "claim") {
    for (const card of move.claim.cards) give(card.at(-1), -1);
    held.books.add(move.set);
    held.scores = null;
  } else {
    held.lamp = move.hit ? move.seat : move.other;
  }
  const { you } = document.getElementById("mine").dataset;
  // The prompt stays as it was: what it has become is of the last move.
  if (!move.hit || [move.seat, move.other].includes(Number(you))) drop(0);
  apply();
}

/** Show the present. */
export function release() {
  if (!held) return;
  OWN.forEach((_, index) => drop(index));
  held = null;
  for (const element of all("[data-held]")) delete element.dataset.held;
  for (const spine of all(".spine.is-coming")) spine.classList.remove("is-coming");
  for (const backs of all(".backs[data-true]")) {
    backs.dataset.count = backs.dataset.true;
    delete backs.dataset.true;
  }
  for (const seat of all(".seats > .seat")) {
    seat.classList.toggle("has-turn", seat.hasAttribute("aria-current"));
  }
}

/** A card of the own hand as it is held, if it is there. */
export const heldCard = (card) => held?.own?.[0]?.querySelector(`[data-card="${card}"]`);

function give(seat, more) {
  if (typeof held.counts[seat] === "number") held.counts[seat] += more;
}

function tableNow() {
  const seats = all(".seats > .seat");
  return {
    counts: seats.map(countAt),
    lamp: seats.findIndex((seat) => seat.matches(".has-turn")),
    scores: all(".shelf .score").map(({ textContent }) => textContent),
    books: new Set(all(".shelf .spine").map(({ dataset }) => dataset.set)),
  };
}

// Where counts are secret there is none.
function countAt(seat) {
  if (seat.matches(".is-out")) return 0;
  const count = seat.querySelector(".count");
  return count && Number(count.textContent);
}

/** What it is now, only to be looked at. */
function copyOf(selector) {
  const copy = document.querySelector(selector)?.cloneNode(true);
  for (const each of [copy, ...(copy?.querySelectorAll("[id]") ?? [])]) each?.removeAttribute("id");
  return copy;
}

// What the styles show instead of the text of an element.
function say(element, text) {
  if (element.textContent === `${text}`) delete element.dataset.held;
  else element.dataset.held = text;
}

function apply() {
  all(".seats > .seat").forEach((seat, number) => {
    seat.classList.toggle("has-turn", number === held.lamp);
    const count = held.counts[number];
    if (typeof count !== "number") return;
    const shown = seat.querySelector(".count");
    if (shown) say(shown, count);
    else if (count) seat.querySelector(".held").dataset.held = count;
    const backs = seat.querySelector(".backs");
    if (!backs) return;
    backs.dataset.true ??= backs.dataset.count;
    backs.dataset.count = count;
  });
  all(".shelf .score").forEach((score, team) => {
    if (held.scores) say(score, held.scores[team]);
    else delete score.dataset.held;
  });
  for (const spine of all(".shelf .spine")) {
    spine.classList.toggle("is-coming", !held.books.has(spine.dataset.set));
  }
  holdOwn();
}

const textOf = (part) => [...part.querySelectorAll("[data-card], h2, .hint")].map((each) => each.dataset.card ?? each.textContent).join();

/** Lay the hand, and whose turn it was, over what they have become. */
function holdOwn() {
  OWN.forEach((selector, index) => {
    const copy = held.own?.[index];
    const now = document.querySelector(`#mine ${selector}:not(.is-held)`);
    if (!copy || !now?.offsetWidth || copy.parentElement === now.parentElement) return;
    if (textOf(copy) === textOf(now)) return;
    copy.classList.add("is-held");
    copy.ariaHidden = "true";
    for (const side of ["Left", "Top", "Width", "Height"]) {
      copy.style[side.toLowerCase()] = `${now[`offset${side}`]}px`;
    }
    now.dataset.held = "";
    now.after(copy);
  });
}

function drop(index) {
  held.own?.[index]?.remove();
  delete held.own?.[index];
  delete document.querySelector(`${OWN[index]}[data-held]`)?.dataset.held;
}
