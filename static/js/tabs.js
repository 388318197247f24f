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
