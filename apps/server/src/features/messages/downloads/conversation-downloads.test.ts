import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import { MessagesWorld } from "../testing/messages-world.ts";

const JUNE = "16465550101";
let world: MessagesWorld;
let maya: Actor;
let line: string;

beforeAll(async () => {
  world = await MessagesWorld.create();
  world.start();
  const company = await aCompany(world.database);
  maya = await aUser(world.database, company, { firstname: "Maya", lastname: "Okafor" });
  line = await world.line([maya], "12125550110");
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await world.carrier.text(JUNE, line, "Hello, <b>is</b> anybody there? 👍🏽");
  await send("Yes: Ω Я é שלום مرحبا.\nSecond line, and a word of 漢字");
  await send("", [{ name: "plan.png", type: "image/png", value: picture.toString("base64") }]);
  await world.ask("addSmsComment", maya, {
    body: { sms_line: line, conversation: JUNE, text: "She called twice", mentions: [], mId: randomUUID() },
  });
  world.carrier.answer = async () => ({ refused: "landline", reason: "no" });
  await send(`${"A long one.\n".repeat(100)}END`);
  await world.until(async () => {
    const { messages } = await thread();
    expect(messages.at(-1)?.dlr_status).toBe("rejected");
  });
});
afterAll(() => world.close());

const send = (msgdata: string, media: object[] = []) =>
  world.ask("sendSms", maya, {
    body: { sms_line: line, receiver: JUNE, msgdata, mId: randomUUID(), media: media as never },
  });
const thread = () => world.ask("getSmsPage", maya, { query: { sms_line: line, conversation: JUNE } });
const link = async (format: "text" | "pdf", conversation = JUNE) => {
  const query = { sms_line: line, conversation, format, timezone: "America/New_York" };
  return (await world.ask("downloadSmsConversation", maya, { query })).url;
};

test("as text: who said what and when, what went wrong, and which files there were", async () => {
  const file = await world.download(await link("text"));
  expect(file).toMatchObject({ name: `Conversation with ${JUNE}.txt`, type: "text/plain; charset=utf-8" });
  const content = (await buffer(file!.content)).toString("utf8");
  expect(content).toMatch(/^\ufeffMain \(\(212\) 555-0110\) with \(646\) 555-0101\nSaved by Maya Okafor on /);
  expect(content).toContain("(646) 555-0101\n    Hello, <b>is</b> anybody there? 👍🏽\n");
  expect(content).toContain("    Second line, and a word of 漢字\n");
  expect(content).toMatch(/\[File: plan\.png, image\/png, 1 kB\]/);
  expect(content).toMatch(/Maya Okafor \(internal comment\)\n {4}She called twice\n/);
  expect(content).toContain("[not delivered: This number is a landline and cannot receive texts.]");
});

test("as PDF: the same with the picture, over several pages", async () => {
  const file = await world.download(await link("pdf"));
  expect(file).toMatchObject({ name: `Conversation with ${JUNE}.pdf`, type: "application/pdf" });
  const bytes = await buffer(file!.content);
  const document = await PDFDocument.load(bytes);
  expect(document.getPageCount()).toBeGreaterThan(1);
  const images = document.context
    .enumerateIndirectObjects()
    .filter(
      ([, each]) =>
        "dict" in each &&
        (each as { dict: { get(name: PDFName): unknown } }).dict.get(PDFName.of("Subtype")) ===
          PDFName.of("Image"),
    );
  expect(images).toHaveLength(1);
  const words = await wordsOf(bytes);
  for (const expected of [
    "[thumbs up]",
    "Ω Я é",
    "Second line, and a word of □□",
    "She called twice",
    "plan.png",
    "END",
    "1 / ",
  ])
    expect(words).toContain(expected);
});

test("the address is ours alone, for some minutes, and only for users who may still read", async () => {
  const address = await link("text");
  expect(await world.download(address.replace("order=", "order=x"))).toBeUndefined();
  await expect(link("text", "16465550999")).rejects.toThrow("No conversation found.");
  const { query } = world.database;
  const users = await query.selectFrom("sms_line_users").selectAll().execute();
  await query.deleteFrom("sms_line_users").execute();
  await expect(world.download(address)).rejects.toThrow(/access to this SMS number/);
  await query.insertInto("sms_line_users").values(users).execute();
  expect(await world.download(address)).toBeDefined();
  world.clock.advance(700_000);
  expect(await world.download(address)).toBeUndefined();
});

async function wordsOf(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages.join(" ").replace(/\s+/g, " ");
}
