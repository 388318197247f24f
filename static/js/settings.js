// What a person likes: kept in this browser, and what is not about a browser with the person, too,
// for their other devices.

const DEFAULTS = { lessons: true, keys: true };
// The page comes with these as the person has chosen them; the styles go by them as well.
const PERSONAL = ["sound", "two-colours", "less-motion", "no-reactions"];
const root = document.documentElement;
const listeners = [];

/** Whether the setting is on. */
export function isOn(name) {
  const chosen = root.getAttribute(`data-${name}`) ?? read(`literature.${name}`);
  return chosen === null ? Boolean(DEFAULTS[name]) : chosen === "on";
}

/** Turn a setting on or off. */
export function turn(name, on) {
  const chosen = on ? "on" : "off";
  write(`literature.${name}`, chosen);
  if (PERSONAL.includes(name)) {
    root.setAttribute(`data-${name}`, chosen);
    keepForPerson(name, chosen);
  }
  showSwitches();
  for (const listener of listeners) listener(name, on);
}

/** Call `listener(name, on)` when a setting changes. */
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

function keepForPerson(name, chosen) {
  const path = document.querySelector("[data-kept-at]")?.dataset.keptAt;
  if (!path) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ [name.replaceAll("-", "_")]: chosen });
  const post = () => fetch(path, { method: "POST", headers, body, keepalive: true });
  keeping = keeping.then(post).catch(() => {});
}

/** What the person has not chosen anywhere is as this browser has kept it. */
function settle(name) {
  const attribute = `data-${name}`;
  const chosen = root.getAttribute(attribute);
  const kept = read(`literature.${name}`);
  if (chosen !== null) write(`literature.${name}`, chosen);
  else if (kept !== null) root.setAttribute(attribute, kept);
}

function showSwitches() {
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = isOn(box.dataset.setting);
  }
}

document.addEventListener("change", (event) => {
  const { setting } = event.target.dataset;
  if (setting) turn(setting, event.target.checked);
});

for (const name of PERSONAL) settle(name);
showSwitches();
