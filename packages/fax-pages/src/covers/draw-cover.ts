import { PDFDocument } from "@cantoo/pdf-lib";
import { loadFonts } from "../pdf/pdf-fonts.ts";
import type { CoverContent, CoverDesign } from "./cover-content.ts";
import { CoverSheet } from "./cover-sheet.ts";

const MARGIN = 54;
const FOOT = 48;

/** One page each, whatever it has to say. */
export async function coversToPdf(covers: readonly CoverContent[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = await loadFonts(document);
  for (const content of covers)
    DESIGNS[content.design](CoverSheet.add(document, fonts, content.paper), content);
  return document.save();
}

const pagesOf = (pages: number): string => (pages === 1 ? "1 (this page)" : `${pages}, including this one`);

/** What is written beside each label, without what is empty. */
function fieldsOf({ from, to, date, pages, subject }: CoverContent): [label: string, value: string][] {
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");
  const fields: [string, string][] = [
    ["To", join(to.name, to.number)],
    ["From", join(from.name, from.line, from.phone)],
    ["Date", date],
    ["Pages", pagesOf(pages)],
    ["Subject", subject],
  ];
  return fields.filter(([, value]) => value !== "");
}

const DESIGNS: Readonly<Record<CoverDesign, (sheet: CoverSheet, content: CoverContent) => void>> = {
  plain(sheet, content) {
    const width = sheet.width - 2 * MARGIN;
    sheet.text("Fax", { x: MARGIN, y: 54, size: 40, width: 200, isBold: true });
    const right = { x: sheet.width / 2 - 40, width: sheet.width / 2 + 40 - MARGIN, isRightAligned: true };
    const under = sheet.text(content.company, { ...right, y: 60, size: 14, isBold: true });
    if (content.headline !== "") sheet.text(content.headline, { ...right, y: under + 2, size: 10.5 });
    sheet.line(MARGIN, 122, width, 2);
    let y = 140;
    for (const [label, value] of fieldsOf(content)) {
      sheet.text(label, { x: MARGIN, y, size: 12, width: 80, isBold: true });
      y = sheet.text(value, { x: MARGIN + 90, y, size: 12, width: width - 90 }) + 7;
    }
    sheet.line(MARGIN, y + 6, width, 1);
    const foot = drawNotice(sheet, content.confidentiality);
    sheet.textWithin(content.note, foot - y - 40, { x: MARGIN, y: y + 24, size: 12, width });
  },

  modern(sheet, content) {
    const width = sheet.width - 2 * MARGIN;
    sheet.bar(0, 0, 22, sheet.height);
    const under = sheet.textWithin(content.company, 70, { x: MARGIN, y: 48, size: 28, width, isBold: true });
    const top =
      content.headline === ""
        ? under
        : sheet.text(content.headline, { x: MARGIN, y: under + 2, size: 11, width });
    sheet.bar(MARGIN, top + 14, 76, 26);
    sheet.text("FAX", { x: MARGIN + 14, y: top + 17, size: 18, width: 70, isBold: true, isWhite: true });
    sheet.line(MARGIN + 76, top + 38.5, width - 76, 1.5);
    const column = width / 2 - 12;
    let y = top + 62;
    const fields = fieldsOf(content);
    // To and From beside each other, Date and Pages likewise, the subject over both columns.
    for (let index = 0; index < fields.length; index += 2) {
      const isAlone = index + 1 >= fields.length;
      let lowest = y;
      for (const [side, [label, value]] of fields.slice(index, index + 2).entries()) {
        const place = { x: MARGIN + side * (column + 24), width: isAlone ? width : column };
        const below = sheet.text(label.toUpperCase(), { ...place, y, size: 9, isBold: true });
        lowest = Math.max(lowest, sheet.text(value, { ...place, y: below + 1, size: 13 }));
      }
      y = lowest + 12;
    }
    const foot = drawNotice(sheet, content.confidentiality);
    if (content.note === "") return;
    const room = foot - y - 52;
    const end = sheet.textWithin(content.note, room, {
      x: MARGIN + 16,
      y: y + 18,
      size: 12,
      width: width - 32,
    });
    sheet.frame(MARGIN, y + 2, width, end - y + 14, 1.5);
  },

  confidential(sheet, content) {
    const width = sheet.width - 2 * MARGIN;
    sheet.frame(24, 24, sheet.width - 48, sheet.height - 48, 3);
    sheet.bar(24, 24, sheet.width - 48, 58);
    sheet.text("CONFIDENTIAL", { x: MARGIN, y: 36, size: 30, width, isBold: true, isWhite: true });
    sheet.text("Fax", {
      x: MARGIN,
      y: 42,
      size: 22,
      width,
      isBold: true,
      isWhite: true,
      isRightAligned: true,
    });
    let y = sheet.text(content.company, { x: MARGIN, y: 104, size: 18, width, isBold: true });
    if (content.headline !== "") y = sheet.text(content.headline, { x: MARGIN, y: y + 1, size: 11, width });
    y += 12;
    for (const [label, value] of fieldsOf(content)) {
      sheet.line(MARGIN, y, width, 1);
      sheet.text(label, { x: MARGIN + 4, y: y + 7, size: 12, width: 80, isBold: true });
      y = sheet.text(value, { x: MARGIN + 96, y: y + 7, size: 12, width: width - 100 }) + 6;
    }
    sheet.line(MARGIN, y, width, 1);
    const notice = { size: 11, width: width - 28, isBold: true };
    const height =
      content.confidentiality === "" ? 0 : noticeHeight(sheet, content.confidentiality, notice) + 24;
    const foot = sheet.height - FOOT - height;
    if (height > 0) {
      sheet.frame(MARGIN, foot, width, height, 2);
      sheet.textWithin(content.confidentiality, height - 24, { ...notice, x: MARGIN + 14, y: foot + 11 });
    }
    sheet.textWithin(content.note, foot - y - 36, { x: MARGIN + 4, y: y + 18, size: 12, width: width - 8 });
  },
};

/** Small, at the foot of the page; returns where it begins. */
function drawNotice(sheet: CoverSheet, notice: string): number {
  const width = sheet.width - 2 * MARGIN;
  if (notice === "") return sheet.height - FOOT;
  const height = noticeHeight(sheet, notice, { size: 9.5, width });
  const top = sheet.height - FOOT - height;
  sheet.line(MARGIN, top - 8, width, 0.75);
  sheet.textWithin(notice, height, { x: MARGIN, y: top, size: 9.5, width });
  return top - 14;
}

/** Lawyers like to write: what is longer than this is cut. */
const MAX_NOTICE = 180;

const noticeHeight = (
  sheet: CoverSheet,
  notice: string,
  style: Parameters<CoverSheet["heightOf"]>[1],
): number => Math.min(MAX_NOTICE, sheet.heightOf(notice, style) + 1);
