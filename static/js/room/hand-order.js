// The order of the viewer's hand: by set, by rank, or the viewer's own. A card is dragged, or moved by
// Shift and an arrow key. The page shows an own order before the server has stored it.

import { finish } from "../table/motion.js";
import { merge, parsed, shown } from "../table/regions.js";
import { motion } from "../preferences.js";
import { post } from "./requests.js";

// A pointer that has moved this far drags a card. A finger that has rested on the card for this time
// may then move up or down, too.
const FAR = 6;
const REST_MS = 250;
const GLIDE_MS = 160;

const panel = document.getElementById("hand-order");
const form = panel.querySelector("form");
const room = document.getElementById("room");
const hand = () => document.querySelector("#hand[data-sort]");
const cards = () => [...(hand()?.querySelectorAll(".card") ?? [])];
const textOf = (card) => card.dataset.card;

panel.addEventListener("beforetoggle", () => {
  for (const button of form.querySelectorAll("button")) button.ariaPressed = button.value === hand()?.dataset.sort;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  panel.hidePopover();
  const { value } = event.submitter;
  if (value === "own") storeOrder(cards());
  else store({ sort: value });
});

/** Change the hand, and let the cards glide to their new places. */
function glide(change) {
  const before = new Map(cards().map((card) => [textOf(card), card.getBoundingClientRect()]));
  const focused = cards().find((card) => card === document.activeElement);
  change();
  focused?.focus({ preventScroll: true });
  if (motion() === "none") return;
  for (const card of cards()) {
    const from = before.get(textOf(card));
    const to = card.getBoundingClientRect();
    const way = from && `${from.x - to.x}px ${from.y - to.y}px`;
    if (way && way !== "0px 0px") card.animate({ translate: [way, "0 0"] }, { duration: GLIDE_MS, easing: "ease-out" });
  }
}

// Storing. There is one request at a time. Only the latest of the orders that wait for it is sent.

let waiting = null;
let isSending = false;
// The hand before the first order that is not stored, and the versions of the page then.
let before = null;
// An answer with the hand, which waits until the page shows its version of the game.
let answered = null;

/** Show an own order, after `tidy()` has ended a drag, and store the order. */
function storeOrder(order, tidy = () => {}) {
  // The copies of a scene have the old order.
  finish();
  glide(() => {
    tidy();
    before ??= { hand: hand().cloneNode(true), versions: shown().join() };
    const [first, ...others] = hand().querySelectorAll(".hand-set");
    delete first.dataset.set;
    first.querySelector(".cards").append(...order);
    for (const each of others) each.remove();
    hand().dataset.sort = "own";
  });
  store({ sort: "own", cards: order.map(textOf).join(" ") });
}

async function store(fields) {
  waiting = fields;
  if (isSending) return;
  isSending = true;
  while (waiting) {
    const sent = waiting;
    waiting = null;
    const answer = await post(form.action, sent);
    document.getElementById("refusal").textContent = answer.message ?? "";
    if (answer.hand) answered = answer;
    else putBack();
  }
  isSending = false;
  before = null;
  showAnswer();
}

/** After a refusal, show the former order. If an update came meanwhile, the page shows it already. */
function putBack() {
  waiting = null;
  if (before?.versions === shown().join()) glide(() => merge(hand(), before.hand));
}

/** Show the sorted hand of an answer. If the page is newer, it has the order from an update. */
function showAnswer() {
  if (!answered || isSending || drag?.on || !hand()) return;
  const { game, version, hand: html } = answered;
  const isAhead = version > shown()[1];
  const isOfGame = game === document.getElementById("versions").dataset.dealt;
  if (isOfGame && isAhead) return;
  answered = null;
  if (!isOfGame || version < shown()[1]) return;
  const now = parsed(html).firstElementChild;
  if (hand().isEqualNode(now)) return;
  finish();
  glide(() => merge(hand(), now));
}

// Keys

