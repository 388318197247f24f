// The scenes of an ask and of a pass. An ask is shown for a moment; then the card flies to the
// asker or, after a miss, shakes. In a pass the lamp flies to the next player.

import { sound } from "../../sound.js";
import { heldCard } from "./held.js";
import { Scene, cardOf, faceOf, isOfOthers, layAt, made, middleOf, seatOf, teamOf } from "./scene.js";

const CHIP_MS = 700;
const faceAt = (seat) => seatOf(seat).querySelector(".face");

/** Make the scene of an ask. It calls `landed` when the card has landed or shaken. */
export function ask(move, { breath, ms }, landed) {
  const places = placesOf(move);
  const scene = new Scene();
  const stage = document.querySelector(".stage");
  const { last, card, answer, badge, dots } = lastOf(move);
  if (!breath) dots.remove();
  scene.add(last, stage);
  const end = breath + ms;
  scene.track(last, [[0, { opacity: breath ? 0 : 1 }], [Math.min(120, end), { opacity: 1 }]]);
  scene.track(answer, appearing(breath, end));
  scene.track(badge, appearing(move.hit ? end - 60 : breath, end, { scale: 0.3 }, { scale: 1 }));
  if (breath) hush(scene, stage, move, breath, end, dots, card, places);
  scene.at(breath || 1, () => soundAsk(move));
  if (move.hit) travel(scene, move, breath, end, card, places);
  else shake(scene, breath, end, card, places);
  scene.at(end, () => {
    scene.drop(last);
    landed();
  });
  if (move.hit && breath) chips(scene, places, end);
  return scene;
}

// The latest hit, and the number of hits before it in its run. A player who hits asks again.
let run = { seat: null, number: null, before: 0 };

/** Play the sound of an ask. A hit of the other team is a loss of the viewer's team. */
export function soundAsk({ seat, number, hit }) {
  if (!hit) return sound("miss");
  const goesOn = run.seat === seat && run.number === number - 1;
  run = { seat, number, before: goesOn ? run.before + 1 : 0 };
  sound(isOfOthers(seat) ? "lost" : "hit", run.before);
}

/** Make the scene of a pass. */
export function pass(move, { ms }, landed) {
  const scene = new Scene();
  slideLamp(scene, placesOf(move), 0, ms);
  scene.at(ms, landed);
  return scene;
}

/**
 * Measure the positions for a move. All are measured before an element is added, so that the
 * browser lays out the page only once.
 */
function placesOf({ seat, other, card, hit }) {
  const own = card && heldCard(card);
  const mine = hit && document.querySelector(`#hand [data-card="${card}"]`);
  const [asker, asked] = [seat, other].map((number) => middleOf(faceAt(number)));
  const plates = [seat, other].map((number) => seatOf(number).querySelector(".plate").getBoundingClientRect());
  return { own, asker, asked, plates, from: own ? middleOf(own) : asked, to: mine ? middleOf(mine) : asker };
}

const appearing = (at, end, from = {}, to = {}) => [
  [Math.max(0, at), { opacity: 0, ...from }],
  [Math.min(at + 120, end), { opacity: 1, ...to }],
  [end, { opacity: 1, ...to }],
];

/**
 * Make the picture of this move for the middle of the table. It looks like the picture that the
 * page shows for the last move.
 */
function lastOf({ seat, other, face, hit, question, answer: text }) {
  const outcome = hit ? "hit" : "miss";
  const card = cardOf(face, `card big ${outcome}`);
  const badge = made(`badge ${outcome}`, hit ? "✓" : "✗");
  const answer = made(`answer ${outcome}`, text);
  const dots = made("dots", "…");
  const picture = made("last-picture", faceOf(seat), made("way went"), card, badge, made("way went"), faceOf(other));
  const last = made(`last moment by-${teamOf(seat)}`, picture, made("said", question, " ", answer, dots));
  last.ariaHidden = "true";
  return { last, card, answer, badge, dots };
}

