// The first game comments on what just happened and what may be done: one sentence at a time, which
// goes with its move, and each at most once, off at a tap.

import { isOn, onChange, read, turn, write } from "./settings.js";

const SEEN = "literature.lessons-seen";
// One that went sooner was not read, and may come again.
const READ_MS = 2500;

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

/** Say what `moves`, or how things stand, can teach now. */
export function teach(moves) {
  if (!box || !isOn("lessons")) return;
  // When the game is over there is nothing left to be taught by it.
  if (document.querySelector("#table .end")) {
    hide();
    return;
  }
  const isNew = (idea) => lessons.has(idea) && !seen.has(idea);
  const stands = [...standing()];
  if (moves.length > 0 && !stands.includes(shown)) hide();
  // What you can do now goes before what the others did.
  const next = stands.find(isNew) ?? moves.map(ofMove).reverse().find(isNew);
  if (next && next !== shown) say(next);
}

function say(name) {
  hide();
  shown = name;
  since = Date.now();
  box.querySelector(".lesson-text").textContent = lessons.get(name).textContent;
  box.hidden = false;
}

function hide(wasRead = Date.now() - since >= READ_MS) {
  if (shown && wasRead) {
    seen.add(shown);
    write(SEEN, JSON.stringify([...seen]));
  }
  shown = "";
  box.hidden = true;
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
  // Without any to come its place is not kept free.
  const settle = () => box.toggleAttribute("data-done", !isOn("lessons") || lessons.size === seen.size);
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
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches?.("form.move-form")) hide(true);
  });
  onChange((name, on) => {
    if (name !== "lessons") return;
    if (on) seen.clear();
    else hide();
    settle();
  });
}
