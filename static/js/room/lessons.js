// Explains moves and choices in a first game, one sentence at a time. A sentence that the player had
// time to read does not come again. A button beside the sentence switches the lessons off.

import { note } from "../table/regions.js";
import { isOn, onChange, read, turn, write } from "../preferences.js";

const SEEN = "literature.lessons-seen";
// If a lesson disappears before this time, it may be shown again, because nobody had enough time to
// read it.
const READ_MS = 2500;
// So long a lesson about a move stays while others move on.
const STAY_MS = 6000;

const box = document.getElementById("lessons");
const lessons = new Map(
  [...(box?.querySelector("template").content.querySelectorAll("li") ?? [])].map((each) => [
    each.dataset.lessonOf,
    each,
  ]),
);
const seen = new Set(JSON.parse(read(SEEN) || "[]"));
let shown = "";
let since = 0;

/** Show a new lesson, if there is one, about the present state or the last of `moves`. */
export function teach(moves) {
  if (!box || !isOn("lessons")) return;
  // After the game there are no lessons.
  if (document.querySelector("#table .end")) {
    hide();
    return;
  }
  if (!document.querySelector(".target :checked")) note("lessonKept");
  const isNew = (idea) => lessons.has(idea) && !seen.has(idea);
  if (moves.length > 0 || choices.includes(shown)) leave();
  // First explain what the player can choose now. If there is no new lesson about it, explain
  // the last move.
  const ofLast = shown ? [] : moves.slice(-1).map(ofMove);
  const next = [...standing(), ...ofLast].find(isNew);
  if (next && next !== shown) say(next);
}

// When the turn comes back to the viewer, a lesson about an earlier move would speak of another turn.
/** Hide the lesson if it does not explain the present state, and is not about a recent move. */
export function leave() {
  const isOfMove = !choices.includes(shown) && document.documentElement.dataset.myTurn === undefined;
  const stays = isOfMove && Date.now() - since < STAY_MS;
  if (!stays && ![...standing()].includes(shown)) hide();
}

function say(name) {
  hide();
  shown = name;
  since = Date.now();
  box.querySelector(".lesson-text").textContent = (tip(name)?.content ?? lessons.get(name)).textContent;
  box.hidden = false;
  note("lesson", "");
  // While the sheet is open, keep the lesson's space, so that the cards do not move.
  if (document.querySelector(".target :checked")) note("lessonKept", "");
}

function hide(wasRead = Date.now() - since >= READ_MS) {
  if (shown && wasRead) {
    seen.add(shown);
    write(SEEN, JSON.stringify([...seen]));
  }
  shown = "";
  box.hidden = true;
  note("lesson");
}

function ofMove(move) {
  const { you } = document.getElementById("mine").dataset;
  if (you === undefined) return null;
  const isMine = move.seat === Number(you);
  const isOurs = move.seat % 2 === Number(you) % 2;
  if (move.kind === "claim") return ofClaim(move);
  if (move.kind !== "ask") return null;
  if (isMine) return move.hit ? "my-hit" : "my-miss";
  if (move.other === Number(you)) return move.hit ? "asked-me" : "asked-me-miss";
  if (!move.hit) return null;
  return isOurs ? "mate-hit" : "other-hit";
}

function ofClaim({ seat, team }) {
  if (team === seat % 2) return "book";
  return team === undefined ? "set-for-nobody" : "lost-book";
}

// A sentence of the server about the present position.
const tip = (name) => document.querySelector(`#mine > [data-tip="${name}"]`);

const choices = ["must-pass", "whole", "sure-claim", "sure-ask", "may-pass", "my-ask", "pick-card"];

function* standing() {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has(".target :checked")) yield "pick-card";
  if (has("#pass .primary")) yield "must-pass";
  if (has(".pick.whole")) yield "whole";
  if (tip("sure-claim")) yield "sure-claim";
  if (tip("sure-ask")) yield "sure-ask";
  if (has("#pass")) yield "may-pass";
  if (has("#ask")) yield "my-ask";
}

if (box) {
  // If no lessons are left, remove the space for them.
  const settle = () => note("lessonRoom", isOn("lessons") && seen.size < lessons.size ? "" : undefined);
  settle();
  box.addEventListener("click", (event) => {
    const { lesson } = event.target.dataset;
    if (!lesson) return;
    hide(true);
    if (lesson === "off") turn("lessons", false);
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".target input") || !isOn("lessons")) return;
    hide(true);
    if (!seen.has("pick-card")) say("pick-card");
  });
  document.addEventListener("reset", () => {
    note("lessonKept");
    if (shown === "pick-card") hide();
  });
  document.addEventListener("table:sent", () => hide(true));
  onChange((name, on) => {
    if (name !== "lessons") return;
    if (on) seen.clear();
    else hide();
    settle();
  });
}
