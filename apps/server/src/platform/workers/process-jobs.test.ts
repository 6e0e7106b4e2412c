import { afterEach, expect, test } from "vitest";
import { ProcessJobs, type ProcessJobsOptions } from "./process-jobs.ts";

type OddJob = {
  readonly kind: "answer" | "hang" | "eat" | "gulp" | "hoard" | "die";
  readonly value?: unknown;
};

const program = new URL("./testing/odd-process.ts", import.meta.url);
let jobs: ProcessJobs<OddJob, unknown> | undefined;

function started(limits: Partial<ProcessJobsOptions> = {}): ProcessJobs<OddJob, unknown> {
  jobs = new ProcessJobs({
    bundled: program,
    source: program,
    maxHeapMb: 128,
    maxMemoryMb: 400,
    maxMs: 20_000,
    maxAtOnce: 2,
    ...limits,
  });
  return jobs;
}

afterEach(() => jobs?.close());

test("hands over bytes and brings back bytes", async () => {
  const value = { bytes: Uint8Array.of(1, 2, 3) };
  expect(await started().run({ kind: "answer", value })).toEqual({ kind: "result", result: value });
});

test("says why there is no result: time, or a sudden end", async () => {
  expect(await started({ maxMs: 1_500 }).run({ kind: "hang" })).toEqual({
    kind: "ended",
    why: "tookTooLong",
  });
  await jobs?.close();
  expect(await started().run({ kind: "die" })).toEqual({ kind: "ended", why: "failed" });
});

test.for(["eat", "gulp", "hoard"] as const)(
  "says that memory was the reason, also when it went between two looks: %s",
  async (kind) => {
    expect(await started().run({ kind })).toEqual({ kind: "ended", why: "tooMuchMemory" });
  },
);

test("lets others wait while as many run as may, and then has them all done", async () => {
  const one = started({ maxAtOnce: 1 });
  const results = await Promise.all([1, 2, 3].map((value) => one.run({ kind: "answer", value })));
  expect(results).toEqual([1, 2, 3].map((result) => ({ kind: "result", result })));
});

test("ends what runs when it is closed, and starts nothing after", async () => {
  const closing = started();
  const hanging = closing.run({ kind: "hang" });
  await closing.close();
  expect(await hanging).toEqual({ kind: "ended", why: "failed" });
  expect(await closing.run({ kind: "answer" })).toEqual({ kind: "ended", why: "failed" });
});
