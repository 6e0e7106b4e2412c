import { ContactFileError, type FileColumn, readContactFile } from "@offhook/contact-files";
import { MAX_IMPORT_ROWS, type PreviewContactImport } from "@offhook/contract";
import { candidateOf, type ImportCandidate, type RowError } from "./import-plan.ts";

/** A file to read, as the request brought it. */
export interface ContactFileJob extends Pick<PreviewContactImport, "file" | "mapping"> {
  /** The company's, for numbers without a country. */
  readonly region: string;
}

export type ContactFilePart =
  /** Why this is no file of contacts, in words for the user who chose it. */
  | { readonly type: "refusal"; readonly message: string }
  | { readonly type: "head"; readonly format: "vcard" | "csv"; readonly columns: readonly FileColumn[] }
  | {
      readonly type: "rows";
      readonly ready: readonly ImportCandidate[];
      readonly errors: readonly RowError[];
    };

/** What is handed over at a time, so that taking it takes a few milliseconds. */
const ROWS_AT_ONCE = 500;
const PHOTO_CHARS_AT_ONCE = 1024 * 1024;

/** Reads a file of contacts into rows that can be stored. Runs in a thread of its own. */
export function* readInParts({ file, mapping, region }: ContactFileJob): Generator<ContactFilePart> {
  const content = read(file, mapping);
  if (typeof content === "string") {
    yield { type: "refusal", message: content };
    return;
  }
  yield { type: "head", format: content.format, columns: content.columns };
  let ready: ImportCandidate[] = [];
  let errors: RowError[] = [];
  let photoChars = 0;
  for (const row of content.rows) {
    const candidate = candidateOf(row, region);
    if ("message" in candidate) errors.push(candidate);
    else ready.push(candidate);
    photoChars += ("photo" in candidate && candidate.photo?.length) || 0;
    if (ready.length + errors.length < ROWS_AT_ONCE && photoChars < PHOTO_CHARS_AT_ONCE) continue;
    yield { type: "rows", ready, errors };
    [ready, errors, photoChars] = [[], [], 0];
  }
  yield { type: "rows", ready, errors };
}

function read(file: string, mapping: ContactFileJob["mapping"]) {
  const bytes = Buffer.from(file.replace(/^data:[^,]*,/, ""), "base64");
  try {
    return readContactFile(bytes, { decode, maxRows: MAX_IMPORT_ROWS, mapping });
  } catch (error) {
    if (error instanceof ContactFileError) return error.message;
    throw error;
  }
}

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
