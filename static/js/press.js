// Delays updates while a button is pressed, because a swap would lose the click.

// A very long press must not hold up the table.
const LONGEST_PRESS_MS = 1000;
// After a touch the click event may come a little later.
const CLICK_MS = 60;

let since = -Infinity;
const isPressed = () => performance.now() - since < LONGEST_PRESS_MS;
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
// The space bar clicks a button when it is released.
addEventListener("keydown", ({ key, repeat }) => key === " " && !repeat && press(), true);
addEventListener("keyup", ({ key }) => key === " " && letGoSoon(), true);

/** Call `look` now, or when the present press ends. */
export function afterPress(look) {
  if (isPressed()) setTimeout(afterPress, CLICK_MS / 2, look);
  else look();
}

/** Hold back the messages of htmx's sockets during a press. */
export function holdMessages() {
  htmx.createWebSocket = (address) => {
    const socket = new WebSocket(address);
    const held = [];
    const deliver = () => {
      for (const data of held.splice(0)) {
        socket.dispatchEvent(new MessageEvent("message", { data }));
      }
    };
    // This listener runs first; htmx gets a held message later.
    socket.addEventListener("message", (event) => {
      if (!event.isTrusted || !(held.length || isPressed())) return;
      event.stopImmediatePropagation();
      if (held.push(event.data) === 1) afterPress(deliver);
    });
    return socket;
  };
}
