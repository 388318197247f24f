// Visually hides the effects of moves that wait for their animation: counts, players without cards,
// scores, the mark of the turn, new books, the states of sets, the lines of the log, the viewer's
// cards, the prompt, and the row of controls.
// Programs and screen readers get the present state at once. The present controls work at once,
// too, but their row looks the same as before, because the new controls would reveal the answer to
// an ask. A tap or a key ends the animation.

// The parts of the private region that may be hidden.
const OWN = ["#hand", ".prompt", ".actions"].map((part) => `#mine ${part}`);
const HAND = 0;
const PROMPT = 1;
const ACTIONS = 2;
// A new book would move the books beside it, so the former books are shown until the new book
// arrives.
const SHELVES = [0, 1].map((team) => `.shelf[data-team="${team}"] .books`);

const room = document.getElementById("room");
const all = (selector) => [...document.querySelectorAll(selector)];

const present = (selector) => document.querySelector(`${selector}:not(.is-held)`);

// The state before the last swap, and the state that the page shows in place of the present state
// (null if it shows the present state).
let before = {};
let held = null;

/**
 * Return a promise that resolves when the browser has shown the present state of the page. The
 * browser shows a frame after the callback of `requestAnimationFrame`, but before the task of
 * `setTimeout`.
 */
export const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Store the state before an update. Call this before the update changes anything: at that moment
 * measuring costs nothing.
 */
export function beforeUpdate() {
  if (!held) before = { ...tableNow(), dock: dockHeight(), own: OWN.map(copyOf), shelves: SHELVES.map(copyOf), notices: noticesNow(), space: spaceBelowHand() };
}

const dockHeight = () => document.querySelector(".dock")?.offsetHeight;

/** Call this after a swap. It hides the same parts of the new region. */
export function afterSwap() {
  if (held) apply();
}

/** Show the state before the moves, from the move `first` on, until each has been animated. */
export function hold(first) {
  if (held || !before.counts) return;
  held = { ...before, lampBefore: before.lamp, next: first.number };
  // In the last scene the dock is as tall as during the game, so that the ring of seats keeps its size.
  room.style.setProperty("--dock-h", `${held.dock}px`);
  before = {};
  apply();
  layOutLater();
}

/** Lay out the new hand and the picture of the last move in the next two frames. */
async function layOutLater() {
  for (const next of ["hand", "picture"]) {
    room.dataset.late = next;
    await nextFrame();
  }
  delete room.dataset.late;
}

/** Show the effects of `move`. */
export function land(move) {
  if (!held) return;
  held.next = move.number + 1;
  if (move.hit) {
    give(move.seat, 1);
    give(move.other, -1);
  }
  if (move.kind === "claim") {
    for (const card of move.claim.cards) give(card.at(-1), -1);
    const returned = move.claim.cards.some((card) => card.at(-1) === null);
    if (!returned) {
      showShelves();
      held.books.add(move.set);
    }
    if (move.team !== undefined) held.scores[move.team] = Number(held.scores[move.team]) + 1;
  } else {
    held.lamp = move.hit ? move.seat : move.other;
  }
  takeFromHand(move);
  apply();
}

/** Show the shelves with all new books. */
export const showShelves = () => {
  held?.shelves.forEach((copy) => copy?.remove());
  for (const books of all(".books[data-held]")) delete books.dataset.held;
  if (held) held.shelves = [];
};

/** Show the viewer's hand after `move`. */
function takeFromHand(move) {
  const own = document.getElementById("mine").dataset.you;
  // The former hand does not have the new card.
  if (move.hit && `${move.seat}` === own) drop(HAND);
  if (move.hit && `${move.other}` === own) held.own[HAND]?.querySelector(`[data-card="${move.card}"]`)?.remove();
  for (const [rank, suit, , , found] of move.claim?.cards ?? []) {
    if (`${found}` === own) ownCards(suit).find((card) => card.querySelector("b")?.textContent === rank)?.remove();
  }
}

const ownCards = (suit) => [...(held.own[HAND]?.querySelectorAll(`[data-suit="${suit}"]`) ?? [])];

/** Show the present state. */
export function release() {
  if (!held) return;
  OWN.forEach((_, index) => drop(index));
  showShelves();
  held = null;
  for (const element of all("[data-held]")) delete element.dataset.held;
  for (const coming of all(".is-coming")) coming.classList.remove("is-coming");
  for (const backs of all(".backs[data-true]")) {
    backs.dataset.count = backs.dataset.true;
    delete backs.dataset.true;
  }
  for (const seat of all(".seats > .seat")) {
    seat.classList.toggle("has-turn", seat.hasAttribute("aria-current"));
    showOut(seat, true);
  }
}

/**
 * Mark the seat of a player who has no cards in the present state as out of cards. If not `isOut`,
 * remove the mark until the player's last card has gone. Do not change other seats.
 */
function showOut(seat, isOut) {
  if (!seat.matches(".is-out, [data-out]")) return;
  seat.classList.toggle("is-out", isOut);
  seat.toggleAttribute("data-out", !isOut);
}

/** Return a card of the former hand if this hand is shown; otherwise null. */
export function heldCard(card) {
  const hand = held?.own[HAND];
  return hand?.isConnected ? hand.querySelector(`[data-card="${card}"]`) : null;
}

function give(seat, more) {
  if (typeof held.counts[seat] === "number") held.counts[seat] += more;
}

const SET_STATES = ".set-list .set-state";
const setOf = (state) => state.parentElement.dataset.set;

