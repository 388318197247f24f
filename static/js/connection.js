// The connection of a page. It reconnects, detects silence, polls while the socket is closed, and
// shows its state.

const SILENCE_MS = 12000;
const POLL_MS = 3000;
const RESTART = 1012;
const BLINK_MS = 1000;
const NO_SESSION = 4401;
const NO_RIGHT = 4403;
const ELSEWHERE = 4409;
const LAST_CODES = [4401, 4403, 4404, 4409];

/**
 * The delay before the next attempt: at first about 0.5 s, at most 5 s. It is random, so that pages
 * do not all reconnect at once.
 */
htmx.config.wsReconnectDelay = (tries) =>
  Math.min(5000, 500 * 2 ** Math.min(tries, 4)) * (0.2 + 0.8 * Math.random());

/**
 * Watch the socket of `room` and show its state in `status`. `lookAgain` fetches the regions by
 * HTTP. Call `heard()` for each message. Call `reconnect()` to open a connection again that was
 * closed for good.
 */
export function watchConnection(room, status, lookAgain) {
  let open = false;
  let ended = false;
  let socket = null;
  let newest = null;
  // An open socket counts only after its first message. By then the server has registered it.
  let confirmed = false;
  let lastHeard = Date.now();
  const takeOver = document.getElementById("take-over");

  const works = () => open && confirmed;

  const say = (what) => {
    const text = status.dataset[what];
    if (status.textContent !== text) status.textContent = text;
    status.dataset.state = what;
  };

  /** Make the page inert while its person plays in another tab. The styles hide its controls. */
  const sleep = (asleep) => {
    takeOver.hidden = !asleep;
    for (const id of ["table", "mine"]) document.getElementById(id).inert = asleep;
  };

  room.addEventListener("htmx:wsConnecting", () => {
    open = false;
    confirmed = false;
    ended = false;
    sleep(false);
  });

  room.addEventListener("htmx:wsOpen", (event) => {
    open = true;
    socket = event.detail.socketWrapper;
    newest = event.detail.event.target;
    lastHeard = Date.now();
  });

  room.addEventListener("htmx:wsClose", (event) => {
    const { code, target } = event.detail.event;
    // An abandoned socket may close late. Ignore it if there is a newer socket.
    if (open && target !== newest) return;
    open = false;
    ended = LAST_CODES.includes(code);
    sleep(code === ELSEWHERE);
    if (code === RESTART) {
      // Another server process takes over. Show nothing unless this takes too long.
      setTimeout(() => open || ended || say("down"), BLINK_MS);
    } else {
      say(code === ELSEWHERE ? "elsewhere" : ended ? "closed" : "down");
    }
    // Fetch the regions: the answer tells the person why the server refused the socket.
    if (code === NO_SESSION || code === NO_RIGHT) lookAgain();
  });

  window.addEventListener("offline", () => say("down"));
  window.addEventListener("online", () => (works() ? say("saved") : lookAgain()));
  document.addEventListener("visibilitychange", () => {
    // After a laptop has slept, its socket may only seem open.
    if (!ended && !document.hidden && Date.now() - lastHeard > SILENCE_MS) lookAgain();
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
    if (!works() || silent) lookAgain();
  }, POLL_MS);

  return {
    isOpen: works,
    reconnect: () => socket.reconnect(),
    /** Send a text now. Return whether it could be sent. (htmx itself would queue it.) */
    send(text) {
      if (!works() || newest.readyState !== WebSocket.OPEN) return false;
      newest.send(text);
      return true;
    },
    heard() {
      lastHeard = Date.now();
      confirmed = open;
      if (open && !ended) say("saved");
    },
  };
}
