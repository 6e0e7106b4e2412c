import { createRandom } from "../../seed-context.ts";
import { OUTSIDE_PARTIES } from "../calls/outside-parties.ts";
import { HARBORLIGHT_CONTACTS } from "../contacts/demo-contacts.ts";
import {
  BILLING_DIALOGUES,
  type Dialogue,
  LONDON_DIALOGUES,
  MAIN_DIALOGUES,
  OTHER_SCRIPTS,
  SCHEDULING_DIALOGUES,
} from "./text-dialogues.ts";

interface ScriptedText {
  readonly direction: "in" | "out";
  readonly text: string;
  readonly at: number;
}

export interface ScriptedThread {
  readonly lineId: number;
  readonly number: string;
  /** Oldest first. */
  readonly texts: readonly ScriptedText[];
}

export const MAIN_LINE = 1;
export const SCHEDULING_LINE = 2;
const BILLING_LINE = 3;
export const LONDON_LINE = 4;

/** With the threads of the people who have troubles of their own, 70 at Harborlight. */
export const TEXT_COUNT = 2_400;
export const LONG_THREAD = { lineId: SCHEDULING_LINE, number: "12125550164", length: 600 } as const;
/** They get texts badly, in the simulator too. */
export const FAILING: readonly { readonly number: string; readonly lineId: number; readonly code: string }[] =
  [
    { number: "12125550198", lineId: MAIN_LINE, code: "027" },
    { number: "12125550197", lineId: SCHEDULING_LINE, code: "001" },
    { number: "12125550196", lineId: BILLING_LINE, code: "045" },
  ];
export const OPTED_OUT = [
  { number: "12125550178", lineId: BILLING_LINE },
  { number: "12125550186", lineId: SCHEDULING_LINE },
] as const;

const LINES: readonly {
  readonly id: number;
  readonly count: number;
  readonly dialogues: readonly Dialogue[];
}[] = [
  { id: SCHEDULING_LINE, count: 29, dialogues: SCHEDULING_DIALOGUES },
  { id: MAIN_LINE, count: 20, dialogues: MAIN_DIALOGUES },
  { id: BILLING_LINE, count: 14, dialogues: BILLING_DIALOGUES },
  { id: LONDON_LINE, count: 6, dialogues: LONDON_DIALOGUES },
];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const TIMES = ["8:30", "9:00", "9:45", "10:15", "11:00", "1:30", "2:00", "3:15", "4:30"];
const NURSES = ["Lena", "Marcus", "Carlos", "Hannah", "Grace"];
const AMOUNTS = ["$42.50", "$118.00", "$64.20", "$230.00", "$15.75"];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SEED = 70_707;

/** The threads of Harborlight, the same in every demo but for the moment they are told from. */
export function scriptThreads(now: number): ScriptedThread[] {
  const random = createRandom(SEED);
  const writer = new ThreadWriter(now, random);
  const places = LINES.flatMap(({ id, count, dialogues }) =>
    numbersOf(id)
      .slice(0, count)
      .map((number, rank) => ({ lineId: id, number, rank, dialogues })),
  );
  let left = TEXT_COUNT - LONG_THREAD.length;
  return places.map((place, index) => {
    const { lineId, number } = place;
    const isLong = lineId === LONG_THREAD.lineId && number === LONG_THREAD.number;
    const others = places.length - index - 1;
    // The rest is shared out evenly, with some who write more and some less; the last one makes the sum right.
    const fair = left / Math.max(1, others + (isLong ? 0 : 1));
    const length = isLong
      ? LONG_THREAD.length
      : others === 0
        ? left
        : Math.max(2, Math.min(left - 2 * others, Math.round(fair * (0.4 + random() * 1.2))));
    if (!isLong) left -= length;
    return { lineId, number, texts: writer.write(place, length) };
  });
}

/** The people who write with a line: those with a story first, then callers, then the rest of the address book. */
function numbersOf(lineId: number): string[] {
  const story = [
    ...(lineId === SCHEDULING_LINE ? ["12125550171", LONG_THREAD.number, ...Object.keys(OTHER_SCRIPTS)] : []),
    ...(lineId === MAIN_LINE ? ["12125550173", "12125550165"] : []),
    ...(lineId === BILLING_LINE ? ["12125550176"] : []),
    ...[...FAILING, ...OPTED_OUT].filter((each) => each.lineId === lineId).map(({ number }) => number),
  ];
  const isLondon = (number: string): boolean => number.startsWith("44");
  const book = [
    ...OUTSIDE_PARTIES.map(([number]) => number),
    ...HARBORLIGHT_CONTACTS.map(({ mobile }) => mobile ?? ""),
  ].filter((number) => /^\d{11,12}$/.test(number) && isLondon(number) === (lineId === LONDON_LINE));
  // Each line begins at another place of the book: some people write with two lines, most with one.
  const start = Math.floor((lineId * book.length) / 5);
  return [...new Set([...story, ...book.slice(start), ...book.slice(0, start)])];
}

interface Place {
  readonly lineId: number;
  readonly number: string;
  readonly rank: number;
  readonly dialogues: readonly Dialogue[];
}

class ThreadWriter {
  readonly #now: number;
  readonly #random: () => number;

  constructor(now: number, random: () => number) {
    this.#now = now;
    this.#random = random;
  }

  /** Written from the last text back; the first dialogue may be cut at its beginning. */
  write(place: Place, length: number): ScriptedText[] {
    const texts: ScriptedText[] = [];
    let at = this.#lastAt(place.rank);
    let turn = 0;
    while (texts.length < length) {
      const isFirst = turn === 0 && place.lineId === SCHEDULING_LINE;
      const own = isFirst ? OTHER_SCRIPTS[place.number] : undefined;
      const dialogue = own ?? this.#pick(place.dialogues);
      for (const [direction, text] of this.#speak(dialogue, place.number).reverse()) {
        if (texts.length < length) texts.push({ direction, text, at });
        at -= Math.round(MINUTE_MS * (1 + this.#random() * 14));
      }
      at = this.#workday(at - Math.round(DAY_MS * (0.3 + this.#random() * 2.4)));
      turn += 1;
    }
    return texts.reverse();
  }

  #speak(dialogue: Dialogue, number: string): [ScriptedText["direction"], string][] {
    const words: Readonly<Record<string, string>> = {
      first: firstName(number),
      day: this.#pick(DAYS),
      time: this.#pick(TIMES),
      nurse: this.#pick(NURSES),
      amount: this.#pick(AMOUNTS),
    };
    return dialogue.map((line) => [
      line.startsWith("<") ? "in" : "out",
      line.slice(2).replace(/\{(\w+)\}/g, (_all, word: string) => words[word] ?? ""),
    ]);
  }

  /** The first of each line have written today, the others further and further back. */
  #lastAt(rank: number): number {
    const minutes = rank < 8 ? 4 + rank * 23 : 200 + (rank - 8) ** 1.9 * 95;
    return this.#now - Math.round((minutes + this.#random() * 9) * MINUTE_MS);
  }

  /** Nights are for sleeping: New York's, where the company is. */
  #workday(at: number): number {
    const hour = new Date(at - 5 * HOUR_MS).getUTCHours();
    return hour >= 8 && hour < 19 ? at : at - Math.round((6 + this.#random() * 5) * HOUR_MS);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

function firstName(number: string): string {
  const contact = HARBORLIGHT_CONTACTS.find(({ mobile, work }) => mobile === number || work === number);
  return contact?.fname?.split(" ")[0] ?? "there";
}
