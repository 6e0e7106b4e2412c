/** A document in memory, or where to fetch it from. */
export type PdfSource = { readonly blob: Blob } | { readonly url: string };

function withUrl(source: PdfSource, use: (url: string, release: () => void) => void): void {
  if ("url" in source) {
    use(source.url, () => {});
    return;
  }
  const url = URL.createObjectURL(source.blob);
  use(url, () => URL.revokeObjectURL(url));
}

/** Prints from a hidden frame, so that only the document comes out of the printer. */
export function printPdf(source: PdfSource): void {
  withUrl(source, (url, release) => {
    const frame = document.createElement("iframe");
    frame.style.cssText = "position: fixed; width: 0; height: 0; border: 0; visibility: hidden";
    frame.setAttribute("aria-hidden", "true");
    frame.addEventListener("load", () => {
      const view = frame.contentWindow;
      const clear = (): void => {
        frame.remove();
        release();
      };
      view?.addEventListener("afterprint", clear, { once: true });
      view?.focus();
      view?.print();
    });
    frame.src = url;
    document.body.append(frame);
  });
}

export function openPdf(source: PdfSource): void {
  // The new window reads the address after this returns: it is released with the page, not before.
  withUrl(source, (url) => window.open(url, "_blank", "noopener"));
}
