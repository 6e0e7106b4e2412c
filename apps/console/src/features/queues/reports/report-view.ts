import type { QueueReport } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import type { PlotSeries } from "../plot/plot.tsx";

interface ReportCell {
  readonly value: string;
  /** Of the period before; undefined where it is not compared. */
  readonly before?: string | undefined;
}

interface ReportRow {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly ReportCell[];
}

/** A report as the page shows it, whatever it is about. */
export interface ReportView {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly names: readonly string[];
  readonly bars: PlotSeries;
  readonly line: PlotSeries | undefined;
}

const NONE = "–";
const count = (value: number): string => String(value);
const duration = (seconds: number | null): string => (seconds === null ? NONE : clockDuration(seconds));
const percent = (level: number | null): string => (level === null ? NONE : `${Math.round(level * 100)}%`);

type CallReport = Extract<QueueReport, { by: "queue" | "hour" | "weekday" }>;
type AgentReport = Extract<QueueReport, { by: "agent" }>;
type CallRow = CallReport["rows"][number];
type AgentRow = AgentReport["rows"][number];
type Columns<Row> = readonly (readonly [string, (row: Row) => string])[];

const CALL_COLUMNS: Columns<CallRow> = [
  ["Calls", ({ offered }) => count(offered)],
  ["Answered", ({ answered }) => count(answered)],
  ["Abandoned", ({ abandoned }) => count(abandoned)],
  ["Overflowed", ({ overflowed }) => count(overflowed)],
  ["Service level", ({ service_level }) => percent(service_level)],
  ["Average wait", ({ average_wait }) => duration(average_wait)],
  ["Longest wait", ({ longest_wait }) => duration(longest_wait)],
  ["Average talk", ({ average_talk }) => duration(average_talk)],
];

const AGENT_COLUMNS: Columns<AgentRow> = [
  ["Answered", ({ answered }) => count(answered)],
  ["Missed", ({ missed_offers }) => count(missed_offers)],
  ["Talk time", ({ talk_time }) => duration(talk_time)],
  ["Longest wait", ({ longest_wait }) => duration(longest_wait)],
];

const TITLES = { queue: "Queue", agent: "Agent", hour: "Hour", weekday: "Weekday" } as const;

/** Pure. */
export function viewOf(report: QueueReport): ReportView {
  const title = TITLES[report.by];
  if (report.by === "agent")
    return {
      title,
      ...viewOfRows(report, AGENT_COLUMNS, ({ phone }) => phone),
      ...plotOf(
        "Answered",
        report,
        ({ phone }) => phone,
        ({ answered }) => answered,
      ),
    };
  const plot = plotOf(
    "Calls",
    report,
    ({ key }) => String(key),
    ({ offered }) => offered,
  );
  return {
    title,
    ...viewOfRows(report, CALL_COLUMNS, ({ key }) => String(key)),
    ...plot,
    // "Wed": seven whole names would be cut on a phone.
    names: report.by === "weekday" ? plot.names.map((name) => name.slice(0, 3)) : plot.names,
  };
}

interface Compared<Row> {
  readonly rows: readonly Row[];
  readonly compared: { readonly rows: readonly Row[] } | null;
}

function viewOfRows<Row extends { readonly label: string }>(
  { rows, compared }: Compared<Row>,
  columns: Columns<Row>,
  keyOf: (row: Row) => string,
): Pick<ReportView, "columns" | "rows"> {
  return {
    columns: columns.map(([name]) => name),
    rows: rows.map((row) => {
      const before = compared?.rows.find((each) => keyOf(each) === keyOf(row));
      const cells = columns.map(([, cell]) => ({
        value: cell(row),
        before: compared ? (before ? cell(before) : NONE) : undefined,
      }));
      return { key: keyOf(row), label: row.label, cells };
    }),
  };
}

function plotOf<Row extends { readonly label: string }>(
  name: string,
  { rows, compared }: Compared<Row>,
  keyOf: (row: Row) => string,
  numberOf: (row: Row) => number,
): Pick<ReportView, "names" | "bars" | "line"> {
  const before = new Map((compared?.rows ?? []).map((row) => [keyOf(row), numberOf(row)]));
  return {
    names: rows.map(({ label }) => label),
    bars: { name, values: rows.map(numberOf) },
    line: compared
      ? { name: "Period before", values: rows.map((row) => before.get(keyOf(row)) ?? 0) }
      : undefined,
  };
}
