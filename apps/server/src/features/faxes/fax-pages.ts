import { FaxDocumentError, type FaxPages as PagesOfDocuments } from "@offhook/fax-pages";

/** Documents to fax pages and back, each in a process with limits. What cannot be read throws a plain sentence. */
export type FaxPages = Pick<
  PagesOfDocuments,
  "readDocument" | "renderFaxes" | "renderPages" | "previewPage" | "receivedPages" | "renderReceipt" | "close"
>;

/** A document is to blame, not the server: the sentence is for whoever attached it. */
export const isDocumentError = (error: unknown): error is FaxDocumentError =>
  error instanceof FaxDocumentError;
