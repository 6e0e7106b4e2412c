import { z } from "zod";
import { NumericId, QueryFlag, text } from "../wire-values.ts";

/** The largest file that can be imported. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;
/** The body that carries it as base64. */
export const MAX_IMPORT_BODY_BYTES = Math.ceil((MAX_IMPORT_BYTES * 4) / 3) + 64 * 1024;
export const MAX_IMPORT_ROWS = 50_000;

/** What a column of a CSV file can hold. `phone`: numbers whose kind the column beside tells ('Phone 1 - Label'). */
export const ContactField = z.enum([
  "name",
  "fname",
  "lname",
  "phone",
  "mobile",
  "work",
  "home",
  "fax",
  "conference",
  "other",
  "emails",
  "organization",
  "title",
  "notes",
  "tags",
]);
export type ContactField = z.infer<typeof ContactField>;

/** By column: its field, or null where it is not imported. Left out: the one found by the names of the columns. */
const ColumnMapping = z.array(ContactField.nullable()).max(500);

const importFile = {
  /** The file's name, which is only shown. */
  name: text(255),
  /** The bytes as base64. */
  file: z.string(),
  mapping: ColumnMapping.optional(),
};

export const PreviewContactImport = z.object(importFile);
export type PreviewContactImport = z.infer<typeof PreviewContactImport>;

/** What to do with a row whose work or mobile number a contact already has. */
export const DuplicateChoice = z.enum(["skip", "merge", "add"]);
export type DuplicateChoice = z.infer<typeof DuplicateChoice>;

export const ImportedFields = z.object({
  name: z.string(),
  fname: z.string(),
  lname: z.string(),
  mobile: z.string(),
  work: z.string(),
  home: z.string(),
  fax: z.string(),
  conference: z.string(),
  other: z.string(),
  emails: z.string(),
  organization: z.string(),
  title: z.string(),
  notes: z.string(),
  tags: z.string(),
});

export const ImportRow = z.object({
  /** From 1, as the file counts its cards or its lines below the heading. */
  row: z.number().int(),
  contact: ImportedFields.nullable(),
  hasPhoto: z.boolean(),
  /** Why the row cannot be imported. */
  error: z.string().nullable(),
  /** The contact, or the earlier row of the file, that has the same work or mobile number. */
  duplicate: z
    .object({ id: z.string().nullable(), row: z.number().int().nullable(), name: z.string() })
    .nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** What an import would do. `rows` are the first ones; whatever has an error or a duplicate comes along, up to a limit. */
export const ContactImportPreview = z.object({
  format: z.enum(["vcard", "csv"]),
  columns: z.array(z.object({ name: z.string(), field: ContactField.nullable(), sample: z.string() })),
  total: z.number().int(),
  ready: z.number().int(),
  failed: z.number().int(),
  duplicates: z.number().int(),
  rows: z.array(ImportRow),
});
export type ContactImportPreview = z.infer<typeof ContactImportPreview>;

export const StartContactImport = z.object({
  ...importFile,
  /** Made by the client: a repeated request imports nothing twice. */
  uuid: z.uuid(),
  duplicates: DuplicateChoice.default("skip"),
  /** By row, where it differs from `duplicates`. */
  choices: z
    .record(z.string().regex(/^\d{1,6}$/), DuplicateChoice)
    .refine((choices) => Object.keys(choices).length <= MAX_IMPORT_ROWS)
    .default({}),
  public: QueryFlag.default(false),
});
export type StartContactImport = z.infer<typeof StartContactImport>;

export const ContactImportState = z.enum(["running", "done", "failed", "undone"]);
export type ContactImportState = z.infer<typeof ContactImportState>;

export const ContactImport = z.object({
  id: z.number().int(),
  name: z.string(),
  state: ContactImportState,
  /** Rows of the file, and how many of them were looked at. */
  total: z.number().int(),
  processed: z.number().int(),
  added: z.number().int(),
  merged: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** The first of them. */
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  /** Why it failed as a whole. */
  message: z.string().nullable(),
  /** Unix time in seconds. */
  started_at: z.number().int(),
});
export type ContactImport = z.infer<typeof ContactImport>;

export const ContactImportQuery = z.object({ id: NumericId });

export const ContactFileFormat = z.enum(["vcard2.1", "vcard3.0", "vcard4.0", "csv", "google", "outlook"]);
export type ContactFileFormat = z.infer<typeof ContactFileFormat>;

export const ContactExportQuery = z.object({
  format: ContactFileFormat.default("vcard3.0"),
  /** Own contacts only, or the public ones of colleagues too. */
  owned: QueryFlag.default(false),
  /** Colleagues too. */
  corporate: QueryFlag.default(false),
  photos: QueryFlag.default(true),
});
export type ContactExportQuery = z.infer<typeof ContactExportQuery>;

export const ContactExport = z.object({
  name: z.string(),
  /** Of the file, with its charset. */
  type: z.string(),
  content: z.string(),
  count: z.number().int(),
});
export type ContactExport = z.infer<typeof ContactExport>;
