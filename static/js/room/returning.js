// Asks for the next table where it is the person's turn, and tells players who come back what has
// happened since.

const place = document.getElementById("next-table");
const box = document.getElementById("since");
const text = box.querySelector(".since-text");

const get = (from, source) => htmx.ajax("GET", from, { source, target: source, swap: "innerHTML" });
const lookForNext = () => document.hidden || get(place.dataset.from, place);

async function tell(seconds) {
  await get(`${box.dataset.from}?ago=${Math.round(seconds)}`, text);
  box.hidden = text.textContent.trim() === "";
}

const hide = () => (box.hidden = true);
let left = Date.now();

document.addEventListener("visibilitychange", () => {
  lookForNext();
  if (document.hidden) left = Date.now();
  else if (Date.now() - left >= box.dataset.least * 1000) tell((Date.now() - left) / 1000);
});
document.addEventListener("table:turn-over", lookForNext);
document.addEventListener("table:sent", hide);
box.querySelector("button").addEventListener("click", hide);

if (box.dataset.ago) tell(box.dataset.ago);
