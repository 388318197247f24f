// Counts down from the seconds that the server sent. While a turn clock is stopped, its number does
// not change. While the table shows a claim, the countdown waits.

const ends = new WeakMap();

/** Return the seconds left on an element that counts down. */
export function secondsLeft(element) {
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
