// Lets the host arrange the seats. To swap two seats, the host chooses one and then the other, by
// tap or by keyboard, or drags one to the other (drag.js). The tools of the chosen seat are open.

let picked = null; // The number of the chosen seat.
let focused = null;

export const arranges = () => document.querySelector("#mine[data-arranges]");
export const seatOf = (element) => element?.closest?.(".lobby-seat");
export const numberOf = (seat) => seat.dataset.seat;
const find = (number) => document.getElementById(`lobby-seat-${number}`);
const tools = (number) => document.getElementById(`seat-tools-${number}`);
const handles = () => document.querySelectorAll(".seat-handle");
const nameOf = (number) => find(number)?.querySelector(".name")?.textContent ?? "";
const say = (text) => (document.getElementById("seat-news").textContent = text);

/**
 * Turn the seats into buttons. A script must do this, because the region is the same for everybody,
 * and only the host can move seats. The page of a person who was the host has no buttons left.
 */
function prepare() {
  if (!arranges()) picked = null;
  for (const handle of handles()) {
    for (const [name, value] of [["role", "button"], ["tabindex", "0"]]) {
      if (arranges()) handle.setAttribute(name, value);
      else handle.removeAttribute(name);
    }
  }
  show();
}

function show() {
  for (const handle of handles()) {
    const seat = seatOf(handle);
    const is = numberOf(seat) === picked;
    seat.classList.toggle("is-picked", is);
    handle.setAttribute("aria-pressed", String(is));
  }
  document.querySelector(".ring")?.classList.toggle("has-picked", picked !== null);
}

function pick(number) {
  drop();
  picked = number;
  const its = tools(number);
  if (its) {
    its.open = true;
    say(its.querySelector(".picked-line").textContent);
  }
  show();
}

function drop() {
  if (picked === null) return;
  const its = tools(picked);
  picked = null;
  if (its) its.open = false;
  say("");
  show();
}

function choose(seat) {
  const number = numberOf(seat);
  if (picked === null) pick(number);
  else if (picked === number) drop();
  else swap(picked, number);
}

/** Swap the players of two seats, or move a player to an empty seat. */
export function swap(a, b) {
  const form = document.getElementById("swap");
  const names = [nameOf(a), nameOf(b)];
  form.elements.a.value = a;
  form.elements.b.value = b;
  form.dataset.says = (names[1] ? form.dataset.swapped : form.dataset.moved)
    .replace("%a", names[0])
    .replace("%b", names[1]);
  if (seatOf(document.activeElement)) focused = b;
  drop();
  form.requestSubmit();
}

// Store the sentence with the request, because the form may be swapped before the answer comes.
document.body.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (target.id !== "swap") return;
  const { says } = target.dataset;
  xhr.addEventListener("load", () => {
    if (xhr.status < 400) say(says);
    else focused = null;
  });
});

// Listen in the capture phase. Otherwise a click on an empty seat would also press its own button
// for sitting down.
document.addEventListener(
  "click",
  (event) => {
    const seat = seatOf(event.target);
    if (!arranges() || !seat) return;
    if (picked !== null || !seat.matches(".empty")) choose(seat);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked !== null) {
    find(picked)?.querySelector(".seat-handle")?.focus();
    drop();
  }
  if (!event.target.matches?.(".seat-handle") || ![" ", "Enter"].includes(event.key)) return;
  event.preventDefault();
  if (!event.repeat) choose(seatOf(event.target));
});

// If the host closes the tools by their heading, their seat is no longer chosen.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches?.(".seat-tools:not([open])") && target.id === `seat-tools-${picked}`) drop();
  },
  true,
);

// After a swap of the region, choose the same seat again if the same player still has it.

let pickedName = "";
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  if (target.id !== "table") return;
  pickedName = picked === null ? "" : nameOf(picked);
  const seat = seatOf(document.activeElement);
  if (seat && focused === null) focused = numberOf(seat);
});

document.body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id === "table" && picked !== null && nameOf(picked) !== pickedName) drop();
  if (handles().length === 0) say(""); // A game has begun.
  prepare();
  if (target.id !== "table" || focused === null) return;
  find(focused)?.querySelector(".seat-handle, button")?.focus({ preventScroll: true });
  focused = null;
});

prepare();
