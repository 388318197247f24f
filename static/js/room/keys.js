// Keys for actions at the table. Except for Escape and the arrow keys, they do nothing in text
// fields, and for people who have switched them off.

import { isOn, turn } from "../preferences.js";
import { back } from "../table/sheets.js";

const box = document.getElementById("command");

// Load the commands only when the person opens the box, because most people never do.
const commands = () => import("./command.js");

function openCommand() {
  box.hidden = false;
  box.querySelector("input").focus();
  commands();
}

function shutCommand() {
  box.hidden = true;
  focus("#hand");
}

box.addEventListener("submit", async (event) => {
  event.preventDefault();
  document.getElementById("command-says").textContent = "";
  (await commands()).run();
});

box.querySelector("[data-command]").addEventListener("click", shutCommand);

const ACTIONS = {
  a: () => focus(".target input:checked") || focus(".target input"),
  c: openClaims,
  p: () => focus("#pass button"),
  h: () => focus("#hand"),
  l: sayLast,
  b: () => document.querySelector("#log > summary")?.click(),
  g: () => document.getElementById("help-button")?.click(),
  r: () => document.getElementById("rules").togglePopover(),
  m: () => document.getElementById("menu").togglePopover(),
  s: () => turn("sound", !isOn("sound")),
  "/": openCommand,
  "?": () => document.getElementById("keys").togglePopover(),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && box.contains(event.target)) return shutCommand();
  if (event.key === "Escape") return void (openPopover() || (back() && event.preventDefault()));
  if (event.key.startsWith("Arrow") && amongCards(event)) return;
  if (isWriting(event.target) || !isOn("keys") || event.repeat) return;
  const action = ACTIONS[event.key.toLowerCase()];
  if (!action || (openPopover() && !"?rm".includes(event.key))) return;
  event.preventDefault();
  action();
});

document.getElementById("open-command")?.addEventListener("click", () => {
  document.getElementById("menu").hidePopover();
  openCommand();
});

const openPopover = () => document.querySelector("[popover]:popover-open, dialog[open]");

const isWriting = (element) =>
  element.matches("input:not([type=radio], [type=checkbox]), select, textarea");

function focus(selector) {
  const element = document.querySelector(selector);
  element?.focus();
  return Boolean(element);
}

function openClaims() {
  const claims = document.getElementById("claims");
  if (!claims) return;
  if (!claims.open) document.getElementById("claims-button").click();
  focus(".claim[open] input") || focus(".claim-list .pick");
}

function sayLast() {
  const last = document.getElementById("last");
  last?.focus();
  if (last) document.getElementById("news").textContent = last.textContent.trim();
}

/**
 * Handle the arrow keys. In the tray they move the focus between cards and, up and down, between
 * sets. In the list of claims they move it between sets.
 */
function amongCards(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const set = event.target.closest(".pick");
  if (set) return go(event, [...document.querySelectorAll(".claim-list .pick")], set, step);
  const card = event.target.closest("#tray button.card");
  if (!card) return false;
  const row = card.closest("fieldset");
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    return go(event, [...document.querySelectorAll("#tray button.card")], card, step);
  }
  const rows = [...document.querySelectorAll("#tray fieldset:has(button)")];
  const next = rows[rows.indexOf(row) + step]?.querySelectorAll("button.card");
  const column = [...row.querySelectorAll("button.card")].indexOf(card);
  if (next) next[Math.min(column, next.length - 1)].focus();
  event.preventDefault();
  return true;
}

function go(event, all, from, step) {
  all[all.indexOf(from) + step]?.focus();
  event.preventDefault();
  return true;
}
