/** What is typed, and what is asked of FTS5 to find the same; undefined where it has nothing like it. */
interface SearchQuestion {
  readonly typed: string;
  readonly fts5: { readonly table: "words" | "parts"; readonly match: string } | undefined;
}

export interface QuestionKind {
  readonly name: string;
  /** Milliseconds of the 95th percentile that we mean to reach. */
  readonly goal?: number;
  readonly questions: readonly SearchQuestion[];
}

/** The first fifteen are asked before it counts. */
const EACH = 75;
const GOAL_MS = 20;

/** Drawn from what is searched; none is asked twice. The same in every run. */
export function searchQuestions(texts: readonly string[], names: readonly string[]): QuestionKind[] {
  const random = evenly();
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  const often = (least: number, most: number): string[] =>
    byCount.filter((word) => {
      const count = counts.get(word) ?? 0;
      return count >= least && count <= most;
    });
  const draw = (items: readonly string[], count: number): string[] => {
    const drawn = new Set<string>();
    for (let tries = 0; drawn.size < count && tries < count * 20; tries += 1)
      drawn.add(items[Math.floor(random() * items.length)] ?? "");
    return [...drawn];
  };
  const share = (parts: number): number => Math.max(2, Math.round(texts.length * parts));
  const middling = often(share(0.000_2), share(0.002));
  const rare = often(1, 2);
  const begun = (length: number): string[] =>
    draw(
      [...middling, ...rare].filter((word) => word.length > length).map((word) => word.slice(0, length)),
      Math.ceil(EACH / 4),
    );
  const pairs = draw(texts, EACH).map((text) => {
    const words = wordsOf(text);
    const first = Math.floor(random() * (words.length - 1));
    return `${words[first]} ${words[first + 1]}`;
  });
  const within = draw(
    [...middling, ...rare].filter((word) => word.length >= 7).map((word) => word.slice(2, 6)),
    EACH,
  );
  return [
    { name: "A common word", goal: GOAL_MS, questions: byCount.slice(0, EACH).map(beginning) },
    { name: "A middling word", goal: GOAL_MS, questions: draw(middling, EACH).map(beginning) },
    { name: "A rare word", goal: GOAL_MS, questions: draw(rare, EACH).map(beginning) },
    {
      name: "The first 2 to 5 letters",
      goal: GOAL_MS,
      questions: [2, 3, 4, 5].flatMap(begun).map(beginning),
    },
    { name: "Two words", goal: GOAL_MS, questions: pairs.map(beginning) },
    { name: "A part within words", questions: within.map(part) },
    { name: "A part of a number", goal: GOAL_MS, questions: numberParts(random).map(numberPart) },
    { name: "A misspelled name", questions: draw(names, EACH).map((name) => misspelled(name, random)) },
  ];
}

/** Spread over everything there is, and the same in every run. */
function evenly(): () => number {
  let place = 0;
  return () => {
    place = (place + (Math.sqrt(5) - 1) / 2) % 1;
    return place;
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];

/** The last letters of each word may be missing, as with us. */
const beginning = (typed: string): SearchQuestion => ({
  typed,
  fts5: {
    table: "words",
    match: typed
      .split(" ")
      .map((word) => `"${word}"*`)
      .join(" "),
  },
});

const part = (typed: string): SearchQuestion => ({ typed, fts5: { table: "parts", match: `"${typed}"` } });

const numberPart = (typed: string): SearchQuestion => ({
  typed,
  fts5: { table: "parts", match: `"${typed.replace(/\D/g, "")}"` },
});

/** Of the numbers of the large company, as people type them. */
function numberParts(random: () => number): string[] {
  const parts = new Set<string>();
  while (parts.size < EACH) {
    const digits = String(9_991_000_000 + Math.floor(random() * 50_000));
    const forms = [
      digits.slice(-4),
      digits.slice(-5),
      digits.slice(0, 8),
      digits,
      `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6, 8)}`,
      `${digits.slice(3, 6)} ${digits.slice(6)}`,
    ];
    parts.add(forms[Math.floor(random() * forms.length)] ?? digits);
  }
  return [...parts];
}

/** Two letters within the last name change places. */
function misspelled(name: string, random: () => number): SearchQuestion {
  const begin = name.lastIndexOf(" ") + 1;
  const at = begin + 1 + Math.floor(random() * Math.max(1, name.length - begin - 3));
  const typed = name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
  return { typed, fts5: undefined };
}

/** What somebody types who wants to see us fail. */
export const HOSTILE_QUESTIONS: readonly string[] = [
  "x".repeat(500),
  "*".repeat(500),
  '"'.repeat(499),
  "% _ \\ % _",
  Array.from({ length: 200 }, () => "a").join(" "),
  Array.from({ length: 166 }, (_, index) => String.fromCharCode(97 + (index % 26)).repeat(2)).join(" "),
  "(a+)+$ (.*a){20} [[:alpha:]]*",
  "'; drop table sms_messages; --",
  "' or 1=1 --",
  "a:* & !b | (c <-> d)",
  "from: to: in: before: is: has:",
  "from:me to:me with:a in:messages before:2026-11-18 after:2020-01-01 has:file is:unread",
  "is:missed ".repeat(45),
  "th en an in er",
  "e",
  "the",
  "ing",
  "the to and you a for",
  "0",
  "000",
  "999",
  "9991",
  "\u0000\uffff\ud800",
  "\u202e\u200f\u0301".repeat(100),
  "😀".repeat(200),
  "王".repeat(300),
  "eee eee eee eee eee eee eee eee",
  "-1 -2 -3",
  "AND OR NOT NEAR(a b)",
  "12/31/9999",
  "before:99999-99-99 after:0000-00-00",
];
