// Versions: the room's and the game's, in that order. Both only grow, but for a new game, which
// comes with a new version of its room.

/** The two versions that an element carries. */
export const versionsOf = (element) => [Number(element.dataset.room), Number(element.dataset.game)];

/** The versions of what is on the screen. */
export const shown = () => versionsOf(document.getElementById("versions"));

/** Whether the first pair is older than the second. */
export const isOlder = ([room, game], [otherRoom, otherGame]) =>
  room < otherRoom || (room === otherRoom && game < otherGame);

/** A text of regions as elements that are not on the page. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
