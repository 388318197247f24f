// One page of a person at a time. Each tab has a name of its own, which lasts through a reload.

const NAME = "literature-tab";

const name = sessionStorage.getItem(NAME) ?? Math.random().toString(36).slice(2, 14);
sessionStorage.setItem(NAME, name);

let taking = false;

/** Have the sockets that htmx opens say which page they are of. */
export function nameSockets() {
  const open = htmx.createWebSocket;
  htmx.createWebSocket = (address) => open(named(address));
}

function named(address) {
  const url = new URL(address);
  url.searchParams.set("tab", name);
  // Once: a line that breaks and comes back by itself must not take the game from another page.
  if (taking) url.searchParams.set("take", "1");
  taking = false;
  return url.href;
}

/** Play on this page: the other one is told. */
export function takeOver(line) {
  taking = true;
  line.reconnect();
}
