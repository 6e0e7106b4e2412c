import { type CallExport, type CallExportQuery, type CallRecord, isMissedCall } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { csvRow } from "../../../platform/csv-row.ts";
import { listReadableRecords } from "./call-record-repository.ts";

/** A few hundred kilobytes: a history of any length travels in parts that neither side has to hold at once. */
const ROWS_PER_PART = 5_000;

const COLUMNS = [
  "Date",
  "Direction",
  "Result",
  "Number",
  "Name",
  "Line",
  "Queue",
  "Duration (seconds)",
  "Blocked",
  "Returned by",
  "Returned at",
] as const;

export async function exportCalls(
  database: Database,
  actor: Actor,
  { timezone, ...page }: CallExportQuery,
): Promise<CallExport> {
  const records = await listReadableRecords(database.query, actor.userId, { ...page, limit: ROWS_PER_PART });
  const timeOf = createTimeFormat(timezone);
  const rows = records.map((record) => csvRow(cellsOf(record, timeOf)));
  if (page.before === undefined) rows.unshift(csvRow(COLUMNS));
  const last = records.at(-1);
  return { csv: rows.join(""), next: last && records.length === ROWS_PER_PART ? last.id : null };
}

type TimeFormat = (seconds: number) => string;

function cellsOf(record: CallRecord, timeOf: TimeFormat): readonly string[] {
  const { dir, number, name, phone, queue, duration, blocked, returned } = record;
  return [
    timeOf(record.time),
    dir === "in" ? "Incoming" : "Outgoing",
    resultOf(record),
    number,
    name,
    phone,
    queue ?? "",
    String(duration),
    blocked ? "Yes" : "No",
    returned?.by ?? "",
    returned ? timeOf(returned.at) : "",
  ];
}

function resultOf(record: CallRecord): string {
  if (record.status === "elsewhere") return "Answered elsewhere";
  if (record.status === "answer") return "Answered";
  return isMissedCall(record) ? "Missed" : "Not answered";
}

/** "2026-11-15 14:42:25": sorts as text and is understood by every spreadsheet. */
function createTimeFormat(timeZone: string): TimeFormat {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (seconds) => format.format(seconds * 1000);
}
