// The sheets for asking and claiming, and the log. This module opens and closes them, and lets a
// person check a claim before it is sent. The log covers the table, is next to the table, or has a
// column where it is always open.

import { note } from "./regions.js";

const docked = matchMedia("(width >= 93.75rem) and (height >= 32rem)");
const beside = matchMedia("(width >= 64rem) and (height >= 32rem)");

// The page shows the end of a game only after the scene of the last move.
const isEnd = () => document.documentElement.dataset.game === "end";
// The column exists only during a game: not at the end of a game, and not in a replay.
const isDocked = () => docked.matches && !isEnd() && !document.querySelector(".replay");

/** Return the open log; null if it is closed or has a column. */
const openLog = () => (isDocked() ? null : document.querySelector("#log[open]"));

/** Go back one step: for example, close the log or a sheet. Return false if nothing was open. */
export function back() {
  const review = document.querySelector(".claim form[data-review]");
  const claim = document.querySelector(".claim[open]");
  const claims = document.querySelector(".claims[open]");
  const asked = document.querySelector(".target input:checked");
  const other = document.querySelector("#chat[open], #end-series[open], #watching[open]");
  const log = openLog();
  if (log) shutLog(log);
  else if (review) change(review);
  else if (claim) shut(claim);
  else if (claims) shut(claims);
  else if (asked) dropAsk(asked);
  else if (other) shut(other);
  else return false;
  return true;
}

function shut(details) {
  details.open = false;
  details.querySelector("summary").focus({ preventScroll: true });
}

function shutLog(log) {
  shut(log);
  document.querySelector(".claims[open] #look-back")?.focus({ preventScroll: true });
}

function dropAsk(asked) {
  asked.form.reset();
  asked.focus({ preventScroll: true });
}

function change(form) {
  delete form.dataset.review;
  form.querySelector("input:checked")?.focus({ preventScroll: true });
}

function lookOver(form) {
  const forgotten = form.querySelector("fieldset.place:not(:has(:checked))");
  showMissing(form, forgotten);
  if (forgotten) {
    forgotten.querySelector("input").focus();
    return;
  }
  form.dataset.review = "";
  form.querySelector(".confirm").focus({ preventScroll: true });
}

// Show our own sentence about the mistake next to the pressed button. The browser's message would
// be elsewhere.
function showMissing(form, forgotten) {
  const line = form.querySelector(".claim-says");
  const card = forgotten?.querySelector("legend").textContent;
  line.textContent = card ? line.dataset.says.replace("%s", card) : "";
}

// Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? setTimeout;
const room = document.getElementById("room");

/** Lay out the cards of the ask sheet when the browser has time and no animation is playing. */
export function prepareTray() {
  whenIdle(() => room.dataset.showing === undefined && note("tray", "ready"));
}

/** Do not lay out the cards, because an update is about to replace them. */
export const dropTray = () => note("tray", undefined);

document.addEventListener("table:settled", prepareTray);
prepareTray();

/** Choose an opponent, and move the focus to the first card. */
function onToCards(input) {
  if (!input.checked) input.click();
  document.querySelector(".tray-sets").scrollTop = 0;
  document.querySelector("#tray button.card")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.("button, summary");
  if (!pressed) return;
  if (pressed.matches("#menu [popovertarget]:not(.close)")) replaceMenu(event, pressed.popoverTargetElement);
  if (pressed.id === "claims-button") closeLog();
  if (pressed.dataset.shuts === "log") shutLog(document.getElementById("log"));
  else if (pressed.dataset.shuts) shut(document.getElementById(pressed.dataset.shuts));
  else if (pressed.dataset.opens) toggle(pressed);
  // The browser opens the log after this event.
  else if (pressed.matches("#log > summary")) requestAnimationFrame(() => scrollLog());
  else if (pressed.matches(".look")) lookOver(pressed.form);
  else if (pressed.matches(".change")) change(pressed.form);
});

/** Show a panel in place of the menu, not on top of it. */
function replaceMenu(event, panel) {
  event.preventDefault();
  document.getElementById("menu").hidePopover();
  panel.showPopover();
}

/** Open or close the log. A sheet below it stays open. */
function toggle(button) {
  const details = document.getElementById(button.dataset.opens);
  // If the log has a column, it always stays open.
  if (details.open && !openLog()) return;
  details.open = !details.open;
  if (!details.open) return;
  const part = document.getElementById(button.dataset.at);
  scrollLog(part);
  (part ?? details.querySelector("[tabindex]")).focus({ preventScroll: true });
}

/** Scroll the log to its top, or so that this part of it is below its heading. */
function scrollLog(part) {
  const head = document.querySelector(".log-head");
  head.parentElement.scrollTop = part ? part.offsetTop - head.offsetHeight : 0;
}

// Only one sheet may be open.
document.addEventListener("toggle", opened, true);
function opened(event) {
  if (event.target.matches(".claims[open]")) document.getElementById("ask")?.reset();
  if (event.target.matches(".end-more > [open]")) event.target.scrollIntoView({ block: "nearest" });
}

document.addEventListener("change", (event) => {
  if (event.target.matches(".place input")) showMissing(event.target.form, null);
  if (!event.target.matches(".target input")) return;
  close(".claims");
  closeLog();
});

// Beside the table the log covers nothing, so it may stay open with other sheets.
function closeLog() {
  if (!beside.matches) close("#log");
}

const close = (selector) => document.querySelector(selector)?.removeAttribute("open");

// A second tap on the chosen opponent cancels the ask. A tap outside closes the list of spectators
// or the log.
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  wasChecked = event.target.closest?.(".target")?.querySelector("input:checked") ?? null;
  if (!event.target.closest?.("#watching")) close("#watching");
  if (!event.target.closest?.("#log, [data-opens=log]")) closeLog();
});
document.addEventListener("click", (event) => {
  if (event.target.matches?.(".target input") && event.target === wasChecked) {
    event.target.form.reset();
  }
  wasChecked = null;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  // On an opponent, the Enter key moves the focus to the cards. By default it would do nothing.
  if (event.target.matches(".target input")) {
    event.preventDefault();
    onToCards(event.target);
  } else if (event.target.matches(".place input")) {
    event.preventDefault();
    lookOver(event.target.form);
  }
});

function dock() {
  const log = document.getElementById("log");
  if (log) log.open = isDocked();
}

docked.addEventListener("change", dock);
if (docked.matches) dock();

// The log is new in a new game, and loses its column at the end of a game. In both cases place it
// again.
let ended = isEnd();
document.addEventListener("table:attributes", () => {
  if (docked.matches && !(ended && isEnd())) dock();
  ended = isEnd();
});
