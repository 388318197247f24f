// A person's settings. They are stored in this browser. Some of them are also stored in the
// account, for the person's other devices.

const DEFAULTS = {
  ...{ lessons: "on", keys: "on", haptics: "on" },
  ...{ motion: "normal", "text-size": "normal", volume: "normal", telling: "less" },
};
// The settings that are stored in the account. The page has them as attributes, which the styles
// also use.
const PERSONAL = [
  ...["text-size", "motion", "telling", "confirm-asks", "sound", "volume", "haptics", "two-colours", "no-reactions"],
];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
const listeners = [];

/** Return the value of a setting. A switch is "on" or "off". */
export const chosen = (name) =>
  root.getAttribute(`data-${name}`) ?? read(`literature.${name}`) ?? DEFAULTS[name] ?? "off";

/** Return whether a switch is on. */
export const isOn = (name) => chosen(name) === "on";

/**
 * Return the setting for motion: "normal", "quick" or "none". It is "none" if the person's system
 * asks for reduced motion.
 */
export const motion = () => (calm.matches ? "none" : chosen("motion"));

/** Set the value of a setting. */
export function choose(name, value) {
  write(`literature.${name}`, value);
  if (PERSONAL.includes(name)) {
    root.setAttribute(`data-${name}`, value);
    storeForPerson(name, value);
  }
  showSettings();
  for (const listener of listeners) listener(name, value);
}

/** Set a switch. */
export const turn = (name, on) => choose(name, on ? "on" : "off");

/** Call `listener(name, value)` whenever a setting changes. */
export const onChange = (listener) => listeners.push(listener);

/** Return a stored text; null if there is none, or if the browser has no storage. */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Store a text if the browser has storage. */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The browser has no storage.
  }
}

// Send one request after the other, so that after two quick taps the second one counts. If the
// server can't store a setting, the account keeps its former value.
let keeping = Promise.resolve();

function storeForPerson(name, value) {
  const path = document.querySelector("[data-kept-at]")?.dataset.keptAt;
  if (!path) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ [name.replaceAll("-", "_")]: value });
  const post = () => fetch(path, { method: "POST", headers, body, keepalive: true });
  keeping = keeping.then(post).catch(() => {});
}

/**
 * If the account has a setting, store it in this browser, too. If not, take it from this browser.
 */
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
