// The theme: light, dark, or the system's. This script is loaded in the head without defer, so that
// the page does not flash.

(() => {
  const KEY = "theme";
  const root = document.documentElement;

  function stored() {
    try {
      const theme = localStorage.getItem(KEY);
      return theme === "light" || theme === "dark" ? theme : "auto";
    } catch {
      return "auto";
    }
  }

  function show(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      // Each theme-color tag keeps its own colour. If a theme is chosen, its colour is used in both
      // tags.
      meta.dataset.media ??= meta.media;
      const own = meta.dataset.media.includes("dark") ? "dark" : "light";
      meta.media = theme === "auto" ? meta.dataset.media : own === theme ? "all" : "not all";
    }
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
    }
  }

  show(stored());

  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll(".theme-switch")) group.hidden = false;
    show(stored());
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-choice]");
    if (!button) return;
    const theme = button.dataset.themeChoice;
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Without storage the choice applies to this page only.
    }
    show(theme);
  });

  // Another tab of the same browser changed the theme.
  window.addEventListener("storage", (event) => event.key === KEY && show(stored()));
})();
