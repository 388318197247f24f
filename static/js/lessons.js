// The first game comments on what just happened and what may be done: one sentence at a time, each
// at most once, off at a tap.

import { isOn, onChange, read, turn, write } from "./settings.js";

const SEEN = "literature.lessons-seen";
const AT_LEAST_MS = 5000;
const STALE_MS = 12000;

const box = document.getElementById("lessons");
const lessons = new Map(
  [...(box?.querySelector("template").content.querySelectorAll("li") ?? [])].map((each) => [
    each.dataset.lessonOf,
    each,
  ]),
);
const seen = new Set(JSON.parse(read(SEEN) || "[]"));
let since = 0;

/** Say what `moves`, or how things stand, can teach now. */
export function teach(moves) {
  if (!box || !isOn("lessons")) return;
  // When the game is over there is nothing left to be taught by it.
  if (document.querySelector("#table .end")) {
    box.hidden = true;
    return;
  }
  const isNew = (idea) => lessons.has(idea) && !seen.has(idea);
  // What you can do now goes before what the others did.
  const now = [...standing()].find(isNew);
  const next = now ?? moves.map(ofMove).reverse().find(isNew);
  if (next) say(next, next === now);
  else if (moves.length > 0 && Date.now() - since > STALE_MS) box.hidden = true;
}

function say(name, atOnce = false) {
  if (!atOnce && !box.hidden && Date.now() - since < AT_LEAST_MS) return;
  const lesson = lessons.get(name);
  seen.add(name);
  write(SEEN, JSON.stringify([...seen]));
  since = Date.now();
  box.querySelector(".lesson-text").textContent = lesson.textContent;
  box.dataset.at = lesson.dataset.at ?? "";
  box.hidden = false;
}

function ofMove(move) {
  const { you } = document.getElementById("mine").dataset;
  if (you === undefined) return null;
  const isMine = move.seat === Number(you);
  const isOurs = move.seat % 2 === Number(you) % 2;
  if (move.kind === "claim") return move.team === move.seat % 2 ? "book" : "lost-book";
  if (move.kind !== "ask") return null;
  if (isMine) return move.hit ? "my-hit" : "my-miss";
  if (move.other === Number(you)) return move.hit ? "asked-me" : "asked-me-miss";
  if (!move.hit) return null;
  return isOurs ? "mate-hit" : "other-hit";
}

function* standing() {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has("#pass .primary")) yield "must-pass";
  if (has(".pick.whole")) yield "whole";
  if (has("#pass")) yield "may-pass";
  if (has("#ask")) yield "my-ask";
}

if (box) {
  box.addEventListener("click", (event) => {
    const { lesson } = event.target.dataset;
    if (!lesson) return;
    box.hidden = true;
    if (lesson === "off") turn("lessons", false);
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".target input") || !isOn("lessons")) return;
    box.hidden = true;
    if (!seen.has("pick-card")) say("pick-card");
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches?.("form.move-form")) box.hidden = true;
  });
  onChange((name, value) => {
    if (name !== "lessons") return;
    if (value === "on") seen.clear();
    else box.hidden = true;
  });
}
