// Lets the host drag a player to another seat.

import { arranges, numberOf, seatOf, swap } from "./seats.js";

const FAR_ENOUGH_PX = 8;

let drag = null;

document.addEventListener("pointerdown", (event) => {
  drag = null;
  const seat = seatOf(event.target.closest?.(".seat-handle"));
  if (!arranges() || !seat || event.button) return;
  drag = { seat, x: event.clientX, y: event.clientY, over: null, begun: false, ended: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.ended) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.begun && Math.hypot(x, y) < FAR_ENOUGH_PX) return;
  drag.begun = true;
  drag.seat.classList.add("is-dragged");
  drag.seat.firstElementChild.style.translate = `${x}px ${y}px`;
  const over = seatOf(document.elementFromPoint(event.clientX, event.clientY));
  if (over === drag.over) return;
  drag.over?.classList.remove("is-over");
  drag.over = over === drag.seat ? null : over;
  drag.over?.classList.add("is-over");
});

function endDrag(swaps) {
  if (!drag?.begun) drag = null; // The seat was only clicked.
  if (!drag || drag.ended) return;
  drag.ended = true;
  const { seat, over } = drag;
  seat.classList.remove("is-dragged");
  seat.firstElementChild.style.translate = "";
  over?.classList.remove("is-over");
  if (swaps && over) swap(numberOf(seat), numberOf(over));
  setTimeout(() => (drag = null));
}

document.addEventListener("pointerup", () => endDrag(true));
document.addEventListener("pointercancel", () => endDrag(false));
document.addEventListener("dragstart", (event) => seatOf(event.target) && event.preventDefault());

// Ignore the click that follows the drag.
addEventListener(
  "click",
  (event) => {
    if (!drag?.ended) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// The seats may be new ones.
document.body.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  if (target.id === "table") drag = null;
});
