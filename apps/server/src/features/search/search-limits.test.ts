import { SEARCH_COUNTED } from "@offhook/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aUser } from "../testing/company.ts";
import { SearchWorld } from "./testing/search-world.ts";

const TEXTS = 130;

let world: SearchWorld;
let maya: Actor;
let isBroken = false;

/** What an index does that cannot answer for faxes. */
function breakable(index: SearchIndex): SearchIndex {
  return {
    ...index,
    find: (category, question) =>
      isBroken && category === "fax"
        ? Promise.reject(new Error("canceling statement due to statement timeout"))
        : index.find(category, question),
  };
}

beforeAll(async () => {
  world = await SearchWorld.create(breakable);
  maya = await aUser(world.database, await aCompany(world.database), { firstname: "Maya" });
  const line = await world.smsLine([maya], "Main", "12125570001");
  const conversation = await world.conversation(line, "16465570001");
  for (let n = 0; n < TEXTS; n += 1) await world.text(conversation, `ramp ${n}`);
});
afterAll(() => world.database.drop());

test("[SER4] pages follow one another without a gap or a repeat, and totals count up to 51", async () => {
  const pages: string[] = [];
  for (let offset = 0; offset < TEXTS; offset += 12) {
    const { smsMessages, more, totals } = await world.find(maya, "ramp", { offset, categories: "smsm" });
    pages.push(...smsMessages.map(({ text }) => text));
    expect(more).toEqual(offset + 12 < TEXTS ? ["smsm"] : []);
    expect(totals).toEqual({ smsm: SEARCH_COUNTED + 1 });
  }
  expect(pages).toEqual(Array.from({ length: TEXTS }, (_each, n) => `ramp ${TEXTS - 1 - n}`));
  expect((await world.find(maya, "ramp 12", { categories: "smsm" })).totals).toEqual({ smsm: 11 });
});

test("[SER3] a category that fails is named, and the others answer", async () => {
  isBroken = true;
  const { failed, smsMessages, totals } = await world.find(maya, "ramp");
  isBroken = false;
  expect(failed).toEqual(["fax"]);
  expect(smsMessages).toHaveLength(12);
  expect(totals).not.toHaveProperty("fax");
});

const HOSTILE = [
  "a".repeat(500),
  "*".repeat(500),
  '"'.repeat(499),
  "(".repeat(500),
  "word ".repeat(100).trim(),
  "a b c d e f g h ".repeat(31).trim(),
  "from:".repeat(100),
  "from:me ".repeat(62).trim(),
  "is:unread has:file in:x ".repeat(20).trim(),
  "(a+)+$".repeat(80),
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "'; drop table search_documents; --",
  "' or 1=1 --",
  "%' escape '",
  "\\\\\\' & | ! <-> :* (",
  "$1 {{7*7}} #{x}",
  "0".repeat(500),
  "+".repeat(250) + "1".repeat(250),
  "1 ".repeat(249),
  "before:99999-99-99 after:2/30 on:0/0/0",
  `from:"${"x".repeat(480)}`,
  "李".repeat(500),
  "\u202e\u200b\u0301".repeat(160),
  "👍🏽".repeat(120),
  "İ".repeat(500),
];

test.each(HOSTILE.map((typed) => [typed.slice(0, 40), typed]))(
  "[SER5] %j does not make it fail",
  async (_name, typed) => {
    expect((await world.find(maya, typed)).failed).toEqual([]);
  },
);

test("[SER5] no text that is typed makes a category fail", async () => {
  const operator = fc.constantFrom(
    "from:",
    "with:",
    "in:",
    "line:",
    "before:",
    "is:",
    "has:",
    '"',
    "* ",
    "to:me ",
    "1",
  );
  const typed = fc
    .array(fc.oneof(operator, fc.string({ maxLength: 20 }), fc.string({ unit: "binary", maxLength: 10 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) =>
      parts
        .join("")
        .replace(/\0|\p{Surrogate}/gu, "")
        .trim(),
    )
    .filter((text) => text !== "" && text.length <= 500);
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      expect((await world.find(maya, text)).failed).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
