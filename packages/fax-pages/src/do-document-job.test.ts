import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { doDocumentJob } from "./do-document-job.ts";
import type { DocumentJob, DocumentResults, JobPart, RenderedPages } from "./document-jobs.ts";
import { findOffice } from "./documents/office-document.ts";
import { openPdf } from "./documents/pdf-document.ts";
import { FaxDocumentError, type FaxDocumentProblem } from "./fax-document-error.ts";
import { grayOf } from "./page-bits.ts";
import { placePage } from "./pictures/place-page.ts";
import { aCover, aPhoto, aReport, describedTiff, emptyPages } from "./testing/sample-documents.ts";
import { readFaxPage } from "./tiff/fax-tiff.ts";
import { tiffDirectories } from "./tiff/tiff-directories.ts";

async function done<Kind extends keyof DocumentResults>(
  job: Extract<DocumentJob, { kind: Kind }>,
): Promise<DocumentResults[Kind]> {
  const reply = await doDocumentJob(job);
  if (reply.kind === "refused") throw new FaxDocumentError(reply.code);
  return reply.result as DocumentResults[Kind];
}

const read = (bytes: Uint8Array, office?: string) =>
  done<"read">({ kind: "read", file: { bytes, name: "document" }, office });
async function render(
  bytes: Uint8Array,
  parts: readonly JobPart[],
  resolution: "normal" | "fine" = "fine",
): Promise<RenderedPages> {
  const [fax] = await done<"render">({
    kind: "render",
    files: [{ bytes, name: "document" }],
    covers: [],
    office: undefined,
    faxes: [parts],
    resolution,
  });
  if (!fax) throw new Error("Nothing was drawn");
  return fax;
}
const page = (number: number, rotate: 0 | 90 | 180 | 270 = 0): JobPart => ({ file: 0, page: number, rotate });
const problemOf = (bytes: Uint8Array): Promise<FaxDocumentProblem | "none"> =>
  read(bytes).then(
    () => "none",
    (error: FaxDocumentError) => error.code,
  );
const pagesOf = (tiff: Uint8Array) =>
  tiffDirectories(tiff, 300).pages.map((fields) => readFaxPage(tiff, fields)!);
const blackShare = (gray: Uint8Array): number =>
  gray.reduce((sum, tone) => sum + (255 - tone), 0) / 255 / gray.length;

test("a PDF becomes pages a fax machine can send, and their PDF has the very same dots", async () => {
  const { tiff, pdf, pages, firstPagePng } = await render(await aReport(3), [page(1), page(2), page(3)]);
  expect(pages).toBe(3);
  const sent = pagesOf(tiff);
  expect(sent.map(({ bits }) => [bits.width, bits.height, bits.dpiX, bits.dpiY])).toEqual(
    new Array(3).fill([1728, 2156, 204, 196]),
  );
  const read = await openPdf(pdf);
  for (const [index, { bits }] of sent.entries()) {
    const drawn = await read.draw({ page: index, rotate: 0, width: bits.width, height: bits.height });
    expect(Buffer.from(drawn).equals(grayOf(bits))).toBe(true);
  }
  expect((await sharp(firstPagePng).metadata()).width).toBe(612);
});

test("normal quality has half the lines, and A4 stays A4", async () => {
  const letter = await render(await aReport(1), [page(1)], "normal");
  expect(pagesOf(letter.tiff).map(({ bits }) => [bits.height, bits.dpiY])).toEqual([[1078, 98]]);
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  expect(pagesOf((await render(await document.save(), [page(1)])).tiff)[0]?.bits.height).toBe(2292);
});

test("letters stay crisp, and a photo keeps its tones", async () => {
  const document = await openPdf(await aReport(1));
  const { left, top, width, height } = placePage(document.shapeOf(0), 0, "fine");
  expect([left, width]).toEqual([0, 1728]);
  const gray = await document.draw({ page: 0, rotate: 0, width, height });
  const sheet = grayOf(pagesOf((await render(await aReport(1), [page(1)])).tiff)[0]!.bits);
  const sent = sheet.subarray(top * width);
  const rows = (of: Uint8Array, from: number, to: number) => of.subarray(from * width, to * width);
  // The heading: what is nearly black or white is so, dot for dot.
  const [headDrawn, headSent] = [rows(gray, 130, 210), rows(sent, 130, 210)];
  const wrong = headDrawn.reduce(
    (sum, tone, at) => sum + Number(tone < 60 !== headSent[at]! < 128 && (tone < 60 || tone > 200)),
    0,
  );
  expect(wrong).toBe(0);
  const photo = [rows(gray, 1260, 1860), rows(sent, 1260, 1860)].map(blackShare);
  expect(Math.abs(photo[0]! - photo[1]!)).toBeLessThan(0.08);
});

