import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

function written(): {
  lines: Record<string, unknown>[];
  log: ReturnType<typeof createLogger>;
  pass(ms: number): void;
} {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLogger({ level: "info", destination, now: () => now });
  return {
    lines,
    log,
    pass: (ms) => {
      now += ms;
    },
  };
}

test("a trouble that everything meets at once is told a few times and then counted", () => {
  const { lines, log, pass } = written();
  for (let time = 0; time < 1_000; time++) log.error({ err: new Error("full") }, "A request failed");
  expect(lines).toHaveLength(10);
  log.error("Something else");
  expect(lines).toHaveLength(11);
  pass(10_000);
  log.error({ requestId: "x" }, "A request failed");
  expect(lines.at(-1)).toMatchObject({ msg: "A request failed", requestId: "x", heldBack: 990 });
});

test("what is only told, and the last word, are always written", () => {
  const { lines, log } = written();
  for (let time = 0; time < 50; time++) log.info("Started");
  for (let time = 0; time < 50; time++) log.fatal("The end");
  expect(lines).toHaveLength(100);
});
