// Measures a room's page as a person sees it. `window.lookNow()` returns the size of the window, the
// scene that is playing, and the faults as sentences. After each update the page gives such a look
// to `window.reportLook`.
(() => {
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const first = (selector) => all(selector)[0];
  const box = (element) => element.getBoundingClientRect();
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const nameOf = (element) =>
    `${element.id || element.className || element.tagName} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 30)}”`;

  // These lie over the table as long as the person wants.
  const SHEETS = ":popover-open, dialog[open], details[open] .sheet, .log[open] .log-panel, .seat-buttons";
  // While the sheet for claims covers the table, a refusal lies above the rows of the sheet.
  const overRows = () => (document.documentElement.dataset.sheet === "claims" ? ", #refusal" : "");
  const isUnderSheet = (hit) => hit?.closest(`${SHEETS}, .tray, .lesson, .site-notice${overRows()}`);

  const isInside = ({ left, top, right, bottom }, whole) =>
    left >= -1 && right <= innerWidth + 1 && (!whole || (top >= -1 && bottom <= innerHeight + 1));

  /** Return what covers the middle of an element; null if a tap there meets one of `own`. */
  function coverOf(element, own) {
    const [x, y] = middle(box(element));
    const hit = document.elementFromPoint(x, y);
    if (!hit) return "the edge of the window";
    return own.some((each) => each.contains(hit) || hit.contains(each) && !hit.matches("html, body, main, #room")) || isUnderSheet(hit) ? null : nameOf(hit);
  }

  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

  /** Return the share of `whole` that `part` covers. */
  const shareOf = (part, whole) =>
    Math.max(0, Math.min(part.right, whole.right) - Math.max(part.left, whole.left)) *
    Math.max(0, Math.min(part.bottom, whole.bottom) - Math.max(part.top, whole.top)) / (whole.width * whole.height);

  function lookAtTip(say) {
    const [tip, sets] = [first(".lesson"), first(".tray-sets")];
    if (!tip) return;
    // The person can scroll to the other cards.
    const cards = all(".tray-sets button.card").filter((card) => box(card).bottom <= box(sets).bottom + 1);
    const choices = sets ? cards : all(".target .pill, .actions button");
    for (const choice of choices) if (overlap(box(tip), box(choice))) say("tip over a choice", choice);
  }

  function lookAtSeats(say) {
    const seats = all(".seats > .seat");
    const spots = seats.map((seat) => middle(box(seat.querySelector(".face"))));
    seats.forEach((seat, index) => {
      const target = document.querySelector(`.target[data-seat="${seat.dataset.seat}"]`);
      const own = [seat, ...(target ? [target] : [])];
      for (const part of ["face", "plate"]) {
        const element = seat.querySelector(`:scope > .${part}`);
        if (!isInside(box(element), true)) say(`${part} off the window`, seat);
      }
      for (const part of [".face", ".name", ".own-name"]) {
        const element = seat.querySelector(part);
        if (!isShown(element)) continue;
        const cover = coverOf(element, own);
        if (cover) say(`${part.slice(1)} covered by ${cover}`, seat);
      }
      const face = box(seat.querySelector(".face"));
      for (const label of [target?.querySelector(".pill"), ...seat.querySelectorAll(".held, .gear")]) {
        if (label && isShown(label) && shareOf(box(label), face) > 0.2) say("face covered by its own label", seat);
      }
      for (const [x, y] of spots.slice(0, index)) {
        if (Math.hypot(x - spots[index][0], y - spots[index][1]) < 24) say("on the spot of another seat", seat);
      }
    });
    if (!seats.length) say("no seats", document.getElementById("table"));
  }

  function lookAtHand(say) {
    const cards = all("#hand:not(.is-held) .card");
    const felt = document.querySelector(".felt");
    const seats = all(".seats > .seat > :is(.face, .plate)");
    for (const card of cards) {
      if (!isInside(box(card), true)) say("card off the window", card);
      if (seats.some((seat) => overlap(box(seat), box(card)))) say("card over a seat", card);
    }
    const { bottom, left, right } = box(felt);
    const hand = first("#hand:not(.is-held)");
    // On a short screen the hand is next to the table.
    if (cards.length && box(hand).top < bottom - 1 && box(hand).left < right - 1 && box(hand).right > left + 1) {
      say(`hand over the table by ${Math.round(bottom - box(hand).top)}`, hand);
    }
  }

  const canScroll = (by) => document.documentElement.scrollHeight - scrollY - innerHeight >= by;

  function lookAtControls(say) {
    const bar = first(".lobby-bar");
    const { game, ending } = document.documentElement.dataset;
    // While the last move is shown, the page hides the prompt, which is about the end.
    if (game === "play" && ending === undefined && !all(".prompt").length) say("no prompt", document.getElementById("mine"));
    const controls = ".table-bar :is(a, button), .actions > :is(button, details, form) , .start-bar button, #mine button.primary, .last button, .log > summary, .chat-form button";
    for (const control of all(controls)) {
      if (control.disabled || control.closest(`[inert], [data-held], ${SHEETS}, .tray`)) continue;
      const target = control.matches("details, form") ? [...control.querySelectorAll("summary, button")].find(isShown) : control;
      if (!target || target.disabled) continue;
      if (!isInside(box(target), game === "play")) say("control off the window", target);
      const [, y] = middle(box(target));
      if (y < 0 || y > innerHeight) continue; // The person can scroll to it.
      const cover = coverOf(target, [target]);
      // The bar of a lobby stays at the edge, and the person can scroll the rest above it.
      if (cover && !game && bar && canScroll(box(target).bottom - box(bar).top)) continue;
      if (cover) say(`control covered by ${cover}`, target);
    }
  }

  function lookAtLobby(say) {
    const seats = all(".lobby-seat");
    if (!seats.length) say("no seats", document.getElementById("table"));
    const spots = seats.map((seat) => middle(box(seat)));
    seats.forEach((seat, index) => {
      if (!isInside(box(seat), false)) say("seat off the window", seat);
      for (const [x, y] of spots.slice(0, index)) {
        if (Math.hypot(x - spots[index][0], y - spots[index][1]) < 24) say("on the spot of another seat", seat);
      }
    });
  }

  function lookAtStyles(say) {
    const root = document.documentElement.dataset;
    const table = document.getElementById("table");
    const areas = getComputedStyle(document.getElementById("room")).gridTemplateAreas;
    const shown = root.game ?? "lobby";
    const [part, area] = { lobby: [".lobby"], play: [".stage", "stage"], end: [".end", "facts"] }[shown];
    if (!table.querySelector(part)) say(`the page shows ${shown}, the region does not`, table);
    if (area && !areas.includes(area)) say(`the grid of ${shown} is missing: ${areas}`, table);
    const ring = first(".lobby .ring");
    if (shown === "lobby" && (!ring || getComputedStyle(ring).display === "block" && getComputedStyle(ring).position === "static")) say("a lobby without its styles", table);
  }

  function faultsOfPage() {
    const faults = [];
    const say = (kind, element) => faults.push(`${kind}: ${nameOf(element)}`);
    if (!document.getElementById("room") || document.querySelector(".replay-page")) return [];
    // A page that another tab has replaced shows only that.
    if (document.getElementById("connection").dataset.state === "elsewhere") return [];
    lookAtStyles(say);
    const { game } = document.documentElement.dataset;
    if (game === "play") for (const part of [lookAtSeats, lookAtHand, lookAtTip]) part(say);
    if (!game) lookAtLobby(say);
    lookAtControls(say);
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) say(`scrolls sideways to ${wide}`, document.body);
    return faults;
  }

  window.lookNow = () => ({
    at: `${innerWidth}×${innerHeight}`,
    showing: document.getElementById("room")?.dataset.showing ?? "",
    faults: faultsOfPage(),
  });

  // Look when the browser has shown the update. One look is enough for several updates of a frame.
  let due = false;
  const look = () => {
    due = false;
    window.reportLook(window.lookNow());
  };
  const lookSoon = () => {
    if (!due) requestAnimationFrame(() => setTimeout(look));
    due = true;
  };
  addEventListener("htmx:oobAfterSwap", ({ detail }) => detail.target.id === "moves" && lookSoon());
  addEventListener("table:settled", lookSoon);
})();
