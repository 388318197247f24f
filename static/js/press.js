// What is being pressed must not be swapped before it is let go, or the click would be lost. So what
// comes during a press is read just after it.

// Somebody who only holds on does not stop the table.
const LONGEST_PRESS_MS = 1000;
// After a touch the click may come a little later than its end.
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
// A button that is pressed by the space bar clicks when that is let go.
addEventListener("keydown", ({ key, repeat }) => key === " " && !repeat && press(), true);
addEventListener("keyup", ({ key }) => key === " " && letGoSoon(), true);

/** Call `look` now, or at the end of the press that is under way. */
export function afterPress(look) {
  if (isPressed()) setTimeout(afterPress, CLICK_MS / 2, look);
  else look();
}

/** Have the sockets that htmx opens wait with their messages while something is pressed. */
export function holdMessages() {
  htmx.createWebSocket = (address) => {
    const socket = new WebSocket(address);
    const held = [];
    const deliver = () => {
      for (const data of held.splice(0)) {
        socket.dispatchEvent(new MessageEvent("message", { data }));
      }
    };
    // This listener is the first; where it holds a message, htmx hears it later.
    socket.addEventListener("message", (event) => {
      if (!event.isTrusted || !(held.length || isPressed())) return;
      event.stopImmediatePropagation();
      if (held.push(event.data) === 1) afterPress(deliver);
    });
    return socket;
  };
}
