import { Ticker } from "@offhook/media/rtp";
import type { FaxCommand, FaxReport } from "../protocol/fax-frames.ts";
import { findSpandsp } from "../spandsp/find-spandsp.ts";
import { loadSpandsp, type Spandsp } from "../spandsp/spandsp-library.ts";
import { FaxCalls } from "./fax-calls.ts";

/** The fax process: the only one that runs code of spandsp. It takes orders from its parent, and does not outlive it. */
function report(message: FaxReport): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

function load(): Spandsp | undefined {
  const library = findSpandsp();
  try {
    if (library.found) return loadSpandsp(library.path);
    report({ type: "unable", why: library.why });
  } catch (error) {
    report({ type: "unable", why: `spandsp cannot be loaded: ${String(error)}` });
  }
  return undefined;
}

const spandsp = load();
if (spandsp) {
  const calls = new FaxCalls(spandsp, report);
  new Ticker((_tick, nowMs) => calls.tick(nowMs)).start();
  process.on("message", (command: FaxCommand) => {
    if (command.type === "ping") report({ type: "pong" });
    else if (command.type === "open") void calls.open(command.order);
    else calls.command(command);
  });
  report({ type: "ready" });
}
process.on("disconnect", () => process.exit(0));
// An interrupt from the terminal reaches the whole group; the parent decides when we end.
process.on("SIGINT", () => {});
