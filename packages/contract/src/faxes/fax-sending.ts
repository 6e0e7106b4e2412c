import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";
import { FaxId, FaxMailbox, FaxResolution } from "./fax.ts";

export const MAX_FAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
/** The body that carries it as base64. */
export const FAX_DOCUMENT_BODY_BYTES = Math.ceil((MAX_FAX_DOCUMENT_BYTES * 4) / 3) + 64 * 1024;
export const MAX_FAX_PAGES = 200;
export const MAX_FAX_RECIPIENTS = 50;
export const MAX_COVER_NOTE = 2000;

const ClientId = text(100).min(1);
const DocumentId = text(100).min(1);
/** Clockwise. */
export const FaxRotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
export type FaxRotation = z.infer<typeof FaxRotation>;

export const FaxDocumentUpload = z.object({
  /** Made by the client and then the document's id: a repeated request makes no second document. */
  uuid: DocumentId,
  name: trimmedText(200).min(1),
  /** PDF, PNG, JPEG, HEIC, TIFF, plain text or an Office file as base64. */
  file: z.string().min(1),
});
export type FaxDocumentUpload = z.infer<typeof FaxDocumentUpload>;

/** A file on its way into a fax. The server forgets it a week after the last look at it. */
export const FaxDocument = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** A small picture of each page; whoever has the address can see it, for an hour or two. */
  pages: z.array(z.object({ thumbnail: z.string() })),
});
export type FaxDocument = z.infer<typeof FaxDocument>;
export const FaxDocumentQuery = z.object({ id: DocumentId });

/** A page of a document, as it shall be sent. */
export const FaxPage = z.object({
  document: DocumentId,
  /** From 1. */
  page: z.number().int().min(1).max(MAX_FAX_PAGES),
  rotate: FaxRotation.default(0),
});
export type FaxPage = z.infer<typeof FaxPage>;

export const FaxRecipient = z.object({
  number: trimmedText(40).min(1),
  /** For the cover page; empty: only the number is there. */
  name: trimmedText(200).default(""),
});
export type FaxRecipient = z.infer<typeof FaxRecipient>;

export const FaxCoverText = z.object({
  /** Which design: an id of `/fax/covers`. */
  cover: text(100).min(1),
  subject: trimmedText(200).default(""),
  note: text(MAX_COVER_NOTE).default(""),
});
export type FaxCoverText = z.infer<typeof FaxCoverText>;

export const FaxCover = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Printed at its foot; empty: nothing is. */
  confidentiality: z.string(),
  /** The company's own, from its file. */
  own: z.boolean(),
});
export type FaxCover = z.infer<typeof FaxCover>;

/** What the other side gets of one page: black and white, in its resolution. */
export const FaxPagePreview = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page"), page: FaxPage, resolution: FaxResolution }),
  z.object({
    kind: z.literal("cover"),
    mailbox: FaxMailbox,
    cover: FaxCoverText,
    to: FaxRecipient,
    /** Of the fax, the cover among them. */
    pages: z
      .number()
      .int()
      .min(1)
      .max(MAX_FAX_PAGES + 1),
    resolution: FaxResolution,
  }),
]);
export type FaxPagePreview = z.input<typeof FaxPagePreview>;
/** Whoever has the address can see it, for an hour or two. */
export const FaxPicture = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });
export type FaxPicture = z.infer<typeof FaxPicture>;

/** One fax for each recipient. A repeat with the same uuid gives the faxes of the first time. */
export const FaxSend = z.object({
  uuid: ClientId,
  /** The line it is sent from. */
  mailbox: FaxMailbox,
  to: z.array(FaxRecipient).min(1).max(MAX_FAX_RECIPIENTS),
  /** A fax may be its cover alone. */
  pages: z.array(FaxPage).max(MAX_FAX_PAGES),
  cover: FaxCoverText.nullable().default(null),
  resolution: FaxResolution.default("fine"),
  /** Unix time in seconds; null: now. */
  send_at: z.number().int().positive().max(9e9).nullable().default(null),
});
export type FaxSend = z.input<typeof FaxSend>;

/** The same pages once more: a failed fax to another number, or any fax forwarded. */
export const FaxAgain = z.object({
  uuid: ClientId,
  /** The fax whose pages are sent. */
  mailbox: FaxMailbox,
  id: FaxId,
  /** The line it is sent from. */
  from: FaxMailbox,
  to: z.array(FaxRecipient).min(1).max(MAX_FAX_RECIPIENTS),
});
export type FaxAgain = z.input<typeof FaxAgain>;

/** What a user has not sent yet; one a user, on every device the same. */
export const FaxDraft = z.object({
  mailbox: FaxMailbox.nullable(),
  to: z.array(FaxRecipient).max(MAX_FAX_RECIPIENTS),
  pages: z.array(FaxPage).max(MAX_FAX_PAGES),
  cover: FaxCoverText.nullable(),
  resolution: FaxResolution,
  send_at: z.number().int().positive().max(9e9).nullable(),
});
export type FaxDraft = z.infer<typeof FaxDraft>;
export const FaxDraftState = z.object({
  draft: FaxDraft.nullable(),
  /** Those its pages are of. */
  documents: z.array(FaxDocument),
});
export type FaxDraftState = z.infer<typeof FaxDraftState>;
