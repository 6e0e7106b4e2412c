import type { DocumentJob, JobPart, RenderedPages } from "./document-jobs.ts";
import { FaxDocumentError, MAX_DOCUMENT_PAGES } from "./fax-document-error.ts";
import { writeFaxPdf } from "./pdf/fax-pdf.ts";
import { pictureOf } from "./pictures/page-png.ts";
import { PartRenderer, packed } from "./render-part.ts";
import { type PackedPage, writeFaxTiff } from "./tiff/write-fax-tiff.ts";

interface DrawnPage {
  readonly page: PackedPage;
  readonly png: Uint8Array;
  readonly words: string;
}

/** Faxes with pages in common, each of which is drawn once. */
export async function renderFaxes(job: Extract<DocumentJob, { kind: "render" }>): Promise<RenderedPages[]> {
  const renderer = new PartRenderer(job);
  const drawn = new Map<string, Promise<DrawnPage>>();
  const draw = (part: JobPart, isFirst: boolean): Promise<DrawnPage> => {
    const key = JSON.stringify([part, isFirst]);
    const page = drawn.get(key) ?? drawPage(renderer, part, { isFirst, resolution: job.resolution });
    drawn.set(key, page);
    return page;
  };
  const faxes: RenderedPages[] = [];
  for (const parts of job.faxes) {
    if (parts.length === 0) throw new FaxDocumentError("empty");
    // A cover comes on top.
    if (parts.length > MAX_DOCUMENT_PAGES + 1) throw new FaxDocumentError("tooManyPages");
    const pages: DrawnPage[] = [];
    for (const [index, part] of parts.entries()) pages.push(await draw(part, index === 0));
    const packedPages = pages.map(({ page }) => page);
    faxes.push({
      tiff: writeFaxTiff(packedPages),
      pdf: writeFaxPdf(packedPages, "Fax"),
      pages: pages.length,
      firstPagePng: pages[0]?.png ?? new Uint8Array(),
      words: pages.map(({ words }) => words),
    });
  }
  return faxes;
}

/** Of the first page alone a picture is wanted. */
async function drawPage(
  renderer: PartRenderer,
  part: JobPart,
  {
    isFirst,
    resolution,
  }: { readonly isFirst: boolean } & Pick<Extract<DocumentJob, { kind: "render" }>, "resolution">,
): Promise<DrawnPage> {
  const bits = await renderer.render(part, resolution);
  const png = isFirst ? Uint8Array.from(await pictureOf(bits)) : new Uint8Array();
  return { page: packed(bits), png, words: await renderer.wordsOf(part) };
}
