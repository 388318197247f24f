// Setting house rules: which are not as in the preset, and which have been changed but not set yet,
// is said while one chooses, beside the button that sets them.

const form = document.querySelector("form.dials");
const dials = [...form.querySelectorAll(".dial")];

const chosen = (dial) => dial.querySelector("input[type=radio]:checked");
const differs = (dial) => dial.dataset.usual !== undefined && chosen(dial).value !== dial.dataset.usual;
const isChanged = (dial) =>
  !chosen(dial).defaultChecked ||
  [...dial.querySelectorAll("input[type=number]")].some((field) => field.value !== field.defaultValue);

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
// A browser that comes back to the page may have put the choices back.
addEventListener("pageshow", show);
show();
