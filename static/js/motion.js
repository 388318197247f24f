// Shows moves as they happen: a card goes from seat to seat, a miss shakes its card, a book is put
// on its shelf. The table itself is up to date already; this flies over it and never holds it up.

import { motion } from "./settings.js";
import { sound } from "./sound.js";

const LONG_MS = 420;
const SHORT_MS = 150;
// More than this at once, and only the last of them are shown.
const MOST = 8;

const sky = document.getElementById("flights");
const isStill = () => motion() === "none";
const waiting = [];
let busy = false;

/** Show `moves` in order; the more wait, the quicker. */
export function show(moves) {
  if (document.hidden) return;
  waiting.push(...moves);
  if (waiting.length > MOST) waiting.splice(0, waiting.length - MOST);
  if (!busy) run();
}

async function run() {
  busy = true;
  while (waiting.length) {
    const pace = motion() === "quick" ? 2 : 1;
    const ms = Math.max(SHORT_MS, LONG_MS / pace / (1 + (waiting.length - 1) * 0.4));
    const move = waiting.shift();
    try {
      await play(move, ms);
    } catch {
      // A flight that can't be shown is not worth stopping for.
    }
    document.dispatchEvent(new CustomEvent("table:shown", { detail: move }));
  }
  busy = false;
}

function play(move, ms) {
  const from = placeOf(`.seat[data-seat="${move.seat}"] > .face`);
  const other = placeOf(`.seat[data-seat="${move.other}"] > .face`);
  if (move.kind === "ask") {
    sound(move.hit ? "hit" : "miss");
    const card = cardOf(move.face);
    return move.hit ? fly(card, other, from, ms) : shake(card, beside(other), ms);
  }
  if (move.kind === "claim") {
    const book = bookOf(move.set);
    if (!book) return shake(coverOf(move.set), from, ms);
    sound(move.team === null ? "miss" : "book");
    const shelf = book.closest(".shelf") ? book : document.querySelector("#log > summary");
    book.classList.add("is-new");
    return fly(coverOf(move.set), from, placeOf(shelf), ms * 1.2, 0.4);
  }
  return fly(made("flyer lamp"), from, other, ms);
}

// What flies

function made(classes) {
  const element = document.createElement("div");
  element.className = classes;
  return element;
}

function cardOf([rank, suit]) {
  const card = made("flyer card");
  card.dataset.suit = suit;
  card.append(Object.assign(document.createElement("b"), { textContent: rank }));
  return card;
}

/** The back of a book that is on a shelf, or its line in the list if nobody has won it. */
function bookOf(set) {
  return (
    document.querySelector(`.spine[data-set="${set}"]`) ??
    document.querySelector(`.set-list [data-set="${set}"]:not(.in-play)`)
  );
}

function coverOf(set) {
  const listed = document.querySelector(`.set-list [data-set="${set}"]`);
  const cloth = [...(listed?.classList ?? [])].find((name) => name.startsWith("cloth-"));
  return made(`flyer cover ${cloth ?? ""}`);
}

function placeOf(what) {
  const element = typeof what === "string" ? document.querySelector(what) : what;
  const box = element?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** A little nearer to the middle of the table, so that nobody's name is covered. */
function beside(at) {
  const middle = placeOf(".felt");
  const away = Math.hypot(middle.x - at.x, middle.y - at.y) || 1;
  const step = Math.min(70, away / 3);
  return { x: at.x + ((middle.x - at.x) / away) * step, y: at.y + ((middle.y - at.y) / away) * step };
}

// How it flies

function up(element, { x, y }) {
  sky.append(element);
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${x - width / 2}px`;
  element.style.top = `${y - height / 2}px`;
}

async function animate(element, frames, options) {
  try {
    await element.animate(frames, { fill: "both", ...options }).finished;
  } finally {
    element.remove();
  }
}

const fade = (element, at, ms) => {
  up(element, at);
  return animate(element, { opacity: [0, 1, 1, 0] }, { duration: Math.min(ms, 300) });
};

function fly(element, from, to, ms, end = 0.8) {
  if (isStill()) return fade(element, to, ms);
  up(element, from);
  const x = to.x - from.x;
  const y = to.y - from.y;
  const lift = Math.min(60, Math.hypot(x, y) / 5);
  return animate(
    element,
    [
      { transform: "scale(0.6)", opacity: 0.4 },
      { transform: "scale(1.1)", opacity: 1, offset: 0.15 },
      { transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(1.2)`, offset: 0.55 },
      { transform: `translate(${x}px, ${y}px) scale(${end})`, opacity: 1, offset: 0.95 },
      { transform: `translate(${x}px, ${y}px) scale(${end})`, opacity: 0 },
    ],
    { duration: ms, easing: "ease-in-out" },
  );
}

function shake(element, at, ms) {
  if (isStill()) return fade(element, at, ms);
  up(element, at);
  const to = (x) => ({ transform: `translateX(${x}px) rotate(${x / 3}deg)`, opacity: 1 });
  const frames = [{ transform: "scale(0.8)", opacity: 0 }, to(0), to(-9), to(9), to(-5), to(0)];
  return animate(element, [...frames, { opacity: 0 }], { duration: ms });
}
