import { createRandom } from "../../seed-context.ts";

/** What people write most, most often first: with what follows, words come as often as in real texts. */
const COMMON =
  "the to and you a for is we at I your in it of on this be will can have please with are not call me that thank tomorrow visit today if so our time from they was up know do what as but all by or just get when need there out about my one new good how see been no more like would any now after week also back nurse home appointment mother next care before still hours morning has number right come day their first could her send here sorry then take them she office last ask schedule some phone did him let who make door afternoon only much may two sent ready he again should hello message name check help bring before left letter form sign until Monday Friday Thursday Wednesday Tuesday doctor clinic insurance confirm medication question refill pressure walker transport pharmacy physician therapy aide shift invoice discharge referral dressing bandage elevator parking entrance daughter husband neighbor keys wheelchair prescription reschedule".split(
    " ",
  );
const ONSETS = [
  ..."bcdfghjklmnprstvwz",
  "br",
  "ch",
  "cl",
  "dr",
  "fl",
  "gr",
  "pl",
  "pr",
  "sh",
  "st",
  "th",
  "tr",
];
const CORES = [..."aeiou", "ai", "ea", "ee", "ou"];
const CODAS = ["", "", "", "l", "m", "n", "r", "s", "t", "ck", "nd", "ng", "nt", "rd", "st"];
const VOCABULARY = 30_000;
const NAMES =
  "Abigail Amara Beatrix Camille Dmitri Eleanor Fatima Gideon Hana Imani Jonas Kavya Leila Marisol Naomi Odette Paloma Rafael Saoirse Tobias Almeida Baptiste Castellanos Delacroix Eriksen Gallagher Hashimoto Karlsson Nakamura Papadopoulos Quintero Rosenthal Sørensen Tanaka Vasquez Whitfield Zimmermann".split(
    " ",
  );
/** Every so manieth sentence names somebody, and every so manieth holds a number. */
const NAMED_EVERY = 8;
const NUMBERED_EVERY = 10;

/** Writes sentences as long as those of a text, out of thirty thousand words of which few are used much (Zipf). */
export class ManyWords {
  readonly #random: () => number;
  readonly #words: readonly string[];

  constructor(seed: number) {
    this.#random = createRandom(seed);
    this.#words = vocabulary();
  }

  sentence(): string {
    const count = 6 + Math.floor(this.#random() * 13);
    const words = Array.from({ length: count }, () => this.#word());
    if (this.#random() < 1 / NAMED_EVERY) words[1 + Math.floor(this.#random() * 4)] = this.#pick(NAMES);
    if (this.#random() < 1 / NUMBERED_EVERY) words.push(this.#number());
    const text = words.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  /** The second most frequent half as often as the first, the third a third as often. */
  #word(): string {
    return this.#words[Math.floor(VOCABULARY ** this.#random()) - 1] ?? "the";
  }

  #number(): string {
    const random = Math.floor(this.#random() * 10_000);
    return this.#pick([
      `Unit ${random % 60}`,
      `at ${1 + (random % 12)}:${String((random % 4) * 15).padStart(2, "0")}`,
      `(212) 555-${String(random % 10_000).padStart(4, "0")}`,
      `order ${100_000 + random * 7}`,
      `$${random % 900}.50`,
    ]);
  }

  #pick(items: readonly string[]): string {
    return items[Math.floor(this.#random() * items.length)] ?? "";
  }
}

/** The same in every demo. */
function vocabulary(): string[] {
  const random = createRandom(4_711);
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)] ?? "";
  const words = new Set(COMMON);
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(random() * 3);
    words.add(Array.from({ length: syllables }, () => pick(ONSETS) + pick(CORES) + pick(CODAS)).join(""));
  }
  return [...words];
}
