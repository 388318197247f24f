// A scene: elements that lie over the page for a while, and their movements. It uses the browser's
// animations with a common start time, so that a scene can be sped up and ended.

const sky = document.getElementById("flights");

/** A decorative element, without meaning for assistive technology. */
export function made(classes, ...inside) {
  const element = document.createElement("div");
  element.className = classes;
  element.append(...inside);
  return element;
}

/** A card by its rank and suit. */
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

/** The picture of the player at a seat. */
export function faceOf(number) {
  const seat = seatOf(number);
  const face = made(`face team-${number % 2}`);
  const image = seat.querySelector(".face > img").cloneNode();
  face.append(image);
  return face;
}

/** Whether the viewer sits at this seat. */
export const isOwn = (number) => `${number}` === document.getElementById("mine").dataset.own;

/** The name at a seat; "You" for the viewer's seat. */
export const nameAt = (number) => seatOf(number).querySelector(isOwn(number) ? ".own-name" : ".name").textContent;

/** A sentence of the page with its placeholders filled. */
export const sentence = (name, gaps = {}) =>
  Object.entries(gaps).reduce((text, [gap, value]) => text.replace(`{${gap}}`, value), sky.dataset[name]);

/** A sentence about a player. For the viewer's seat there is a separate sentence. */
export const sentenceOf = (seat, name, gaps = {}) =>
  isOwn(seat) ? sentence(`${name}Own`, gaps) : sentence(name, { name: nameAt(seat), ...gaps });

/** The centre of an element or a box, in coordinates of the window. */
export function middleOf(what) {
  const box = what.getBoundingClientRect?.() ?? what;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Place an element over the page, centred at a point. This measures nothing. */
export function layAt(element, { x, y }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, translate: "-50% -50%" });
  sky.append(element);
  return element;
}

export class Scene {
  #animations = [];
  #untracked = [];
  #parts = [];
  #rate = 1;
  #clock = this.#begin(sky, [], 1e6);

  /** The age of the scene in its own time. */
  get now() {
    return this.#clock.currentTime;
  }

  /** Add an element to the page until the scene is over. */
  add(element, parent = sky) {
    if (element.parentElement !== parent) parent.append(element);
    this.#parts.push(element);
    return element;
  }

  /** Remove a part before the end. */
  drop(element) {
    element.remove();
    this.#parts.splice(this.#parts.indexOf(element), 1);
  }

  /** Put the elements back on the `stage` after its swap. */
  comeBack(stage) {
    for (const part of this.#parts) if (!part.isConnected) stage?.append(part);
  }

  /**
   * Animate `element` with these frames, each `[at, frame]` with `at` in ms from the beginning, and
   * call `act` after the last frame. The browser computes styles when an animation begins, so all
   * animations begin after all elements were added.
   */
  track(element, frames, act) {
    if (!this.#untracked.length) queueMicrotask(() => this.#start());
    this.#untracked.push([element, frames, act]);
  }

  #start() {
    for (const [element, frames, act] of this.#untracked.splice(0)) this.#move(element, frames).onfinish = act;
  }

  #move(element, frames) {
    const end = Math.max(...frames.map(([at]) => at));
    // Before its first frame an element looks like that frame. Frames are in order of time.
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

  /** Call `act` at this age of the scene. */
  at(ms, act) {
    this.track(sky, [[ms, {}]], act);
  }

  /** Play the scene `rate` times as fast. */
  hurry(rate) {
    this.#start();
    this.#rate *= rate;
    for (const each of [this.#clock, ...this.#animations]) each.updatePlaybackRate(this.#rate);
  }

  /** Skip to `ms`. */
  skipTo(ms) {
    this.#start();
    for (const each of [this.#clock, ...this.#animations]) each.currentTime = Math.max(ms, this.now);
  }

  /** Wait until the browser has shown a frame. */
  async frame() {
    this.#start();
    await sky.animate([], 1).finished;
    // The browser shows the frame after this callback, in the same task.
    await new Promise((done) => setTimeout(done));
  }

  /** Show the scene as it is at `ms`, without movement. */
  freeze(ms) {
    this.#start();
    for (const each of this.#animations) {
      each.pause();
      each.currentTime = ms;
    }
  }

  /** Show the whole scene for `ms`, fading in and out. */
  fade(ms) {
    const frames = { opacity: [0, 1, 1, 0], offset: [0, 0.06, 0.94, 1] };
    this.#animations = this.#parts.map((part) => part.animate(frames, { duration: ms, fill: "both", composite: "replace" }));
  }

  /** A promise that resolves when all animations are over, or the scene was ended. */
  async finished() {
    this.#start();
    // A cancelled animation would never resolve.
    const going = this.#animations.filter((each) => each.playState !== "idle");
    await Promise.allSettled(going.map((each) => each.finished));
    this.end();
  }

  /** Remove everything. */
  end() {
    this.#untracked = [];
    for (const each of [this.#clock, ...this.#animations]) each.cancel();
    for (const each of this.#parts) each.remove();
  }

  #begin(element, keyframes, ms) {
    // Tests and recordings find the elements of a scene by this id.
    return element.animate(keyframes, { duration: ms, fill: "both", id: "moment" });
  }
}
