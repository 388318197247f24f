// Shows moves as they happen, one after another. The table itself says the present already: a move
// holds back for the eye what it changes, and never what can be pressed. A tap ends it.

import * as held from "./motion/held.js";
import { motion } from "./settings.js";
import { sound } from "./sound.js";

export { beforeSwap } from "./motion/held.js";

const FADE_MS = 200;
const room = document.getElementById("room");
const paceOfTable = () => document.querySelector("#table [data-pace]")?.dataset.pace;

// Fetched with the first move: what it changes is held back by then.
const moments = () => import("./motion/moments.js");

// What is still to be shown, each with when it came; what is on; what is still to be said.
const waiting = [];
let current = null;
let running = null;
const unsaid = [];

/**
 * Show `moves` in order, each quicker the more wait. `tell` is called with those whose words may be
 * said: in order, and at once, but a claim and what follows it only when its cards have been turned.
 */
export function show(moves, tell = () => {}, pace = paceOfTable()) {
  const at = performance.now();
  const shownAt = motion() === "quick" ? "fast" : pace;
  const coming = moves.map((move) => ({ move, kind: move.kind, at, pace: shownAt, tell }));
  unsaid.push(...coming);
  // A page in the background, or one that stands still, shows the present.
  if (document.hidden) return finish(coming);
  if (motion() === "none") return fade(coming);
  held.hold();
  // By this the styles hide what would tell the end of a move, or of the game, before it is shown.
  room.dataset.showing ??= coming[0].kind;
  waiting.push(...coming);
  current?.rush();
  running ??= run();
  say();
}

/** Have ready what deals, since a game may soon begin. */
export const expectDeal = () => import("./motion/deal.js");

/** Deal the cards of a game that has just begun. */
export async function showDeal() {
  if (document.hidden || motion() === "none" || current) return;
  const { deal } = await expectDeal();
  if (!current && !document.getElementById("last").dataset.number) await showScene(deal(), null);
}

/** Show the present at once. */
export function finish(more = []) {
  const left = [...waiting.splice(0), ...more];
  current?.end();
  settle();
  say();
  for (const { move } of left) tellShown(move);
}

/** Fulfilled when nothing is being shown. */
export const settled = async () => running;

/** To be called after a region was swapped. */
export function afterSwap() {
  held.afterSwap();
  current?.scene?.comeBack(document.querySelector(".stage"));
}

async function run() {
  try {
    const { nextStep } = await moments();
    while (waiting.length) {
      const step = nextStep(waiting, performance.now(), waiting[0].pace);
      for (const { move } of waiting.splice(0, step.skip)) {
        held.land(move);
        tellShown(move);
      }
      await play(waiting.shift(), step);
    }
  } catch {
    // Nothing can be fetched now: the present is all there is.
    finish();
  }
  running = null;
}

/** Play one move to its end. Where it can't be shown, its end is all there is. */
async function play({ move, kind }, step) {
  const { ask, hurry, pass, reveal } = await moments();
  let over = false;
  const landed = () => {
    if (over) return;
    over = true;
    if (waiting.length) held.land(move);
    else settle();
    say();
    tellShown(move);
  };
  const mine = { move, isOn: () => !over, end, rush };
  current = mine;
  room.dataset.showing = kind;

  function end() {
    landed();
    mine.scene?.end();
  }

  function rush() {
    const { scene } = mine;
    if (over) return end();
    if (!scene) return;
    if (scene.now < step.breath) scene.skipTo(step.breath);
    scene.hurry(hurry(kind, step.breath + step.ms - scene.now));
  }

  try {
    mine.scene = await { ask, pass, claim: reveal }[kind](move, step, landed);
    if (over) mine.scene.end();
    else if (waiting.length) rush();
    await mine.scene.finished();
  } catch (error) {
    // A scene that can't be shown is not worth stopping for.
    reportError(error);
    mine.scene?.end();
  }
  landed();
  if (current === mine) current = null;
}

/** Nothing is held back any more, but for the moves that wait. */
function settle() {
  held.release();
  // The hand goes when the end comes; the focus in it goes to how it ended.
  const hadFocus = document.querySelector("#hand:focus-within");
  delete room.dataset.showing;
  if (hadFocus && document.querySelector("#table .end")) document.getElementById("prompt").focus();
}

function say() {
  const isPending = ({ move, kind }) =>
    kind === "claim" && (waiting.some((each) => each.move === move) || (current?.move === move && current.isOn()));
  const next = unsaid.findIndex(isPending);
  const ready = unsaid.splice(0, next < 0 ? unsaid.length : next);
  if (ready.length) ready.at(-1).tell(ready.map(({ move }) => move));
}

function tellShown(move) {
  document.dispatchEvent(new CustomEvent("table:shown", { detail: move }));
}

/** Less motion: the present fades in, and a claim's cards lie as they were found. */
async function fade(coming) {
  const { move } = coming.at(-1);
  finish(coming);
  document.querySelector(".last")?.animate({ opacity: [0, 1] }, FADE_MS);
  if (move.kind === "ask") sound(move.hit ? "hit" : "miss");
  if (move.kind !== "claim") return;
  const { REVEAL_MS, lay } = await moments();
  await showScene(lay(move, REVEAL_MS.normal), move);
}

/** Show a scene that holds nothing back. What comes next ends it. */
async function showScene(scene, move) {
  const mine = { move, scene, isOn: () => false, end: () => scene.end(), rush: () => scene.end() };
  current = mine;
  await scene.finished();
  if (current === mine) current = null;
}

addEventListener("pointerdown", () => finish(), true);
addEventListener("keydown", ({ key }) => ["Shift", "Control", "Alt", "Meta"].includes(key) || finish(), true);
document.addEventListener("visibilitychange", () => document.hidden && finish());
document.addEventListener("htmx:beforeRequest", ({ target }) => target.matches?.("form.move-form") && finish());
