import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import { FaxesWorld } from "../testing/faxes-world.ts";
import { saveFaxTexts } from "./fax-text-repository.ts";

let world: FaxesWorld;
let maya: Actor;
let line: FaxLine;

beforeAll(async () => {
  world = await FaxesWorld.create();
  world.feature.start();
  const company = await aCompany(world.database, { name: "Harbor Light" });
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Okafor" });
  line = await world.line([maya], "Front desk");
});
afterAll(() => world.close());

async function send(numbers: readonly string[], cover?: string): Promise<string[]> {
  const document = await world.document(maya, 2);
  const faxes = await world.ask("sendFax", maya, {
    body: {
      uuid: randomUUID(),
      mailbox: line.number,
      to: numbers.map((number) => ({ number })),
      pages: [1, 2].map((page) => ({ document, page })),
      ...(cover !== undefined && { cover: { cover: "plain", subject: cover, note: "" } }),
    },
  });
  return faxes.map(({ id }) => id);
}

const textsOf = (id: string) =>
  world.database.query
    .selectFrom("fax_texts")
    .select(["page", "text"])
    .where("fax_id", "=", id)
    .orderBy("page")
    .execute();
const isDone = (id: string) =>
  world.until(
    async () =>
      expect(await world.ask("getFax", maya, { query: { mailbox: line.number, id } })).toMatchObject({
        dlr_status: 0,
      }),
    100,
  );
const PAGES = ["page 1 of Letter.pdf turned 0", "page 2 of Letter.pdf turned 0"];

test("[FXL41] each fax of an order has the text of its pages", async () => {
  const ids = await send([world.nextNumber(), world.nextNumber()]);
  for (const id of ids) {
    await isDone(id);
    expect(await textsOf(id)).toEqual(PAGES.map((text, index) => ({ page: index + 1, text })));
  }
});

test("[FXL41] its cover is the first page, and each has its own", async () => {
  const ids = await send([world.nextNumber(), world.nextNumber()], "Records");
  const covers: (string | undefined)[] = [];
  for (const id of ids) {
    await isDone(id);
    const [cover, ...others] = await textsOf(id);
    expect(cover).toMatchObject({ page: 1, text: expect.stringMatching(/^cover plain .*: Records$/) });
    expect(others.map(({ text }) => text)).toEqual(PAGES);
    covers.push(cover?.text);
  }
  expect(new Set(covers).size).toBe(2);
});

test("[FXL41] what is sent once more has the same text, what arrives inside has none", async () => {
  const other = await aUser(world.database, await aCompany(world.database));
  const target = await world.line([other], "Juniper");
  const [id = ""] = await send([target.number]);
  await isDone(id);
  const [arrived] = await world.ask("getFaxes", other, { query: {} });
  expect(await textsOf(arrived?.id ?? "")).toEqual([]);
  const body = { uuid: randomUUID(), mailbox: line.number, id, from: line.number };
  const to = [{ number: world.nextNumber() }];
  const [again] = await world.ask("sendFaxAgain", maya, { body: { ...body, to } });
  expect(await textsOf(again?.id ?? "")).toEqual(await textsOf(id));
  expect(await textsOf(id)).toHaveLength(2);
});

test("[FXL41] text that cannot be stored, or is longer than paper has room for, does no harm", async () => {
  const [id = "", full = ""] = await send([world.nextNumber(), world.nextNumber()]);
  for (const each of [id, full]) await isDone(each);
  await world.database.query.deleteFrom("fax_texts").where("fax_id", "in", [id, full]).execute();
  const strange = ["a\0b\ud800c", "", " \n ", "😀".repeat(20_000), "the end"];
  await saveFaxTexts(world.database.query, [id], strange);
  const texts = await textsOf(id);
  expect(texts.map(({ page, text }) => [page, text.length])).toEqual([
    [1, 4],
    [4, 20_000],
    [5, 7],
  ]);
  expect(texts[0]?.text).toBe("ab\ufffdc");
  await saveFaxTexts(
    world.database.query,
    [full],
    Array.from({ length: 201 }, () => "x".repeat(30_000)),
  );
  expect((await textsOf(full)).map(({ text }) => text.length)).toEqual(Array(5).fill(20_000));
});

test("[FXL41] a fax that goes takes its text with it", async () => {
  const [id = ""] = await send([world.nextNumber()]);
  await isDone(id);
  await world.ask("deleteFax", maya, { query: { mailbox: line.number, id } });
  await world.restart();
  await world.until(async () => expect(await textsOf(id)).toEqual([]), 5_000);
});
