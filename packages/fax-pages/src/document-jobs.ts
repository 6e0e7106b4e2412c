import type { CoverContent } from "./covers/cover-content.ts";
import type { FaxDocumentProblem } from "./fax-document-error.ts";
import type { PageResolution } from "./page-bits.ts";
import type { Rotation } from "./pictures/place-page.ts";
import type { ReceiptContent } from "./receipts/receipt-content.ts";

/** A file as it was handed in. */
export interface SourceFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** A page of a file, from 1, as it shall be sent; or a cover page. */
export type FaxPart =
  | (SourceFile & { readonly page: number; readonly rotate: Rotation })
  | { readonly cover: CoverContent };

/** The same by its place among the job's files, or its covers. */
export type JobPart =
  | { readonly file: number; readonly page: number; readonly rotate: Rotation }
  | { readonly cover: number };

/** What the pages of a job are drawn from, each once. `office` is where LibreOffice is, if it is anywhere. */
export interface JobSources {
  readonly files: readonly SourceFile[];
  readonly covers: readonly CoverContent[];
  readonly office: string | undefined;
}

export interface ReadPages {
  /** A PNG of each page, 200 dots wide. */
  readonly pages: readonly { readonly thumbnail: Uint8Array }[];
  /** The text layer of each page, for search. */
  readonly words: readonly string[];
}

export interface RenderedPages {
  /** What a fax machine sends: 1728 dots wide, many pages, packed by T.6. */
  readonly tiff: Uint8Array;
  /** The same pictures, for reading. */
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly firstPagePng: Uint8Array;
  /** The text layer of each page, for search. */
  readonly words: readonly string[];
}

export interface PagePreview {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface ReceivedPages {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly firstPagePng: Uint8Array;
  /** Pages that are not as they were sent, from 1. They are shown as far as they can be. */
  readonly damaged: readonly number[];
}

/** What a process is asked for. */
export type DocumentJob =
  | { readonly kind: "read"; readonly file: SourceFile; readonly office: string | undefined }
  | (JobSources & {
      readonly kind: "render";
      /** Each with its pages. */
      readonly faxes: readonly (readonly JobPart[])[];
      readonly resolution: PageResolution;
    })
  | (JobSources & {
      readonly kind: "preview";
      readonly part: JobPart;
      readonly resolution: PageResolution;
    })
  | { readonly kind: "received"; readonly tiff: Uint8Array }
  | { readonly kind: "receipt"; readonly content: ReceiptContent };

export interface DocumentResults {
  readonly read: ReadPages;
  readonly render: readonly RenderedPages[];
  readonly preview: PagePreview;
  readonly received: ReceivedPages;
  readonly receipt: Uint8Array;
}

export type DocumentReply =
  | { readonly kind: "done"; readonly result: DocumentResults[keyof DocumentResults] }
  | { readonly kind: "refused"; readonly code: FaxDocumentProblem };
