// One active tab per person. Each tab has an id, which survives a reload.

const NAME = "literature-tab";
// How long the previous page of this tab may take to release the id.
const GOING_MS = 1000;

let name = "";
// Only after a socket was open: without sockets the server can't tell a tab that another one has
// taken over.
let known = "";
let letGo = () => {};
let taking = false;

/** Let htmx open the socket of `room`. Its URL contains the tab's id, also after a reconnect. */
export async function openSocket(room) {
  await nameThisPage();
  const open = htmx.createWebSocket;
  htmx.createWebSocket = (address) => open(named(address));
  room.addEventListener("htmx:wsOpen", () => (known = name));
  room.setAttribute("ws-connect", room.dataset.socket);
  htmx.process(room);
}

document.body.addEventListener("htmx:configRequest", ({ detail: { verb, headers } }) => {
  if (known && verb === "post") headers["X-Tab"] = known;
});

function named(address) {
  const url = new URL(address);
  url.searchParams.set("tab", name);
  // Only once, because a reconnect must not take the game from another tab.
  if (taking) url.searchParams.set("take", "1");
  taking = false;
  return url.href;
}

/** Make this the active tab. */
export function takeOver(connection) {
  taking = true;
  connection.reconnect();
}

// A duplicated tab copies the stored id, which belongs to the original tab.
async function nameThisPage() {
  name = sessionStorage.getItem(NAME) ?? newName();
  if (!(await hold(name))) {
    name = newName();
    hold(name);
  }
  sessionStorage.setItem(NAME, name);
}

const newName = () => Math.random().toString(36).slice(2, 14);

/** Hold an id as long as this page exists. Return whether the id was free. */
function hold(wanted) {
  // Without https browsers have no locks, so copies are not detected there.
  if (!navigator.locks) return true;
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), GOING_MS);
  return new Promise((answer) => {
    const untilLetGo = () => {
      answer(true);
      return new Promise((done) => (letGo = done));
    };
    navigator.locks
      .request(`${NAME} ${wanted}`, { signal: waiting.signal }, untilLetGo)
      .catch((error) => answer(error.name !== "AbortError"));
  });
}

// A page in the back-forward cache gives up its id, and reloads when it is shown again.
addEventListener("pagehide", () => {
  name = "";
  letGo();
});
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
