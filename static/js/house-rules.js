// Setting house rules: which are not as in the preset, and which have been changed but not set yet,
// is said while one chooses, beside the button that sets them.

const form = document.querySelector("form.options");
const options = [...form.querySelectorAll(".option")];

const chosen = (option) => option.querySelector("input[type=radio]:checked").value;
const number = (option) => option.querySelector("input[type=number]");
// A number says something only beside the position that it belongs to.
const otherNumber = (option, than) => {
  const field = number(option);
  return field !== null && chosen(option) === field.dataset.to && field.value !== field.dataset[than];
};
const differs = (option) =>
  option.dataset.usual !== undefined &&
  (chosen(option) !== option.dataset.usual || otherNumber(option, "usual"));
const isChanged = (option) => chosen(option) !== option.dataset.set || otherNumber(option, "set");

function show() {
  for (const option of options) {
    option.classList.toggle("differs", differs(option));
    option.querySelector(".tag")?.toggleAttribute("hidden", !differs(option));
  }
  say(form.querySelector(".bar-differs"), options.filter(differs));
  say(form.querySelector(".bar-changed"), options.filter(isChanged));
}

function say(line, said) {
  line.hidden = said.length === 0 && !line.dataset.none;
  const titles = said.map((option) => option.dataset.title).join(" · ");
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
