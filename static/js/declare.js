// Claiming out of turn: opening a book has the table wait, shutting it lets the table go on.

const room = document.getElementById("room");
const mine = () => document.getElementById("mine");
const shows = () => "declaring" in mine().dataset;

// What was asked for and may not show yet: that the table waits, or that it goes on.
let asked = null;
const declares = () => asked ?? shows();

// Asked for by the body, so that each waits for the one before it, and for nothing else.
function ask(pause, path, values) {
  asked = pause;
  delete room.dataset.lapsed;
  const done = () => asked === pause && (asked = null);
  htmx.ajax("POST", path, { source: document.body, swap: "none", values }).then(done, done);
}

// Only a person's own opening counts: a book is opened again, too, when its region has been swapped.
document.addEventListener("click", ({ target }) => {
  const opening = target.closest?.(".claims > summary, .claim > summary")?.parentElement;
  if (!opening || opening.open || declares() || !("waits" in mine().dataset)) return;
  const book = opening.closest(".claim") ?? opening.querySelector(".claim[open]");
  if (book) ask(true, room.dataset.declare, { set: book.id.replace("claim-", "") });
});

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open || !target.isConnected || !target.matches(".claim, .claims")) return;
    delete room.dataset.lapsed;
    if (!declares()) return;
    ask(false, room.dataset.cancel);
    shutBooks();
  },
  true,
);

// Whoever lets it be has done with the book.
document.addEventListener("submit", ({ target }) => target.matches(".own-declaration") && shutBooks(), true);

function shutBooks() {
  for (const claim of document.querySelectorAll(".claim[open]")) claim.open = false;
}

// A pause that ends while its book is open has run out. Heard after the region has been restored.
let showed = shows();
document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id !== "mine") return;
  const says = document.querySelector(".claims[open] .claim[open] .claim-lapsed");
  if (showed && !shows() && says) {
    room.dataset.lapsed = "";
    document.getElementById("news").textContent = says.textContent;
  }
  showed = shows();
});
