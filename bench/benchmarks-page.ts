import { cpus, totalmem } from "node:os";
import type { BenchResult } from "./bench-result.ts";

export interface BenchSection {
  readonly title: string;
  readonly notes: readonly string[];
  readonly results: readonly BenchResult[];
  readonly date: Date;
  /** How busy the machine was with other things when it began: the load average of the last minute. */
  readonly load: number;
  /** Of the time in which the machine had something to run, the share its host ran something else. */
  readonly stolen: number;
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function reachesGoal(result: BenchResult): boolean | undefined {
  if (result.goal === undefined) return undefined;
  const measured = result.ratio ?? result.value;
  return result.isFloor ? measured >= result.goal : measured <= result.goal;
}

export function describeResult(result: BenchResult): string {
  const ratio = result.ratio === undefined ? "" : ` (${round(result.ratio)}x ${result.peer ?? "peer"})`;
  return `${result.name}: ${round(result.value)} ${result.unit}${ratio}`;
}

function goalText(result: BenchResult): string {
  if (result.goal === undefined) return "";
  const unit = result.ratio === undefined ? ` ${result.unit}` : "x";
  const mark = reachesGoal(result) ? "reached" : "missed";
  return `${result.isFloor ? "≥" : "≤"} ${result.goal}${unit}, ${mark}`;
}

function renderSection(section: BenchSection): string {
  const rows = section.results.map((result) => {
    const ratio = result.ratio === undefined ? "" : `${round(result.ratio)}x ${result.peer ?? ""}`;
    return `| ${result.name} | ${round(result.value)} ${result.unit} | ${ratio} | ${goalText(result)} |`;
  });
  const measured = `Measured ${section.date.toISOString().slice(0, 16).replace("T", " ")} UTC; the machine's load was ${section.load.toFixed(1)} before, and its host took ${(section.stolen * 100).toFixed(0)} % of the processors' time meanwhile.`;
  return [
    `## ${section.title}`,
    "",
    measured,
    ...section.notes.map((note) => `- ${note}`),
    "",
    "| what | measured | against | goal |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** Sections of a page by their title, as text. */
function sectionsOf(page: string): Map<string, string> {
  const [, ...parts] = page.split(/^## /m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), `## ${part.trimEnd()}\n`]));
}

/**
 * The page `docs/benchmarks.md`. What was not measured this time stays as it was; `titles` are all sections there
 * can be, in their order.
 */
export function renderBenchmarksPage(
  before: string,
  titles: readonly string[],
  sections: readonly BenchSection[],
): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const head = [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` (${machine}). Peers come from Debian and are measured in the same run on the same machine. Where others share the host, what they take of the processors is told with each section; times of single moments are measured again while that is more than three per cent, and the calmest attempt counts, whatever it showed.`,
    "",
    "",
  ].join("\n");
  const kept = sectionsOf(before);
  for (const section of sections) kept.set(section.title, renderSection(section));
  return head + titles.flatMap((title) => kept.get(title) ?? []).join("\n");
}
