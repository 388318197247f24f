// Finds places on the table for the cards of a claim, in front of the seats of their holders. The
// module is pure: it gets boxes and returns points.

const grown = ({ x, y }, { width, height }) => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

const overlap = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

const middle = ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

// The number of steps in the search, and the share of the way to the middle at which the search
// ends.
const STEPS = 24;
const FARTHEST = 0.8;
// The directions from a seat to its row of cards: straight to the middle of the table, and then
// more and more to either side.
const ASIDE = [0, 0.7, -0.7, 1.4, -1.4];

/**
 * Return the centres of `count` cards in a row in front of each of `seats` (`{ box, count }`). Each
 * row is as near to its seat as possible, and covers no seat, no other row and no box of `kept`. If
 * that is impossible, it covers as little as possible. All rows are within `bounds`.
 */
export function placeCards(seats, bounds, card, kept = []) {
  const centre = middle(bounds);
  const taken = [...kept, ...seats.map(({ box }) => box)];
  return seats.map(({ box, count }) => {
    const step = card.width * (count < 4 ? 0.84 : 0.5);
    const size = { width: card.width + step * (count - 1), height: card.height };
    const row = bestRow(middle(box), centre, size, bounds, taken);
    taken.push(row);
    const { y } = middle(row);
    return Array.from({ length: count }, (_, index) => ({ x: row.left + card.width / 2 + step * index, y }));
  });
}

/**
 * Return the centre of a box of this `size` that is within `bounds`, covers nothing in `taken`, and
 * is as near as possible to the point `wanted`, above or below it; null if there is none.
 */
export function freePlace(size, wanted, bounds, taken) {
  for (let step = 0; step <= bounds.height; step += 4) {
    for (const y of [wanted.y + step, wanted.y - step]) {
      const box = grown({ x: wanted.x, y }, size);
      if (box.top < bounds.top || box.bottom > bounds.bottom) continue;
      if (taken.every((each) => !overlap(box, each))) return { x: wanted.x, y };
    }
  }
  return null;
}

function bestRow(from, to, size, bounds, taken) {
  const way = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  let best = null;
  for (const aside of ASIDE) {
    for (let index = 2; index <= STEPS; index += 1) {
      const share = (index / STEPS) * FARTHEST;
      const row = within(bounds, size, {
        x: from.x + (to.x - from.x) * share - ((to.y - from.y) / way) * aside * size.height,
        y: from.y + (to.y - from.y) * share + ((to.x - from.x) / way) * aside * size.height,
      });
      const covered = taken.reduce((sum, each) => sum + overlap(row, each), 0);
      if (!best || covered < best.covered) best = { row, covered };
      if (!covered) return row;
    }
  }
  return best.row;
}

function within({ left, top, right, bottom }, { width, height }, { x, y }) {
  const between = (value, least, most) => Math.max(least, Math.min(most, value));
  return grown(
    {
      x: between(x, left + width / 2, Math.max(left + width / 2, right - width / 2)),
      y: between(y, top + height / 2, Math.max(top + height / 2, bottom - height / 2)),
    },
    { width, height },
  );
}
