// Registers the service worker, when the page has loaded all that it needs and has nothing to do.

if ("serviceWorker" in navigator) {
  const soon = window.requestIdleCallback ?? setTimeout;
  // Without the timeout, a page in a tab that nobody looks at may never be idle.
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
  addEventListener("load", () => soon(register, { timeout: 1000 }));
}
