import type { QueueAgentRow, QueueReportRow } from "@offhook/contract";
import { csvRow } from "../../../platform/csv-row.ts";

export interface CsvPeriod<Row> {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly Row[];
}

type Column<Row> = readonly [title: string, cell: (row: Row) => string | number | null];

const share = (level: number | null): string | null => (level === null ? null : (level * 100).toFixed(2));

const CALL_COLUMNS: readonly Column<QueueReportRow>[] = [
  ["Offered", ({ offered }) => offered],
  ["Answered", ({ answered }) => answered],
  ["Abandoned", ({ abandoned }) => abandoned],
  ["Overflowed", ({ overflowed }) => overflowed],
  ["Service level (%)", ({ service_level }) => share(service_level)],
  ["Average wait (seconds)", ({ average_wait }) => average_wait],
  ["Longest wait (seconds)", ({ longest_wait }) => longest_wait],
  ["Average talk (seconds)", ({ average_talk }) => average_talk],
];

const AGENT_COLUMNS: readonly Column<QueueAgentRow>[] = [
  ["Line", ({ phone }) => phone],
  ["Answered", ({ answered }) => answered],
  ["Missed offers", ({ missed_offers }) => missed_offers],
  ["Talk time (seconds)", ({ talk_time }) => talk_time],
  ["Longest wait taken (seconds)", ({ longest_wait }) => longest_wait],
];

export const callsAsCsv = (title: string, periods: readonly CsvPeriod<QueueReportRow>[]): string =>
  asCsv(title, CALL_COLUMNS, periods);
export const agentsAsCsv = (periods: readonly CsvPeriod<QueueAgentRow>[]): string =>
  asCsv("Agent", AGENT_COLUMNS, periods);

/** The periods one below the other, each row with its days, so that a spreadsheet can sort and compare them. */
function asCsv<Row extends { readonly label: string }>(
  title: string,
  columns: readonly Column<Row>[],
  periods: readonly CsvPeriod<Row>[],
): string {
  const head = csvRow(["From", "To", title, ...columns.map(([name]) => name)]);
  const lines = periods.flatMap(({ from, to, rows }) =>
    rows.map((row) => csvRow([from, to, row.label, ...columns.map(([, cell]) => String(cell(row) ?? ""))])),
  );
  return [head, ...lines].join("");
}
