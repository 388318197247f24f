// Repeats the deal of a game in the reader's browser, and compares the result with the record.

import { canHash, commitmentOf, dealt, shuffled } from "./shuffle.js";

const says = document.getElementById("deal-says");
const steps = document.getElementById("deal-steps");
const verdicts = document.getElementById("deal-verdicts").content;

/** Check the deal step by step, and show the values of each step. */
export async function checkDeal({ record: path, deck }) {
  steps.hidden = true;
  if (!canHash()) return say("insecure");
  let record;
  try {
    const answer = await fetch(path);
    if (!answer.ok) return say("lost");
    record = await answer.json();
  } catch {
    return say("lost");
  }
  const good = [await checkCommitment(record), ...(await checkHands(record, deck.split(" ")))];
  steps.hidden = false;
  say(good.every(Boolean) ? "good" : "bad");
}

async function checkCommitment({ seed, commitment }) {
  const computed = await commitmentOf(seed);
  value("commitment", computed);
  return verdict("commitment", computed === commitment);
}

async function checkHands({ seed, rules, dealer, hands }, deck) {
  const cards = await shuffled(deck, seed);
  value("shuffled", cards.join(" "));
  const inOrder = (hand) => [...hand].sort((one, other) => deck.indexOf(one) - deck.indexOf(other));
  return dealt(cards, rules.players, dealer).map((hand, seat) => {
    const here = inOrder(hand).join(" ");
    value(seat, here);
    return verdict(seat, here === inOrder(hands[seat]).join(" "));
  });
}

function value(name, text) {
  document.querySelector(`#fair [data-value="${name}"]`).textContent = text;
}

function verdict(name, good) {
  const mark = verdicts.querySelector(`[data-verdict="${good ? "yes" : "no"}"]`).cloneNode(true);
  document.querySelector(`#deal-steps [data-verdict="${name}"]`).replaceChildren(...mark.childNodes);
  return good;
}

function say(what) {
  says.textContent = says.dataset[what];
  says.dataset.state = what;
}
