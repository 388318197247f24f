// One page of a person at a time. Each tab has a name of its own, which lasts through a reload.

const NAME = "literature-tab";
const TAKE = "literature-take";

const name = sessionStorage.getItem(NAME) ?? Math.random().toString(36).slice(2, 14);
sessionStorage.setItem(NAME, name);

/** Tell the socket's address which page this is; before htmx opens it. */
export function nameSocket(room) {
  const address = new URL(room.getAttribute("ws-connect"), location.href);
  address.searchParams.set("tab", name);
  if (sessionStorage.getItem(TAKE)) address.searchParams.set("take", "1");
  sessionStorage.removeItem(TAKE);
  room.setAttribute("ws-connect", address.pathname + address.search);
}

/** Play on this page: the other one is told. */
export function takeOver() {
  sessionStorage.setItem(TAKE, "1");
  location.reload();
}
