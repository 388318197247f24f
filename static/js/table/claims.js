// Makes the form of a claim when its set is opened. Updates contain only the names of the sets to
// claim, because the page already has the seats, the cards and the hand.

import { cardsOf } from "./regions.js";

const skeleton = document.getElementById("claim-template");
const rows = document.getElementById("claim-rows");
const HALF = 3;
const names = document.getElementById("card-names");

/** Make the form of a claim if the claim has none yet. */
export function fill(claim) {
  if (!claim || claim.querySelector("form")) return;
  const set = claim.id.replace("claim-", "");
  const form = skeleton.content.cloneNode(true).firstElementChild;
  const { you, others } = team();
  form.id = `claim-form-${set}`;
  form.dataset.columns = others.length;
  form.elements.set.value = set;
  form.querySelector("[data-shuts]").dataset.shuts = claim.id;
  const head = form.querySelector(".place-head");
  head.querySelector("img").src = you.face;
  head.append(...others.map(headOf));
  const places = cardsOf(set).map((card) => rowOf(card, you, others));
  // The second head is for screens with two columns of cards.
  head.after(...places.slice(0, HALF), head.cloneNode(true), ...places.slice(HALF));
  claim.append(form);
}

/** Return the viewer's seat as `you`, and the teammates' seats, clockwise, as `others`. */
function team() {
  const mine = Number(document.getElementById("mine").dataset.you);
  const seats = [...document.querySelectorAll(".seat")].map((seat) => ({
    seat: Number(seat.dataset.seat),
    name: seat.querySelector(".name").textContent,
    face: seat.querySelector("img").src,
  }));
  const clockwise = (each) => (each.seat - mine + seats.length) % seats.length;
  const ours = seats.filter(({ seat }) => seat % 2 === mine % 2);
  const [you, ...others] = ours.sort((one, other) => clockwise(one) - clockwise(other));
  return { you, others };
}

const part = (selector) => rows.content.querySelector(selector).cloneNode(true);

function headOf({ name, face }) {
  const head = part("span[dir]");
  head.querySelector("img").src = face;
  head.append(name);
  return head;
}

function rowOf(card, you, others) {
  const { textContent, dataset } = names.content.querySelector(`[data-card="${card}"]`);
  const held = document.querySelector(`#hand [data-card="${card}"]`);
  const row = held ? heldRow(card, textContent, you) : freeRow(card, textContent, others);
  row.dataset.suit = dataset.suit;
  row.querySelector("i").textContent = dataset.rank;
  return row;
}

function heldRow(card, name, you) {
  const row = part("p");
  Object.assign(row.querySelector("input"), { name: `holder-${card}`, value: you.seat });
  row.querySelector("span span").textContent = name;
  return row;
}

function freeRow(card, name, others) {
  const row = part("fieldset");
  row.querySelector("legend").textContent = name;
  const label = row.querySelector("label");
  const labels = others.map((each) => {
    const copy = label.cloneNode(true);
    Object.assign(copy.querySelector("input"), { name: `holder-${card}`, value: each.seat });
    copy.querySelector("span").textContent = each.name;
    return copy;
  });
  label.replaceWith(...labels);
  return row;
}

// Make the form on the click, before the set opens, so that nothing jumps. The toggle event is for
// a set that a script opens.
document.addEventListener("click", (event) => {
  fill(event.target.closest?.(".claim > summary")?.parentElement);
});
document.addEventListener("toggle", ({ target }) => target.matches(".claim[open]") && fill(target), true);
