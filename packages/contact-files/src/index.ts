export type { ColumnField } from "./csv-columns.ts";
export { EMPTY_CONTACT, type FileContact, type FileRow } from "./file-contact.ts";
export {
  type ContactFile,
  ContactFileError,
  type ContactFileProblem,
  readContactFile,
} from "./read-contact-file.ts";
export type { FileColumn } from "./read-csv.ts";
export type { Decode } from "./text-decoding.ts";
export { type CsvFlavour, writeCsv } from "./write-csv.ts";
export { type VcardVersion, writeVcards } from "./write-vcard.ts";
