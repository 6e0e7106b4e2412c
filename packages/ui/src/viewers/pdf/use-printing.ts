import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { printDocument } from "./pdf-print.ts";

export interface Printing {
  /** The page that is being made ready; undefined while nothing is. */
  readonly page: number | undefined;
  /** Undefined while there is no document yet. */
  readonly start: (() => void) | undefined;
}

/** Prints on request and stops when the viewer goes away: three hundred pages take their time. */
export function usePrinting(pdf: PDFDocumentProxy | undefined, name: string): Printing {
  const [page, setPage] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = (): void => {
    if (!pdf || page !== undefined) return;
    running.current = new AbortController();
    const { signal } = running.current;
    void printDocument(pdf, { name, signal, onProgress: setPage }).finally(() => setPage(undefined));
  };
  return { page, start: pdf ? start : undefined };
}
