import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../../../platform/storage/key-value-store.ts";
import { aPerson } from "../../../../testing/builders.ts";
import { everyoneElse, meansName, suggestPeople } from "../suggestions/dial-suggestions.ts";
import {
  forgetNumber,
  type RecentNumber,
  recentIconOf,
  recentNumbers,
  rememberNumber,
} from "../suggestions/recent-numbers.ts";
import { dialWords, isDialable, numberFromText } from "./dial-words.ts";
import { numberOfLink } from "./tel-links.ts";

test.each([
  ["2125550110", undefined],
  ["1-800-FLOWERS", "Will call (800) 356-9377"],
  ["2125550110,,12", "After pickup: wait 4 s, send 12"],
  ["2125550110;7", "After pickup: dial extension 7"],
  ["FLOWERS,5;7", "Will call 3569377. After pickup: wait 2 s, send 5, dial extension 7"],
  ["", undefined],
])("[DIAL1] %s is dialed as: %s", (typed, words) => expect(dialWords(typed)).toBe(words));

test.each([
  ["  (212) 555-0110 \n Main office", "(212) 555-0110"],
  ["tel:+12125550110", "+12125550110"],
  ["TEL:%2B12125550110", "+12125550110"],
  ["callto:101", "101"],
  ["100% sure", "100% sure"],
])("[DIAL1] of pasted %o the number is %o", (text, number) => expect(numberFromText(text)).toBe(number));

test("what holds no key of a phone cannot be dialed", () => {
  expect(["", " ", "…", ",,12", "李"].filter(isDialable)).toEqual([]);
  expect(["*43", "+44 20", "ana"].filter(isDialable)).toHaveLength(3);
});

test.each([
  ["tel:+1-212-555-0110", "+1-212-555-0110"],
  ["tel:2125550110;ext=12;phone-context=x", "2125550110;12"],
  ["TEL:%2B44%2020", "+44 20"],
  ["mailto:a@b.example", undefined],
  ["https://example.com/tel:1", undefined],
  ["tel:", undefined],
])("[DIAL7] a link to %s calls %s", (address, number) => expect(numberOfLink(address)).toBe(number));

describe("suggestions", () => {
  const people = [
    aPerson(1, "Maya Okafor"),
    aPerson(2, "Ana María Reyes", { mobile: "12125550143" }),
    aPerson(3, "Tom Reyes", { extension: null }),
  ];
  const found = (typed: string) =>
    suggestPeople(typed, people, 1).map(({ title, detail }) => `${title} ${detail}`);

  test.each([
    ["ana r", ["Ana María Reyes Ext. 102", "Ana María Reyes Mobile (212) 555-0143"]],
    ["maria", ["Ana María Reyes Ext. 102", "Ana María Reyes Mobile (212) 555-0143"]],
    ["0143", ["Ana María Reyes Mobile (212) 555-0143"]],
    ["(212) 555", ["Ana María Reyes Mobile (212) 555-0143"]],
    ["10", ["Ana María Reyes Ext. 102"]],
    ["maya", []],
    ["", []],
    ["()", []],
  ])("%o suggests %o", (typed, expected) => expect(found(typed)).toEqual(expected));

  test("everyone else who has an extension, once", () => {
    expect(everyoneElse(people, 1).map(({ title }) => title)).toEqual(["Ana María Reyes"]);
  });

  test("[DIAL2] letters alone are a name, letters with digits a number", () => {
    expect(meansName("ana")).toBe(true);
    expect(meansName("1-800-FLOWERS")).toBe(false);
    expect(meansName("*43")).toBe(false);
  });
});

describe("recent numbers", () => {
  const recent = (value: string): RecentNumber => ({ value, title: value, contactId: null, icon: "number" });

  test("[DIAL4] five, the newest first, each once", () => {
    const store = new MemoryStore();
    for (const value of ["1", "2", "3", "4", "5", "6", "3"]) rememberNumber(store, recent(value));
    expect(recentNumbers(store).map(({ value }) => value)).toEqual(["3", "6", "5", "4", "2"]);
    forgetNumber(store, "6");
    expect(recentNumbers(store)).toHaveLength(4);
  });

  test("what is broken in the store is left out", () => {
    const store = new MemoryStore();
    store.set("recentNumbers", JSON.stringify([recent("1"), null, { value: 2 }, "x"]));
    expect(recentNumbers(store)).toEqual([recent("1")]);
    store.set("recentNumbers", "{");
    expect(recentNumbers(store)).toEqual([]);
  });

  test("their icon says what they are", () => {
    expect(recentIconOf("101", "-2")).toBe("person");
    expect(recentIconOf("*43", null)).toBe("service");
    expect(recentIconOf("2125550110", null)).toBe("number");
  });
});
