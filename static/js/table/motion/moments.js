// The scenes of all moves and their times in one module. It is loaded with the first move, so that
// the first load of the page stays small.

export { ask, pass } from "./ask.js";
export { lay, reveal } from "./claim-reveal.js";
export { REVEAL_MS, hurry, nextStep } from "./timing.js";
