// Keeps what a person has done in a region while the server puts a new one in its place: fields
// half filled in, parts that are open, and the focus. Whatever has an id and is still there.

let kept = null;

/** Remember what was done in `region`, which is about to be replaced. */
export function remember(region) {
  const focused = document.activeElement;
  kept = {
    id: region.id,
    focus: region.contains(focused) ? focused.id : "",
    open: idsOf(region, "details[open]"),
    checked: idsOf(region, "input:checked"),
    values: [...region.querySelectorAll("select[id], input[type=text][id], textarea[id]")].map(
      (field) => [field.id, field.value],
    ),
  };
}

/** Do it again in the region that has taken its place. */
export function restore(region) {
  if (!kept || kept.id !== region.id) return;
  for (const id of kept.open) set(id, "open", true);
  for (const id of kept.checked) set(id, "checked", true);
  for (const [id, value] of kept.values) restoreValue(document.getElementById(id), value);
  if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
  kept = null;
}

const idsOf = (region, selector) =>
  [...region.querySelectorAll(selector)].map((element) => element.id).filter(Boolean);

function set(id, property, value) {
  const element = document.getElementById(id);
  if (element) element[property] = value;
}

// A choice that is no longer offered falls back to what the server says.
function restoreValue(field, value) {
  if (!field) return;
  const offered = field.tagName !== "SELECT" || [...field.options].some((o) => o.value === value);
  if (offered) field.value = value;
}
