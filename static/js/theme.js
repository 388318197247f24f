// The theme: light, dark, or that of the system. The page loads this script in its head without
// defer. Otherwise it would first show the wrong theme for a moment.

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
      // There is a theme-color tag for each theme. If the person has chosen a theme, the tag of
      // this theme is used, whatever the system's theme.
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
      // The browser has no storage. The choice applies only to this page.
    }
    show(theme);
  });

  // The theme was changed in another tab of this browser.
  window.addEventListener("storage", (event) => event.key === KEY && show(stored()));
})();