test("pages are turned as asked, and come in the order asked for", async () => {
  const report = await aReport(2);
  const { tiff } = await render(report, [page(2, 180), page(1)]);
  const [turned, first] = pagesOf(tiff);
  const upright = pagesOf((await render(report, [page(1)])).tiff)[0]!;
  expect(first!.bits).toEqual(upright.bits);
  const topAndBottom = (bits: typeof upright.bits) =>
    [bits.rows.subarray(0, 216 * 400), bits.rows.subarray(216 * 1756)].map((part) =>
      part.some((byte) => byte !== 0),
    );
  expect(topAndBottom(upright.bits)).toEqual([true, true]);
  expect(Buffer.from(turned!.bits.rows).equals(upright.bits.rows)).toBe(false);
  const sideways = await render(report, [page(1, 90)]);
  expect(pagesOf(sideways.tiff)[0]!.bits.height).toBeLessThan(1700);
});

test("pictures, text and TIFF have thumbnails; PDF and text have words", async () => {
  const photo = await aPhoto();
  expect((await read(photo)).pages).toHaveLength(1);
  const png = await sharp(photo).png().toBuffer();
  expect(await sharp((await read(png)).pages[0]!.thumbnail).metadata()).toMatchObject({
    width: 200,
    format: "png",
  });
  const text = await read(
    Buffer.from(`Dear all,\n\nÜber 100 £ – здравствуйте\f${"second page\n".repeat(70)}`),
  );
  expect(text.pages).toHaveLength(3);
  expect(text.words[0]).toContain("Über 100 £ – здравствуйте");
  expect((await read(await aReport(2, "needle"))).words[1]).toMatch(/Report, page 2 needle/);
  const { tiff } = await render(await aReport(2), [page(1), page(2)]);
  expect((await read(tiff)).pages).toHaveLength(2);
});

test("[FXL41] a fax says what stands on its pages, in their order; a picture says nothing", async () => {
  const cover = { ...aCover, subject: "Lab results", to: { name: "June Park", number: "" } };
  const files = [
    { bytes: await aReport(2, "needle"), name: "report.pdf" },
    { bytes: await aPhoto(), name: "photo.jpg" },
    { bytes: Buffer.from("Typed by hand"), name: "note.txt" },
  ];
  const [fax] = await done<"render">({
    kind: "render",
    files,
    covers: [cover],
    faxes: [
      [{ cover: 0 }, page(2, 90), page(1), { file: 1, page: 1, rotate: 0 }, { file: 2, page: 1, rotate: 0 }],
    ],
    office: undefined,
    resolution: "normal",
  });
  expect(fax?.words).toEqual([
    expect.stringMatching(/June Park.*Lab results/),
    expect.stringMatching(/^Report, page 2 needle/),
    expect.stringMatching(/^Report, page 1 needle/),
    "",
    expect.stringContaining("Typed by hand"),
  ]);
});

test("[FXL41] a page that holds more text than paper has room for is drawn, and its text is cut", async () => {
  const document = await PDFDocument.create();
  const sheet = document.addPage([612, 792]);
  for (let line = 0; line < 60; line++)
    sheet.drawText("word ".repeat(1_000), { x: 10, y: 780 - line * 12, size: 1 });
  const { words, pages } = await render(await document.save(), [page(1)]);
  expect(pages).toBe(1);
  expect(words[0]?.length).toBeGreaterThan(10_000);
  expect(words[0]?.length).toBeLessThanOrEqual(20_000);
});

test("a fax that is sent on keeps each dot", async () => {
  const { tiff } = await render(await aReport(1), [page(1)]);
  const again = await render(tiff, [page(1)]);
  expect(pagesOf(again.tiff)[0]!.bits).toEqual(pagesOf(tiff)[0]!.bits);
});

