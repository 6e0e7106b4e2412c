import { PDFDocument } from "@cantoo/pdf-lib";
import { type CoverContent, FaxDocumentError, type FaxPages, type FaxPart } from "@offhook/fax-pages";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFaxPages } from "./create-fax-pages.ts";

let pages: FaxPages;

beforeAll(() => {
  pages = createFaxPages({ office: undefined });
});
afterAll(() => pages.close());

const COVER: CoverContent = {
  design: "modern",
  company: "Harbor Clinic",
  headline: "",
  from: { name: "Maya Okafor", line: "Front desk", phone: "" },
  to: { name: "", number: "" },
  date: "November 18, 2026",
  pages: 2,
  subject: "Lab results",
  note: "Here they are.",
  confidentiality: "",
  paper: "letter",
};

async function aPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([612, 792]).drawText("Hello", { x: 60, y: 700, size: 40 });
  return document.save();
}

test("a document becomes pages in a process of its own, and its pages can be read again", async () => {
  const bytes = await aPdf();
  const read = await pages.readDocument({ bytes, name: "letter.pdf" });
  expect(read.words).toEqual(["Hello"]);
  const part = { bytes, name: "letter.pdf", page: 1, rotate: 0 } as const;
  const fax = await pages.renderPages([part, part], "normal");
  expect(fax.pages).toBe(2);
  expect(await pages.receivedPages(fax.tiff)).toMatchObject({ pages: 2, damaged: [] });
  expect(await pages.previewPage(part, "fine")).toMatchObject({ width: 1728, height: 2156 });
});

test("fifty recipients are drawn in one process: each has a cover of its own and the same pages", async () => {
  const part = { bytes: await aPdf(), name: "letter.pdf", page: 1, rotate: 0 } as const;
  const to = (name: string): FaxPart => ({ cover: { ...COVER, to: { name, number: "(212) 555-0171" } } });
  const covers = Array.from({ length: 50 }, (_, index) => to(`Recipient ${index + 1}`));
  const faxes = await pages.renderFaxes(
    covers.map((cover) => [cover, part]),
    "normal",
  );
  expect(new Set(faxes.map(({ tiff }) => Buffer.from(tiff).toString("base64"))).size).toBe(50);
  const alone = await pages.renderPages([to("Recipient 50"), part], "normal");
  expect(faxes[49]).toEqual(alone);
}, 60_000);

test("a picture that would fill the memory is drawn or refused, and nothing else suffers", async () => {
  const background = { r: 255, g: 255, b: 255 };
  const create = { width: 9_900, height: 9_900, channels: 3, background } as const;
  const bomb = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
  const drawn = await pages.readDocument({ bytes: bomb, name: "bomb.png" }).catch((error: unknown) => error);
  expect(drawn instanceof FaxDocumentError || (drawn as { pages: unknown[] }).pages.length === 1).toBe(true);
}, 120_000);

test("whatever bytes come, the answer is pages or a sentence", async () => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "gray" } });
  const samples = [await aPdf(), await picture.png().toBuffer(), await picture.tiff().toBuffer()];
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...samples), changes, async (sample, changed) => {
      const bytes = Uint8Array.from(sample);
      for (const [at, value] of changed) bytes[at % bytes.length] = value;
      const end = await pages.readDocument({ bytes, name: "x" }).catch((error: unknown) => error);
      expect(end instanceof FaxDocumentError || "pages" in (end as object)).toBe(true);
    }),
    { numRuns: 8 },
  );
}, 120_000);
