// What a person likes: kept in this browser, and what is not about a browser with the person, too,
// for their other devices.

const DEFAULTS = { lessons: "on", keys: "on", haptics: "on", motion: "normal", "text-size": "normal" };
// The page comes with these as the person has chosen them; the styles go by them as well.
const PERSONAL = [
  ...["text-size", "motion", "confirm-asks", "sound", "haptics", "two-colours", "no-reactions"],
];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const listeners = [];

/** What is chosen for the setting: "on" and "off" are the values of a switch. */
export const chosen = (name) =>
  root.getAttribute(`data-${name}`) ?? read(`literature.${name}`) ?? DEFAULTS[name] ?? "off";

/** Whether the setting is on. */
export const isOn = (name) => chosen(name) === "on";

/** How fast things move: "normal", "quick" or "none". Who wants no motion anywhere has none here. */
export const motion = () => (calm.matches ? "none" : chosen("motion"));

/** Choose a value of a setting. */
export function choose(name, value) {
  write(`literature.${name}`, value);
  if (PERSONAL.includes(name)) {
    root.setAttribute(`data-${name}`, value);
    keepForPerson(name, value);
  }
  showSettings();
  for (const listener of listeners) listener(name, value);
}

/** Turn a switch on or off. */
export const turn = (name, on) => choose(name, on ? "on" : "off");

/** Call `listener(name, value)` when a setting changes. */
export const onChange = (listener) => listeners.push(listener);

/** A text that was kept, or null. Where there is no store, nothing is. */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text, where that can be done. */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing shows the page as it comes.
  }
}

// One after the other, so that the last of two quick taps is what stays. If it can't be kept, this
// page still goes by it.
let keeping = Promise.resolve();

function keepForPerson(name, value) {
  const path = document.querySelector("[data-kept-at]")?.dataset.keptAt;
  if (!path) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ [name.replaceAll("-", "_")]: value });
  const post = () => fetch(path, { method: "POST", headers, body, keepalive: true });
  keeping = keeping.then(post).catch(() => {});
}

/** What the person has not chosen anywhere is as this browser has kept it. */
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
