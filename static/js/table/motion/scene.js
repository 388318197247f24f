// A scene: elements that are over the page for a while, and their movements. All its animations
// have the same start time, so that the scene can be made faster or ended.

import { nextFrame } from "./held.js";

const sky = document.getElementById("flights");

/** Make a decorative element. (Assistive technology ignores everything in #flights.) */
export function made(classes, ...inside) {
  const element = document.createElement("div");
  element.className = classes;
  element.append(...inside);
  return element;
}

/** Make a card with this rank and suit. */
export function cardOf([rank, suit], classes = "card") {
  const b = document.createElement("b");
  b.textContent = rank;
  const card = made(classes, b);
  card.dataset.suit = suit;
  return card;
}

/** Make the closed book of a set. */
export function coverOf(set) {
  const listed = document.querySelector(`.set-list [data-set="${set}"]`);
  const cloth = [...(listed?.classList ?? [])].find((name) => name.startsWith("cloth-"));
  return made(`flyer cover ${cloth ?? ""}`);
}

export const seatOf = (number) => document.querySelector(`.seats > [data-seat="${number}"]`);

/** Make the picture of the player at a seat. */
export function faceOf(number) {
  const seat = seatOf(number);
  const face = made(`face team-${teamOf(number)}`);
  const image = seat.querySelector(".face > img").cloneNode();
  face.append(image);
  return face;
}

/** Return whether the viewer has this seat. */
export const isOwn = (number) => `${number}` === document.getElementById("mine").dataset.own;

export const teamOf = (seat) => seat % 2;

/** Return whether a seat belongs to the other team. A viewer without a seat has no team. */
export const isOfOthers = (seat) => ![undefined, `${teamOf(seat)}`].includes(document.documentElement.dataset.team);

/** Return the name of the player at a seat; "You" for the viewer's seat. */
export const nameAt = (number) => seatOf(number).querySelector(isOwn(number) ? ".own-name" : ".name").textContent;

/** Return a sentence of the page with its placeholders filled. */
export const sentence = (name, gaps = {}) =>
  Object.entries(gaps).reduce((text, [gap, value]) => text.replace(`{${gap}}`, value), sky.dataset[name]);

/** Return a sentence about a player. There is another sentence for the viewer. */
export const sentenceOf = (seat, name, gaps = {}) =>
  isOwn(seat) ? sentence(`${name}Own`, gaps) : sentence(name, { name: nameAt(seat), ...gaps });

/** Return the centre of an element or a box, in coordinates of the window. */
export function middleOf(what) {
  const box = what.getBoundingClientRect?.() ?? what;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Place an element over the page, with its centre at a point. This does not measure anything. */
export function layAt(element, { x, y }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, translate: "-50% -50%" });
  sky.append(element);
  return element;
}

export class Scene {
  #animations = [];
  #untracked = [];
  #parts = [];
  #isOver = false;
  #building = null;
  #rate = 1;
  #clock = this.#begin(sky, [], 1e6);

  /** The time since the beginning of the scene. It runs faster when the scene does. */
  get now() {
    return this.#clock.currentTime;
  }

  /** Add an element to the page. It is removed by `drop`, or at the end of the scene. */
  add(element, parent = sky) {
    if (element.parentElement !== parent) parent.append(element);
    this.#parts.push(element);
    return element;
  }

  /** Remove an element before the end of the scene. */
  drop(element) {
    element.remove();
    this.#parts.splice(this.#parts.indexOf(element), 1);
  }

  /** Put the elements back into the `stage` after the stage was swapped. */
  comeBack(stage) {
    for (const part of this.#parts) if (!part.isConnected) stage?.append(part);
  }

  /**
   * Animate `element` through frames `[at, frame]`, where `at` is the time in ms since the
   * beginning. Call `act` after the last frame. The browser computes styles when an animation
   * begins, so the animation begins only after the caller has added its other elements.
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
    // Until its first frame begins, an element already looks as it does in that frame. A frame
    // whose time is too early gets the time of the frame before it.
    let latest = 0;
    const keyframes = [[0, frames[0][1]], ...frames].map(([at, frame]) => {
      latest = Math.max(latest, at);
      return { ...frame, offset: end && latest / end };
    });
    const animation = this.#begin(element, keyframes, end);
    if (this.#rate !== 1) animation.updatePlaybackRate(this.#rate);
    // After a new `currentTime` the animation would stand still until the next frame. If that frame
    // is slow, the animation is late, and its sound comes after the end of the scene.
    const { startTime, pending } = this.#clock;
    if (startTime !== null && !pending) animation.startTime = startTime;
    else if (this.now) animation.currentTime = this.now;
    this.#animations.push(animation);
    return animation;
  }

  /** Call `act` at this time of the scene. */
  at(ms, act) {
    this.track(sky, [[ms, {}]], act);
  }

  /** Play the scene `rate` times as fast as before. */
  hurry(rate) {
    this.#start();
    this.#rate *= rate;
    for (const each of [this.#clock, ...this.#animations]) each.updatePlaybackRate(this.#rate);
  }

  /** Skip to the time `ms`. */
  skipTo(ms) {
    this.#start();
    for (const each of [this.#clock, ...this.#animations]) each.currentTime = Math.max(ms, this.now);
  }

  /** Add parts to the scene, each in a task of its own, so that every task is short. */
  build(parts) {
    this.#building = this.#build(parts);
  }

  async #build(parts) {
    for (const part of parts) {
      if (this.#isOver) return;
      part();
      this.#start();
      await nextFrame();
    }
  }

  /** Show the scene as it looks at the time `ms`, without movement. */
  freeze(ms) {
    this.#start();
    for (const each of this.#animations) {
      each.pause();
      each.currentTime = ms;
    }
  }

  /** Show the whole scene for `ms`. Fade it in at first and out at the end. */
  fade(ms) {
    const frames = { opacity: [0, 1, 1, 0], offset: [0, 0.06, 0.94, 1] };
    this.#animations = this.#parts.map((part) => part.animate(frames, { duration: ms, fill: "both", composite: "replace" }));
  }

  /** Wait until all animations are over or the scene was ended. Then end the scene. */
  async finished() {
    await this.#building;
    this.#start();
    // The promise of a cancelled animation would never resolve.
    const going = this.#animations.filter((each) => each.playState !== "idle");
    await Promise.allSettled(going.map((each) => each.finished));
    this.end();
  }

  /** Remove all elements and animations of the scene. */
  end() {
    this.#isOver = true;
    this.#untracked = [];
    for (const each of [this.#clock, ...this.#animations]) each.cancel();
    for (const each of this.#parts) each.remove();
  }

  #begin(element, keyframes, ms) {
    // Tests and recordings find the animations of a scene by this id.
    return element.animate(keyframes, { duration: ms, fill: "both", id: "moment" });
  }
}
