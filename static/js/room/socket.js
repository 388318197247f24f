// Each person has only one active tab in a room. Each tab has an id, which stays the same after a
// reload.

const NAME = "literature-tab";
// After a reload, the previous page of this tab gives up the id within this time.
const RELEASE_MS = 1000;

let name = "";
// The id that is sent with requests. It is set only after a socket was open: without sockets the
// server can't tell this tab that another tab has taken over.
let known = "";
let releaseId = () => {};
let taking = false;

/**
 * Let htmx open the socket of `room`. Its URL has the tab's id, even when the socket reconnects.
 */
export async function openSocket(room) {
  await nameThisPage();
  const open = htmx.createWebSocket;
  htmx.createWebSocket = (address) => open(named(address));
  room.addEventListener("htmx:wsOpen", () => (known = name));
  room.setAttribute("ws-connect", room.dataset.socket);
  htmx.process(room);
}

/** Return the header of a POST that has the id. */
export const tabHeaders = () => (known ? { "X-Tab": known } : {});

document.body.addEventListener("htmx:configRequest", ({ detail: { verb, headers } }) => {
  if (verb === "post") Object.assign(headers, tabHeaders());
});

function named(address) {
  const url = new URL(address);
  url.searchParams.set("tab", name);
  // Send `take` only once, because a reconnect must not take over from another tab.
  if (taking) url.searchParams.set("take", "1");
  taking = false;
  return url.href;
}

/** Make this the active tab. */
export function takeOver(connection) {
  taking = true;
  connection.reconnect();
}

// Choose the id of this page. A duplicated tab has a copy of the id of the original tab, so it
// needs a new one.
async function nameThisPage() {
  name = sessionStorage.getItem(NAME) ?? newName();
  if (!(await hold(name))) {
    name = newName();
    hold(name);
  }
  sessionStorage.setItem(NAME, name);
}

const newName = () => Math.random().toString(36).slice(2, 14);

/** Reserve an id until this page ends. Return whether the id was free. */
function hold(wanted) {
  // Without https browsers have no locks. Then duplicated tabs are not noticed.
  if (!navigator.locks) return true;
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), RELEASE_MS);
  return new Promise((answer) => {
    const untilLetGo = () => {
      answer(true);
      return new Promise((done) => (releaseId = done));
    };
    navigator.locks
      .request(`${NAME} ${wanted}`, { signal: waiting.signal }, untilLetGo)
      .catch((error) => answer(error.name !== "AbortError"));
  });
}

// A page in the back-forward cache gives up its id. When it is shown again, it reloads.
addEventListener("pagehide", () => {
  name = "";
  releaseId();
});
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

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
