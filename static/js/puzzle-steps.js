// The steps of a puzzle's argument. A step that opens passes the focus on to the control of the next
// step, which is inside it. So Enter goes on from step to step, and never shuts a step at once. The
// last step passes it on to its own sentence.

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(".step > summary")?.parentElement;
  if (!step || step.open) return;
  const next = step.querySelector(":scope .step > summary") ?? step.querySelector("[id^=said-]");
  step.addEventListener("toggle", () => next.focus(), { once: true });
});
