// What a moment is made of: parts that lie over the page for a while, and how they move. All goes by
// the browser's own animations, which share one start, so that a scene can be hurried and ended.

const sky = document.getElementById("flights");

/** An element that is only looked at. */
export function made(classes, ...inside) {
  const element = document.createElement("div");
  element.className = classes;
  element.append(...inside);
  return element;
}

/** A card, by its rank and suit. */
export function cardOf([rank, suit], classes = "card") {
  const b = document.createElement("b");
  b.textContent = rank;
  const card = made(classes, b);
  card.dataset.suit = suit;
  return card;
}

/** The closed book of a set. */
export function coverOf(set) {
  const listed = document.querySelector(`.set-list [data-set="${set}"]`);
  const cloth = [...(listed?.classList ?? [])].find((name) => name.startsWith("cloth-"));
  return made(`flyer cover ${cloth ?? ""}`);
}

export const seatOf = (number) => document.querySelector(`.seats > [data-seat="${number}"]`);

/** The picture of whoever sits there, as it is at the seat. */
export function faceOf(number) {
  const seat = seatOf(number);
  const face = made(`face team-${number % 2}`);
  const image = seat.querySelector(".face > img").cloneNode();
  face.append(image);
  return face;
}

/** Whether whoever looks at the page sits there. */
export const isOwn = (number) => `${number}` === document.getElementById("mine").dataset.own;

/** The name of whoever sits there, as it is at the seat: "You" for whoever looks. */
export const nameAt = (number) => seatOf(number).querySelector(isOwn(number) ? ".own-name" : ".name").textContent;

/** A sentence of the page with its gaps filled. */
export const sentence = (name, gaps = {}) =>
  Object.entries(gaps).reduce((text, [gap, value]) => text.replace(`{${gap}}`, value), sky.dataset[name]);

/** One about whoever sits there, which is another one to themselves. */
export const sentenceOf = (seat, name, gaps = {}) =>
  isOwn(seat) ? sentence(`${name}Own`, gaps) : sentence(name, { name: nameAt(seat), ...gaps });

/** The middle of an element or a box, in the window. */
export function middleOf(what) {
  const box = what.getBoundingClientRect?.() ?? what;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Lay an element over the page, with its middle there. Nothing is measured for it. */
export function layAt(element, { x, y }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, translate: "-50% -50%" });
  sky.append(element);
  return element;
}

export class Scene {
  #animations = [];
  #parts = [];
  #rate = 1;
  #clock = this.#begin(sky, [], 1e6);

  /** For how long it has been on, in its own time. */
  get now() {
    return this.#clock.currentTime;
  }

  /** Put an element on the page until the scene is over. */
  add(element, parent = sky) {
    if (element.parentElement !== parent) parent.append(element);
    this.#parts.push(element);
    return element;
  }

  /** Take a part away before the end. */
  drop(element) {
    element.remove();
    this.#parts.splice(this.#parts.indexOf(element), 1);
  }

  /** Put parts on the `stage` again, which has been swapped. */
  comeBack(stage) {
    for (const part of this.#parts) if (!part.isConnected) stage?.append(part);
  }

  /** Move `element` by its frames, each `[at, frame]` with `at` in ms since the scene began. */
  track(element, frames) {
    const end = Math.max(...frames.map(([at]) => at));
    // Until its first frame a part is as in that one. A frame never comes before the one before it.
    let latest = 0;
    const keyframes = [[0, frames[0][1]], ...frames].map(([at, frame]) => {
      latest = Math.max(latest, at);
      return { ...frame, offset: end && latest / end };
    });
    const animation = this.#begin(element, keyframes, end);
    if (this.#clock.currentTime) animation.currentTime = this.now;
    if (this.#rate !== 1) animation.updatePlaybackRate(this.#rate);
    this.#animations.push(animation);
    return animation;
  }

  /** Call `act` when the scene has been on for so long. */
  at(ms, act) {
    this.track(sky, [[ms, {}]]).onfinish = act;
  }

  /** Go on `rate` times as fast. */
  hurry(rate) {
    this.#rate *= rate;
    for (const each of [this.#clock, ...this.#animations]) each.updatePlaybackRate(this.#rate);
  }

  /** Leave out what would come before `ms`. */
  skipTo(ms) {
    for (const each of [this.#clock, ...this.#animations]) each.currentTime = Math.max(ms, this.now);
  }

  /** Wait for the next picture of the page. */
  frame = () => sky.animate([], 1).finished;

  /** Show how it is at `ms`, and stand still. */
  freeze(ms) {
    for (const each of this.#animations) {
      each.pause();
      each.currentTime = ms;
    }
  }

  /** Show the whole for `ms`, with a fade at both ends. */
  fade(ms) {
    const frames = { opacity: [0, 1, 1, 0], offset: [0, 0.06, 0.94, 1] };
    this.#animations = this.#parts.map((part) => part.animate(frames, { duration: ms, fill: "both", composite: "replace" }));
  }

  /** Fulfilled when everything has moved, or the scene was ended. */
  async finished() {
    // What was cancelled before this would never be finished.
    const going = this.#animations.filter((each) => each.playState !== "idle");
    await Promise.allSettled(going.map((each) => each.finished));
    this.end();
  }

  /** Take everything away again. */
  end() {
    for (const each of [this.#clock, ...this.#animations]) each.cancel();
    for (const each of this.#parts) each.remove();
  }

  #begin(element, keyframes, ms) {
    // By this id a test, or a film strip, finds what belongs to a moment.
    return element.animate(keyframes, { duration: ms, fill: "both", id: "moment" });
  }
}
