// Asks for confirmation before an ask is sent. It is loaded only for people who have chosen this
// setting.

import { isOn } from "../preferences.js";

const dialog = document.getElementById("confirm-ask");
const question = dialog.querySelector("h2");
const names = document.getElementById("card-names");

// The id of the tapped card. (An update may replace the card's button.)
let tapped = "";
let confirmed = false;

document.addEventListener("click", hold, true);
function hold(event) {
  const card = event.target.closest?.("#ask button.card");
  if (!card || confirmed || !isOn("confirm-asks")) return;
  event.preventDefault();
  event.stopPropagation();
  tapped = card.id;
  const seat = card.form.elements.of.value;
  const name = document.querySelector(`.seat[data-seat="${seat}"] .name`).textContent;
  const { textContent } = names.content.querySelector(`[data-card="${card.value}"]`);
  question.textContent = dialog.dataset.question.replace("{name}", name).replace("{card}", textContent);
  dialog.returnValue = "";
  dialog.showModal();
}

dialog.addEventListener("close", () => {
  if (dialog.returnValue !== "ask") return;
  confirmed = true;
  document.getElementById(tapped)?.click();
  confirmed = false;
});

// Close the dialog if the card can no longer be asked for: the turn may be over, or the set
// claimed.
document.body.addEventListener("htmx:oobAfterSwap", () => {
  if (dialog.open && !document.getElementById(tapped)) dialog.close();
});
