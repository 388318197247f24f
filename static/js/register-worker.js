// Registers the service worker, when the page has loaded all that it needs and has nothing to do.

if ("serviceWorker" in navigator) {
  const soon = window.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => soon(() => navigator.serviceWorker.register("/sw.js").catch(() => {})));
}
