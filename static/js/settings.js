// A person's settings. They are stored in this browser. On the account they are stored for other
// devices, except settings that concern only this browser.

const DEFAULTS = { lessons: "on", keys: "on", haptics: "on", motion: "normal", "text-size": "normal" };
// The page is sent with the account's settings as attributes. The styles use them, too.
const PERSONAL = [
  ...["text-size", "motion", "confirm-asks", "sound", "haptics", "two-colours", "no-reactions"],
];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const listeners = [];

/** The value of a setting. A switch has "on" or "off". */
export const chosen = (name) =>
  root.getAttribute(`data-${name}`) ?? read(`literature.${name}`) ?? DEFAULTS[name] ?? "off";

/** Whether a switch is on. */
export const isOn = (name) => chosen(name) === "on";

/**
 * The motion setting: "normal", "quick" or "none". It is "none" for people whose system asks for
 * reduced motion.
 */
export const motion = () => (calm.matches ? "none" : chosen("motion"));

/** Set a value. */
export function choose(name, value) {
  write(`literature.${name}`, value);
  if (PERSONAL.includes(name)) {
    root.setAttribute(`data-${name}`, value);
    keepForPerson(name, value);
  }
  showSettings();
  for (const listener of listeners) listener(name, value);
}

/** Set a switch. */
export const turn = (name, on) => choose(name, on ? "on" : "off");

/** Call `listener(name, value)` when a setting changes. */
export const onChange = (listener) => listeners.push(listener);

/** A stored text; null if there is none, or if the browser has no storage. */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Store a text, if the browser can. */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // In a browser without storage the page stays as it was sent.
  }
}

// Requests are sent one after the other, so that the last of two quick taps wins. If the server
// can't store the setting, it applies to this page only.
let keeping = Promise.resolve();

function keepForPerson(name, value) {
  const path = document.querySelector("[data-kept-at]")?.dataset.keptAt;
  if (!path) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ [name.replaceAll("-", "_")]: value });
  const post = () => fetch(path, { method: "POST", headers, body, keepalive: true });
  keeping = keeping.then(post).catch(() => {});
}

/** Settings that the account does not have are taken from this browser. */
function settle(name) {
  const attribute = `data-${name}`;
  const value = root.getAttribute(attribute);
  const kept = read(`literature.${name}`);
  if (value !== null) write(`literature.${name}`, value);
  else if (kept !== null) root.setAttribute(attribute, kept);
}

function showSettings() {
  for (const field of document.querySelectorAll("[data-setting]")) {
    field.checked = chosen(field.dataset.setting) === field.value;
  }
}

document.addEventListener("change", (event) => {
  const { checked, type, value } = event.target;
  const { setting } = event.target.dataset;
  if (setting) choose(setting, type === "radio" ? value : checked ? "on" : "off");
});

for (const name of PERSONAL) settle(name);
showSettings();
