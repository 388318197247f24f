// What a person likes, kept in this browser: sounds, two colours, hints, single keys.

const DEFAULTS = { sound: false, "two-colours": false, lessons: true, keys: true };
const listeners = [];

/** Whether the setting is on. */
export function isOn(name) {
  const stored = read(`literature.${name}`);
  return stored === null ? DEFAULTS[name] : stored === "on";
}

/** Turn a setting on or off. */
export function turn(name, on) {
  write(`literature.${name}`, on ? "on" : "off");
  apply();
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

function apply() {
  document.documentElement.toggleAttribute("data-two-colours", isOn("two-colours"));
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = isOn(box.dataset.setting);
  }
}

document.addEventListener("change", (event) => {
  const { setting } = event.target.dataset;
  if (setting) turn(setting, event.target.checked);
});

apply();
