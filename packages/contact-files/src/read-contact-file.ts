import type { FileRow } from "./file-contact.ts";
import { type FileColumn, readCsv } from "./read-csv.ts";
import type { ReadOptions } from "./read-options.ts";
import { readVcards } from "./read-vcard.ts";
import { textOf } from "./text-decoding.ts";

export interface ContactFile {
  readonly format: "vcard" | "csv";
  /** Of a CSV file. */
  readonly columns: readonly FileColumn[];
  readonly rows: readonly FileRow[];
}

export type ContactFileProblem = "empty" | "notText" | "unknownFormat" | "noRows" | "tooManyRows";

/** Why a file cannot be read at all, in words for whoever chose it. */
export class ContactFileError extends Error {
  readonly problem: ContactFileProblem;

  constructor(problem: ContactFileProblem, message: string) {
    super(message);
    this.name = "ContactFileError";
    this.problem = problem;
  }
}

/** Reads a file of contacts, whatever program wrote it. Throws a `ContactFileError` when it is none. */
export function readContactFile(bytes: Uint8Array, options: ReadOptions): ContactFile {
  if (bytes.length === 0) throw new ContactFileError("empty", "The file is empty");
  const text = textOf(bytes, options.decode);
  if (text === undefined)
    throw new ContactFileError(
      "notText",
      "This is not a file of contacts: it must be a vCard (.vcf) or CSV file",
    );
  if (text.trim() === "") throw new ContactFileError("empty", "The file is empty");
  const file = /^\s*BEGIN\s*:\s*VCARD/i.test(text) ? readCards(text, options) : readTable(text, options);
  if (file.rows.length > options.maxRows)
    throw new ContactFileError("tooManyRows", `The file holds more than ${options.maxRows} contacts`);
  return file;
}

function readCards(text: string, options: ReadOptions): ContactFile {
  const rows = readVcards(text, options);
  if (!rows.some(({ contact }) => contact))
    throw new ContactFileError("noRows", rows[0]?.error ?? "The file holds no contacts");
  return { format: "vcard", columns: [], rows };
}

function readTable(text: string, options: ReadOptions): ContactFile {
  const table = readCsv(text, options);
  // A single column may be a list of anything: a text, a program, a web page.
  if (!table || (table.columns.length < 2 && table.columns.every(({ field }) => field === null)))
    throw new ContactFileError(
      "unknownFormat",
      "This is not a file of contacts: it must be a vCard (.vcf) or CSV file with a line of column names",
    );
  if (table.rows.length === 0)
    throw new ContactFileError("noRows", "The file holds no contacts, only the names of columns");
  return { format: "csv", ...table };
}
