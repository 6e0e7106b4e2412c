import { PDFDocument, rgb } from "@cantoo/pdf-lib";
import sharp from "sharp";
import type { CoverContent } from "../covers/cover-content.ts";
import { loadFonts } from "../pdf/pdf-fonts.ts";

/** A picture with soft tones, as a photo has them. */
export const aPhoto = (width = 600, height = 400): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="sky" y2="1" x2="0"><stop stop-color="#246"/><stop offset="1" stop-color="#fda"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="70%" cy="35%" r="15%" fill="#fc4"/></svg>`),
  )
    .jpeg()
    .toBuffer();

/** With every field. */
export const aCover: CoverContent = {
  design: "plain",
  company: "Harbor Clinic",
  headline: "12 Pier Street",
  from: { name: "Maya Okafor", line: "Front desk", phone: "(212) 555-0141" },
  to: { name: "Agnes Kowalski", number: "(212) 555-0171" },
  date: "November 18, 2026",
  pages: 4,
  subject: "Lab results",
  note: "Here they are.",
  confidentiality: "For Agnes alone.",
  paper: "letter",
};

/** Letters, lines, a gray field and a photo on each page. */
export async function aReport(pages: number, words = "The quick brown fox"): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { plain, bold } = await loadFonts(document);
  const photo = await document.embedJpg(await aPhoto());
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([612, 792]);
    page.drawText(`Report, page ${number}`, { x: 60, y: 720, size: 22, font: bold.font });
    for (let line = 0; line < 20; line++)
      page.drawText(`${words} (${line})`, {
        x: 60,
        y: 690 - line * 14,
        size: 8 + (line % 5),
        font: plain.font,
      });
    page.drawRectangle({ x: 60, y: 370, width: 490, height: 20, color: rgb(0.7, 0.7, 0.7) });
    page.drawImage(photo, { x: 60, y: 100, width: 360, height: 240 });
  }
  return document.save();
}

/** So many empty pages. */
export async function emptyPages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 0; page < count; page++) document.addPage([612, 792]);
  return document.save();
}

/** A TIFF that only says how large its pages are. */
export function describedTiff(width: number, height: number, pages: number): Uint8Array {
  const size = 2 + 2 * 12 + 4;
  const bytes = Buffer.alloc(8 + pages * size);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8, 4);
  for (let page = 0; page < pages; page++) {
    const at = 8 + page * size;
    bytes.writeUInt16LE(2, at);
    for (const [index, value] of [width, height].entries()) {
      bytes.writeUInt16LE(256 + index, at + 2 + index * 12);
      bytes.writeUInt16LE(4, at + 4 + index * 12);
      bytes.writeUInt32LE(1, at + 6 + index * 12);
      bytes.writeUInt32LE(value, at + 10 + index * 12);
    }
    bytes.writeUInt32LE(page + 1 < pages ? at + size : 0, at + size - 4);
  }
  return bytes;
}
