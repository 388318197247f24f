// The scene of a claim. It shows the claimed holders. Then, unless the claim is returned, it shows
// the true holders card by card, and the set leaves the table. A dashed outline is a claimed card;
// a solid card is at its true holder. The module is loaded with the first move.

import { sound } from "../../sound.js";
import { showShelves } from "./held.js";
import { freePlace, placeCards } from "./places.js";
import { Scene, cardOf, coverOf, faceOf, isOfOthers, isOwn, layAt, made, middleOf, nameAt, seatOf, sentence, sentenceOf, teamOf } from "./scene.js";
import { layPiece } from "./slip.js";
import { revealTimes } from "./timing.js";

const sky = document.getElementById("flights");
const SHOWN = { opacity: 1 };
const GONE = { opacity: 0 };
// A tilted paper is larger than it measures, by this share of its other side.
const TILT = 0.08;
// Cards keep a distance from seats, because they rise and grow, and have badges at a corner. It is
// this share of a card's width.
const APART = 0.25;

/** Make the scene of a claim, which lasts at most `ms`. It calls `landed` at its end. */
export function reveal(move, { ms }, landed) {
  const claim = claimOf(move, ms);
  const scene = new Scene();
  // Do not interrupt a player who is placing the cards of a claim or choosing a card to ask for.
  if (isBusy()) {
    const end = Math.min(ms, 600);
    scene.at(end, landed);
    putAway(scene, claim, 0, end);
    return scene;
  }
  // The end is laid out last, too. On a slow machine later parts run later, and no sound may come
  // after the end.
  const end = () => scene.at(claim.times.end, landed);
  scene.build([...PARTS.map((part) => () => part(scene, claim)), end]);
  return scene;
}

/** Make the scene for reduced motion: it shows the slip with its marks, and the verdict. */
export function lay(move, ms) {
  const claim = claimOf(move, ms);
  const scene = new Scene();
  if (isBusy()) return scene;
  for (const part of [slip, otherHalf, verdict]) part(scene, claim);
  scene.freeze(claim.times.verdict + 0.1 * ms);
  scene.fade(0.6 * ms);
  sound(claim.outcome !== "right" ? "wrong" : claim.isLost ? "lost" : "book");
  return scene;
}

const isBusy = () => document.querySelector(".claims[open], .target :checked") !== null;

function claimOf(move, ms) {
  const cards = move.claim.cards.map(([rank, suit, short, named, found]) => ({
    face: [rank, suit],
    short,
    named,
    found,
    right: found === null ? null : named === found,
    // The viewer held this card and knew it, so nothing is to be turned slowly.
    known: named === found && isOwn(found),
  }));
  const returned = cards.some(({ found }) => found === null);
  const right = cards.every((card) => card.right);
  // The styles mark the claims of the other team differently from the beginning.
  sky.dataset.by = teamOf(move.seat);
  return {
    move,
    cards,
    outcome: returned ? "returned" : right ? "right" : "wrong",
    isLost: right && isOfOthers(move.seat),
    times: revealTimes(cards.map(({ known }) => known), ms, returned),
    felt: document.querySelector(".felt").getBoundingClientRect(),
    seats: [...document.querySelectorAll(".seats > .seat")].map(boxOf),
  };
}

const PARTS = [note, darken, slip, otherHalf, outlines, trueCards, words, verdict, leave, sounds];

// The claimed holders

function note(scene, claim) {
  const { move, cards, times, felt } = claim;
  const rows = [...new Set(cards.map(({ named }) => named))].map((seat) =>
    made("note-row", faceOf(seat), made("note-name", nameAt(seat)), ...cards.filter(({ named }) => named === seat).map(({ face }) => cardOf(face, "chip-card is-said"))),
  );
  const paper = made("claim-note", made("note-who", sentenceOf(move.seat, "claims")), made("note-set", move.claim.label), ...rows);
  layBeside(scene, claim, paper, middleOf(felt));
  scene.track(paper, [
    [0, { opacity: 0, transform: "scale(0.9) rotate(-4deg)" }],
    [times.dark * 0.15, { opacity: 1, transform: "scale(1) rotate(-1.5deg)" }],
    [times.dark, { opacity: 1, transform: "scale(1) rotate(-1.5deg)" }],
    [times.dark * 1.25, { opacity: 0, transform: "scale(0.8) rotate(0)" }],
  ]);
}

