// Claims out of turn: the game pauses while the player has a set open.

const room = document.getElementById("room");
const mine = () => document.getElementById("mine");
const showsPause = () => "claimPause" in mine().dataset;

// The state that was requested: true for a pause, false for none, null for no request. The page may
// not show it yet.
let requested = null;
const isPaused = () => requested ?? showsPause();

// All these requests come from the body, so that they are sent one after the other.
function request(pause, path, values) {
  requested = pause;
  delete room.dataset.lapsed;
  const done = () => {
    if (requested === pause) requested = null;
  };
  htmx.ajax("POST", path, { source: document.body, swap: "none", values }).then(done, done);
}

// Listen to clicks and not to toggle events, because a set also opens when its region is swapped.
document.addEventListener("click", ({ target }) => {
  const opening = target.closest?.(".claims > summary, .claim > summary")?.parentElement;
  if (!opening || opening.open || isPaused() || !("waits" in mine().dataset)) return;
  const set = opening.closest(".claim") ?? opening.querySelector(".claim[open]");
  if (set) request(true, room.dataset.claimPause, { set: set.id.replace("claim-", "") });
});

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open || !target.isConnected || !target.matches(".claim, .claims")) return;
    delete room.dataset.lapsed;
    if (!isPaused()) return;
    request(false, room.dataset.cancel);
    closeSets();
  },
  true,
);

// When the player cancels the claim, close its set.
document.addEventListener("submit", ({ target }) => target.matches(".own-claim-pause") && closeSets(), true);

function closeSets() {
  for (const claim of document.querySelectorAll(".claim[open]")) claim.open = false;
}

// If a pause ends while its set is open, the time for the claim has run out. This code runs after
// keep-work.js has opened the set again.
let showed = showsPause();
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id !== "mine") return;
  const lapsed = document.querySelector(".claims[open] .claim[open] .claim-lapsed");
  if (showed && !showsPause() && lapsed) {
    room.dataset.lapsed = "";
    document.getElementById("news").textContent = lapsed.textContent;
  }
  showed = showsPause();
});
