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

const SLOWEST = 10;

/** Files that take the longest, so that growth is seen. Each entry is a file and its milliseconds. */
function tellSlowest(what, entries) {
  const slowest = entries.sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  if (slowest.length === 0) return;
  console.log(`The slowest ${what}:`);
  for (const [name, ms] of slowest) console.log(`  ${(ms / 1000).toFixed(0).padStart(4)} s  ${name}`);
}

const unitFiles = () =>
  (read(VITEST_REPORT)?.testResults ?? []).map(({ name, startTime, endTime }) => [
    relative(ROOT, name),
    endTime - startTime,
  ]);

function journeyFiles() {
  const files = new Map();
  for (const { file, tests } of (read(PLAYWRIGHT_REPORT)?.suites ?? []).flatMap(journeysOf)) {
    const results = tests.flatMap((test) => test.results);
    files.set(
      file,
      results.reduce((sum, { duration }) => sum + duration, files.get(file) ?? 0),
    );
  }
  return [...files];
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
  tellSlowest("files of unit and component tests", unitFiles());
  tellSlowest("files of journeys", journeyFiles());
  tellTroubles();
  for (const step of failedSteps) console.log(`FAILED: ${step}`);
  if (skipped > 0)
    console.log(`NOT RUN: ${skipped} tests, because something they need is missing here (see above)`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failedSteps.length === 0 && failed === 0 ? 0 : 1;
}
