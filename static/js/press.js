// What is being pressed must not be swapped before it is let go, or the click would be lost. So what
// the socket brings during a press is read just after it.

// Somebody who only holds on does not stop the table.
const LONGEST_PRESS_MS = 1000;
// After a touch the click may come a little later than its end.
const CLICK_MS = 60;

let since = -Infinity;
const isPressed = () => performance.now() - since < LONGEST_PRESS_MS;
const letGo = () => (since = -Infinity);

addEventListener("pointerdown", () => (since = performance.now()), true);
addEventListener("click", letGo, true);
addEventListener("pointercancel", letGo, true);
addEventListener("pointerup", () => setTimeout(letGo, CLICK_MS), true);

/** Have the sockets that htmx opens wait with their messages while something is pressed. */
export function holdMessages() {
  htmx.createWebSocket = (address) => {
    const socket = new WebSocket(address);
    const held = [];
    const deliver = () => {
      if (isPressed()) return void setTimeout(deliver, CLICK_MS / 2);
      for (const data of held.splice(0)) {
        socket.dispatchEvent(new MessageEvent("message", { data }));
      }
    };
    // This listener is the first; where it holds a message, htmx hears it later.
    socket.addEventListener("message", (event) => {
      if (!event.isTrusted || !(held.length || isPressed())) return;
      event.stopImmediatePropagation();
      if (held.push(event.data) === 1) deliver();
    });
    return socket;
  };
}
