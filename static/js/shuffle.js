// literature-shuffle/1: how a seed of 32 bytes deals a game. The same steps as in docs/record.md.

const WORDS = 2 ** 32;

/** Whether this browser can work out a SHA-256; only pages that came by https may. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** The bytes of a hexadecimal number. */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The SHA-256 of a seed, both in hexadecimal: what is shown before the first move. */
export async function sealOf(seed) {
  const hash = await sha256(bytesOf(seed));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cards of `deck` in the order that `seed` gives them. */
export async function shuffled(deck, seed) {
  const cards = [...deck];
  const words = wordsOf(bytesOf(seed));
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = await below(place + 1, words);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/** The hands that a shuffled deck gives: one card at a time, from the dealer's left. */
export function dealt(cards, players, dealer) {
  const hands = Array.from({ length: players }, () => []);
  cards.forEach((card, place) => hands[(dealer + 1 + place) % players].push(card));
  return hands;
}

/** 32-bit numbers: of the seed with a counter behind it, the SHA-256, eight numbers at a time. */
async function* wordsOf(seed) {
  for (let counter = 0; ; counter += 1) {
    const block = new Uint8Array(seed.length + 8);
    block.set(seed);
    new DataView(block.buffer).setBigUint64(seed.length, BigInt(counter));
    const hash = new DataView((await sha256(block)).buffer);
    for (let at = 0; at < 32; at += 4) yield hash.getUint32(at);
  }
}

/** A number under `bound`, each equally likely: words past the last multiple are left. */
async function below(bound, words) {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const { value } = await words.next();
    if (value < limit) return value % bound;
  }
}
