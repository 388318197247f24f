// Claiming out of turn: opening a book has the table wait, shutting it lets the table go on.

const room = document.getElementById("room");
const mine = () => document.getElementById("mine");

const post = (path, values) =>
  htmx.ajax("POST", path, { source: room, swap: "none", values }).catch(() => {});

// Only a person's own opening counts: a book is opened again, too, when its region has been swapped.
let pressed = null;
document.addEventListener("click", ({ target }) => {
  pressed = target.closest?.(".claim > summary")?.parentElement ?? null;
});

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches(".claim")) return;
    const declares = "declaring" in mine().dataset;
    if (target.open && target === pressed && "waits" in mine().dataset && !declares) {
      post(room.dataset.declare, { set: target.id.replace("claim-", "") });
    } else if (!target.open && declares && target.isConnected) {
      post(room.dataset.cancel, {});
    }
  },
  true,
);

// Whoever lets it be has done with the book.
document.addEventListener(
  "submit",
  ({ target }) => {
    if (!target.matches(".own-declaration")) return;
    for (const claim of document.querySelectorAll(".claim[open]")) claim.open = false;
  },
  true,
);
