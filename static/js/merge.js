// Updates a region. It changes only the elements that differ in the new version, so that the
// browser styles, lays out and paints only these.

// If one of these elements differs, it is replaced as a whole, because keep-work.js restores a
// person's work in it, and because htmx and the countdown keep references to it. The form for asking is large,
// and an ask changes only one of its sets, so this form is merged, and its sets are replaced.
const WHOLE = ":is(form, template, .claims, .countdown, [hx-get], [hx-post]):not(#ask), #tray fieldset";
// Two elements with different values of one of these attributes are different elements.
const KEYS = ["id", "data-seat", "data-set", "data-card", "data-team", "value", "src"];

const isElement = (node) => node?.nodeType === Node.ELEMENT_NODE;

// isEqualNode does not compare the content of template elements.
const areEqual = (one, other) => one.isEqualNode(other) && one.nodeName !== "TEMPLATE";

/** Make `old` equal to `now`. Return the new elements in it. */
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
 * Find the node that becomes `next`, starting with `left`: an equal node, or the first node if it
 * is similar. Otherwise return null.
 */
function counterpart(left, next) {
  if (!isElement(next)) return left?.nodeType === next.nodeType ? left : null;
  for (let each = left; each; each = each.nextSibling) if (areEqual(each, next)) return each;
  let first = left;
  while (first && (!isElement(first) || isReplaced(first, next))) first = first.nextSibling;
  if (!first || !areAlike(first, next)) return null;
  // If the node after `next` equals the first node, `next` is new and comes before it.
  const after = next.nextElementSibling;
  return after && areEqual(first, after) ? null : first;
}

/** Return whether `old` is replaced as a whole. Then an element after it may become `next`. */
function isReplaced(old, next) {
  if (!old.matches(WHOLE)) return false;
  for (let each = next.nextElementSibling; each; each = each.nextElementSibling) if (areEqual(old, each)) return false;
  return true;
}

const areAlike = (one, other) =>
  one.nodeName === other.nodeName &&
  !one.matches(WHOLE) &&
  KEYS.every((key) => one.getAttribute(key) === other.getAttribute(key));

// A part that the person has opened stays open.
function copyAttributes(old, now) {
  for (const name of old.getAttributeNames()) {
    if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
