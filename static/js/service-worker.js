// The service worker of the whole site, at /sw.js. The server writes `self.site` before this text:
// the release, the static files to keep, and the icon of notifications.
//
// It keeps two pages, which are the same for everybody, and their static files: the page that says
// what can be done without a connection, and today's puzzle. It keeps no page of a room, a game, an
// account or the staff. All pages come from the server as long as it answers, so a new release of
// the site shows at once.

const { release, files, icon } = self.site;
const CACHE = `release-${release}`;
const OFFLINE = "/offline/";
const PUZZLE = "/puzzle/offline/";
const PUZZLE_ADDRESSES = ["/puzzle/", PUZZLE];
const DAY_MS = 24 * 60 * 60 * 1000;
const kept = new Set(files);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep([...files, OFFLINE, PUZZLE]));
});

/** Store files and pages, asked for without cookies: so they are nobody's. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  await cache.addAll(paths.map((path) => new Request(path, { credentials: "omit" })));
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // A page is asked for at once, not only when this script has started.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (kept.has(pathname)) event.respondWith(file(request));
});

async function page(event, pathname) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(renew());
    return answer;
  } catch {
    const name = PUZZLE_ADDRESSES.includes(pathname) ? PUZZLE : OFFLINE;
    return (await caches.match(name, { cacheName: CACHE })) ?? Response.error();
  }
}

const file = async (request) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);

/** Once a day, store both pages again. */
async function renew() {
  const puzzle = await caches.match(PUZZLE, { cacheName: CACHE });
  const since = puzzle ? new Date(puzzle.headers.get("last-modified")) : 0;
  if (Date.now() - since >= DAY_MS) await keep([OFFLINE, PUZZLE]).catch(() => {});
}

// The message has the declarative form, which some browsers show without this script.
self.addEventListener("push", (event) => {
  const { title, body, tag, navigate } = event.data.json().notification;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: navigate }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data, location.origin).href));
});

/** Go to the tab that shows the address, or open one. */
async function show(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url.split("#")[0] === address.split("#")[0]);
  await (there ? there.focus() : self.clients.openWindow(address));
}
