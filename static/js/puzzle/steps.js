// The steps of a puzzle's argument. When a step opens, the focus moves to the control of the next
// step, which is inside the open step. So a person can press Enter again and again to go through
// the steps, and never closes a step by mistake. In the last step the focus moves to its sentence.

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(".step > summary")?.parentElement;
  if (!step || step.open) return;
  const next = step.querySelector(":scope .step > summary") ?? step.querySelector("[id^=said-]");
  step.addEventListener("toggle", () => next.focus(), { once: true });
});
