import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/** Fine enough for paper; a fax has 98 by 204. */
const DOTS_PER_INCH = 150;
/** The unit of a page's size. */
const POINTS_PER_INCH = 72;

export interface PrintOptions {
  /** The name that the printer's queue and "Save as PDF" show. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onProgress: (page: number) => void;
}

/**
 * Draws every page and prints the pictures from a hidden frame. The browser's own PDF viewer is no help here: Firefox
 * and Safari do not let a page print from theirs, and files that forbid to be framed cannot be put into one.
 */
export async function printDocument(
  pdf: PDFDocumentProxy,
  { name, signal, onProgress }: PrintOptions,
): Promise<void> {
  const frame = createFrame();
  const urls: string[] = [];
  const clear = (): void => {
    frame.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  };
  try {
    const sheet = frame.contentDocument;
    if (!sheet) throw new Error("The browser gave no frame to print from");
    sheet.title = name;
    sheet.head.append(await pageStyle(sheet, pdf));
    for (let number = 1; number <= pdf.numPages; number += 1) {
      signal.throwIfAborted();
      onProgress(number);
      const url = URL.createObjectURL(await drawPage(await pdf.getPage(number)));
      urls.push(url);
      sheet.body.append(await loadedImage(sheet, url));
    }
    signal.throwIfAborted();
    frame.contentWindow?.addEventListener("afterprint", clear, { once: true });
    frame.contentWindow?.print();
  } catch (error) {
    clear();
    if (!signal.aborted) throw error;
  }
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.style.cssText = "position: fixed; width: 0; height: 0; border: 0; visibility: hidden";
  frame.setAttribute("aria-hidden", "true");
  frame.title = "Print";
  document.body.append(frame);
  return frame;
}

async function pageStyle(sheet: Document, pdf: PDFDocumentProxy): Promise<HTMLStyleElement> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const style = sheet.createElement("style");
  style.textContent = `@page { size: ${width}pt ${height}pt; margin: 0 }
    body { margin: 0 }
    img { display: block; width: 100%; break-after: page }
    img:last-child { break-after: auto }`;
  return style;
}

async function drawPage(page: PDFPageProxy): Promise<Blob> {
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH });
  const canvas = document.createElement("canvas");
  // Down, not up: a picture one pixel taller than its page would be followed by an empty one.
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error("A page is too large to be printed");
  return blob;
}

async function loadedImage(sheet: Document, url: string): Promise<HTMLImageElement> {
  const image = sheet.createElement("img");
  image.src = url;
  // Printing does not wait for pictures.
  await image.decode();
  return image;
}
