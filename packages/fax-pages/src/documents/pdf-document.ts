import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PDFiumModule } from "@hyzyla/pdfium";
import { FaxDocumentError, MAX_DOCUMENT_PAGES } from "../fax-document-error.ts";
import { MAX_PAGE_RATIO, type PageShape } from "../pictures/place-page.ts";
import type { OpenDocument, PageDrawing } from "./open-document.ts";

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

const PASSWORD_NEEDED = 4;
const SECURITY_UNKNOWN = 5;
const GRAY_FORMAT = 1;
const WHITE = 0xffffffff;
const WITH_ANNOTATIONS = 0x01;
const IN_GRAY = 0x08;
const FOR_PRINTING = 0x800;
const POINTS_PER_INCH = 72;
/** Enough to be found by, and no more than a page can hold. */
const MAX_WORDS = 20_000;
/** Larger than its description, of which the first number alone is ours. */
const FORM_BYTES = 256;
const FORM_VERSION = 2;

let loading: Promise<Pdfium> | undefined;

async function loadPdfium(): Promise<Pdfium> {
  const file = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  const { buffer, byteOffset, byteLength } = await readFile(file);
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const pdfium = await PDFiumModule({ wasmBinary, locateFile: () => "" });
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  return pdfium;
}

export async function openPdf(bytes: Uint8Array): Promise<OpenDocument> {
  loading ??= loadPdfium();
  const pdfium = await loading;
  const memory = pdfium.wasmExports.malloc(bytes.length);
  if (memory === 0) throw new FaxDocumentError("tooMuchMemory");
  pdfium.HEAPU8.set(bytes, memory);
  const document = pdfium._FPDF_LoadMemDocument(memory, bytes.length, 0);
  if (document === 0) {
    const problem = pdfium._FPDF_GetLastError();
    throw new FaxDocumentError(
      problem === PASSWORD_NEEDED || problem === SECURITY_UNKNOWN ? "encrypted" : "broken",
    );
  }
  const pageCount = pdfium._FPDF_GetPageCount(document);
  if (pageCount < 1) throw new FaxDocumentError("broken");
  if (pageCount > MAX_DOCUMENT_PAGES) throw new FaxDocumentError("tooManyPages");
  return new PdfDocument(pdfium, document, pageCount);
}

/** Lives as long as its process, and so does all memory it takes. */
class PdfDocument implements OpenDocument {
  readonly pageCount: number;
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly #form: number;

  constructor(pdfium: Pdfium, document: number, pageCount: number) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.pageCount = pageCount;
    this.#form = openForm(pdfium, document);
  }

  shapeOf(page: number): PageShape {
    return this.#withPage(page, (handle) => {
      const [width, height] = [
        this.#pdfium._FPDF_GetPageWidth(handle),
        this.#pdfium._FPDF_GetPageHeight(handle),
      ];
      const ratio = width / height;
      if (!(width > 0 && height > 0 && ratio < MAX_PAGE_RATIO && ratio > 1 / MAX_PAGE_RATIO))
        throw new FaxDocumentError("broken");
      return { widthInches: width / POINTS_PER_INCH, heightInches: height / POINTS_PER_INCH };
    });
  }

  async draw({ page, rotate, width, height }: PageDrawing): Promise<Uint8Array> {
    const pdfium = this.#pdfium;
    return this.#withPage(page, (handle) => {
      const memory = pdfium.wasmExports.malloc(width * height);
      const bitmap =
        memory === 0 ? 0 : pdfium._FPDFBitmap_CreateEx(width, height, GRAY_FORMAT, memory, width);
      if (bitmap === 0) throw new FaxDocumentError("tooMuchMemory");
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      const flags = WITH_ANNOTATIONS | IN_GRAY | FOR_PRINTING;
      const turns = rotate / 90;
      pdfium._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, turns, flags);
      // What was typed into a form is drawn by itself, over the page.
      if (this.#form !== 0)
        pdfium._FPDF_FFLDraw(this.#form, bitmap, handle, 0, 0, width, height, turns, IN_GRAY);
      const drawn = pdfium.HEAPU8.slice(memory, memory + width * height);
      pdfium._FPDFBitmap_Destroy(bitmap);
      pdfium.wasmExports.free(memory);
      return drawn;
    });
  }

  wordsOf(page: number): string {
    const pdfium = this.#pdfium;
    return this.#withPage(page, (handle) => {
      const text = pdfium._FPDFText_LoadPage(handle);
      if (text === 0) return "";
      const count = Math.min(MAX_WORDS, pdfium._FPDFText_CountChars(text));
      const memory = count > 0 ? pdfium.wasmExports.malloc((count + 1) * 2) : 0;
      const length = memory === 0 ? 0 : pdfium._FPDFText_GetText(text, 0, count, memory);
      // The last sign is the zero that ends it.
      const words = new TextDecoder("utf-16le").decode(
        pdfium.HEAPU8.slice(memory, memory + Math.max(0, length - 1) * 2),
      );
      if (memory !== 0) pdfium.wasmExports.free(memory);
      pdfium._FPDFText_ClosePage(text);
      return storable(words);
    });
  }

  faxBitsOf(): undefined {
    return undefined;
  }

  #withPage<Result>(page: number, use: (handle: number) => Result): Result {
    const handle = this.#pdfium._FPDF_LoadPage(this.#document, page);
    if (handle === 0) throw new FaxDocumentError("broken");
    try {
      return use(handle);
    } finally {
      this.#pdfium._FPDF_ClosePage(handle);
    }
  }
}

/** 0 where there is none: the page is then drawn without it. */
function openForm(pdfium: Pdfium, document: number): number {
  const memory = pdfium.wasmExports.malloc(FORM_BYTES);
  if (memory === 0) return 0;
  pdfium.HEAPU8.fill(0, memory, memory + FORM_BYTES);
  new DataView(pdfium.HEAPU8.buffer).setUint32(memory, FORM_VERSION, true);
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, memory);
}

/** Words on one line, without what a database does not take. */
const storable = (words: string): string => words.replace(/[\p{Cc}\s\ufffe\uffff]+/gu, " ").trim();
