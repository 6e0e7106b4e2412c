import { PDFDocument } from "@cantoo/pdf-lib";
import { CoverSheet } from "../covers/cover-sheet.ts";
import { loadFonts } from "../pdf/pdf-fonts.ts";
import type { ReceiptContent } from "./receipt-content.ts";

const MARGIN = 54;
const PICTURE_WIDTH = 210;
const LABEL_WIDTH = 82;
/** Of the tries, the last ones; there are three by plan, more only if somebody asks for more. */
const SHOWN_TRIES = 8;

const both = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");

function fieldsOf(content: ReceiptContent): [label: string, value: string][] {
  const { pages, pagesSent, isDelivered } = content;
  const fields: [string, string][] = [
    ["To", both(content.to.name, content.to.number)],
    ["From", both(content.from.name, content.from.number)],
    ["Subject", content.subject],
    ["Pages", isDelivered ? `${pages}` : `${pagesSent} of ${pages} arrived`],
    ["Quality", content.resolution === "fine" ? "Fine" : "Normal"],
    ["Station ID", content.station],
    ["Submitted", content.submitted],
    [isDelivered ? "Delivered" : "Ended", content.ended],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** One page: what was sent, to whom, how it went, and how its first page looks. */
export async function receiptToPdf(content: ReceiptContent): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const title = content.isDelivered ? "Fax delivered" : "Fax not delivered";
  document.setTitle(title, { showInWindowTitleBar: true });
  const sheet = CoverSheet.add(document, await loadFonts(document), "letter");
  const width = sheet.width - 2 * MARGIN;
  let y = sheet.text(title, { x: MARGIN, y: 48, size: 26, width, isBold: true });
  if (content.reason !== "") y = sheet.text(content.reason, { x: MARGIN, y: y + 2, size: 12, width });
  y = sheet.text(content.company, { x: MARGIN, y: y + 2, size: 11, width });
  sheet.line(MARGIN, y + 8, width, 1.5);
  const top = y + 24;
  const text = width - PICTURE_WIDTH - 28;
  y = top;
  for (const [label, value] of fieldsOf(content)) {
    sheet.text(label, { x: MARGIN, y, size: 10.5, width: LABEL_WIDTH, isBold: true });
    y =
      sheet.textWithin(value, 56, { x: MARGIN + LABEL_WIDTH, y, size: 10.5, width: text - LABEL_WIDTH }) + 6;
  }
  const place = { x: sheet.width - MARGIN - PICTURE_WIDTH, y: top, width: PICTURE_WIDTH, height: 300 };
  const { firstPagePng } = content;
  const picture = firstPagePng ? await sheet.picture(document, firstPagePng, place) : top;
  drawTries(sheet, content, Math.max(y, picture) + 22);
  return document.save();
}

function drawTries(sheet: CoverSheet, { tries }: ReceiptContent, top: number): void {
  const width = sheet.width - 2 * MARGIN;
  let y = sheet.text("Tries", { x: MARGIN, y: top, size: 12, width, isBold: true }) + 4;
  for (const { number, started, ended, outcome } of tries.slice(-SHOWN_TRIES)) {
    sheet.line(MARGIN, y, width, 0.75);
    sheet.text(`${number}`, { x: MARGIN, y: y + 5, size: 10, width: 24, isBold: true });
    sheet.text(both(started, ended), { x: MARGIN + 28, y: y + 5, size: 10, width: 170 });
    const below = sheet.textWithin(outcome, 40, { x: MARGIN + 205, y: y + 5, size: 10, width: width - 205 });
    y = Math.max(below, y + 5 + 26) + 4;
  }
}
