// Versions of the room and the game, in this order. Both only increase, except that a new game
// starts at 0 with a new version of its room.

/** The two versions in an element. */
export const versionsOf = (element) => [Number(element.dataset.room), Number(element.dataset.game)];

/** The versions of the page. */
export const shown = () => versionsOf(document.getElementById("versions"));

/** Whether the first pair is older than the second. */
export const isOlder = ([room, game], [otherRoom, otherGame]) =>
  room < otherRoom || (room === otherRoom && game < otherGame);

/** The element with this id in a message, without its content; null if there is none. */
export function elementIn(html, id) {
  const [tag] = html.match(new RegExp(`<div id="${id}"[^>]*>`)) ?? [];
  if (!tag) return null;
  return parsed(tag).firstElementChild;
}

/** Regions as elements that are not part of the page. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
