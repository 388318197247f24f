// The public part of the table is the same for everybody. This module puts moves that concern the
// viewer into their own words: "You asked", "Ada asked you". The last sentence comes with the
// private region, each new one with the moves, older ones with the page.

const said = new Map();

for (const line of document.querySelectorAll(".told")) said.set(line.dataset.number, line.textContent);

/** Remember the sentences of these moves. */
export function learn(moves) {
  for (const move of moves) if (move.own) said.set(`${move.number}`, move.text);
}

/** Forget the sentences at a new game. */
export const forget = () => said.clear();

/** Put the viewer's own words in before the region is shown. */
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
