// Shared replays: one person leads; the others follow, or look at other positions.

const SAY_MS = 150;
const SILENCE_MS = 12000;
const LAST_CODES = [4401, 4403, 4404, 4409];

const section = document.getElementById("together");
const says = document.getElementById("together-says");
const list = document.getElementById("replay-viewers");
const member = document.getElementById("replay-viewer");
const button = (id) => document.getElementById(id);

// The id of this page. By this id the server recognizes a leader who reconnects.
const tab = Math.random().toString(36).slice(2);

/**
 * Join a shared replay. `goTo(place)` shows the leader's position. `here()` returns this page's
 * position. `follows` says whether the page follows at first. Return an object with
 * `moved(byHand)`: call it after each change of position. `byHand` is false if the leader made the
 * change.
 */
export function watchTogether({ goTo, here, follows }) {
  if (!says) return { moved() {} };
  let sharedReplay = { people: [], lead: null };
  let following = follows;
  let socket = null;
  let tries = 0;
  let lastHeard = 0;
  let saying = 0;

  function connect() {
    const address = new URL(`${section.dataset.socket}?tab=${tab}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    lastHeard = Date.now();
    socket.addEventListener("message", (event) => {
      tries = 0;
      lastHeard = Date.now();
      heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (LAST_CODES.includes(code)) return show("closed");
      show("down");
      setTimeout(connect, Math.min(5000, 300 * 2 ** tries) * (0.6 + 0.4 * Math.random()));
      tries = Math.min(tries + 1, 5);
    });
  }

  setInterval(() => {
    if (socket.readyState === WebSocket.OPEN && Date.now() - lastHeard > SILENCE_MS) socket.close();
  }, 1000);

  function heard(news) {
    const beginsToLead = news.lead?.you && !sharedReplay.lead?.you;
    sharedReplay = news;
    showCompany(news.people);
    show();
    // The page may have gone to another position since it asked for the lead.
    if (beginsToLead) moved(true);
    if (following && news.lead && !news.lead.you) goTo(placeOf(news.lead));
  }

  const placeOf = ({ move, eyes }) => ({ move, eyes: eyes === null ? "" : `${eyes}` });

  function send(more = {}) {
    const { move, eyes } = here();
    const said = { move, eyes: eyes === "" ? null : Number(eyes), ...more };
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said));
  }

  function moved(byHand) {
    if (sharedReplay.lead?.you) {
      // Send only the last position. Positions before it may be left out.
      if (saying) return;
      saying = setTimeout(() => {
        saying = 0;
        send();
      }, SAY_MS);
    } else if (byHand && following && sharedReplay.lead) {
      following = false;
      show();
    }
  }

  function show(instead = "") {
    const { lead, people } = sharedReplay;
    const led = lead && !lead.you;
    const what = lead?.you ? "lead" : led ? (following ? "follow" : "wander") : people.length > 1 ? "nobody" : "alone";
    const text = says.dataset[instead || what].replace("%s", lead?.name ?? "");
    if (says.textContent !== text) says.textContent = text;
    section.dataset.mode = what;
    button("take-lead").hidden = Boolean(instead) || Boolean(lead?.you);
    button("leave-lead").hidden = Boolean(instead) || !lead?.you;
    button("follow").hidden = Boolean(instead) || !led || following;
    button("wander").hidden = Boolean(instead) || !led || !following;
  }

  button("take-lead").addEventListener("click", () => send({ lead: true }));
  button("leave-lead").addEventListener("click", () => send({ lead: false }));
  button("follow").addEventListener("click", () => {
    following = true;
    heard(sharedReplay);
  });
  button("wander").addEventListener("click", () => {
    following = false;
    show();
  });

  connect();
  return { moved };
}

function showCompany(people) {
  const items = people.map(({ name, face, leads }) => {
    const item = member.content.cloneNode(true).firstElementChild;
    item.querySelector("img").src = face;
    item.querySelector(".name").textContent = name;
    item.querySelector(".viewer-leads").hidden = !leads;
    return item;
  });
  const shown = (elements) => [...elements].map((each) => each.outerHTML).join();
  if (shown(items) !== shown(list.children)) list.replaceChildren(...items);
}
