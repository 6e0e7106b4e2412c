import papaparse from "papaparse";
import { type FileContact, NUMBER_FIELDS, type NumberField } from "./file-contact.ts";
import { cellOfNumbers, foreignNumber, listOf } from "./file-numbers.ts";

export type CsvFlavor = "csv" | "google" | "outlook";

/** A table in our own columns, or in those of Google Contacts or Outlook. */
export function writeCsv(contacts: readonly FileContact[], flavor: CsvFlavor): string {
  const { columns, rowOf } = FLAVORS[flavor](contacts);
  const rows = contacts.map((contact) => rowOf(contact).map(guarded));
  // The mark tells Excel that it is UTF-8.
  return `\uFEFF${papaparse.unparse([columns, ...rows], { newline: "\r\n" })}\r\n`;
}

interface Table {
  readonly columns: string[];
  readonly rowOf: (contact: FileContact) => string[];
}

const FLAVORS: Readonly<Record<CsvFlavor, (contacts: readonly FileContact[]) => Table>> = {
  csv: ownTable,
  google: googleTable,
  outlook: outlookTable,
};

function ownTable(): Table {
  return {
    columns: [
      "First name",
      "Last name",
      "Mobile",
      "Work",
      "Home",
      "Fax",
      "Conference",
      "Other",
      "Emails",
      "Organization",
      "Title",
      "Notes",
      "Tags",
    ],
    rowOf: (contact) => [
      contact.fname,
      contact.lname,
      ...NUMBER_FIELDS.map((field) => cellOfNumbers(contact[field])),
      listOf(contact.emails).join(" ::: "),
      contact.organization,
      contact.title,
      contact.notes,
      cellOfTags(contact, ", "),
    ],
  };
}

const cellOfTags = ({ tags }: FileContact, separator: string): string => listOf(tags).join(separator);

const GOOGLE_LABELS: Readonly<Record<NumberField, string>> = {
  mobile: "Mobile",
  work: "Work",
  home: "Home",
  fax: "Work Fax",
  conference: "Conference",
  other: "Other",
};

function googleTable(contacts: readonly FileContact[]): Table {
  const phonesOf = (contact: FileContact): [label: string, numbers: string][] =>
    NUMBER_FIELDS.flatMap((field) =>
      contact[field] === ""
        ? []
        : [[GOOGLE_LABELS[field], cellOfNumbers(contact[field])] as [string, string]],
    );
  const emailsOf = (contact: FileContact): string[] => listOf(contact.emails);
  const phones = Math.max(1, ...contacts.map((contact) => phonesOf(contact).length));
  const emails = Math.max(1, ...contacts.map((contact) => emailsOf(contact).length));
  return {
    columns: [
      "First Name",
      "Last Name",
      "Organization Name",
      "Organization Title",
      "Notes",
      "Labels",
      ...numbered(emails, (n) => [`E-mail ${n} - Label`, `E-mail ${n} - Value`]),
      ...numbered(phones, (n) => [`Phone ${n} - Label`, `Phone ${n} - Value`]),
    ],
    rowOf: (contact) => [
      contact.fname,
      contact.lname,
      contact.organization,
      contact.title,
      contact.notes,
      cellOfTags(contact, " ::: "),
      ...numbered(emails, (n) => ["", emailsOf(contact)[n - 1] ?? ""]),
      ...numbered(phones, (n) => [...(phonesOf(contact)[n - 1] ?? ["", ""])]),
    ],
  };
}

function numbered(count: number, columnsOf: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, index) => columnsOf(index + 1)).flat();
}

const OUTLOOK_PHONES: readonly (readonly [column: string, field: NumberField, index: number])[] = [
  ["Mobile Phone", "mobile", 0],
  ["Business Phone", "work", 0],
  ["Business Phone 2", "work", 1],
  ["Home Phone", "home", 0],
  ["Home Phone 2", "home", 1],
  ["Business Fax", "fax", 0],
  ["Home Fax", "fax", 1],
  ["Other Phone", "other", 0],
];

/** Outlook has so many places and no more; what does not fit goes into the first of its kind. */
function outlookTable(): Table {
  return {
    columns: [
      "First Name",
      "Last Name",
      "Company",
      "Job Title",
      "E-mail Address",
      "E-mail 2 Address",
      "E-mail 3 Address",
      ...OUTLOOK_PHONES.map(([column]) => column),
      "Notes",
      "Categories",
    ],
    rowOf: (contact) => {
      const emails = listOf(contact.emails);
      return [
        contact.fname,
        contact.lname,
        contact.organization,
        contact.title,
        ...[0, 1].map((index) => emails[index] ?? ""),
        emails.slice(2).join(" ::: "),
        ...OUTLOOK_PHONES.map(([, field, index]) => outlookCell(contact, field, index)),
        contact.notes,
        cellOfTags(contact, ";"),
      ];
    },
  };
}

function outlookCell(contact: FileContact, field: NumberField, index: number): string {
  const places = OUTLOOK_PHONES.filter(([, each]) => each === field).length;
  const numbers = listOf(field === "other" ? [contact.other, contact.conference].join(",") : contact[field]);
  const here =
    index === 0 ? [...numbers.slice(0, 1), ...numbers.slice(places)] : numbers.slice(index, index + 1);
  return here.map(foreignNumber).join(" ::: ");
}

function guarded(cell: string): string {
  return /^'*[=+\-@]/.test(cell) ? `'${cell}` : cell;
}
