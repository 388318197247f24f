// All that shows a move, in one: fetched with the first move, since the first load can do without.

export { ask, pass } from "./ask.js";
export { lay, reveal } from "./claim-reveal.js";
export { REVEAL_MS, hurry, nextStep } from "./timing.js";
