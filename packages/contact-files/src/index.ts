export { EMPTY_CONTACT, type FileContact, type FileRow } from "./file-contact.ts";
export {
  ContactFileError,
  readContactFile,
} from "./read-contact-file.ts";
export type { FileColumn } from "./read-csv.ts";

export { writeCsv } from "./write-csv.ts";
export { type VcardVersion, writeVcards } from "./write-vcard.ts";