function tableNow() {
  const seats = all(".seats > .seat");
  return {
    counts: seats.map(countAt),
    lamp: seats.findIndex((seat) => seat.matches(".has-turn")),
    scores: all(".shelf .score").map(({ textContent }) => textContent),
    books: new Set(all(".shelf .spine").map(({ dataset }) => dataset.set)),
    sets: new Map(all(SET_STATES).map((state) => [setOf(state), state.textContent])),
  };
}

// Return the number of cards at a seat; null if it is secret.
function countAt(seat) {
  if (seat.matches(".is-out")) return 0;
  const count = seat.querySelector(".count");
  return count && Number(count.textContent);
}

/** Make a copy of an element at its present position. The copy is decoration only. */
function copyOf(selector) {
  const now = document.querySelector(selector);
  if (!now?.offsetWidth) return null;
  const copy = now.cloneNode(true);
  for (const unseen of copy.querySelectorAll(".sheet, .hand-set .visually-hidden")) unseen.remove();
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  // Close the copy, so that the page does not take it for a sheet that the player has open.
  for (const each of copy.querySelectorAll("[open]")) each.removeAttribute("open");
  layOver(copy, now);
  copy.classList.add("is-held");
  copy.inert = true;
  return copy;
}

function layOver(copy, element) {
  for (const side of ["Left", "Top", "Width", "Height"]) {
    copy.style[side.toLowerCase()] = `${element[`offset${side}`]}px`;
  }
}

const noticesNow = () => all("#mine .notice").length;

/** Return the space between the hand and the controls. The notices are there. */
function spaceBelowHand() {
  const [hand, , actions] = OWN.map(present);
  return hand && actions ? actions.offsetTop - hand.offsetTop - hand.offsetHeight : 0;
}

/** If a notice came or went, move the copies of the parts above it. A notice is not held. */
function followNotices() {
  const notices = noticesNow();
  if (notices === held.notices) return;
  const space = spaceBelowHand();
  for (const copy of [held.own[HAND], held.own[PROMPT]]) {
    if (copy) copy.style.top = `${Number.parseFloat(copy.style.top) + held.space - space}px`;
  }
  Object.assign(held, { notices, space });
}

/** Move the copies to the present places of their originals, after the page got another size. */
export function follow() {
  for (const copy of all(".is-held")) layOver(copy, copy.previousElementSibling);
}

// Show `text` in place of the element's own text. The styles read it from `data-held`.
function say(element, text) {
  if (element.textContent === `${text}`) delete element.dataset.held;
  else element.dataset.held = text;
}

function apply() {
  all(".seats > .seat").forEach((seat, number) => {
    seat.classList.toggle("has-turn", number === held.lamp);
    const count = held.counts[number];
    showOut(seat, count === 0);
    if (typeof count !== "number") {
      // A secret count. The words "no cards" would tell the result.
      if (seat.matches("[data-out]")) seat.querySelector(".held").dataset.held = "";
      return;
    }
    const shown = seat.querySelector(".count");
    if (shown) say(shown, count);
    else if (count) seat.querySelector(".held").dataset.held = count;
    else delete seat.querySelector(".held").dataset.held;
    const backs = seat.querySelector(".backs");
    if (!backs) return;
    backs.dataset.true ??= backs.dataset.count;
    backs.dataset.count = count;
  });
  all(".shelf .score").forEach((score, team) => {
    say(score, held.scores[team]);
  });
  for (const spine of all(".shelf .spine")) {
    spine.classList.toggle("is-coming", !held.books.has(spine.dataset.set));
  }
  for (const state of all(SET_STATES)) {
    say(state, held.books.has(setOf(state)) ? state.textContent : held.sets.get(setOf(state)));
  }
  for (const line of all(".log-list .told")) {
    line.parentElement.classList.toggle("is-coming", Number(line.dataset.number) >= held.next);
  }
  if (held.lamp !== held.lampBefore) replacePrompt();
  followNotices();
  cover(OWN, held.own, textOf);
  cover(SHELVES, held.shelves, setsOf);
}

const textOf = (part) =>
  [...part.querySelectorAll("[data-card], h2, .hint, summary, button")]
    .filter((each) => !each.closest(".sheet"))
    .map((each) => each.dataset.card ?? each.textContent)
    .join();

/** After a change of turn, say that earlier moves are shown: the former prompt is out of date. */
function replacePrompt() {
  const heading = held.own[PROMPT]?.querySelector("h2");
  if (!heading) return;
  heading.textContent = document.getElementById("flights").dataset.earlier;
  held.own[PROMPT].classList.remove("is-mine");
  held.own[PROMPT].replaceChildren(heading);
}

const setsOf = (shelf) => [...shelf.querySelectorAll(".spine")].map(({ dataset }) => dataset.set).join();

/** Cover parts of the page with copies of their state before the moves, if `look` differs. */
function cover(selectors, copies, look) {
  const parts = selectors.map(present);
  const differ = parts.map((now, index) => copies[index] && now && look(copies[index]) !== look(now));
  // The hand moves if the new controls need another number of rows.
  differ[HAND] ||= differ[ACTIONS] && copies[HAND] && parts[HAND];
  parts.forEach((now, index) => {
    const copy = copies[index];
    // Do not cover the row of controls while a sheet in it is open.
    if (!differ[index] || copy.parentElement === now.parentElement || now.querySelector("[open]")) return;
    now.dataset.held = "";
    now.after(copy);
  });
}

function drop(index) {
  held.own[index]?.remove();
  delete held.own[index];
  delete document.querySelector(`${OWN[index]}[data-held]`)?.dataset.held;
}
