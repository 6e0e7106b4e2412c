import { cpus, totalmem } from "node:os";
import type { BenchResult } from "./bench-result.ts";

export interface BenchSection {
  readonly title: string;
  readonly results: readonly BenchResult[];
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

function table(section: BenchSection): string {
  const rows = section.results.map((result) => {
    const ratio = result.ratio === undefined ? "" : `${round(result.ratio)}x ${result.peer ?? ""}`;
    return `| ${result.name} | ${round(result.value)} ${result.unit} | ${ratio} | ${goalText(result)} |`;
  });
  return [
    `## ${section.title}`,
    "",
    "| what | measured | against | goal |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** The page `docs/benchmarks.md`, written anew by every full run. */
export function renderBenchmarksPage(sections: readonly BenchSection[], date: Date): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const head = [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)} (${machine}). Peers are measured in the same run on the same machine.`,
    "",
  ];
  return [...head, ...sections.map(table)].join("\n");
}
