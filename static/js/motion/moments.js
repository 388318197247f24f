// All scenes in one module. It is loaded with the first move, to keep the first load small.

export { ask, pass } from "./ask.js";
export { lay, reveal } from "./claim-reveal.js";
export { REVEAL_MS, hurry, nextStep } from "./timing.js";