/**
 * Lay a paper near a point of the table, where it covers no seat; if there is no such place, over
 * the private region, and small enough for it.
 */
function layBeside(scene, { felt, seats }, paper, wanted) {
  scene.add(layAt(paper, wanted));
  const { offsetWidth: width, offsetHeight: height } = paper;
  const size = { width: width + height * TILT, height: height + width * TILT };
  const free = freePlace(size, wanted, felt, seats);
  const dock = document.querySelector("#mine .dock")?.getBoundingClientRect();
  if (!free && dock) paper.style.scale = Math.min(1, dock.width / size.width, dock.height / size.height);
  if (free || dock) layAt(paper, free ?? middleOf(dock));
}

function darken(scene, { move, cards, times, outcome }) {
  const light = outcome === "right" ? times.verdict : times.leaves;
  const lit = new Map([[move.seat, times.dark]]);
  for (const { named } of cards) lit.set(named, times.dark);
  cards.forEach(({ found }, index) => {
    if (found !== null && !lit.has(found)) lit.set(found, times.turns[index] + times.turn * 0.4);
  });
  // Measure everything before an element is added.
  const seats = [...lit].map(([number, at]) => {
    const seat = seatOf(number);
    // In a small ring the number of cards is on the face, where a claim leaves no room for it.
    const isSmall = getComputedStyle(seat.querySelector(".held")).position === "absolute";
    return [number, at, seat, seat.getBoundingClientRect(), seat.querySelector(".face").offsetWidth, isSmall];
  });
  const veil = scene.add(made("veil"));
  scene.track(veil, [[times.dark * 0.85, GONE], [times.dark * 1.2, SHOWN], [light, SHOWN], [light + times.turn, GONE]]);
  for (const [number, at, seat, { left, top, width, height }, face, isSmall] of seats) {
    const copy = made(seat.className.replace("seat", "lit"), ...seat.cloneNode(true).children);
    copy.classList.toggle("is-you", isOwn(number));
    Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    if (isSmall) copy.querySelector(".held").remove();
    copy.style.setProperty("--face", `${face}px`);
    scene.add(copy, sky);
    scene.track(copy, [[at * 0.85, GONE], [at * 1.1, SHOWN], [light, SHOWN], [light + times.turn, GONE]]);
  }
}

function slip(scene, claim) {
  const { move, outcome } = claim;
  claim.heading = sentenceOf(move.seat, "said", { set: move.claim.label });
  layPiece(scene, claim, outcome === "wrong" ? "torn-left" : "whole");
}

function otherHalf(scene, claim) {
  if (claim.outcome === "wrong") layPiece(scene, claim, "torn-right");
}

// Card by card

function outlines(scene, claim) {
  place(claim);
  claim.cards.forEach((card, index) => {
    const said = claim.lying.find((each) => each.index === index && each.seat === card.named);
    outline(scene, claim, card, index, said.at);
  });
}

function trueCards(scene, claim) {
  claim.cards.forEach((card, index) => {
    if (card.found === null) return;
    const { at } = claim.lying.find((each) => each.index === index && each.true);
    if (!card.right) {
      claim.elsewhere ??= [];
      claim.elsewhere.push(at);
    }
    turnUp(scene, claim, card, index, at);
  });
}

