/** A document in memory, or where to fetch it from. */
export type PdfSource = { readonly blob: Blob } | { readonly url: string };

export function openPdf(source: PdfSource): void {
  // The new window reads the address after this returns, so a blob's is released with the page, not before.
  const url = "url" in source ? source.url : URL.createObjectURL(source.blob);
  window.open(url, "_blank", "noopener");
}