test("what cannot be faxed is refused with the reason", async () => {
  const locked = await PDFDocument.load(await emptyPages(1));
  locked.encrypt({ userPassword: "secret", ownerPassword: "more secret" });
  const huge = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  const circle = Buffer.from(describedTiff(100, 100, 1));
  circle.writeUInt32LE(8, circle.length - 4);
  const cases: [FaxDocumentProblem | "none", Uint8Array][] = [
    ["empty", new Uint8Array()],
    ["empty", Buffer.from("  \n\n ")],
    ["tooLarge", Buffer.alloc(25 * 1024 * 1024 + 1, "a")],
    ["unknownType", Buffer.from([0, 1, 2, 3, 4, 5, 200])],
    ["encrypted", await locked.save()],
    ["broken", Buffer.from("%PDF-1.7\nnothing of it follows")],
    ["tooManyPages", await emptyPages(201)],
    ["tooManyPages", Buffer.from("line\n".repeat(20_000))],
    ["tooManyPixels", huge],
    ["tooManyPixels", describedTiff(60_000, 60_000, 1)],
    ["tooManyPixels", describedTiff(9_000, 9_000, 100)],
    ["tooManyPages", describedTiff(100, 100, 10_000)],
    ["broken", circle],
    ["heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["office", Buffer.from("PK\x03\x04 word/document.xml [Content_Types].xml", "latin1")],
  ];
  for (const [problem, bytes] of cases) expect([problem, await problemOf(bytes)]).toEqual([problem, problem]);
});

test("an Office file goes through LibreOffice where there is one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offhook-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "made.pdf"), await aReport(2, "from Office"));
  // In its place a program that takes the same words and leaves the file where LibreOffice does.
  const office = join(folder, "soffice");
  await writeFile(
    office,
    `#!/bin/sh\ntest "$5" = pdf && test "$6" = --outdir && cp ${folder}/made.pdf "$7/document.pdf"\n`,
  );
  await chmod(office, 0o755);
  const rtf = Buffer.from("{\\rtf1 Hello}");
  expect((await read(rtf, office)).words[0]).toContain("from Office");
  await writeFile(office, "#!/bin/sh\nexit 1\n");
  await expect(read(rtf, office)).rejects.toMatchObject({ code: "broken" });
});

test("LibreOffice is found on the search path of the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offhook-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const searchPath = `/nowhere${delimiter}${folder}`;
  expect(await findOffice(searchPath)).not.toBe(join(folder, "soffice"));
  await writeFile(join(folder, "soffice"), "");
  expect(await findOffice(searchPath)).toBe(join(folder, "soffice"));
});

test("a received page that is damaged is named, and still shown as far as it goes", async () => {
  const { tiff } = await render(await aReport(3), [page(1), page(2), page(3)]);
  const whole = await done<"received">({ kind: "received", tiff });
  expect([whole.pages, whole.damaged]).toEqual([3, []]);
  const second = tiffDirectories(tiff, 9).pages[1]!;
  const [from, length] = [second.get(273)![0]!, second.get(279)![0]!];
  const torn = Uint8Array.from(tiff);
  torn.fill(0, from + Math.floor(length / 2), from + length);
  const damaged = await done<"received">({ kind: "received", tiff: torn });
  expect([damaged.pages, damaged.damaged]).toEqual([3, [2]]);
  const shown = pagesOf(torn)[1]!.bits.rows;
  const sent = pagesOf(tiff)[1]!.bits.rows;
  expect(Buffer.from(shown.subarray(0, 216 * 500)).equals(sent.subarray(0, 216 * 500))).toBe(true);
  const cut = await done<"received">({ kind: "received", tiff: tiff.slice(0, from + 100) });
  expect(cut.damaged).toContain(2);
});

test("whatever bytes come, the answer is pages or a reason", async () => {
  const samples = [
    await aReport(1),
    await aPhoto(60, 40),
    await sharp(await aPhoto(60, 40))
      .png()
      .toBuffer(),
    await sharp(await aPhoto(60, 40))
      .tiff()
      .toBuffer(),
    (await render(await aReport(1), [page(1)], "normal")).tiff,
  ];
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      changes,
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      async (sample, changed, share) => {
        const bytes = Uint8Array.from(sample.subarray(0, Math.ceil(sample.length * share)));
        for (const [at, value] of changed) bytes[at % bytes.length] = value;
        const reply = await doDocumentJob({ kind: "read", file: { bytes, name: "x" }, office: undefined });
        expect(["done", "refused"]).toContain(reply.kind);
        const received = await doDocumentJob({ kind: "received", tiff: bytes });
        expect(["done", "refused"]).toContain(received.kind);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