/** Find a place for each card that will lie on the table. */
function place(claim) {
  const { cards, felt } = claim;
  const width = Math.max(26, Math.min(90, felt.width * 0.115, felt.height * 0.17));
  claim.cardSize = { width, height: width * 1.4 };
  const lying = cards.map((card) => [card.named, card.right === false ? card.found : null]).flatMap(([named, elsewhere], index) =>
    elsewhere === null ? [{ seat: named, index, true: true }] : [{ seat: named, index }, { seat: elsewhere, index, true: true }],
  );
  const holders = [...new Set(lying.map(({ seat }) => seat))].map((seat) => ({ box: claim.seats[seat], lying: lying.filter((each) => each.seat === seat) }));
  const { x, y } = middleOf(felt);
  const wide = Math.max(60, felt.width * 0.24);
  const text = { left: x - wide, right: x + wide, top: y - 28, bottom: y + 28 };
  const places = placeCards(holders.map(({ box, lying: { length } }) => ({ box, count: length })), felt, claim.cardSize, [text, ...claim.seats.map((box) => around(box, width * APART))]);
  holders.forEach(({ lying: here }, number) => here.forEach((each, place) => (each.at = places[number][place])));
  claim.lying = lying;
}

const around = ({ left, top, right, bottom }, space) => ({ left: left - space, top: top - space, right: right + space, bottom: bottom + space });

/** Return the box of a seat's face, name and count. Nothing may cover it. */
function boxOf(seat) {
  const boxes = [".face", ".plate", ".held"].map((part) => seat.querySelector(part).getBoundingClientRect());
  const [lefts, tops, rights, bottoms] = ["left", "top", "right", "bottom"].map((side) => boxes.map((box) => box[side]));
  return { left: Math.min(...lefts), top: Math.min(...tops), right: Math.max(...rights), bottom: Math.max(...bottoms) };
}

function sized(element, { width }) {
  element.style.setProperty("--w", `${width}px`);
  return element;
}

function outline(scene, { times, outcome, cardSize, felt }, card, index, at) {
  const middle = middleOf(felt);
  const dashed = sized(cardOf(card.face, "flyer card is-said"), cardSize);
  dashed.append(made("crossed"));
  scene.add(layAt(dashed, at));
  const tilt = `rotate(${index % 2 ? 3 : -3}deg)`;
  const from = { opacity: 0, transform: `translate(${middle.x - at.x}px, ${middle.y - at.y}px) scale(0.6)` };
  const there = { opacity: 1, transform: tilt };
  const start = times.dark + index * times.turn * 0.15;
  const away = outcome === "returned" ? times.leaves : times.verdict;
  scene.track(dashed, [
    [start, { ...from, easing: "ease-out" }],
    [start + times.turn, there],
    ...(outcome === "returned" ? unsure(times, tilt) : []),
    [outcome === "wrong" ? times.leaves : away, there],
    [(outcome === "wrong" ? times.leaves : away) + times.turn, { opacity: 0, transform: outcome === "returned" ? `translateY(1rem) ${tilt} scale(0.7)` : tilt }],
  ]);
  if (card.right === false) {
    const turn = times.turns[index];
    scene.track(dashed.lastChild, [[turn + times.turn * 0.3, { opacity: 0, transform: "scale(1.6)" }], [turn + times.turn * 0.7, { opacity: 1, transform: "none" }]]);
  }
}

/** If a card stays hidden, its outline trembles and stays an outline. */
function unsure({ verdict, turn }, tilt) {
  const to = (x) => ({ opacity: 1, transform: `translateX(${x}px) ${tilt}` });
  return [0, 4, -4, 3, 0].map((x, index) => [verdict - turn * (2 - index * 0.4), to(x)]);
}

