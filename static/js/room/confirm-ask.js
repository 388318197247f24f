// Asks for confirmation before a move is made: before each ask, if the person has chosen this
// setting, and before a move that help advises.

import { isOn } from "../preferences.js";

const dialog = document.getElementById("confirm-ask");
const question = dialog.querySelector("h2");
const yes = dialog.querySelector("[value=ask]");
const askLabel = yes.textContent;
const names = document.getElementById("card-names");

// Whether the move in question can still be made.
let stands = () => true;
let isConfirmed = false;

/**
 * Ask whether to make a move. Return the answer. The question goes, and the answer is no, when the move
 * can no longer be made.
 */
export function confirm(text, label, isPossible) {
  question.textContent = text;
  yes.textContent = label;
  stands = isPossible;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) =>
    dialog.addEventListener("close", () => answer(dialog.returnValue === "ask"), { once: true }),
  );
}

document.addEventListener("click", hold, true);
async function hold(event) {
  const card = event.target.closest?.("#ask button.card");
  if (!card || isConfirmed || !isOn("confirm-asks")) return;
  event.preventDefault();
  event.stopPropagation();
  const seat = card.form.elements.of.value;
  const name = document.querySelector(`.seat[data-seat="${seat}"] .name`).textContent;
  const { textContent } = names.content.querySelector(`[data-card="${card.value}"]`);
  const text = dialog.dataset.question.replace("{name}", name).replace("{card}", textContent);
  // An update may replace the card's button. Without it the turn is over, or the set claimed.
  const tapped = () => document.getElementById(card.id);
  if (!(await confirm(text, askLabel, tapped))) return;
  isConfirmed = true;
  tapped()?.click();
  isConfirmed = false;
}

document.body.addEventListener("htmx:oobAfterSwap", () => {
  if (dialog.open && !stands()) dialog.close();
});
