import { writeFile } from "node:fs/promises";
import type { Bench } from "./bench-result.ts";
import { type BenchSection, describeResult, reachesGoal, renderBenchmarksPage } from "./benchmarks-page.ts";

/** Every benchmark, by the name one can ask for: `npm run bench -- start`. */
const BENCHES: Readonly<Record<string, { title: string; load: () => Promise<Bench> }>> = {
  http: { title: "Cost of a request", load: () => import("./http-overhead.ts") },
  start: { title: "Start", load: () => import("./start-to-ready.ts") },
  load: { title: "First load", load: () => import("./first-load.ts") },
  shell: { title: "The shell on a slow machine and network", load: () => import("./shell-load.ts") },
  media: { title: "Audio", load: () => import("./media-relay.ts") },
};

const asked = process.argv.slice(2);
const chosen = Object.entries(BENCHES).filter(([name]) => asked.length === 0 || asked.includes(name));
const sections: BenchSection[] = [];
for (const [, bench] of chosen) {
  console.log(`\n${bench.title}`);
  const results = await (await bench.load()).run();
  for (const result of results) {
    const reached = reachesGoal(result);
    console.log(`  ${describeResult(result)}${reached === undefined ? "" : reached ? "  ✓" : "  ✗"}`);
  }
  sections.push({ title: bench.title, results });
}
// A partial run must not throw away the other numbers.
if (asked.length === 0) {
  await writeFile(
    new URL("../docs/benchmarks.md", import.meta.url),
    renderBenchmarksPage(sections, new Date()),
  );
}
