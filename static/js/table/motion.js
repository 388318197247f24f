// Animates moves one after another. The regions already have the present state. Until a move is
// animated, its effects are invisible, but new controls already work. A tap ends the animation.

import * as held from "./motion/held.js";
import { motion } from "../preferences.js";
import { cardsOf } from "./regions.js";

export { beforeUpdate } from "./motion/held.js";

const FADE_MS = 200;
const room = document.getElementById("room");
const stage = () => document.querySelector("#table [data-pace]")?.dataset ?? {};

// The modules with the scenes are loaded with the first move, so that the first load stays small.
// Until they are loaded, the effects of the move are invisible.
const loading = () =>
  Promise.all([import("./motion/ask.js"), import("./motion/claim-reveal.js"), import("./motion/timing.js")]);
const moments = async () => Object.assign({}, ...(await loading()));

// The moves that wait, with their times of arrival; the scene that is playing; and, while moves are
// animated, a promise that resolves after the last of them.
const waiting = [];
let current = null;
let running = null;
// The latest move, if the person wants reduced motion; and the moves whose sentences are not
// announced yet.
let latest = null;
const unsaid = [];

/**
 * Animate `moves` in order. If many moves are waiting, each is faster. Call `tell` with the moves
 * whose sentences may be announced: those that have been shown.
 */
export function show(moves, tell = () => {}, pace = stage().pace) {
  const at = performance.now();
  const shownAt = motion() === "quick" ? "fast" : pace;
  const coming = moves.map((move) => ({ move, kind: move.kind, at, pace: shownAt, tell, ...inChain(move) }));
  unsaid.push(...coming);
  // If the page is in the background, show the present state at once.
  if (document.hidden) return finish(coming);
  if (motion() === "none") return fade(coming);
  delete room.dataset.dealing;
  held.hold(coming[0].move);
  // With this attribute the styles hide the result of a move or of the game until it has been
  // shown.
  room.dataset.showing ??= coming[0].kind;
  waiting.push(...coming);
  current?.rush();
  running ??= run();
  say();
}

/** Return what shortens a move while the viewer waits alone among bots; nothing for other moves. */
function inChain(move) {
  const { chain, folds } = stage();
  const { own } = document.getElementById("mine").dataset;
  if (chain === undefined || own === undefined || move.number < chain) return {};
  return { place: move.number - chain, concerns: concerns(move, Number(own)), folds: folds !== undefined };
}

/** Return whether a move concerns the player at this seat: their card, their set, or their team's claim. */
function concerns({ kind, seat, other, set, claim }, own) {
  if ([seat, other].includes(own) || holdsCardOf(set)) return true;
  return kind === "claim" && (seat % 2 === own % 2 || claim.cards.some((card) => card.at(-1) === own));
}

const holdsCardOf = (set) => cardsOf(set).some((card) => document.querySelector(`#hand [data-card="${card}"]`));

const loadDeal = () => import("./motion/deal.js");

/** Load the animation of the deal if a game may begin soon. */
export function expectDeal() {
  if (document.getElementById("table").dataset.game !== "play") loadDeal().catch(() => {});
}

/** Before the page shows a new game: hide its cards and counts until its deal is animated. */
export function holdDeal() {
  if (!document.hidden && motion() !== "none" && !current) room.dataset.dealing = "";
}

/** Animate the deal of a new game, unless its cards are shown already. */
export async function showDeal() {
  const { deal } = await loadDeal().catch(() => ({}));
  const waits = room.dataset.dealing !== undefined;
  const scene = deal && waits ? deal() : null;
  delete room.dataset.dealing;
  if (scene) await showScene(scene, null);
}

// The styles do not hide the cards longer than this, for example if the animation loads slowly.
room.addEventListener("animationend", ({ animationName }) => {
  if (animationName === "undealt") delete room.dataset.dealing;
});

/** Show the present state at once. */
export function finish(more = []) {
  delete room.dataset.dealing;
  const left = [...waiting.splice(0), ...more];
  if (!left.length && !current && room.dataset.showing === undefined) return;
  current?.end();
  settle();
  say();
  for (const { move } of left) tellShown(move);
}

/** Return a promise that resolves when no move is waiting or being animated. */
export const settled = async () => running;

/** Call this after a region was swapped. */
export function afterSwap() {
  held.afterSwap();
  current?.scene?.comeBack(document.querySelector(".stage"));
}

