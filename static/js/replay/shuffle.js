// literature-shuffle/1: deals a game from a seed of 32 bytes. The steps are the same as in
// docs/record.md.

const WORDS = 2 ** 32;

/**
 * Return whether the page can compute SHA-256. Browsers allow this only in secure contexts.
 */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** Return the bytes of a hexadecimal number. */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Return the commitment to a seed: its SHA-256. Both are hexadecimal. */
export async function commitmentOf(seed) {
  const hash = await sha256(bytesOf(seed));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the cards of `deck` in the order that follows from `seed`. */
export async function shuffled(deck, seed) {
  const cards = [...deck];
  const words = wordsOf(bytesOf(seed));
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = await below(place + 1, words);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/** Deal a shuffled deck: one card at a time, from the player after the dealer. Return the hands. */
export function dealt(cards, players, dealer) {
  const hands = Array.from({ length: players }, () => []);
  cards.forEach((card, place) => hands[(dealer + 1 + place) % players].push(card));
  return hands;
}

/** Yield 32-bit numbers. Each SHA-256 of the seed and a counter gives eight of them. */
async function* wordsOf(seed) {
  for (let counter = 0; ; counter += 1) {
    const block = new Uint8Array(seed.length + 8);
    block.set(seed);
    new DataView(block.buffer).setBigUint64(seed.length, BigInt(counter));
    const hash = new DataView((await sha256(block)).buffer);
    for (let at = 0; at < 32; at += 4) yield hash.getUint32(at);
  }
}

/**
 * Return a random number below `bound`. Each number has the same probability, because words are
 * skipped unless they are below the largest multiple of `bound` up to 2^32.
 */
async function below(bound, words) {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const { value } = await words.next();
    if (value < limit) return value % bound;
  }
}
