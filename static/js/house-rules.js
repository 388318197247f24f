// Setting house rules: which are not as in the preset, and which have been changed but not set yet,
// is said while one chooses, beside the button that sets them.

const form = document.querySelector("form.dials");
const dials = [...form.querySelectorAll(".dial")];

const chosen = (dial) => dial.querySelector("input[type=radio]:checked").value;
const number = (dial) => dial.querySelector("input[type=number]");
// A number says something only beside the position that it belongs to.
const otherNumber = (dial, than) => {
  const field = number(dial);
  return field !== null && chosen(dial) === field.dataset.to && field.value !== field.dataset[than];
};
const differs = (dial) =>
  dial.dataset.usual !== undefined &&
  (chosen(dial) !== dial.dataset.usual || otherNumber(dial, "usual"));
const isChanged = (dial) => chosen(dial) !== dial.dataset.set || otherNumber(dial, "set");

function show() {
  for (const dial of dials) {
    dial.classList.toggle("differs", differs(dial));
    dial.querySelector(".tag")?.toggleAttribute("hidden", !differs(dial));
  }
  say(form.querySelector(".bar-differs"), dials.filter(differs));
  say(form.querySelector(".bar-changed"), dials.filter(isChanged));
}

function say(line, said) {
  line.hidden = said.length === 0 && !line.dataset.none;
  const titles = said.map((dial) => dial.dataset.title).join(" · ");
  line.textContent = said.length ? `${line.dataset.some} ${titles}` : line.dataset.none ?? "";
}

form.addEventListener("input", show);
// Whoever types a name means to keep the rules; the form's first button would set them.
form.elements.save_as.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(form.elements.keep);
});
// A browser that comes back to the page may have put the choices back.
addEventListener("pageshow", show);
show();
