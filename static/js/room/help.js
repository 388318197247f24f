// Help at a table that allows it. A player can make the advised move from the hint, and the sheet for
// asking marks what the player can know. The marks are those of the grid, which comes with the hint.

import { remember, restore } from "../table/keep-work.js";
import { shown } from "../table/regions.js";
import { confirm } from "./confirm-ask.js";
import { send } from "./requests.js";

const room = document.getElementById("room");
const help = document.getElementById("help");
const panel = document.getElementById("help-panel");

/** Return whether the help is about the position on the page. */
const isFresh = () => Number(help.querySelector("#hint")?.dataset.version) === shown()[1];

const isHelp = ({ detail }) => detail.target === help;

/** Return whether the page still shows earlier moves than the last one. */
const isBehind = () => room.dataset.showing !== undefined;

// Help about the new position, or the end of the game, would tell the result of a move that the page still shows.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (!isHelp(event)) return;
  if (isBehind()) event.detail.shouldSwap = false;
  else remember(help);
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (!isHelp(event)) return;
  restore(help);
  update();
});

// The region of moves is the last one of an update.
document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => detail.target.id === "moves" && follow());
document.addEventListener("table:settled", follow);

/** Let the help follow the position that the page has shown. After the game there is no help. */
function follow() {
  update();
  if (isBehind()) return;
  if (document.documentElement.dataset.game !== "play") panel.hidePopover();
  else if (panel.matches(":popover-open") && !isFresh()) help.dispatchEvent(new Event("look"));
  else know();
}

function update() {
  const button = help.querySelector("#do-hint");
  if (button) button.disabled = !isFresh();
  markCards();
}

help.addEventListener("click", ({ target }) => target.id === "do-hint" && offer(target));

async function offer({ dataset, textContent }) {
  const { kind, fields, question } = dataset;
  // The question closes the panel.
  const isWanted = await confirm(question, textContent, isFresh);
  document.getElementById("help-button")?.focus({ preventScroll: true });
  if (isWanted) send(room.dataset[kind], JSON.parse(fields), "hint");
  else if (isFresh()) panel.showPopover();
}

// Marks on the cards to ask for

const cards = () => document.querySelectorAll("#tray button.card");
const chosen = () => document.querySelector(".target :checked")?.value;

document.addEventListener("change", ({ target }) => target.matches(".target input") && know());
document.addEventListener("reset", ({ target }) => target.id === "ask" && clearMarks());
// A mark is no part of the region, which would be replaced because of it.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => detail.target.id === "versions" && clearMarks());

/** Mark the cards for the chosen opponent. If the help is about an earlier position, load it first. */
function know() {
  markCards();
  if (chosen() !== undefined && !isFresh()) help.dispatchEvent(new Event("know"));
}

function markCards() {
  clearMarks();
  const seat = chosen();
  if (seat === undefined || !isFresh()) return;
  for (const card of cards()) mark(card, help.querySelectorAll(`tr[data-card="${card.value}"] td`), seat);
}

/** Mark a card: its holder is certain, the opponent can't have it, or so many players can have it. */
function mark(card, cells, seat) {
  const can = [...cells].filter((cell) => !cell.matches(".shade-0"));
  const sign = !can.includes(cells[seat]) ? "not" : can.length === 1 ? "has" : can.length;
  const words = help.dataset[sign] ?? help.dataset.left.replace("{count}", sign);
  card.dataset.mark = sign;
  card.dataset.label = card.ariaLabel;
  card.ariaLabel = `${card.ariaLabel}, ${words}`;
}

function clearMarks() {
  for (const card of document.querySelectorAll("#tray [data-mark]")) {
    card.ariaLabel = card.dataset.label;
    delete card.dataset.label;
    delete card.dataset.mark;
  }
}

know();
