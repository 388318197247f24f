// All scenes in one module, loaded with the first move to keep the first load light.

export { ask, pass } from "./ask.js";
export { lay, reveal } from "./claim-reveal.js";
export { REVEAL_MS, hurry, nextStep } from "./timing.js";