/** Dim everything except the two players and the card. */
function hush(scene, stage, { seat, other }, breath, end, dots, card, { own }) {
  const quiet = (to) => [[0, { opacity: 1 }], [160, { opacity: to }], [breath, { opacity: to }], [end, { opacity: 1 }]];
  for (const each of document.querySelectorAll(".seats > .seat")) {
    if (![seat, other].includes(Number(each.dataset.seat))) scene.track(each, quiet(0.35));
  }
  const dark = scene.add(made("hush"), stage);
  scene.track(dark, [[0, { opacity: 0 }], [200, { opacity: 1 }], [breath, { opacity: 1 }], [end, { opacity: 0 }]]);
  scene.track(dots, [[0, { opacity: 0 }], [200, { opacity: 0 }], [300, { opacity: 1 }], [breath - 60, { opacity: 1 }], [breath, { opacity: 0 }]]);
  scene.track(card, [[0, { transform: "scale(0.85)" }], [260, { transform: "scale(1.3)", easing: "ease-in-out" }], [breath, { transform: "scale(1.3)" }], [breath + 150, { transform: "scale(1)" }]]);
  if (own) scene.track(own, [[0, { transform: "none" }], [140, { transform: "translateY(-0.6rem)" }], [breath, { transform: "translateY(-0.6rem)" }]]);
}

function travel(scene, move, breath, end, card, { own, from, to }) {
  scene.track(card, [[breath, { opacity: 1 }], [breath + 90, { opacity: 0.2 }], [end, { opacity: 0.2 }]]);
  // The card in the viewer's hand stays faint until the flying card has landed.
  if (own) scene.track(own, [[breath, { opacity: 1 }], [breath + 40, { opacity: 0.25 }], [end, { opacity: 0.25 }]]);
  // Two faint copies follow the flying card.
  for (const [late, opacity] of [[110, 0.25], [55, 0.45], [0, 1]]) {
    const flyer = scene.add(layAt(cardOf(move.face, "flyer card"), from));
    fly(scene, flyer, from, to, breath + late / 2, Math.min(end, end - 55 + late / 2), opacity);
  }
}

function fly(scene, flyer, from, to, start, end, opacity) {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const lift = Math.min(60, Math.hypot(x, y) / 5);
  const at = (share) => start + (end - start) * share;
  scene.track(flyer, [
    [start, { transform: "scale(0.6)", opacity: 0 }],
    [at(0.12), { transform: "scale(1.05)", opacity, easing: "ease-in" }],
    [at(0.55), { transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(1.15) rotate(-6deg)`, opacity, easing: "ease-out" }],
    [end - 50, { transform: `translate(${x}px, ${y}px) scale(0.75) rotate(0)`, opacity }],
    [end, { transform: `translate(${x}px, ${y}px) scale(0.6) rotate(0)`, opacity: 0 }],
  ]);
}

// An animation sets its properties from the beginning of the scene. So it must not set `transform`:
// before a miss the card would not grow as it does before a hit.
function shake(scene, breath, end, card, places) {
  const at = (share) => breath + (end - breath) * share;
  const to = (x) => ({ translate: `${x}px`, rotate: `${x / 2.5}deg` });
  scene.track(card, [[breath, to(0)], [at(0.15), to(-11)], [at(0.35), to(11)], [at(0.55), to(-8)], [at(0.75), to(5)], [end, to(0)]]);
  slideLamp(scene, places, at(0.3), end);
}

function slideLamp(scene, { asker: from, asked: to }, start, end) {
  const lamp = scene.add(layAt(made("flyer lamp"), from));
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
  scene.track(lamp, [[start, { opacity: 0, transform: "none" }], [start + 40, { opacity: 1, transform: "none", easing: "ease-in-out" }], [end, { opacity: 1, transform: there }]]);
}

/**
 * Show the changes of the counts. They are below the name plates, so that the counts stay readable.
 */
function chips(scene, { plates }, at) {
  for (const [box, text, kind] of [[plates[0], "+1", "more"], [plates[1], "−1", "fewer"]]) {
    const chip = scene.add(layAt(made(`chip ${kind}`, text), { x: box.left + box.width / 2, y: box.bottom + 12 }));
    scene.track(chip, [[at, { opacity: 0, transform: "scale(0.5)" }], [at + 120, { opacity: 1, transform: "none" }], [at + CHIP_MS * 0.7, { opacity: 1, transform: "none" }], [at + CHIP_MS, { opacity: 0, transform: "translateY(0.4rem)" }]]);
  }
}
