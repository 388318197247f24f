// Delays updates while something is pressed. A swap during the press could lose the click.

// Updates wait at most this long for the end of a press.
const LONGEST_PRESS_MS = 1000;
// After a touch ends, its click event may come a little later.
const CLICK_MS = 60;

let since = -Infinity;
/**
 * Return whether the pointer or the space bar is pressed, or was released a moment ago. A long
 * press counts only at its beginning.
 */
export const isPressed = () => performance.now() - since < LONGEST_PRESS_MS;
const press = () => (since = performance.now());
const letGo = () => (since = -Infinity);
const letGoSoon = () => {
  const mine = since;
  setTimeout(() => since === mine && letGo(), CLICK_MS);
};

addEventListener("pointerdown", press, true);
addEventListener("pointerup", letGoSoon, true);
addEventListener("pointercancel", letGo, true);
addEventListener("click", letGo, true);
// The space bar clicks a button when it is released, not when it is pressed.
addEventListener("keydown", ({ key, repeat }) => key === " " && !repeat && press(), true);
addEventListener("keyup", ({ key }) => key === " " && letGoSoon(), true);

/** Call `look` now or, if something is pressed, after the press ends. */
export function afterPress(look) {
  if (isPressed()) setTimeout(afterPress, CLICK_MS / 2, look);
  else look();
}

/** During a press, hold back the messages that htmx gets from its sockets. */
export function holdMessages() {
  htmx.createWebSocket = (address) => {
    const socket = new WebSocket(address);
    const held = [];
    const deliver = () => {
      for (const data of held.splice(0)) {
        socket.dispatchEvent(new MessageEvent("message", { data }));
      }
    };
    // This listener runs before htmx's own. htmx gets a held message later.
    socket.addEventListener("message", (event) => {
      if (!event.isTrusted || !(held.length || isPressed())) return;
      event.stopImmediatePropagation();
      if (held.push(event.data) === 1) afterPress(deliver);
    });
    return socket;
  };
}
