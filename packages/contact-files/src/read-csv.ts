import papaparse from "papaparse";
import { type ColumnField, columnFieldOf, labelColumnOf } from "./csv-columns.ts";
import { ContactCollector, type FileRow, MAX_TEXT, rowOf, splitName } from "./file-contact.ts";
import { numberFieldOf, numbersFrom } from "./file-numbers.ts";
import type { ReadOptions } from "./read-options.ts";

export interface FileColumn {
  readonly name: string;
  readonly field: ColumnField | null;
  /** Something that stands in it. */
  readonly sample: string;
}

export interface CsvContent {
  readonly columns: readonly FileColumn[];
  readonly rows: readonly FileRow[];
}

const MAX_COLUMNS = 500;
const MAX_SAMPLE = 60;

/** A table with a heading. Undefined when it is none. */
export function readCsv(
  text: string,
  { mapping, maxRows }: Pick<ReadOptions, "mapping" | "maxRows">,
): CsvContent | undefined {
  const { data } = papaparse.parse<string[]>(text.replace(/^sep=.\r?\n/i, ""), {
    skipEmptyLines: "greedy",
    // The heading, and one row more than is allowed, to tell that there are too many.
    preview: maxRows + 2,
  });
  const [heading, ...lines] = data;
  if (!heading || heading.length > MAX_COLUMNS) return undefined;
  const columns = heading.map((name, index) => ({
    name: name.trim(),
    field: mapping ? (mapping[index] ?? null) : columnFieldOf(name),
    sample: (lines.find((cells) => cells[index]?.trim())?.[index] ?? "").trim().slice(0, MAX_SAMPLE),
  }));
  const labels = heading.map((_name, index) => labelColumnOf(heading, index));
  const rows = lines.map((cells, index) => readRow(index + 1, cells, columns, labels));
  return { columns, rows };
}

function readRow(
  row: number,
  cells: readonly string[],
  columns: readonly FileColumn[],
  labels: readonly number[],
): FileRow {
  const contact = new ContactCollector();
  const parts: Record<"fname" | "lname" | "name", string[]> = { fname: [], lname: [], name: [] };
  columns.forEach(({ field }, index) => {
    const cell = withoutGuard((cells[index] ?? "").slice(0, MAX_TEXT)).trim();
    if (field === null || cell === "") return;
    if (field === "fname" || field === "lname" || field === "name") parts[field].push(cell);
    else readCell(contact, field, cell, cells[labels[index] ?? -1] ?? "");
  });
  const split = splitName(parts.name[0] ?? "");
  const isNamed = parts.fname.length > 0 || parts.lname.length > 0;
  contact.set("fname", isNamed ? parts.fname.join(" ") : split.fname);
  contact.set("lname", isNamed ? parts.lname.join(" ") : split.lname);
  return rowOf(row, contact.finish());
}

type OtherField = Exclude<ColumnField, "fname" | "lname" | "name">;

function readCell(contact: ContactCollector, field: OtherField, cell: string, label: string): void {
  switch (field) {
    case "organization":
    case "title":
      contact.set(field, cell);
      break;
    case "notes":
      contact.addNote(cell);
      break;
    case "emails":
      for (const email of cell.split(/ ?::: ?|[\s,;]+/)) contact.addEmail(email);
      break;
    case "tags":
      for (const tag of cell.split(/ ?::: ?|[,;]/)) contact.addTag(tag);
      break;
    case "phone":
      for (const number of numbersFrom(cell)) contact.addNumber(numberFieldOf(label), number);
      break;
    default:
      for (const number of numbersFrom(cell)) contact.addNumber(field, number);
  }
}

/** Spreadsheets would run a cell that begins like a formula, so it is written with an apostrophe in front. */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
