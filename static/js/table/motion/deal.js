// The scene of the deal. The backs of cards fly to the seats clockwise, and the viewer's cards
// appear in the hand. It plays once for each game, and not after a reload.

import { Scene, layAt, made, middleOf } from "./scene.js";
import { DEAL_MS, dealTimes } from "./timing.js";

const ROUNDS = 3;

/**
 * Make the scene of a deal. The dealer has the first turn; the first card goes to the next seat.
 */
export function deal() {
  const scene = new Scene();
  const seats = [...document.querySelectorAll(".seats > .seat")];
  const dealer = seats.findIndex((seat) => seat.matches(".has-turn"));
  const order = seats.map((_, index) => seats[(dealer + 1 + index) % seats.length]);
  const from = middleOf(document.querySelector(".last"));
  const { flight, starts } = dealTimes(order.length * ROUNDS);
  starts.forEach((start, index) => {
    const seat = order[index % order.length];
    const back = scene.add(layAt(made(`flyer back ${seat.className.match(/team-\d/)}`), from));
    // A small table does not show hand sizes that are secret, so aim at the whole plate.
    const to = middleOf(seat.querySelector(".plate"));
    const there = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
    scene.track(back, [
      [start, { opacity: 0, transform: "scale(0.8)" }],
      [start + 30, { opacity: 1, transform: "scale(0.8)", easing: "ease-out" }],
      [start + flight * 0.85, { opacity: 1, transform: `${there} scale(0.45) rotate(200deg)` }],
      [start + flight, { opacity: 0, transform: `${there} scale(0.4) rotate(200deg)` }],
    ]);
  });
  order.forEach((seat, index) => {
    const landed = starts[index] + flight * 0.8;
    scene.track(seat.querySelector(".held"), [[0, { opacity: 0 }], [landed, { opacity: 0 }], [landed + 80, { opacity: 1 }]]);
  });
  const cards = document.querySelectorAll("#hand .card");
  cards.forEach((card, index) => {
    const start = ((DEAL_MS - flight) / cards.length) * index;
    scene.track(card, [
      [start, { opacity: 0, transform: "translateY(-4rem) rotate(-8deg)", easing: "ease-out" }],
      [start + flight, { opacity: 1, transform: "none" }],
    ]);
  });
  return scene;
}
