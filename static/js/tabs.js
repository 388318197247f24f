// One page of a person at a time. Each page has a name, which lasts through a reload of its tab.

const NAME = "literature-tab";
// How long the page that was in this tab before may take to let go of its name.
const GOING_MS = 1000;

let name = "";
// Once a socket was open: where none gets through, no page can be told that another plays.
let known = "";
let letGo = () => {};
let taking = false;

/**
 * Have htmx open the socket of `room`. Each that it opens, now and later, says which page it is of.
 */
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
  // Once: a line that breaks and comes back by itself must not take the game from another page.
  if (taking) url.searchParams.set("take", "1");
  taking = false;
  return url.href;
}

/** Play on this page: the other one is told. */
export function takeOver(connection) {
  taking = true;
  connection.reconnect();
}

// A copy of a tab copies what the tab has stored, and with it the name, which is another page's
// then.
async function nameThisPage() {
  name = sessionStorage.getItem(NAME) ?? newName();
  if (!(await hold(name))) {
    name = newName();
    hold(name);
  }
  sessionStorage.setItem(NAME, name);
}

const newName = () => Math.random().toString(36).slice(2, 14);

/** Hold a name for as long as this page lives; whether it was free. */
function hold(wanted) {
  // Plain http has no locks, and copies are not noticed there.
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

// A page that is kept for going back has no name, which a page after it may take; it starts anew.
addEventListener("pagehide", () => {
  name = "";
  letGo();
});
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
