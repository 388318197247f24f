// Counts down wherever the server said how many seconds were left when it looked.

const ends = new WeakMap();

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
    const left = (endOf(element) - performance.now()) / 1000;
    const text = words(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("is-short", left < 10);
  }
}

setInterval(tick, 250);
tick();
