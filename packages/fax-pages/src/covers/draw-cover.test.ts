import { expect, test } from "vitest";
import { openPdf } from "../documents/pdf-document.ts";
import { receiptToPdf } from "../receipts/draw-receipt.ts";
import type { ReceiptContent } from "../receipts/receipt-content.ts";
import { aCover as COVER } from "../testing/sample-documents.ts";
import { builtInCovers } from "./cover-content.ts";
import { coversToPdf } from "./draw-cover.ts";

test.each(builtInCovers.map(({ id }) => id))("%s says all it is told, on one page", async (design) => {
  const cover = await openPdf(await coversToPdf([{ ...COVER, design }]));
  expect(cover.pageCount).toBe(1);
  const words = cover.wordsOf(0);
  for (const said of [
    COVER.company,
    COVER.headline,
    "Maya Okafor",
    "Front desk",
    "(212) 555-0141",
    "(212) 555-0171",
  ])
    expect(words).toContain(said);
  for (const said of [COVER.date, "4, including", COVER.subject, COVER.note, COVER.confidentiality])
    expect(words).toContain(said);
});

test.each(builtInCovers.map(({ id }) => id))(
  "%s leaves out what is empty, and cuts what has no room",
  async (design) => {
    const bare = await openPdf(
      await coversToPdf([{ ...COVER, design, subject: "", note: "", confidentiality: "" }]),
    );
    expect(bare.wordsOf(0)).not.toMatch(/subject/i);
    const long = await openPdf(
      await coversToPdf([
        { ...COVER, design, note: "line\n".repeat(400), confidentiality: "word ".repeat(800) },
      ]),
    );
    expect(long.pageCount).toBe(1);
    expect(long.wordsOf(0)).toContain("…");
  },
);

test("a receipt says how it ended and what each try came to, with or without a picture", async () => {
  const content: ReceiptContent = {
    isDelivered: false,
    reason: "The other side was busy",
    company: "Harbor Clinic",
    from: { name: "Maya Okafor", number: "(212) 555-0141" },
    to: { name: "", number: "(212) 555-0199" },
    subject: "",
    station: "",
    pages: 12,
    pagesSent: 0,
    resolution: "normal",
    submitted: "9:41 AM",
    ended: "10:02 AM",
    tries: [1, 2, 3].map((number) => ({
      number,
      started: "9:42 AM",
      ended: "9:43 AM",
      outcome: `Busy ${number}`,
    })),
    firstPagePng: undefined,
  };
  const receipt = await openPdf(await receiptToPdf(content));
  expect(receipt.pageCount).toBe(1);
  for (const said of ["Fax not delivered", "The other side was busy", "0 of 12 arrived", "Busy 3"])
    expect(receipt.wordsOf(0)).toContain(said);
});
