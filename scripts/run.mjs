// The way in: `npm start`, `npm test` and the rest. Node built-ins only, because it runs before anything is installed.
import { runTask } from "./run/tasks.mjs";

const [task = "start", ...rest] = process.argv.slice(2);
try {
  process.exitCode = await runTask(task, rest);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
