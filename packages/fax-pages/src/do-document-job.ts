import sharp from "sharp";
import type {
  DocumentJob,
  DocumentReply,
  DocumentResults,
  ReadPages,
  ReceivedPages,
} from "./document-jobs.ts";
import { loadDocument } from "./documents/load-document.ts";
import type { OpenDocument } from "./documents/open-document.ts";
import { FaxDocumentError } from "./fax-document-error.ts";
import { writeFaxPdf } from "./pdf/fax-pdf.ts";
import { pictureOf, previewOf } from "./pictures/page-png.ts";
import { readReceived } from "./received-fax.ts";
import { renderFaxes } from "./render-faxes.ts";
import { PartRenderer, packed } from "./render-part.ts";

const THUMBNAIL_WIDTH = 200;
const LONGEST_THUMBNAIL = 400;

/** Does one job; whatever is wrong with a file is said in the reply. */
export async function doDocumentJob(job: DocumentJob): Promise<DocumentReply> {
  // Documents come one at a time to a process, and others want the processors too.
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    return { kind: "done", result: await resultOf(job) };
  } catch (error) {
    return { kind: "refused", code: error instanceof FaxDocumentError ? error.code : "broken" };
  }
}

async function resultOf(job: DocumentJob): Promise<DocumentResults[keyof DocumentResults]> {
  switch (job.kind) {
    case "read":
      return readPages(await loadDocument(job.file.bytes, { name: job.file.name, office: job.office }));
    case "render":
      return renderFaxes(job);
    case "preview":
      return previewOf(await new PartRenderer(job).render(job.part, job.resolution));
    case "received":
      return received(job.tiff);
    case "receipt":
      return (await import("./receipts/draw-receipt.ts")).receiptToPdf(job.content);
  }
}

async function readPages(document: OpenDocument): Promise<ReadPages> {
  const pages: { thumbnail: Uint8Array }[] = [];
  const words: string[] = [];
  for (let page = 0; page < document.pageCount; page++) {
    const { widthInches, heightInches } = document.shapeOf(page);
    const scale = Math.min(THUMBNAIL_WIDTH / widthInches, LONGEST_THUMBNAIL / heightInches);
    const [width, height] = [Math.ceil(widthInches * scale), Math.ceil(heightInches * scale)];
    const gray = await document.draw({ page, rotate: 0, width, height });
    const thumbnail = await sharp(gray, { raw: { width, height, channels: 1 } })
      .toColourspace("b-w")
      .png({ compressionLevel: 7 })
      .toBuffer();
    pages.push({ thumbnail });
    words.push(document.wordsOf(page));
  }
  return { pages, words };
}

async function received(tiff: Uint8Array): Promise<ReceivedPages> {
  const { pages, damaged } = await readReceived(tiff);
  const [first] = pages;
  if (!first) throw new FaxDocumentError("broken");
  return {
    pdf: writeFaxPdf(pages.map(packed), "Fax"),
    pages: pages.length,
    firstPagePng: await pictureOf(first),
    damaged,
  };
}
