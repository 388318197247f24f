// Reads the whole page at each frame of a scene. `window.records(moves)` starts the recorder, which
// stops when the scenes of so many moves have landed. Then `window.told` has each text, with its place, that the page did not have
// before, `window.lost` has the viewer's own texts that the page no longer has, and `window.frames` is
// the number of frames with a scene. Scenes play three times as fast.
(() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (options.id === "moment") animation.updatePlaybackRate(3);
    return animation;
  };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    const isEarly = window.isOver && !window.isOver() && !document.querySelector("#flights > *, .moment");
    if (isEarly) window.told.push("a sound without a scene");
    return start.apply(this, at);
  };
  const OF_SCENE = "#flights, .moment, script, style, template";
  const isSeen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    const { webkitTextFillColor, fontSize } = getComputedStyle(element);
    return width > 1 && height > 1 && fontSize !== "0px" && !/, 0\)$/.test(webkitTextFillColor);
  };
  const HEARD = "[role=status], [role=alert], [aria-live]";
  const place = (element) => {
    const near = element.closest("#mine, #log, header, [role=status], [role=alert]") ?? element.closest("[data-seat], [data-team], [id]");
    return `${near?.id || near?.className} ${near?.dataset.seat ?? near?.dataset.team ?? ""}`;
  };
  function page() {
    const texts = new Set([`title: ${document.title}`, `icon: ${document.querySelector("link[rel=icon]").href}`]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { data, parentElement } = walk.currentNode;
      if (!data.trim() || parentElement.closest(OF_SCENE)) continue;
      if (parentElement.closest(HEARD) || isSeen(parentElement)) texts.add(`${place(parentElement)}: ${data.trim()}`);
    }
    for (const seat of document.querySelectorAll(".seats > .has-turn")) texts.add(`lamp at ${seat.dataset.seat}`);
    for (const spine of document.querySelectorAll(".books:not(.is-held) .spine")) if (isSeen(spine)) texts.add(`book ${spine.dataset.set}`);
    for (const held of document.querySelectorAll("#room [data-held]")) {
      const { content } = getComputedStyle(held, "::after");
      if (content !== "none" && !held.closest(OF_SCENE) && isSeen(held.parentElement)) texts.add(`${place(held)}: ${content.split('"')[1]}`);
    }
    return texts;
  }
  window.records = (moves) => {
    window.told = [];
    window.lost = new Set();
    window.frames = 0;
    let over = false;
    let landed = 0;
    const land = () => {
      landed += 1;
      over = landed >= moves;
    };
    document.addEventListener("table:shown", land);
    // After the last move the page settles first.
    document.addEventListener("table:settled", () => { over ||= landed === moves - 1; }, { capture: true });
    const before = page();
    const look = () => {
      if (over) return;
      window.frames += document.getElementById("room").dataset.showing ? 1 : 0;
      const now = page();
      for (const text of now) if (!before.has(text)) window.told.push(text);
      for (const text of before) if (text.startsWith("mine ") && !now.has(text)) window.lost.add(text);
      requestAnimationFrame(look);
    };
    window.isOver = () => over;
    look();
  };
})();
