// Updates a region: changes only what differs in its new version. So a browser styles, lays out and
// paints only what has changed.

// Elements that match this selector are replaced as a whole: keep-work.js restores what a person
// did in them, and htmx and the countdown hold references to the elements.
const WHOLE = "form, template, .claims, .countdown, [hx-get], [hx-post]";
// Elements that differ in one of these attributes are different elements.
const KEYS = ["id", "data-seat", "data-set", "data-card", "data-team", "value", "src"];

const isElement = (node) => node?.nodeType === Node.ELEMENT_NODE;

// isEqualNode does not compare the content of templates.
const areEqual = (one, other) => one.isEqualNode(other) && one.nodeName !== "TEMPLATE";

/** Make `old` equal to `now`. Return the elements in it that are new. */
export function merge(old, now, added = []) {
  copyAttributes(old, now);
  let left = old.firstChild;
  for (const next of [...now.childNodes]) {
    const kept = counterpart(left, next);
    if (kept) {
      while (left !== kept) left = dropped(left);
      if (!isElement(kept)) kept.data = next.data;
      else if (!areEqual(kept, next)) merge(kept, next, added);
      left = kept.nextSibling;
    } else {
      if (isElement(next)) added.push(next);
      old.insertBefore(next, left);
    }
  }
  while (left) left = dropped(left);
  return added;
}

/**
 * The node, from `left` on, that becomes `next`: an equal node, or the first node if it is similar.
 */
function counterpart(left, next) {
  if (!isElement(next)) return left?.nodeType === next.nodeType ? left : null;
  for (let each = left; each; each = each.nextSibling) if (areEqual(each, next)) return each;
  let first = left;
  while (first && !isElement(first)) first = first.nextSibling;
  if (!first || !areAlike(first, next)) return null;
  // A new line may come before the others.
  const after = next.nextElementSibling;
  return after && areEqual(first, after) ? null : first;
}

const areAlike = (one, other) =>
  one.nodeName === other.nodeName &&
  !one.matches(WHOLE) &&
  KEYS.every((key) => one.getAttribute(key) === other.getAttribute(key));

function copyAttributes(old, now) {
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
