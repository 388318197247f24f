// Pairs of the room's version and the game's version, and functions that read elements from HTML.
// Both versions only increase, but a new game starts at 0, and then its room has a new version.

/** Return the two versions that an element has. */
export const versionsOf = (element) => [Number(element.dataset.room), Number(element.dataset.game)];

/** Return the versions of the page. */
export const shown = () => versionsOf(document.getElementById("versions"));

/** Return whether the first pair is older than the second pair. */
export const isOlder = ([room, game], [otherRoom, otherGame]) =>
  room < otherRoom || (room === otherRoom && game < otherGame);

/** Return the element with this id in a message, without its content; null if there is none. */
export function elementIn(html, id) {
  const [tag] = html.match(new RegExp(`<div id="${id}"[^>]*>`)) ?? [];
  if (!tag) return null;
  return parsed(tag).firstElementChild;
}

/** Return the parts of a response that are not regions of the table. */
export function withoutRegions(html) {
  const box = document.createElement("div");
  box.append(parsed(html));
  for (const region of box.querySelectorAll("[hx-swap-oob]:not(#refusal)")) region.remove();
  return box.innerHTML;
}

/** Parse HTML. Return a fragment that is not part of the page. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
