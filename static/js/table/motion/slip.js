// The paper slip of a claim. It lists the cards with their claimed holders, and marks each card
// when it is turned. If the claim is wrong, the slip tears.

import { cardOf, faceOf, made, nameAt } from "./scene.js";

const GAP = 8;

/** Lay a piece of the slip over the private region. `piece` is the whole slip, or one half of it. */
export function layPiece(scene, claim, piece) {
  const slip = made(`slip is-${piece}`, made("slip-head", faceOf(claim.move.seat), claim.heading));
  const columns = made("slip-cards", ...claim.cards.map((card) => columnOf(card)));
  slip.append(columns);
  placeOf(scene, claim).append(slip);
  move(scene, slip, claim, piece);
  claim.cards.forEach((card, index) => markColumn(scene, columns.children[index], card, claim.times, index));
}

/**
 * Return the element for all pieces. It begins at the top of the private region, or higher if the
 * slip would not fit. Its styles do this, so nothing needs to measure the slip.
 */
function placeOf(scene, claim) {
  if (!claim.slips) {
    const box = document.querySelector("#mine .dock")?.getBoundingClientRect() ?? claim.felt;
    const width = Math.min(box.width - 2 * GAP, 560);
    claim.slips = scene.add(made("slips"));
    Object.assign(claim.slips.style, {
      left: `${box.left + (box.width - width) / 2}px`,
      bottom: `${GAP}px`,
      width: `${width}px`,
      minHeight: `${innerHeight - box.top - GAP}px`,
    });
  }
  return claim.slips;
}

function columnOf({ face, named, right }) {
  const column = made(`slip-card ${right === false ? "is-wrong" : "is-right"}`, made("slip-found"), made("slip-now"));
  column.append(cardOf(face, "chip-card"), faceOf(named), made("slip-name", nameAt(named)));
  column.append(made(`badge ${right === false ? "miss" : "hit"}`, right === false ? "✗" : "✓"));
  return column;
}

// The looks of each piece before and after the slip tears. Until then the left half is the whole
// slip, because a seam would tell the result.
const LOOKS = {
  whole: [{}, { transform: "none" }],
  "torn-left": [{ clipPath: "none" }, { clipPath: "var(--half)", transform: "translate(-0.5rem, 0.4rem) rotate(-4deg)" }],
  "torn-right": [{ opacity: 0 }, { opacity: 1, transform: "translate(0.5rem, -0.2rem) rotate(3.5deg)" }],
};

// The slip slides in and does not fade in: nobody could read a translucent slip over the hand.
function move(scene, slip, { times, outcome }, piece) {
  const down = { transform: "translateY(110vh)" };
  const there = { transform: "none" };
  const [before, after] = LOOKS[piece];
  const end = outcome === "returned" ? { transform: "rotate(-2deg)" } : after;
  scene.track(slip, [
    [times.dark, { ...before, ...down, easing: "ease-out" }],
    [times.dark + times.turn * 0.8, { ...before, ...there }],
    [times.verdict, { ...before, ...there }],
    [times.verdict, { ...end, ...there }],
    [times.verdict + times.turn * 0.5, end],
    [times.leaves, end],
    [times.leaves + times.turn, { ...end, ...down }],
  ]);
}

function markColumn(scene, column, { right }, { turns, turn }, index) {
  const [found, now] = column.children;
  const name = column.querySelector(".slip-name");
  const badge = column.lastChild;
  // A hidden card gets no mark.
  if (right === null) return;
  const at = turns[index];
  const known = at + turn;
  scene.track(now, [[at - 1, { opacity: 0 }], [at + turn * 0.2, { opacity: 1 }], [known, { opacity: 1 }], [known + 60, { opacity: 0 }]]);
  scene.track(found, [[known, { opacity: 0 }], [known + 60, { opacity: 1 }]]);
  scene.track(badge, [[known, { opacity: 0, transform: "scale(0.2)" }], [known + turn * 0.4, { opacity: 1, transform: "none" }]]);
  if (!right) scene.track(name, [[known, { opacity: 1 }], [known + 60, { opacity: 0.6 }]]);
}
