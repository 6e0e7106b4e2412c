export { builtInCovers, type CoverContent, type CoverDesign } from "./covers/cover-content.ts";
export type {
  DocumentJob,
  DocumentReply,
  FaxPart,
  ReceivedPages,
  RenderedPages,
} from "./document-jobs.ts";
export { findOffice } from "./documents/office-document.ts";
export { FaxDocumentError } from "./fax-document-error.ts";
export { FaxPages } from "./fax-pages.ts";
export { documentProgram } from "./process/document-program.ts";
export type { ReceiptContent } from "./receipts/receipt-content.ts";
