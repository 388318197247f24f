// The connection of a page to the server. It notices when no messages come any more, reconnects,
// polls until messages come again, and shows its state.

import { note } from "../table/regions.js";

const SILENCE_MS = 12000;
const POLL_MS = 3000;
const RESTART = 1012;
const BLINK_MS = 1000;
const NO_SESSION = 4401;
const NO_RIGHT = 4403;
const ELSEWHERE = 4409;
const LAST_CODES = [4401, 4403, 4404, 4409];

/**
 * Return the milliseconds before the next attempt: at most 500 at first, and later at most 5000.
 * The number is random, so that not all pages reconnect at the same moment.
 */
htmx.config.wsReconnectDelay = (tries) =>
  Math.min(5000, 500 * 2 ** Math.min(tries, 4)) * (0.2 + 0.8 * Math.random());

/**
 * Watch the socket of `room`, and show its state in `status`. `fetchRegions` fetches the regions
 * over HTTP. The caller calls `heard()` for each message, and `reconnect()` to open the socket
 * again after the server has closed it permanently.
 */
export function watchConnection(room, status, fetchRegions) {
  let open = false;
  let ended = false;
  let socket = null;
  let newest = null;
  // A socket counts as working only after its first message. Before that, it may miss updates.
  let confirmed = false;
  let lastHeard = Date.now();
  const takeOver = document.getElementById("take-over");

  const works = () => open && confirmed;

  const say = (what) => {
    const text = status.dataset[what];
    if (status.textContent !== text) status.textContent = text;
    status.dataset.state = what;
  };

  /**
   * Block the page while the person plays in another tab. The styles then hide the page's controls.
   */
  const setInert = (inert) => {
    takeOver.hidden = !inert;
    for (const id of ["table", "mine"]) document.getElementById(id).inert = inert;
  };

  room.addEventListener("htmx:wsConnecting", () => {
    open = false;
    confirmed = false;
    ended = false;
    setInert(false);
  });

  room.addEventListener("htmx:wsOpen", (event) => {
    open = true;
    socket = event.detail.socketWrapper;
    newest = event.detail.event.target;
    lastHeard = Date.now();
  });

  room.addEventListener("htmx:wsClose", (event) => {
    const { code, target } = event.detail.event;
    // An old socket may close late. Ignore it if there is a newer socket.
    if (open && target !== newest) return;
    open = false;
    ended = LAST_CODES.includes(code);
    setInert(code === ELSEWHERE);
    if (code === RESTART) {
      // Another server process takes over. Show a message only if this takes more than a second.
      setTimeout(() => open || ended || say("down"), BLINK_MS);
    } else {
      say(code === ELSEWHERE ? "elsewhere" : ended ? "closed" : "down");
    }
    // Fetch the regions, because the answer tells the person why the server refused the socket.
    if (code === NO_SESSION || code === NO_RIGHT) fetchRegions();
  });

  window.addEventListener("offline", () => say("down"));
  window.addEventListener("online", () => (works() ? say("saved") : fetchRegions()));
  document.addEventListener("visibilitychange", () => {
    // After a laptop has slept, its socket may be dead although it looks open.
    if (!ended && !document.hidden && Date.now() - lastHeard > SILENCE_MS) fetchRegions();
  });

  setInterval(() => {
    if (ended) return;
    const silent = Date.now() - lastHeard > SILENCE_MS;
    if (open && silent && socket) {
      confirmed = false;
      say("down");
      lastHeard = Date.now();
      socket.reconnect();
    }
    if (!works() || silent) fetchRegions();
  }, POLL_MS);

  return {
    isOpen: works,
    reconnect: () => socket.reconnect(),
    /**
     * Send a text now if the socket works. Return whether the text was sent. (htmx would queue the
     * text while the socket is closed.)
     */
    send(text) {
      if (!works() || newest.readyState !== WebSocket.OPEN) return false;
      newest.send(text);
      return true;
    },
    heard() {
      setCutOff(false);
      lastHeard = Date.now();
      confirmed = open;
      if (open && !ended) say("saved");
    },
  };
}

// While the server can't be reached, the sheets say so, the buttons that send something can't be
// pressed, and the styles make those pale that open a sheet for a move. A socket that is closed is no reason: moves are then sent by POST.

const SENDING = ":is(#mine :is(.move-form, .bots) [type=submit], #do-hint):not(:disabled)";
const TOLD_IN = "#mine .sheet-head, #pass, #help-panel .panel-head";

let isCutOff = false;

/** Call this when the server turns out to be reachable or not. */
export function setCutOff(now) {
  if (now !== isCutOff) (now ? block : allow)();
  isCutOff = now;
  note("reach", now ? "none" : undefined);
}

const all = (selector) => document.querySelectorAll(selector);

function block() {
  for (const button of all(SENDING)) {
    button.disabled = true;
    button.dataset.cutOff = "";
  }
  for (const place of all(TOLD_IN)) {
    if (place.lastChild.className === "cut-off") continue;
    const line = document.createElement("p");
    line.className = "cut-off";
    line.textContent = document.getElementById("connection").dataset.cutOff;
    place.append(line);
    place.classList.add("wraps");
  }
}

function allow() {
  for (const button of all("[data-cut-off]:disabled")) {
    button.disabled = false;
    delete button.dataset.cutOff;
  }
  for (const line of all(".cut-off")) {
    line.parentElement.classList.remove("wraps");
    line.remove();
  }
}

// The form of a claim is made when its set is opened.
document.addEventListener("toggle", () => isCutOff && block(), true);

document.body.addEventListener("htmx:sendError", () => setCutOff(true));
document.body.addEventListener("htmx:afterRequest", ({ detail }) => detail.xhr.status && setCutOff(false));
window.addEventListener("offline", () => setCutOff(true));