async function run() {
  try {
    const { nextStep } = await moments();
    // The update and the scene are shown in different tasks, so that neither task takes long.
    await held.nextFrame();
    while (waiting.length) {
      const step = nextStep(waiting, performance.now(), waiting[0].pace);
      for (const { move } of waiting.splice(0, step.skip)) {
        held.land(move);
        tellShown(move);
      }
      if (step.ms) await play(waiting.shift(), step);
      else if (!waiting.length) settle();
      say();
    }
  } catch {
    // The modules could not be loaded, so show the present state.
    finish();
  }
  running = null;
}

/**
 * Play the animation of one move to its end. If the move has no scene, show its effects at once.
 */
async function play({ move, kind, pace }, step) {
  const { ask, hurry, pass, reveal } = await moments();
  let over = false;
  const landed = () => {
    if (over) return;
    over = true;
    if (waiting.length) {
      held.land(move);
      // The next scene does not wait for decorations.
      mine.scene?.end();
    } else settle();
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
    if (!scene || pace === "skim" || step.keeps) return;
    if (scene.now < step.breath) scene.skipTo(step.breath);
    scene.hurry(hurry(kind, step.breath + step.ms - scene.now));
  }

  try {
    mine.scene = await { ask, pass, claim: reveal }[kind](move, step, landed);
    if (over) mine.scene.end();
    else if (waiting.length) rush();
    await mine.scene.finished();
  } catch (error) {
    // An error in a scene must not stop the game.
    reportError(error);
    mine.scene?.end();
  }
  landed();
  if (current === mine) current = null;
}

/** Show everything that was hidden until now, because no move is waiting. */
function settle() {
  held.release();
  // At the end of a game the hand disappears. If the focus was in it, move it to the result.
  const hadFocus = document.querySelector(":is(#hand, .skip-scene):focus-within");
  delete room.dataset.showing;
  document.dispatchEvent(new Event("table:settled"));
  if (hadFocus && document.querySelector("#table .end")) document.getElementById("prompt").focus();
}

function say() {
  const isPending = ({ move }) => waiting.some((each) => each.move === move) || (current?.move === move && current.isOn());
  const next = unsaid.findIndex(isPending);
  const ready = unsaid.splice(0, next < 0 ? unsaid.length : next);
  if (ready.length) ready.at(-1).tell(ready.map(({ move }) => move));
}

function tellShown(move) {
  document.dispatchEvent(new CustomEvent("table:shown", { detail: move }));
}

/**
 * For reduced motion: show the present state, and fade in the last move. After a claim, also show
 * its slip and the verdict, unless the game is over.
 */
async function fade(coming) {
  const { move } = coming.at(-1);
  latest = move;
  finish(coming);
  document.querySelector(".last")?.animate({ opacity: [0, 1] }, FADE_MS);
  const { REVEAL_MS, lay, soundAsk } = await moments();
  if (move.kind === "ask") soundAsk(move);
  if (move.kind !== "claim") return;
  // Meanwhile the game may have ended, or the page may be a lobby. There is no table for the slip.
  if (latest !== move || document.getElementById("table").dataset.game !== "play") return;
  await showScene(lay(move, REVEAL_MS.normal), move);
}

/** Play a scene that hides nothing. The next scene ends it. */
async function showScene(scene, move) {
  current?.end();
  const mine = { move, scene, isOn: () => false, end: () => scene.end(), rush: () => scene.end() };
  current = mine;
  await scene.finished();
  if (current === mine) current = null;
}

// A tap clicks what is under the finger at its end. A tap that ends the last scene must not press a
// button of the result, which has just appeared there.
let pressed = null;
const isEnding = () => document.documentElement.dataset.ending !== undefined;
addEventListener("pointerdown", ({ target }) => {
  pressed = isEnding() ? target : null;
  finish();
}, true);
addEventListener("click", (event) => {
  // Some programs for blind people click without a press.
  finish();
  if (pressed && event.target !== pressed) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  pressed = null;
}, true);
addEventListener("keydown", ({ key }) => {
  pressed = null;
  // The tabulator key goes to the button that ends the scene.
  if (!["Shift", "Control", "Alt", "Meta"].includes(key) && !(key === "Tab" && isEnding())) finish();
}, true);
// A scene was made for the old size, so end it. The next one is made for the new size.
addEventListener("resize", () => {
  current?.end();
  held.follow();
});
document.addEventListener("visibilitychange", () => document.hidden && finish());
document.addEventListener("table:sent", () => finish());
