// The page of a room. It ignores updates that are older than the page, does not touch unchanged
// regions, and passes new moves to the modules that animate and announce them and play sounds.

import "./keys.js";
import "./chat.js";
import "./returning.js";
import { followTurn, forgetMoves, speakToYou, tellNews } from "./announcements.js";
import { dropTray, prepareTray } from "../table/sheets.js";
import { giveFocusBack, releaseFocus, remember, restore } from "../table/keep-work.js";
import { watchConnection } from "./connection.js";
import { afterSwap, beforeUpdate, expectDeal, holdDeal, showDeal } from "../table/motion.js";
import { isOn, onChange } from "../preferences.js";
import { elementIn, isOlder, merge, noteFacts, shown, versionsOf, withoutRegions } from "../table/regions.js";
import { sendBy, takeAnswer } from "./requests.js";
import { afterPress, holdMessages, isPressed, openSocket, takeOver } from "./socket.js";

document.documentElement.dataset.scripted = "";

const room = document.getElementById("room");
holdMessages();
const REGIONS = ["table", "mine"];

// If the request fails, show no message: the state of the connection is shown anyway, and the next
// request comes soon.
const fetchRegions = () =>
  new Promise((done) =>
    afterPress(() => htmx.ajax("GET", room.dataset.regions, { source: room, swap: "none" }).then(done, done)),
  );

const connection = watchConnection(room, document.getElementById("connection"), fetchRegions);
document.getElementById("take-over").addEventListener("click", () => takeOver(connection));
openSocket(room);

/** Return whether the page may show these regions: they must not be older than the page. */
function isFresh(html) {
  const versions = elementIn(html, "versions");
  return !versions || !isOlder(versionsOf(versions), shown());
}

sendBy(connection, fetchRegions);

document.body.addEventListener("htmx:wsBeforeMessage", (event) => {
  connection.heard();
  if (takeAnswer(event.detail.message)) {
    event.preventDefault();
    return;
  }
  const heartbeat = elementIn(event.detail.message, "heartbeat");
  if (heartbeat) {
    event.preventDefault();
    if (isOlder(shown(), versionsOf(heartbeat))) fetchRegions();
  } else if (!isFresh(event.detail.message)) {
    event.preventDefault();
  }
});

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const fresh = isFresh(detail.serverResponse);
  const refused = detail.xhr.status >= 400;
  // A late refusal still shows its sentence.
  if (refused && !fresh) detail.serverResponse = withoutRegions(detail.serverResponse);
  if (detail.target.id === "host-tools") keepHostTools(detail, fresh || refused);
  else if (!fresh && !refused) detail.shouldSwap = false;
});

/**
 * Keep open the host's tools that are open now. If the tools are not fresh, do not swap them, but
 * load them again. During a press, wait for its end, because a swap would lose the click.
 */
function keepHostTools(detail, fresh) {
  if (fresh && !isPressed()) {
    remember(detail.target);
  } else {
    detail.shouldSwap = false;
    afterPress(loadHostTools);
  }
}

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id === "host-tools") restore(detail.target);
});

const loadHostTools = () =>
  document.querySelector("#host-panel:popover-open #host-tools")?.dispatchEvent(new Event("look"));

// Regions. An unchanged region is not replaced, so that the person's input in it stays.

// Some hidden fields differ each time a region is rendered. They do not count as a change.
const fingerprint = (element) =>
  element.outerHTML
    .replace(/<input type="hidden" name="(csrfmiddlewaretoken|request_id)"[^>]*>/g, "")
    .replace(/ hx-swap-oob="true"/, "");

const received = new Map(REGIONS.map((id) => [id, fingerprint(document.getElementById(id))]));

document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const region = event.detail.target;
  // htmx passes a region as an element, or inside a fragment.
  const incoming = event.detail.fragment.firstElementChild ?? event.detail.fragment;
  // The versions are the first part of each update.
  if (region.id === "versions") {
    noticeNewGame(incoming);
    beforeUpdate();
    releaseFocus();
    dropTray();
  }
  if (["versions", "moves"].includes(region.id)) bringUpToDate(region, incoming, event.detail);
  if (!REGIONS.includes(region.id)) return;
  const now = incoming.id === region.id ? incoming : event.detail.fragment;
  const text = fingerprint(now);
  if (received.get(region.id) === text) {
    event.detail.shouldSwap = false;
    return;
  }
  received.set(region.id, text);
  remember(region);
  if (showsGame(region) && showsGame(now)) bringUpToDate(region, now, event.detail);
});

