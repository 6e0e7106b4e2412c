import { randomUUID } from "node:crypto";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { FoundFax, SearchResult } from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPerson } from "./demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "./testing/test-app.ts";

const RECORDS = "12125550130";
const REFERRALS = "12125550131";

let world: TestApp;
let maya: string;
let priya: string;

beforeAll(async () => {
  world = await createTestApp();
  await world.app.start();
  maya = await world.signIn(demoPerson("maya").id);
  priya = await world.signIn(demoPerson("priya").id);
});
afterAll(() => world.close());

const headers = (token: string) => ({ "x-app-key": APP_KEY, authorization: `Bearer ${token}` });

async function post(url: string, payload: object): Promise<unknown> {
  const answer = await world.app.fastify.inject({ method: "POST", url, headers: headers(maya), payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().result;
}

async function found(q: string, token = maya): Promise<FoundFax[]> {
  const answer = await world.app.fastify.inject({
    url: "/api/search/query",
    query: { q, categories: "fax" },
    headers: headers(token),
  });
  const result: SearchResult = answer.json().result;
  expect(result.failed).toEqual([]);
  return result.fax;
}

async function aPdf(...pages: readonly string[]): Promise<string> {
  const document = await PDFDocument.create();
  for (const text of pages) document.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 20 });
  return Buffer.from(await document.save()).toString("base64");
}

async function send(uuid: string, file: string, pages: number): Promise<void> {
  await post("/api/fax/document", { uuid, name: "Letter.pdf", file });
  await post("/api/send/fax", {
    uuid: randomUUID(),
    mailbox: RECORDS,
    to: [{ number: REFERRALS }],
    pages: Array.from({ length: pages }, (_, index) => ({ document: uuid, page: index + 1 })),
    resolution: "normal",
  });
}

test("[FXL41] a fax that was sent is found by a word of its second page, by those who may see it", async () => {
  await send("letter", await aPdf("Dear colleagues, as agreed", "The quokka was vaccinated in June"), 2);
  await expect.poll(() => found("quokka"), { timeout: 60_000 }).toHaveLength(1);
  const [fax] = await found("vaccinated quokka");
  expect(fax).toMatchObject({ dir: "SENT", called: REFERRALS, found_page: 2 });
  expect(fax?.excerpt).toContain("quokka was vaccinated");
  expect((await found("colleagues"))[0]).toMatchObject({ id: fax?.id, found_page: 1 });
  // On no page are both, but the fax has both.
  expect((await found("quokka agreed"))[0]).toMatchObject({ id: fax?.id, found_page: 1 });
  // The line that got it has pictures of its pages.
  expect(await found("quokka", priya)).toEqual([]);
}, 120_000);

test("[FXL41] words that a document hides by the thousand are cut, and what is behind does not suffer", async () => {
  const strange = Array.from({ length: 3 }, () => "walrus ".repeat(6_000));
  await send("long", await aPdf(...strange, "numbat"), 4);
  await expect.poll(() => found("numbat"), { timeout: 60_000 }).toHaveLength(1);
  expect((await found("numbat"))[0]).toMatchObject({ found_page: 4 });
}, 120_000);

test("[FXL41] what the demo has sent is found by its pages, what came in is not", async () => {
  const charts = await found("chart penicillin");
  expect(charts.map(({ dir, found_page }) => [dir, found_page])).toEqual([
    ["SENT", 4],
    ["SENT", 4],
  ]);
  expect(await found("saline")).toMatchObject([{ dir: "SENT" }]);
});

test("[FXL41] a fax that is deleted is not found by its pages any more", async () => {
  const [fax] = await found("quokka");
  const answer = await world.app.fastify.inject({
    method: "DELETE",
    url: "/api/fax/message",
    query: { mailbox: RECORDS, id: fax?.id ?? "" },
    headers: headers(maya),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await found("quokka")).toEqual([]);
});
