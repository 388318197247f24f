// The form for the house rules. A preset fills it. Sentences next to the submit button list the
// differences from the preset, and the changes that are not applied yet.

const page = document.querySelector(".house-rules");
const form = page.querySelector("form.options");
const options = [...form.querySelectorAll(".option")];
const presets = [...page.querySelectorAll("[data-preset]")];

const chosenPreset = () => page.querySelector("[data-preset][aria-current]");
// Values as the server writes them: "deck=8s-out players=6 …".
const valuesOf = (text) => Object.fromEntries(text.split(" ").map((word) => word.split("=")));
const present = valuesOf(form.dataset.set);
const ofPreset = (name) => valuesOf(presets.find(({ dataset }) => dataset.preset === name).dataset.options);
const chosen = (option) => option.querySelector("input[type=radio]:checked")?.value;

// The values of an option and of its numbers. A number beside a value counts only with this value.
const fields = (option) =>
  [...option.querySelectorAll("input:checked, input[type=number]")].filter((field) => {
    const beside = field.closest("[data-beside]");
    return !beside || beside.dataset.beside === chosen(option);
  });
const isOther = (option, than) =>
  fields(option).some(({ name, value }) => name in than && value !== than[name]);

// Options of the table, which a preset may set. A link has only rules.
const OF_TABLE = ["help", "turn_seconds", "seat_count"];

// Only presets of the site, not saved rules.
const sitePresets = presets.filter(({ dataset }) => dataset.preset === dataset.base);

/** Return the options of the form that differ from a preset. */
const differingFrom = (name) => options.filter((option) => isOther(option, ofPreset(name)));

function show() {
  let differing = differingFrom(chosenPreset().dataset.base);
  const equal = differing.length && sitePresets.find(({ dataset }) => !differingFrom(dataset.preset).length);
  if (equal) {
    choose(equal);
    differing = [];
  }
  for (const option of options) {
    const is = differing.includes(option);
    option.classList.toggle("differs", is);
    option.querySelector(".tag").hidden = !is;
    preview(option, is);
  }
  say(form.querySelector(".bar-differs"), differing);
  say(form.querySelector(".bar-changed"), options.filter((option) => isOther(option, present)));
  document.getElementById("undo").hidden = differing.length === 0;
  linkTo(differing.length > 0);
}

// The rules in words, beside the form. The sentences are those of the choices.
function preview(option, differs) {
  const rule = page.querySelector(`[data-rule="${option.id.replace("option-", "")}"]`);
  const checked = option.querySelector(":checked");
  const about = checked && document.getElementById(checked.getAttribute("aria-describedby"));
  const points = option.querySelector(`[data-beside="${checked?.value}"] input`)?.value;
  if (points) about.textContent = about.textContent.replace(/\d+/, points);
  if (about) rule.querySelector("dd").textContent = about.textContent;
  for (const number of rule.querySelectorAll("[data-number]"))
    number.textContent = form.elements[number.dataset.number].value;
  rule.classList.toggle("differs", differs);
}

// The link opens a table with the rules on the form, also if they are not applied yet.
function linkTo(isChanged) {
  const { base } = chosenPreset().dataset;
  const names = Object.keys(ofPreset(base)).filter((name) => !OF_TABLE.includes(name));
  const rules = names.map((name) => `${name}=${form.elements[name].value}`);
  const link = document.getElementById("like");
  link.search = new URLSearchParams({ like: isChanged ? [base, ...rules].join(" ") : base });
}

function say(line, said) {
  line.hidden = said.length === 0 && !line.dataset.none;
  const titles = said.map((option) => option.dataset.title).join(" · ");
  line.textContent = said.length ? `${line.dataset.some} ${titles}` : line.dataset.none ?? "";
}

// Presets

function choose(preset) {
  const { base } = preset.dataset;
  for (const each of presets) each.toggleAttribute("aria-current", false);
  preset.setAttribute("aria-current", "true");
  form.elements.preset.value = preset.dataset.preset;
  document.getElementById("preset-about").textContent = preset.dataset.about;
  document.getElementById("undo").href = `?preset=${encodeURIComponent(base)}`;
  Object.assign(form.querySelector(".bar-differs").dataset, {
    none: preset.dataset.as,
    some: preset.dataset.changed,
  });
}

function startFrom(preset) {
  const { turn_seconds: clock } = ofPreset(chosenPreset().dataset.base);
  choose(preset);
  const values = valuesOf(preset.dataset.options);
  // A clock that came with a preset goes with it.
  if (clock && form.elements.turn_seconds.value === clock) form.elements.turn_seconds.value = "0";
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  keepSeatsEnough();
  show();
}

page.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest("[data-preset], #undo");
  if (link && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    const { base } = chosenPreset().dataset;
    startFrom(link.id ? presets.find((each) => each.dataset.preset === base) : link);
  }
  if (target.dataset.step) step(target);
});

// Buttons with plus and minus

for (const button of form.querySelectorAll("[data-step]")) button.hidden = false;

function step(button) {
  const field = button.parentElement.querySelector("input");
  if (Number(button.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// There must be at least as many seats as players. If the person changes one of the two numbers,
// adapt the other if necessary.
function keepSeatsEnough(changed) {
  const { players, seat_count: seats } = form.elements;
  if (!changed) seats.value = Math.max(seats.value, seats.min);
  if (Number(players.value) <= Number(seats.value)) return;
  if (changed === seats) players.value = seats.value;
  else seats.value = players.value;
}

form.addEventListener("input", ({ target }) => {
  keepSeatsEnough(target);
  show();
  const changed = target.closest(".option")?.id.replace("option-", "");
  for (const rule of page.querySelectorAll("[data-rule]"))
    rule.classList.toggle("is-new", rule.dataset.rule === changed);
});
// By default the Enter key would press the first submit button, which saves the rules under a name.
// In all fields except the name field, the Enter key must apply the rules to the table.
form.addEventListener("keydown", (event) => {
  const { key, isComposing, target } = event;
  if (key !== "Enter" || isComposing || target.tagName !== "INPUT") return;
  event.preventDefault();
  const { save_as: name, keep } = form.elements;
  form.requestSubmit(target === name ? keep : document.getElementById("set-rules"));
});
// When the person comes back to the page, the browser may have restored their choices.
addEventListener("pageshow", show);
show();
