// A swipe to the left shows the next move, a swipe to the right the previous one.

const FAR_PX = 40;

/**
 * Call `turned(1)` for a swipe to the left, and `turned(-1)` for a swipe to the right, over the
 * table or the hands in `room`.
 */
export function onSwipe(room, turned) {
  let from = null;

  room.addEventListener("pointerdown", (event) => {
    const counts = event.pointerType !== "mouse" && event.isPrimary;
    from = counts && !event.target.closest("#controls, .log-panel") ? event : null;
  });

  room.addEventListener("pointerup", (event) => {
    if (!from || event.pointerId !== from.pointerId) return;
    const across = event.clientX - from.clientX;
    const down = event.clientY - from.clientY;
    from = null;
    if (Math.abs(across) < FAR_PX || Math.abs(across) < 2 * Math.abs(down)) return;
    turned(across < 0 ? 1 : -1);
  });

  room.addEventListener("pointercancel", () => {
    from = null;
  });
}
