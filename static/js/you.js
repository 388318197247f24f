// The public part of the table is the same for everybody. Moves that concern whoever looks at this
// page are said to them: "You asked", "Ada asked you". The last one comes with their own part, each
// new one with the moves, and those of before with the page.

const said = new Map();

for (const line of document.querySelectorAll(".told")) said.set(line.dataset.number, line.textContent);

/** Remember how these moves were said. */
export function learn(moves) {
  for (const move of moves) if (move.own) said.set(`${move.number}`, move.text);
}

/** Another game begins. */
export const forget = () => said.clear();

/** Say what concerns you in your own words, before it is on the screen. */
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
}
