import { FaxDocumentError, type FaxPart, type RenderedPages } from "@offhook/fax-pages";
import type { FaxPages } from "../fax-pages.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
const bytes = (words: string): Uint8Array => Buffer.from(words);

/** `12 pages …` has so many. */
function countOf(content: Uint8Array): number {
  const found = /^(\d+) pages?/.exec(text(content))?.[1];
  if (found === undefined) throw new FaxDocumentError("broken");
  return Number(found);
}

const wordsOf = (part: FaxPart): string =>
  "cover" in part
    ? `cover ${part.cover.design} to ${part.cover.to.name} ${part.cover.to.number}: ${part.cover.subject}`
    : `page ${part.page} of ${part.name} turned ${part.rotate}`;

function pagesOf(parts: readonly FaxPart[], resolution: string): RenderedPages {
  const pages = parts.map(wordsOf);
  const words = pages.join("\n");
  return {
    tiff: bytes(`${parts.length} pages ${resolution}\n${words}`),
    pdf: bytes(`%PDF-1.7\n${words}`),
    pages: parts.length,
    firstPagePng: bytes(`\u0089PNG ${words}`),
    words: pages,
  };
}

/** Pages in words: what is drawn is tested where it is drawn. */
export const plainFaxPages: FaxPages = {
  async readDocument(document) {
    const count = countOf(document.bytes);
    return {
      words: [],
      pages: Array.from({ length: count }, (_, index) => ({ thumbnail: bytes(`small ${index + 1}`) })),
    };
  },
  renderFaxes: async (faxes, resolution) => faxes.map((parts) => pagesOf(parts, resolution)),
  renderPages: async (parts, resolution) => pagesOf(parts, resolution),
  async previewPage(part, resolution) {
    return { png: bytes(wordsOf(part)), width: 1728, height: resolution === "fine" ? 2156 : 1078 };
  },
  async receivedPages(tiff) {
    const pages = countOf(tiff);
    return { pdf: bytes(`%PDF-1.7\n${text(tiff)}`), pages, firstPagePng: bytes("\u0089PNG"), damaged: [] };
  },
  async renderReceipt(content) {
    return bytes(`%PDF-1.7\n${JSON.stringify(content)}`);
  },
  close: async () => undefined,
};
