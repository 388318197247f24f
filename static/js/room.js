// A room's page: what htmx can't do by itself. It keeps what was half filled in when a region is
// swapped, drops what is older than the screen, and looks after a line that breaks.

import { restore, remember } from "./keep.js";
import { watchLine } from "./line.js";

const room = document.getElementById("room");

// Versions: the room's and the game's, in that order. Both only grow, but for a new game, which
// comes with a new version of its room.

const versionsOf = (element) => [Number(element.dataset.room), Number(element.dataset.game)];

const shown = () => versionsOf(document.getElementById("versions"));

const isOlder = ([room, game], [otherRoom, otherGame]) =>
  room < otherRoom || (room === otherRoom && game < otherGame);

function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Whether a text of regions may be shown: not older than the screen. */
function isFresh(html) {
  const versions = parsed(html).getElementById("versions");
  return !versions || !isOlder(versionsOf(versions), shown());
}

function lookAgain() {
  return htmx.ajax("GET", room.dataset.regions, { source: room, swap: "none" });
}

const line = watchLine(room, document.getElementById("line"), lookAgain);

document.body.addEventListener("htmx:wsBeforeMessage", (event) => {
  line.heard();
  const beat = parsed(event.detail.message).getElementById("beat");
  if (beat) {
    event.preventDefault();
    if (isOlder(shown(), versionsOf(beat))) lookAgain();
  } else if (!isFresh(event.detail.message)) {
    event.preventDefault();
  }
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (!isFresh(event.detail.serverResponse)) event.detail.shouldSwap = false;
});

// Regions. One that says what it said before is left alone, with all that was filled in there.

const received = new Map();

// What differs each time a form is rendered says nothing new.
const essence = (element) =>
  element.outerHTML.replace(/<input type="hidden" name="(csrfmiddlewaretoken|request_id)"[^>]*>/g, "");

document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const region = event.detail.target;
  // A region comes as the element itself, or wrapped in a fragment.
  const incoming = event.detail.fragment.firstElementChild ?? event.detail.fragment;
  if (region.id !== "table" && region.id !== "mine") return;
  const text = essence(incoming.id === region.id ? incoming : event.detail.fragment);
  if (received.get(region.id) === text) {
    event.detail.shouldSwap = false;
    return;
  }
  received.set(region.id, text);
  remember(region);
});

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  restore(event.detail.target);
  if (event.detail.target.id === "moves") sayNews();
});

// One polite line says each event once, for those who do not see it.

let said = Number(document.getElementById("last")?.dataset.number || -1);

function sayNews() {
  const moves = JSON.parse(document.getElementById("moves").dataset.moves || "[]");
  const fresh = moves.filter((move) => move.number > said);
  if (!fresh.length) return;
  said = fresh.at(-1).number;
  document.getElementById("news").textContent = fresh.map((move) => move.text).join(" ");
}
