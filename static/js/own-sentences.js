// The public part of the table is the same for everybody. This module replaces the sentences about
// moves that concern the viewer, for example by "You asked" or "Ada asked you". The private region
// has the sentence about the last move, updates have the sentences about new moves, and the page
// has the sentences about older moves.

const said = new Map();

for (const line of document.querySelectorAll(".told")) said.set(line.dataset.number, line.textContent);

/** Store the sentences about these moves. */
export function learn(moves) {
  for (const move of moves) if (move.own) said.set(`${move.number}`, move.text);
}

/** Delete the sentences. Called when a new game begins. */
export const forget = () => said.clear();

/** Replace the sentences, and the viewer's name as a holder, before the page shows them. */
export function speakToYou() {
  const own = document.getElementById("own-last");
  const last = document.getElementById("last");
  if (own && last?.dataset.number === own.dataset.number) {
    last.replaceChildren(own.content.cloneNode(true));
  }
  for (const line of document.querySelectorAll(".told")) {
    const text = said.get(line.dataset.number);
    if (text && text !== line.textContent) line.textContent = text;
  }
  const { own: seat } = document.getElementById("mine").dataset;
  const you = document.querySelector(".own-name")?.textContent;
  for (const holder of document.querySelectorAll(`[data-holder="${seat}"]`)) holder.textContent = you;
}
