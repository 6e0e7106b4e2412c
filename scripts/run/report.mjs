import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./root.mjs";

const file = (name) => join(ROOT, "node_modules", ".cache", `${name}-report.json`);
export const VITEST_REPORT = file("vitest");
export const PLAYWRIGHT_REPORT = file("playwright");

export function forgetReports() {
  for (const report of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(report, { force: true });
}

const none = { passed: 0, failed: 0, skipped: 0 };
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
      }
    : none;
}

const firstLines = (text) =>
  text
    .split("\n")
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join("\n");

/** The unit and component tests that failed. None is tried again: what passed only then would hide a defect. */
function failedTests() {
  const failed = [];
  for (const file of read(VITEST_REPORT)?.testResults ?? []) {
    const place = relative(ROOT, file.name);
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    for (const test of tests)
      failed.push(`${place} › ${test.fullName}\n${firstLines(test.failureMessages.at(-1) ?? "")}`);
    if (file.status === "failed" && tests.length === 0) failed.push(`${place}\n${firstLines(file.message)}`);
  }
  return failed;
}

const journeysOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(journeysOf)];

/** The journeys that failed, and those that passed only on their repeat, with what was wrong at the last failure. */
function journeyTroubles() {
  const troubles = { failed: [], repeated: [] };
  for (const journey of (read(PLAYWRIGHT_REPORT)?.suites ?? []).flatMap(journeysOf)) {
    for (const test of journey.tests.filter((one) => one.status in { unexpected: 1, flaky: 1 })) {
      const wrong = test.results.findLast((result) => result.errors.length > 0);
      const told = `${journey.file} › ${journey.title}\n${firstLines(wrong?.errors[0].message ?? "")}`;
      troubles[test.status === "flaky" ? "repeated" : "failed"].push(told);
    }
  }
  return troubles;
}

/** Said at the end, where whoever reads only the last page of a long run sees it. */
function tellTroubles() {
  const journeys = journeyTroubles();
  for (const journey of journeys.repeated) console.log(`PASSED ON A REPEAT: ${journey}`);
  for (const test of [...failedTests(), ...journeys.failed]) console.log(`FAILED: ${test}`);
}

/**
 * Sums up the runners' own reports. The linter forbids skipping by hand, so a skipped test is one whose material is
 * missing on this machine: it is counted and said, for nothing may pass in silence.
 */
export function summarize(failedSteps) {
  const [unit, journeys] = [vitestCounts(), playwrightCounts()];
  const passed = unit.passed + journeys.passed;
  const failed = unit.failed + journeys.failed;
  const skipped = unit.skipped + journeys.skipped;
  console.log("");
  tellTroubles();
  for (const step of failedSteps) console.log(`FAILED: ${step}`);
  if (skipped > 0)
    console.log(`NOT RUN: ${skipped} tests, because something they need is missing here (see above)`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failedSteps.length === 0 && failed === 0 ? 0 : 1;
}
