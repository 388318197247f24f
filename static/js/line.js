// The line to the server: reconnects soon, notices silence, polls while it is down, and says so.

const SILENCE_MS = 12000;
const POLL_MS = 3000;
const RESTART = 1012;
const BLINK_MS = 1000;
const NO_SESSION = 4401;
const NO_RIGHT = 4403;
const ELSEWHERE = 4409;
const LAST_CODES = [4401, 4403, 4404, 4409];

/** The wait before the next try: half a second at first, at most 5 s, never the same for all. */
htmx.config.wsReconnectDelay = (tries) =>
  Math.min(5000, 500 * 2 ** Math.min(tries, 4)) * (0.2 + 0.8 * Math.random());

/**
 * Watch the socket of `room` and say in `status` how it is. `lookAgain` reads the present by HTTP.
 * `heard()` is to be called for every message, `reconnect()` where a line that was ended is wanted again.
 */
export function watchLine(room, status, lookAgain) {
  let open = false;
  let ended = false;
  let socket = null;
  let newest = null;
  // An open socket counts only after its first message: the server has registered it by then.
  let confirmed = false;
  let lastHeard = Date.now();
  const takeOver = document.getElementById("take-over");

  const works = () => open && confirmed;

  const say = (what) => {
    const text = status.dataset[what];
    if (status.textContent !== text) status.textContent = text;
    status.dataset.state = what;
  };

  /** Where its person plays on another page, this one sleeps; the styles hide what could be pressed. */
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
    // One that was given up may take its time to close, and says nothing of the one after it.
    if (open && target !== newest) return;
    open = false;
    ended = LAST_CODES.includes(code);
    sleep(code === ELSEWHERE);
    if (code === RESTART) {
      // Another server takes over; that is not worth a word if it goes as it should.
      setTimeout(() => open || ended || say("down"), BLINK_MS);
    } else {
      say(code === ELSEWHERE ? "elsewhere" : ended ? "closed" : "down");
    }
    // Somebody who is kept out is told why by the answer.
    if (code === NO_SESSION || code === NO_RIGHT) lookAgain();
  });

  window.addEventListener("offline", () => say("down"));
  window.addEventListener("online", () => (works() ? say("saved") : lookAgain()));
  document.addEventListener("visibilitychange", () => {
    // A laptop that slept may have a socket that only looks open.
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
    heard() {
      lastHeard = Date.now();
      confirmed = open;
      if (open && !ended) say("saved");
    },
  };
}
