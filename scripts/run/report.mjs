import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

const file = (name) => join(ROOT, "node_modules", ".cache", `${name}-report.json`);
export const VITEST_REPORT = file("vitest");
export const PLAYWRIGHT_REPORT = file("playwright");

export function forgetReports() {
  for (const report of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(report, { force: true });
}

const none = { passed: 0, failed: 0, skipped: 0, repeated: 0 };
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined);

function vitestCounts() {
  const report = read(VITEST_REPORT);
  if (!report) return none;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { ...none, passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

function playwrightCounts() {
  const stats = read(PLAYWRIGHT_REPORT)?.stats;
  return stats
    ? {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
        repeated: stats.flaky,
      }
    : none;
}

/**
 * Sums up the runners' own reports. The linter forbids skipping by hand, so a skipped test is one whose material is
 * missing on this machine: it is counted and said, for nothing may pass in silence.
 */
export function summarise(failedSteps) {
  const [unit, journeys] = [vitestCounts(), playwrightCounts()];
  const passed = unit.passed + journeys.passed;
  const failed = unit.failed + journeys.failed;
  const skipped = unit.skipped + journeys.skipped;
  console.log("");
  for (const step of failedSteps) console.log(`FAILED: ${step}`);
  if (journeys.repeated > 0)
    console.log(`PASSED ON A REPEAT: ${journeys.repeated} journeys (see "flaky" above)`);
  if (skipped > 0)
    console.log(`NOT RUN: ${skipped} tests, because something they need is missing here (see above)`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failedSteps.length === 0 && failed === 0 ? 0 : 1;
}
