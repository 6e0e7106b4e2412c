import { rm } from "node:fs/promises";
import type { BenchResult } from "./bench-result.ts";
import { startServerProcess, temporaryDataDir } from "./server-process.ts";

const WARM_ROUNDS = 3;
const WARM_GOAL_S = 3;

export async function run(): Promise<BenchResult[]> {
  const dataDir = await temporaryDataDir();
  const starts: number[] = [];
  for (let round = 0; round <= WARM_ROUNDS; round += 1) {
    const server = await startServerProcess(dataDir, { command: "npm" });
    starts.push(server.readyAfterMs / 1000);
    await server.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
  const [first = 0, ...later] = starts;
  return [
    { name: "First start of a built checkout to ready (new database, demo data)", value: first, unit: "s" },
    {
      name: "Later start to ready, slowest of three",
      value: Math.max(...later),
      unit: "s",
      goal: WARM_GOAL_S,
    },
  ];
}
