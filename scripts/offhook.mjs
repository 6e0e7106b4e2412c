#!/usr/bin/env node
// `offhook` for whoever has linked the project (`npm link`); `npm run offhook --` does the same.
import { runTask } from "./run/tasks.mjs";

process.env.INIT_CWD ??= process.cwd();
try {
  process.exitCode = await runTask("offhook", process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