// A move changes little in the regions of a game, so its changes are merged into them. Other
// regions are replaced as a whole.

const REQUESTS = "[hx-get], [hx-post]";
const showsGame = (region) => Boolean(region.dataset.game || region.querySelector("#hand"));

function bringUpToDate(region, now, detail) {
  detail.shouldSwap = false;
  now.removeAttribute("hx-swap-oob");
  // This form is not replaced, so it would keep the opponent of an ask that was sent.
  region.querySelector("#ask[data-sent]")?.reset();
  for (const copy of region.querySelectorAll(".is-held")) copy.remove();
  for (const each of merge(region, now)) if (each.matches(REQUESTS) || each.querySelector(REQUESTS)) htmx.process(each);
  htmx.trigger(region, "htmx:oobAfterSwap", detail);
}

// When the help is opened again, the last position must not be shown while the page asks for the new
// one.
const help = document.getElementById("help");
const waiting = help?.firstElementChild;
document.getElementById("help-panel")?.addEventListener("beforetoggle", ({ newState }) => {
  if (newState === "open") help.replaceChildren(...help.querySelectorAll("link"), waiting);
});

// If a message has several swaps, htmx sends this event several times for the same element.
const seen = new WeakSet();

document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (seen.has(detail)) return;
  seen.add(detail);
  const { id } = detail.target;
  restore(detail.target);
  if (REGIONS.includes(id)) afterSwap();
  // This region comes with every change except moves. So load the host's tools again.
  if (id === "rules-text") loadHostTools();
  if (id === "mine") followTurn();
  if (id === "mine") loadOptions();
  if (id !== "moves") return speakToYou();
  // This region is the last one of an update.
  tellNews();
  teach();
  noteFacts();
  giveFocusBack();
  prepareTray();
  expectDeal();
  if (begins) {
    begins = false;
    showDeal();
  }
});

// Whether the game began while this page was open.
let begins = false;

function noticeNewGame(versions) {
  const element = versions.id === "versions" ? versions : document.getElementById("versions");
  const now = versionsOf(element)[1];
  if (now < shown()[1]) forgetMoves();
  const { dealt } = element.dataset;
  begins = now === 0 && Boolean(dealt) && dealt !== document.getElementById("versions").dataset.dealt;
  if (begins) holdDeal();
}

// Only a first game has lessons. Each is shown when no animation is playing. The module is loaded
// when it is needed.
const untaught = [];

async function teach() {
  if (!document.getElementById("lessons")) return;
  const lessons = await import("./lessons.js");
  if (room.dataset.showing) lessons.leave();
  else lessons.teach(untaught.splice(0));
}

document.addEventListener("table:shown", ({ detail }) => {
  untaught.push(detail);
  teach();
});

// Load the scripts for claim pauses, for help and for sorting only if the table has them.
function loadOptions() {
  if ("waits" in document.getElementById("mine").dataset) import("./claim-pause.js");
  if (document.getElementById("help-button")) import("./help.js");
  if (document.getElementById("sort-hand")) import("./hand-order.js");
}

// In a game the site's messages lie over the table, until the person does something.
for (const press of ["pointerdown", "keydown"]) {
  document.addEventListener(press, () => document.querySelector("[data-game] .messages")?.remove());
}

// Features that not every page needs are loaded separately, and only if they are needed.
const confirmAsks = () => isOn("confirm-asks") && import("./confirm-ask.js");
onChange(confirmAsks);
if (navigator.vibrate && matchMedia("(pointer: coarse)").matches) import("./haptics.js");

// The styles of a lobby, of a table and of an end must be there before the page becomes one. Those
// that the page does not need yet come after the first load, so that it stays small.
addEventListener("load", () => {
  for (const link of document.querySelectorAll("link[disabled]")) link.disabled = false;
});

followTurn();
loadOptions();
confirmAsks();
teach();

expectDeal();
