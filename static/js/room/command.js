// The box for typed commands, with which a person can play without the forms. The box also answers
// questions about the table, and shows the server's refusals.

import { NotUnderstood, wordsAt } from "./command-words.js";
import { send } from "./requests.js";

const form = document.getElementById("command");
const field = document.getElementById("command-line");
const answer = document.getElementById("command-says");
const room = document.getElementById("room");
const texts = form.querySelector("template").content;

// Reads the words of this table from the page, for `command-words.js`.

const read = (selector, each, within = document) => [...within.querySelectorAll(selector)].map(each);
const wordsFor = (selector, key) => read(selector, (li) => [li.textContent, li.dataset[key]], texts);

const verbs = wordsFor("[data-word]", "word");
const suits = wordsFor("[data-suit-word]", "suitWord");
const jokers = wordsFor("[data-card]", "card");

const you = () => document.getElementById("mine").dataset.you;
const said = () =>
  wordsAt({
    verbs,
    suits,
    jokers,
    you: you(),
    people: read(".seat", (seat) => ({
      seat: seat.dataset.seat,
      name: seat.querySelector(".name").textContent,
    })),
    sets: read(".set-list [data-set]", (li) => ({
      name: li.dataset.set,
      label: li.querySelector(".set-label").textContent,
      cards: li.dataset.cards.trim().split(" "),
    })),
    hand: read("#hand [data-card]", (card) => card.dataset.card),
  });

const COMMANDS = {
  ask: (rest) => move(room.dataset.ask, said().askOf(rest)),
  claim: (rest) => move(room.dataset.claim, said().claimOf(rest)),
  pass: (rest) => move(room.dataset.pass, said().passOf(rest)),
  who: () => [...document.querySelectorAll(".seat")].map(named).join(" · "),
  hand: () => [...document.querySelectorAll(".hand-set")].map(ofSet).join(" · ") || textOf(hand()),
  last: () => textOf(document.getElementById("last")),
  help: () => sentence("help"),
};

const hand = () => document.getElementById("hand") ?? document.getElementById("prompt");
const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

/** Return the text of a seat, with the name of its player and without the word "You". */
function named(seat) {
  const copy = seat.cloneNode(true);
  copy.querySelector(".own-name").remove();
  return textOf(copy);
}

const ofSet = (set) => {
  const cards = [...set.querySelectorAll("[data-card] .visually-hidden")].map(textOf);
  return `${textOf(set.querySelector("h3"))}: ${cards.join(", ")}`;
};

const sentence = (name, about = "") =>
  withNames(texts.querySelector(`[data-says="${name}"]`).textContent).replace("%s", about);

/** Fill examples with the names of players at this table. */
const withNames = (text) =>
  text.replaceAll("{other}", () => said().exampleOf(1)).replaceAll("{partner}", () => said().exampleOf(0));

field.placeholder = withNames(field.placeholder);

/** Make a move. Return the text to show: the sentence about the move, or the refusal. */
async function move(path, values) {
  if (you() === undefined) throw new NotUnderstood("watching");
  const { code, message } = await send(path, values, form.id);
  return code ? message : textOf(document.getElementById("last"));
}

/** Carry out the command in the box, and show the result. */
export async function run() {
  const line = field.value.trim();
  if (!line) return;
  field.value = "";
  answer.textContent = "";
  try {
    const [verb, rest] = said().verbOf(line);
    answer.textContent = await COMMANDS[verb](rest);
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    answer.textContent = sentence(error.says, error.about);
    field.value = line;
  }
}