function turnUp(scene, claim, card, index, at) {
  const { times, cards, outcome, cardSize, felt } = claim;
  const turn = times.turns[index];
  const solid = sized(cardOf(card.face, "flyer card is-true"), cardSize);
  scene.add(layAt(solid, at));
  const edge = { transform: "translateY(-0.8rem) scaleX(0.06) rotate(4deg)" };
  const flat = { opacity: 1, transform: `rotate(${index % 2 ? 2 : -2}deg)` };
  const frames = [
    [turn, { ...edge, opacity: 0 }],
    [turn + times.turn * 0.2, { ...edge, opacity: 1, easing: "ease-out" }],
    [turn + times.turn, flat],
  ];
  if (card.right) {
    const badge = made("badge hit", "✓");
    scene.add(layAt(badge, { x: at.x + cardSize.width * 0.4, y: at.y + cardSize.height * 0.42 }));
    const until = outcome === "right" ? times.verdict : times.leaves;
    scene.track(badge, [[turn + times.turn * 0.8, { opacity: 0, transform: "scale(0.2)" }], [turn + times.turn * 1.3, { opacity: 1, transform: "none" }], [until, SHOWN], [until + times.turn * 0.5, GONE]]);
  } else {
    beam(scene, claim, at, turn);
    solid.classList.add("is-elsewhere");
    frames.splice(2, 1, [turn + times.turn * 0.7, { opacity: 1, transform: "scale(1.5)" }], [turn + times.turn * 1.4, { opacity: 1, transform: "scale(1.2) rotate(5deg)" }]);
  }
  if (outcome === "right") {
    // All cards move to the middle and form a fan.
    const { x, y } = middleOf(felt);
    const step = index - (cards.length - 1) / 2;
    const fan = `translate(${x + step * cardSize.width * 0.62 - at.x}px, ${y - cardSize.height * 0.75 + Math.abs(step) * 3 - at.y}px) rotate(${step * 7}deg) scale(1.25)`;
    const closed = `translate(${x - at.x}px, ${y - at.y}px) scale(0.8)`;
    frames.push([times.verdict, flat], [times.verdict + times.turn, { opacity: 1, transform: fan }], [times.leaves - times.turn * 0.4, { opacity: 1, transform: fan }], [times.leaves + times.turn * 0.4, { opacity: 0, transform: closed }]);
  } else {
    const pale = card.right ? { ...flat, opacity: 0.45 } : { opacity: 1, transform: "scale(1.2) rotate(5deg)" };
    frames.push([times.verdict, frames.at(-1)[1]], [times.verdict + times.turn, pale], [times.leaves, pale], [times.leaves + times.turn, { ...pale, opacity: 0 }]);
  }
  scene.track(solid, frames);
}

/** Show a spotlight on a misplaced card, which lies in front of its true holder. */
function beam(scene, { times }, at, turn) {
  const light = scene.add(layAt(made("beam"), at));
  scene.track(light, [[turn, GONE], [turn + times.turn * 0.6, SHOWN], [times.verdict, SHOWN], [times.leaves, { opacity: 0.7 }], [times.leaves + times.turn * 0.5, GONE]]);
}

// Sentences

function words(scene, { move, cards, times, felt, outcome }) {
  const lines = [[times.dark * 1.15, sentenceOf(move.seat, "so"), sentence("see")]];
  let right = cards.filter(({ known }) => known).length;
  cards.forEach((card, index) => {
    if (card.found === null || card.known) return;
    lines.push([times.turns[index], sentenceOf(card.named, "where", { card: card.short }), sentence("right", { right, all: cards.length })]);
    if (card.right) right += 1;
    else lines.push([times.turns[index] + times.turn * 0.5, sentenceOf(card.named, "elsewhere"), sentenceOf(card.found, "found")]);
  });
  const end = outcome === "returned" ? times.verdict : times.verdict - times.turn * 0.1;
  lines.forEach(([start, first, second], index) => {
    const until = lines[index + 1]?.[0] ?? end;
    const said = made("words", made("", first), made("words-much", second));
    said.style.setProperty("--most", `${felt.width * 0.52}px`);
    scene.add(layAt(said, middleOf(felt)));
    scene.track(said, [[start, GONE], [start + 60, SHOWN], [until - 20, SHOWN], [until, GONE]]);
  });
}

