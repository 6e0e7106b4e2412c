import type { QueueAgentRow, QueueReport, QueueReportRow } from "@offhook/contract";
import { PdfFlow } from "@offhook/fax-pages/pdf-flow";

const TITLES = { queue: "Queue", agent: "Agent", hour: "Hour", weekday: "Weekday" } as const;
const CELL_WIDTH = 48;
const BARS_HEIGHT = 110;
const BARS_SPACE = 12;
/** The names of bars and columns, and their spaces. */
const HEADS_HEIGHT = 50;
const ROW_HEIGHT = 15.2;
/** A period stands on one page where it has no more rows than a day has hours. */
const MAX_KEPT_ROWS = 24;
const NAME_SIZE = 6;
const NONE = "-";

type Column<Row> = readonly [title: string, cell: (row: Row) => string];

const two = (count: number): string => String(count).padStart(2, "0");
function clock(seconds: number | null): string {
  if (seconds === null) return NONE;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const CALLS: readonly Column<QueueReportRow>[] = [
  ["Calls", ({ offered }) => String(offered)],
  ["Answered", ({ answered }) => String(answered)],
  ["Abandoned", ({ abandoned }) => String(abandoned)],
  ["Overflow", ({ overflowed }) => String(overflowed)],
  ["Level", ({ service_level: level }) => (level === null ? NONE : `${Math.round(level * 100)}%`)],
  ["Avg. wait", ({ average_wait }) => clock(average_wait)],
  ["Longest", ({ longest_wait }) => clock(longest_wait)],
  ["Avg. talk", ({ average_talk }) => clock(average_talk)],
];

const AGENTS: readonly Column<QueueAgentRow>[] = [
  ["Answered", ({ answered }) => String(answered)],
  ["Missed", ({ missed_offers }) => String(missed_offers)],
  ["Talk time", ({ talk_time }) => clock(talk_time)],
  ["Longest", ({ longest_wait }) => clock(longest_wait)],
];

interface PeriodRows<Row> {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly Row[];
}

/** A report on paper: bars, the table, and that of the period before. */
export async function reportAsPdf(report: QueueReport): Promise<Uint8Array> {
  const first = TITLES[report.by];
  const title = `Queue report by ${first.toLowerCase()}`;
  const flow = await PdfFlow.create(title);
  flow.text(title, { size: 16, weight: "bold" });
  if (report.by === "agent") {
    const table = { first, columns: AGENTS, barOf: ({ answered }: QueueAgentRow) => answered };
    writePeriods(flow, periodsOf(report), table);
  } else {
    const table = { first, columns: CALLS, barOf: ({ offered }: QueueReportRow) => offered };
    writePeriods(flow, periodsOf(report), table);
  }
  return flow.finish(`${title}, ${daysOf(report)}`);
}

interface ReportTable<Row> {
  /** What the first column is called. */
  readonly first: string;
  readonly columns: readonly Column<Row>[];
  readonly barOf: (row: Row) => number;
}

function writePeriods<Row extends { readonly label: string }>(
  flow: PdfFlow,
  periods: readonly PeriodRows<Row>[],
  table: ReportTable<Row>,
): void {
  // One scale: bars of one height mean the same in both periods.
  const highest = Math.max(0, ...periods.flatMap(({ rows }) => rows.map(table.barOf)));
  for (const period of periods) writePeriod(flow, period, { ...table, highest });
}

function writePeriod<Row extends { readonly label: string }>(
  flow: PdfFlow,
  { rows, ...days }: PeriodRows<Row>,
  { first, columns, barOf, highest }: ReportTable<Row> & { readonly highest: number },
): void {
  const rowsHeight = Math.min(rows.length, MAX_KEPT_ROWS) * ROW_HEIGHT;
  const keepWith = BARS_SPACE + BARS_HEIGHT + HEADS_HEIGHT + rowsHeight;
  flow.text(daysOf(days), { size: 12, weight: "bold", spaceBefore: 18, keepWith });
  flow.bars(rows.map(barOf), { height: BARS_HEIGHT, highest, spaceBefore: BARS_SPACE });
  const names = rows.map(({ label }) => label);
  flow.barNames(names, NAME_SIZE);
  const titles = [first, ...columns.map(([name]) => name)];
  flow.row(titles, CELL_WIDTH, { size: 7.5, isGray: true, spaceBefore: 12, keepWith: 20 });
  flow.rule();
  for (const row of rows)
    flow.row([row.label, ...columns.map(([, cell]) => cell(row))], CELL_WIDTH, { size: 9, spaceBefore: 3 });
}

function periodsOf<Row>(
  report: PeriodRows<Row> & { readonly compared: PeriodRows<Row> | null },
): readonly PeriodRows<Row>[] {
  const { from, to, rows, compared } = report;
  return compared ? [{ from, to, rows }, compared] : [{ from, to, rows }];
}

const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from : `${from} to ${to}`;
