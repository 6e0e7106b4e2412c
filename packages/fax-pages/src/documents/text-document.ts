import { FaxDocumentError, MAX_DOCUMENT_PAGES } from "../fax-document-error.ts";
import { PdfFlow } from "../pdf/pdf-flow.ts";

const SIZE = 10;
/** A page has room for about this many signs; more than the pages we take can be seen before anything is laid out. */
const SIGNS_PER_PAGE = 5_500;

/** A text file as it would be printed: its own lines, and its own pages where it has form feeds. */
export async function textToPdf(text: string, name: string): Promise<Uint8Array> {
  const content = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .trimEnd();
  if (content.trim() === "") throw new FaxDocumentError("empty");
  if (content.length > SIGNS_PER_PAGE * MAX_DOCUMENT_PAGES) throw new FaxDocumentError("tooManyPages");
  const flow = await PdfFlow.create(name, { paper: "letter", isMonospaced: true });
  for (const [index, page] of content.split("\f").entries()) {
    if (index > 0) flow.nextPage();
    for (const line of page.split("\n")) {
      flow.text(line, { size: SIZE });
      if (flow.pageCount > MAX_DOCUMENT_PAGES) throw new FaxDocumentError("tooManyPages");
    }
  }
  return flow.finish(name);
}
