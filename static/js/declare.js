// Claiming out of turn: opening a book has the table wait, shutting it lets the table go on.

const room = document.getElementById("room");
const mine = () => document.getElementById("mine");

const post = (path, values) =>
  htmx.ajax("POST", path, { source: room, swap: "none", values }).catch(() => {});

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches(".claim")) return;
    const declares = "declaring" in mine().dataset;
    if (target.open && "waits" in mine().dataset && !declares) {
      post(room.dataset.declare, { set: target.id.replace("claim-", "") });
    } else if (!target.open && declares && target.isConnected) {
      post(room.dataset.cancel, {});
    }
  },
  true,
);
