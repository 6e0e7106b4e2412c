import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Document, PasswordResponses } from "react-pdf";
import "react-pdf/dist/Page/AnnotationLayer.css";
import "react-pdf/dist/Page/TextLayer.css";
import { LoadError } from "../../feedback/load-error.tsx";
import { pdfOptions } from "./pdf-engine.ts";
import { PdfPages, type PdfPagesHandle } from "./pdf-pages.tsx";
import { PdfPassword } from "./pdf-password.tsx";
import { PdfPlaceholder } from "./pdf-placeholder.tsx";
import { openPdf, type PdfSource } from "./pdf-source.ts";
import { PdfThumbnails } from "./pdf-thumbnails.tsx";
import { PdfToolbar } from "./pdf-toolbar.tsx";
import classes from "./pdf-viewer.module.css";
import { DEFAULT_PDF_ZOOM, firstZoomIn } from "./pdf-zoom.ts";
import { usePrinting } from "./use-printing.ts";

export interface PdfViewProps {
  readonly source: PdfSource;
  readonly name: string;
  /** The page it opens at, from 1. */
  readonly startPage?: number | undefined;
  /** All pages in small beside a document that has several. */
  readonly hasThumbnails?: boolean;
  readonly onDownload?: (() => void) | undefined;
  /** Other ways to print and to open than the browser's, for the desktop. */
  readonly onPrint?: ((source: PdfSource) => void) | undefined;
  readonly onOpen?: ((source: PdfSource) => void) | undefined;
  /** Puts a close button at the end of the toolbar, for a viewer that lies over the page. */
  readonly onClose?: (() => void) | undefined;
}

type PdfState =
  | { readonly name: "loading" }
  | { readonly name: "locked"; readonly isWrong: boolean; readonly unlock: (password: string) => void }
  | { readonly name: "ready"; readonly pdf: PDFDocumentProxy }
  | { readonly name: "failed" };

/** A document with its toolbar. Another source is another document: everything starts over. */
export function PdfView(props: PdfViewProps): ReactNode {
  const { source } = props;
  const [attempt, setAttempt] = useState(0);
  const file = "url" in source ? source.url : source.blob;
  const [shown, setShown] = useState({ file, version: 0 });
  if (shown.file !== file) setShown({ file, version: shown.version + 1 });
  return (
    <LoadedPdf
      {...props}
      key={`${shown.version}-${attempt}`}
      file={file}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

type LoadedPdfProps = PdfViewProps & { readonly file: string | Blob; readonly onRetry: () => void };

function LoadedPdf(props: LoadedPdfProps): ReactNode {
  const { source, name, file, startPage = 1, hasThumbnails = false, onRetry } = props;
  const { onDownload, onPrint, onOpen = openPdf, onClose } = props;
  const [state, setState] = useState<PdfState>({ name: "loading" });
  const [zoom, setZoom] = useState(DEFAULT_PDF_ZOOM);
  const [page, setPage] = useState(1);
  const viewer = useRef<HTMLElement>(null);
  const pages = useRef<PdfPagesHandle>(null);
  useLayoutEffect(() => setZoom(firstZoomIn(viewer.current?.clientWidth ?? 0)), []);
  const pdf = state.name === "ready" ? state.pdf : undefined;
  const printing = usePrinting(pdf, name);
  if (state.name === "failed") {
    return (
      <div className={classes.message}>
        <LoadError onRetry={onRetry}>This document could not be opened.</LoadError>
      </div>
    );
  }
  return (
    <section ref={viewer} className={classes.viewer} aria-label={name}>
      <PdfToolbar
        name={name}
        page={page}
        pageCount={pdf?.numPages}
        zoom={zoom}
        onZoomChange={setZoom}
        onDownload={onDownload}
        printing={printing.page}
        onPrint={onPrint ? () => onPrint(source) : printing.start}
        onOpen={() => onOpen(source)}
        onClose={onClose}
      />
      <Document
        className={classes.document ?? ""}
        file={file}
        options={pdfOptions}
        loading={<Waiting state={state} />}
        error={<PdfPlaceholder />}
        externalLinkTarget="_blank"
        externalLinkRel="noopener noreferrer"
        onLoadSuccess={(loaded) => setState({ name: "ready", pdf: loaded })}
        onLoadError={() => setState({ name: "failed" })}
        onSourceError={() => setState({ name: "failed" })}
        onPassword={(unlock, reason) =>
          setState({ name: "locked", isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock })
        }
      >
        {pdf && (
          <div className={classes.body}>
            {hasThumbnails && pdf.numPages > 1 && (
              <PdfThumbnails
                pageCount={pdf.numPages}
                current={page}
                onOpen={(wanted) => pages.current?.goTo(wanted)}
              />
            )}
            <PdfPages
              ref={pages}
              pageCount={pdf.numPages}
              startPage={startPage}
              zoom={zoom}
              onPageChange={setPage}
            />
          </div>
        )}
      </Document>
    </section>
  );
}

function Waiting({ state }: { readonly state: PdfState }): ReactNode {
  if (state.name !== "locked") return <PdfPlaceholder />;
  return <PdfPassword isWrong={state.isWrong} onSubmit={state.unlock} />;
}