room.addEventListener("keydown", (event) => {
  if (drag?.on && event.key === "Escape") {
    event.preventDefault();
    return letGo(false);
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !hand()?.contains(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const all = cards();
  const from = all.indexOf(event.target);
  const to = from < 0 && step < 0 ? all.length - 1 : from + step;
  if (!all[to]) return;
  if (from < 0 || !event.shiftKey) return all[to].focus();
  storeOrder(moved(all, event.target, to));
  say(event.target, to + 1, all.length);
});

function moved(all, card, to) {
  const others = all.filter((each) => each !== card);
  return [...others.slice(0, to), card, ...others.slice(to)];
}

function say(card, place, count) {
  const name = card.querySelector(".visually-hidden").textContent;
  const text = panel.dataset.moved.replace("{card}", name).replace("{place}", place).replace("{count}", count);
  document.getElementById("news").textContent = text;
}

// Dragging. The cards get another order only at the end. Until then they are moved by styles, so that
// the browser keeps sending the pointer's events.

let drag = null;

room.addEventListener("pointerdown", ({ target, isPrimary, button, pointerId, pointerType, clientX, clientY }) => {
  const card = target.closest?.("#hand[data-sort] .card");
  if (!card || !isPrimary || button) return;
  drag = { card, pointerId, x: clientX, y: clientY, isTouch: pointerType === "touch" };
  if (drag.isTouch) drag.timer = setTimeout(lift, REST_MS);
});

function lift() {
  clearTimeout(drag.timer);
  const all = cards();
  const places = all.map((each) => each.getBoundingClientRect());
  Object.assign(drag, { on: true, all, places, order: all });
  drag.card.setPointerCapture(drag.pointerId);
  drag.card.classList.add("is-dragged");
}

document.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
  if (pointerId !== drag?.pointerId) return;
  const [x, y] = [clientX - drag.x, clientY - drag.y];
  const isFar = Math.hypot(x, y) > FAR && (!drag.isTouch || Math.abs(x) > Math.abs(y));
  if (!drag.on && isFar && drag.card.isConnected) lift();
  if (drag.on) carry(x, y);
});

function carry(x, y) {
  const { all, card, places } = drag;
  if (!isUnchanged()) return letGo(false);
  const home = places[all.indexOf(card)];
  const distances = places.map((place) => Math.hypot(home.x + x - place.x, home.y + y - place.y));
  drag.order = moved(all, card, distances.indexOf(Math.min(...distances)));
  all.forEach((each, index) => {
    const to = places[drag.order.indexOf(each)];
    const [dx, dy] = each === card ? [x, y] : [to.x - places[index].x, to.y - places[index].y];
    each.style.translate = `${dx}px ${dy}px`;
    each.classList.add(each === card ? "is-dragged" : "is-aside");
  });
}

// An update may have brought or taken a card.
const isUnchanged = () => cards().length === drag.all.length && cards().every((card, index) => card === drag.all[index]);

/** End the drag. If `keeps`, the cards keep their new order. */
function letGo(keeps) {
  const { on, timer, all, order } = drag;
  const isNew = on && keeps && isUnchanged() && order.some((card, index) => card !== all[index]);
  clearTimeout(timer);
  drag = null;
  if (!on) return;
  const tidy = () => {
    for (const card of all) {
      card.removeAttribute("style");
      card.classList.remove("is-dragged", "is-aside");
    }
  };
  if (isNew) storeOrder(order, tidy);
  else glide(tidy);
  showAnswer();
}

document.addEventListener("pointerup", ({ pointerId }) => pointerId === drag?.pointerId && letGo(true));
document.addEventListener("pointercancel", ({ pointerId }) => pointerId === drag?.pointerId && letGo(false));

// While a card is dragged, the page does not scroll. The listener must be there before the touch.
const stay = (event) => drag?.on && event.preventDefault();

/** Call this when the page has loaded, and after each update. */
function follow() {
  hand()?.addEventListener("touchmove", stay, { passive: false });
  showAnswer();
}

document.addEventListener("table:attributes", follow);
follow();
