import { expect, test } from "vitest";
import { contactNumbered } from "../testing/contacts.ts";
import { compareEntries, contactEntry, mergeEntries } from "./book-entry.ts";
import { type BookFilter, letterIndex, searchBook, tagFilters } from "./book-search.ts";

const book = [
  contactNumbered(1, { name: "José Álvarez", organization: "Café Olé", mobile: "12125550110" }),
  contactNumbered(2, { name: "ana lópez", work: "442079460120|5", emails: "ana@mail.example" }),
  contactNumbered(3, { name: "李雷", other: "101" }),
  contactNumbered(4, { name: "", organization: "Night pharmacy" }),
  contactNumbered(5, { name: "007 Agency" }),
  contactNumbered(6, { name: "Łukasz", type: "google" }),
]
  .map(contactEntry)
  .sort(compareEntries);
const none = new Set<string>();
const find = (text: string): string[] =>
  searchBook(book, { filter: "all", text, speedDial: none }).map(({ name }) => name);

test("names are sorted as people read them, those without a letter last", () => {
  expect(book.map(({ name }) => name).filter((name) => name !== "李雷")).toEqual([
    "ana lópez",
    "José Álvarez",
    "Łukasz",
    "Night pharmacy",
    "007 Agency",
  ]);
  expect(letterIndex(book).get("#")).toBe(book.length - 1);
});

test.each([
  ["jose", "José Álvarez"],
  ["cafe alv", "José Álvarez"],
  ["(212) 555", "José Álvarez"],
  ["+1 212-555-0110", "José Álvarez"],
  ["ana@mail", "ana lópez"],
  ["李", "李雷"],
  ["101", "李雷"],
  ["pharm", "Night pharmacy"],
  ["007", "007 Agency"],
])("%j finds %s", (text, name) => {
  expect(find(text)).toContain(name);
});

test("[CON20] a tag is searched and filtered by, whatever its letters", () => {
  const tagged = ["VIP,Gold", "vip", ""].map((tags, index) =>
    contactEntry(contactNumbered(index, { name: `Person ${index}`, tags })),
  );
  const shown = (filter: BookFilter, text = ""): string[] =>
    searchBook(tagged, { filter, text, speedDial: none }).map(({ id }) => id);
  expect([...tagFilters(tagged)]).toEqual([
    ["#gold", "Gold"],
    ["#vip", "VIP"],
  ]);
  expect(shown("#vip")).toEqual(["0", "1"]);
  expect(shown("#vip", "person 1")).toEqual(["1"]);
  expect(shown("all", "gold")).toEqual(["0"]);
});

test("what is nowhere finds nobody, and nothing typed finds all", () => {
  expect(find("zzz")).toEqual([]);
  expect(find("  ")).toHaveLength(book.length);
  expect(searchBook(book, { filter: "google", text: "", speedDial: none }).map(({ id }) => id)).toEqual([
    "6",
  ]);
  expect(searchBook(book, { filter: "speeddial", text: "", speedDial: new Set(["2"]) })).toHaveLength(1);
});

test("twenty thousand contacts are searched within a frame or three", () => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    contactEntry(
      contactNumbered(index, { name: `Person number ${index}`, mobile: `1212${5_550_000 + index}` }),
    ),
  );
  const times = ["person 19", "5559", "nobody", "p"].map((text) => {
    const before = performance.now();
    searchBook(many, { filter: "all", text, speedDial: none });
    return performance.now() - before;
  });
  // On an idle machine each takes a few milliseconds.
  expect(Math.min(...times)).toBeLessThan(50);
});

test("two lists in order become one in order", () => {
  const [some, others] = [
    book.filter((_, index) => index % 2 === 0),
    book.filter((_, index) => index % 2 === 1),
  ];
  expect(mergeEntries(some, others)).toEqual(book);
  expect(mergeEntries([], others)).toEqual(others);
  expect(mergeEntries(some, [])).toEqual(some);
});
