// Tells a person in a lobby that the host has moved them to another seat. The sentence goes when the
// person changes seats or the game begins.

const news = document.getElementById("seat-news");

/** Return the number of the viewer's seat. Return null for the host and outside of a lobby. */
const seat = () =>
  document.getElementById("moved") && Number(document.getElementById("mine").dataset.you);

let before = seat();
let sits = false; // Whether the person has asked for another seat.

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.path.endsWith("/join/")) sits = true;
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful) sits = false;
});

document.body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  const now = seat();
  if (target.id !== "mine" || now === before) return;
  const wasMoved = before !== null && now !== null && !sits;
  say(wasMoved ? sentence(now) : "");
  sits = false;
  before = now;
});

function sentence(now) {
  const { sameTeam, otherTeam } = document.getElementById("moved").dataset;
  return now % 2 === before % 2 ? sameTeam : otherTeam;
}

function say(text) {
  news.textContent = text;
  news.className = text ? "notice" : "visually-hidden";
}
