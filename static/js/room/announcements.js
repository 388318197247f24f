// Announces new moves, and the player's turn: in the title, in the tab's icon, for screen readers, and by a sound.
// Also replaces sentences that concern the viewer, and counts down.

import { show } from "../table/motion.js";
import { sound } from "../sound.js";

const room = document.getElementById("room");
const icon = document.querySelector('link[rel="icon"]');
const title = document.title;

let mine = null;
let shown = null;

/** Check whether the player has the turn. */
export function followTurn() {
  const now = document.getElementById("mine").hasAttribute("data-my-turn");
  if (now === mine) return;
  mine = now;
  // Wait until the moves in the same message have been handled.
  setTimeout(showTurn);
}

/**
 * Announce the turn for screen readers, and by title, icon, sound and event, but not before the page
 * shows the move that leads to it.
 */
function showTurn() {
  if (room.dataset.showing || shown === mine) return;
  const first = shown === null;
  shown = mine;
  document.getElementById("turn-news").textContent = mine ? promptText() : "";
  document.title = mine ? `● ${room.dataset.yourTurn} – ${title}` : title;
  if (icon) icon.href = mine ? room.dataset.iconTurn : room.dataset.icon;
  if (mine && !first) {
    sound("turn");
    document.dispatchEvent(new Event("table:my-turn"));
  }
  if (!mine && !first) document.dispatchEvent(new Event("table:turn-over"));
}

document.addEventListener("table:settled", showTurn);

/** Return the prompt as whole sentences, with the remaining time in words. */
function promptText() {
  // Read the prompt of the present state. The visible prompt may be a copy of an older one.
  const prompt = document.getElementById("prompt").parentElement;
  const said = [...prompt.querySelectorAll(":scope > :not(.clock)")].map(textOf);
  const clock = prompt.querySelector(":scope > .clock");
  if (clock) said.push(`${textOf(clock.firstElementChild)} ${timeIn(clock.lastElementChild)}`);
  return said.map((each) => (/[.!?]$/.test(each) ? each : `${each}.`)).join(" ");
}

const textOf = (element) => element.textContent.trim();

function timeIn(countdown) {
  const seconds = secondsLeft(countdown);
  const [unit, length] = seconds < 100 ? ["second", 1] : seconds < 5400 ? ["minute", 60] : ["hour", 3600];
  const words = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" });
  return words.format(Math.round(seconds / length));
}

// The public part of the table is the same for everybody. This module replaces the sentences about
// moves that concern the viewer, for example by "You asked" or "Ada asked you". The private region
// has the sentence about the last move, updates have the sentences about new moves, and the page
// has the sentences about older moves.

const said = new Map();

for (const line of document.querySelectorAll(".told")) said.set(line.dataset.number, line.textContent);

/** Forget the moves that were told. Called when a new game begins. */
export function forgetMoves() {
  told = -1;
  said.clear();
}

/** Replace the sentences, and the viewer's name as a holder, before the page shows them. */
export function speakToYou() {
  const own = document.getElementById("own-last");
  const last = document.getElementById("last");
  if (own && last?.dataset.number === own.dataset.number) {
    last.replaceChildren(own.content.cloneNode(true));
  }
  for (const line of document.querySelectorAll(".told")) {
    const text = said.get(line.dataset.number);
    if (text && text !== line.textContent) line.textContent = text;
  }
  const { own: seat } = document.getElementById("mine").dataset;
  const you = document.querySelector(".own-name")?.textContent;
  for (const holder of document.querySelectorAll(`[data-holder="${seat}"]`)) holder.textContent = you;
}

// Each move is announced, animated and explained once. The moves that a new page already shows do
// not count as new.

const news = document.getElementById("news");
const noteText = () => [...document.querySelectorAll("#note, .notice:not(.own-claim-pause) > p")].map(({ textContent }) => textContent.trim()).join(" ");
let told = Number(document.getElementById("last")?.dataset.number || -1);
let toldNote = noteText();
let toldBeginning = null;

/** Announce and show the moves that the page did not show before, and a new note. */
export function tellNews() {
  const moves = JSON.parse(document.getElementById("moves").dataset.moves || "[]");
  const fresh = moves.filter((move) => move.number > told);
  for (const move of fresh) if (move.own) said.set(`${move.number}`, move.text);
  speakToYou();
  const note = noteText() === toldNote ? "" : noteText();
  toldNote = noteText();
  if (fresh.length || note) {
    toldBeginning = null;
    told = fresh.at(-1)?.number ?? told;
    const rest = [fresh.length && endText(), note];
    // The sentences after a claim are announced only after the claim's cards have been turned.
    const say = (moves) => {
      const all = [...moves.map((move) => move.text), ...(moves.at(-1) === fresh.at(-1) ? rest : [])];
      news.textContent = all.filter(Boolean).join(" ").trim();
    };
    if (fresh.length) show(fresh, say);
    else say([]);
  } else if (!document.getElementById("last")?.dataset.number) {
    sayBeginning();
  }
}

/** Return the sentence about the game's result; null before the end of the game. */
const endText = () =>
  document.querySelector("#table .end") && document.getElementById("prompt").textContent;

/** Announce the first turn of a new game. In a lobby say nothing about the last game. */
function sayBeginning() {
  const text = document.getElementById("last")?.textContent.trim() ?? "";
  if (toldBeginning !== text) news.textContent = text;
  toldBeginning = text;
}

// Counts down from the seconds that the server sent. While a turn clock is stopped, its number does
// not change. While the table shows a claim, the countdown waits.

const ends = new WeakMap();

/** Return the seconds left on an element that counts down. */
function secondsLeft(element) {
  if (element.hasAttribute("data-stands")) return Number(element.dataset.left);
  const left = (endOf(element) - performance.now()) / 1000;
  return Math.min(left, Number(element.dataset.most ?? left));
}

function endOf(element) {
  if (!ends.has(element)) {
    ends.set(element, performance.now() + Number(element.dataset.left) * 1000);
  }
  return ends.get(element);
}

function words(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(whole / 60);
  const pad = (n) => String(n).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

function tick() {
  for (const element of document.querySelectorAll(".countdown[data-left]")) {
    const left = secondsLeft(element);
    const text = words(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("is-short", left < 10);
  }
}

setInterval(tick, 250);
tick();
