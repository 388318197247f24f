// Parses typed commands. This module is pure: its functions get everything that they need as
// arguments. It throws `NotUnderstood` with the name of a sentence about the mistake.

export class NotUnderstood extends Error {
  constructor(says, about = "") {
    super(says);
    this.says = says;
    this.about = about;
  }
}

const plain = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
const plainWords = (pairs) => pairs.map(([word, meaning]) => [plain(word), meaning]);

const rankOf = (text) => (text === "10" ? "T" : text.toUpperCase());

/**
 * Find the longest beginning of `rest`, of at most `most` words, that `read` understands. Return
 * its value (null if there is none) and the remaining words.
 */
function take(rest, read, most = 4) {
  for (let count = Math.min(most, rest.length); count > 0; count -= 1) {
    const found = read(rest.slice(0, count).join(" "));
    if (found !== null) return [found, rest.slice(count)];
  }
  return [null, rest];
}

/**
 * Return a parser for the words of one table. `verbs`, `suits` and `jokers` are pairs of a word and
 * its value. `you` is the viewer's seat; it is undefined for a spectator. `people` have a seat and
 * a name. `sets` have a name, a label and cards. `hand` has the viewer's cards.
 */
export function wordsAt({ you, hand, ...table }) {
  const verbs = plainWords(table.verbs);
  const jokers = [...plainWords(table.jokers), ["rj", "RJ"], ["bj", "BJ"]];
  const suits = [...plainWords(table.suits), ["♣", "C"], ["♦", "D"], ["♥", "H"], ["♠", "S"]];
  const people = table.people.map(({ seat, name }) => ({ seat, name: plain(name) }));
  const sets = table.sets.map((set) => ({ ...set, label: plain(set.label) }));

  /** Return the verb at the beginning of a line, and the remaining words. */
  function verbOf(line) {
    const [first = "", ...rest] = plain(line).split(" ");
    const verb = verbs.find(([word]) => word === first)?.[1];
    if (!verb || verb === "me") throw new NotUnderstood("unknown", first);
    return [verb, rest];
  }

  const isMe = (text) => verbs.some(([word, verb]) => verb === "me" && word === text);

  /**
   * Return the first word of another player's name, or the whole name if another name begins with
   * this word, too. The player is a teammate if `parity` is 0, an opponent if it is 1.
   */
  function exampleOf(parity) {
    const me = Number(you ?? 0);
    const of = ({ seat }) => Number(seat) !== me && Math.abs(Number(seat) - me) % 2 === parity;
    const name = people.find(of)?.name ?? "";
    const [first] = name.split(" ");
    return people.filter((each) => each.name.startsWith(first)).length > 1 ? name : first;
  }

  /**
   * Return the seat of the player whose name begins with `text`, or the viewer's seat for the word
   * "me"; null if there is none.
   */
  function seatNamed(text) {
    if (isMe(text)) return you ?? null;
    const exact = people.filter(({ name }) => name === text);
    const found = exact.length ? exact : people.filter(({ name }) => name.startsWith(text));
    if (found.length > 1) throw new NotUnderstood("several", text);
    return found[0]?.seat ?? null;
  }

  /**
   * Return the card that the words name (`9h`, `10 of spades`, `red joker`), in the form that
   * records use; null if they name no card.
   */
  function cardNamed(text) {
    const joker = jokers.find(([word]) => word === text || word.split(" ").join("") === text);
    if (joker) return joker[1];
    const match = /^(10|[2-9tjqka])\s*(?:of\s+)?(\S+)$/.exec(text);
    const suit = match && (/^[cdhs]$/.test(match[2]) ? match[2] : suitOf(match[2]));
    return suit ? `${rankOf(match[1])}${suit.toUpperCase()}` : null;
  }

  /** Return a card as text: its rank with the symbol of its suit, or the name of a joker. */
  const signOf = (card) =>
    jokers.find(([, joker]) => joker === card)?.[0] ??
    `${card[0].replace("T", "10")}${suits.findLast(([, suit]) => suit === card[1])[0]}`;

  const suitOf = (text) => suits.find(([word]) => word === text || word === `${text}s`)?.[1];

  /** Parse an ask: `ben 9h` gives the player to ask, and the card. */
  function askOf(rest) {
    const said = rest.filter((word) => word !== "for");
    if (said.length < 2) throw new NotUnderstood("whom");
    const [of, left] = take(said, seatNamed);
    if (of === null) throw new NotUnderstood("nobody", said[0]);
    const card = cardNamed(left.join(" "));
    if (!card) throw new NotUnderstood(left.length ? "no-card" : "whom", left.join(" "));
    return { of, card };
  }

  function passOf(rest) {
    const said = rest.filter((word) => word !== "to");
    if (!said.length) throw new NotUnderstood("to-whom");
    const [to] = take(said, seatNamed);
    if (to === null) throw new NotUnderstood("nobody", said.join(" "));
    return { to };
  }

  function setNamed(text) {
    const named = ({ name, label }) => [name, name.replace("-", " "), label];
    const found = sets.filter((set) => named(set).some((each) => each.startsWith(text)));
    return found.length === 1 ? found[0] : null;
  }

  /** Return the card of `set` that `text` names, by its rank alone or in full; otherwise null. */
  function cardOf(set, text) {
    const card = cardNamed(text);
    if (card) return set.cards.includes(card) ? card : null;
    const ranked = /^(10|[2-9tjqka])$/.test(text)
      ? set.cards.filter((each) => each[0] === rankOf(text))
      : [];
    return ranked.length === 1 ? ranked[0] : null;
  }

  /** Parse a claim: `low spades me 2 3 4 ben 5 6 7` gives the set and the holder of each card. */
  function claimOf(rest) {
    if (!rest.length) throw new NotUnderstood("which-set");
    const [set, said] = take(rest, setNamed);
    if (!set) throw new NotUnderstood("no-set", rest.slice(0, 2).join(" "));
    const own = hand.filter((card) => set.cards.includes(card));
    const holders = new Map(own.map((card) => [card, you]));
    let whose = null;
    let named = 0;
    let wantsRest = null;
    let left = said.filter((word) => word !== "and");
    while (left.length) {
      let card, person;
      [card, left] = take(left, (text) => cardOf(set, text), 3);
      if (card) {
        if (whose === null) throw new NotUnderstood("which-set");
        holders.set(card, whose);
        named += 1;
        continue;
      }
      if (whose !== null && !named) wantsRest = whose;
      const word = left[0];
      [person, left] = take(left, seatNamed);
      if (person === null) throw new NotUnderstood(cardNamed(word) || /^\d/.test(word) ? "not-in-set" : "nobody", word);
      whose = person;
      named = 0;
    }
    if (whose !== null && !named) wantsRest = whose;
    const missing = set.cards.filter((card) => !holders.has(card));
    if (missing.length && wantsRest === null) throw new NotUnderstood("missing", missing.map(signOf).join(", "));
    for (const card of missing) holders.set(card, wantsRest);
    return { set: set.name, ...Object.fromEntries([...holders].map(([card, seat]) => [`holder-${card}`, seat])) };
  }

  return { verbOf, exampleOf, askOf, passOf, claimOf };
}