function verdict(scene, claim) {
  const { move, times, outcome, isLost, felt } = claim;
  const { x, y } = middleOf(felt);
  const panel = made(`verdict is-${isLost ? "lost" : outcome}`, made("verdict-big", move.claim.verdict), made("", move.claim.result));
  if (outcome === "right" && !isLost) panel.append(made("mark", "✓"));
  // Put the verdict below the fan of right cards, or away from most of the misplaced cards.
  const elsewhere = claim.elsewhere ?? [];
  const isLow = elsewhere.filter((at) => at.y > y).length * 2 > elsewhere.length;
  const low = outcome === "right" ? Math.min(felt.height * 0.2, 90) : felt.height * (isLow ? -0.1 : 0.12);
  layBeside(scene, claim, panel, { x, y: y + low });
  const lies = outcome === "right" ? "none" : "rotate(-4deg)";
  const from = outcome === "right" ? "translateY(1rem) scale(0.9)" : "rotate(-12deg) scale(1.6)";
  scene.track(panel, [[times.verdict, { opacity: 0, transform: from }], [times.verdict + times.turn * 0.8, { opacity: 1, transform: lies }], [times.leaves, { opacity: 1, transform: lies }], [times.leaves + times.turn * 0.6, { opacity: 0, transform: lies }]]);
  if (outcome !== "right" || isLost) return;
  const rays = made("rays");
  const side = Math.min(felt.width, felt.height) * 1.05;
  Object.assign(rays.style, { width: `${side}px`, height: `${side}px` });
  scene.add(layAt(rays, { x, y }));
  sky.prepend(rays);
  scene.track(rays, [[times.verdict, { opacity: 0, transform: "scale(0.5)" }], [times.verdict + times.turn, { opacity: 1, transform: "rotate(6deg)" }], [times.leaves, { opacity: 1, transform: "rotate(16deg)" }], [times.leaves + times.turn, { opacity: 0, transform: "rotate(20deg)" }]]);
}

function leave(scene, claim) {
  if (claim.outcome !== "returned") putAway(scene, claim, claim.times.leaves, claim.times.end);
}

/**
 * Let the set, drawn as a book, fly to its shelf; if no team scores it, to the button of the log.
 */
function putAway(scene, { move, felt }, start, end) {
  const spine = document.querySelector(`.shelf .spine[data-set="${move.set}"]`);
  const goal = spine ?? document.querySelector("#log > summary");
  if (!goal || goal.offsetParent === null) return;
  const from = middleOf(felt);
  const to = middleOf(goal);
  const book = scene.add(layAt(coverOf(move.set), from));
  if (spine) scene.at(start, showShelves);
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.35) rotate(${spine ? 0 : 20}deg)`;
  const at = (share) => start + (end - start) * share;
  scene.track(book, [
    [start, { opacity: 0, transform: "scale(1.2)" }],
    [at(0.2), { opacity: 1, transform: "scale(1.2)", easing: "ease-in-out" }],
    [at(0.9), { opacity: 1, transform: there }],
    [end, { opacity: spine ? 1 : 0, transform: there }],
  ]);
  const score = spine?.closest(".shelf").querySelector(".score");
  if (score) scene.track(score, [[at(0.7), { transform: "scale(1)" }], [at(0.9), { transform: "scale(1.4)" }], [end, { transform: "scale(1)" }]]);
}

function sounds(scene, { cards, times, outcome, isLost }) {
  // On a slow machine the scene may be over before this part is built. A late sound would be heard
  // during the next move.
  const play = (ms, name, step) => scene.now < ms && scene.at(ms, () => sound(name, step));
  const first = cards.findIndex(({ known }) => known);
  cards.forEach(({ right, known }, index) => {
    if (right !== null && (!known || index === first)) play(times.turns[index] + 1, right ? "card" : "wrong", index);
  });
  if (outcome === "right") play(times.verdict, isLost ? "lost" : "right");
  else play(times.verdict, outcome === "wrong" ? "tear" : "wrong");
  if (outcome !== "returned") play(times.end - 150, "book");
}
