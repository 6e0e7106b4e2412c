import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { processesNaming } from "../testing/running-processes.ts";
import { makeTemporaryFolder } from "../testing/temporary-cluster.ts";
import { spawnTied } from "./tied-process.ts";

const account = undefined;

test("gives back how the program ended and what it said", async () => {
  const { exited } = spawnTied("/bin/sh", ["-c", 'echo "$1"; echo oops >&2; exit 3', "sh", "a  b"], {
    account,
  });
  expect(await exited).toEqual({ code: 3, output: expect.stringContaining("a  b\n") });
  expect((await exited).output).toContain("oops");
});

test("says when there is no such program", async () => {
  const { code, output } = await spawnTied("/no/such/program", [], { account }).exited;
  expect(code).not.toBe(0);
  expect(output).toContain("/no/such/program");
});

/** Like the programs of PostgreSQL it sets its own handlers. It says what happens to it in a file. */
async function runListener(folder: string) {
  const file = join(folder, "said");
  const script = `
    const say = (word) => require("node:fs").appendFileSync(${JSON.stringify(file)}, word + " ");
    process.on("SIGINT", () => { say("stopping"); process.exit(5); });
    setInterval(() => {}, 1000);
    say("started");`;
  const running = spawnTied(process.execPath, ["-e", script], { account });
  const said = () => readFile(file, "utf8").catch(() => "");
  await vi.waitUntil(async () => (await said()) === "started ", { timeout: 10_000 });
  return { ...running, said };
}

test("tells the program to stop when it is released, and leaves no watcher behind", async () => {
  const folder = await makeTemporaryFolder("tied");
  const listener = await runListener(folder);
  listener.release();
  expect((await listener.exited).code).toBe(5);
  expect(await listener.said()).toBe("started stopping ");
  await vi.waitFor(async () => expect(await processesNaming(folder)).toEqual([]), { timeout: 10_000 });
  await rm(folder, { recursive: true });
});

test("signals to everybody, as a terminal sends them, end neither the watchdog nor the program", async () => {
  const folder = await makeTemporaryFolder("tied");
  const listener = await runListener(folder);
  const watchdogs = await processesNaming("offhook-watchdog");
  const ours = (await processesNaming(folder)).filter((pid) => watchdogs.includes(pid));
  expect(ours).toHaveLength(2);
  for (const pid of ours) for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.kill(pid, signal);
  listener.release();
  // Had the watchdog died, nobody would have told the program to stop.
  expect((await listener.exited).code).toBe(5);
  await rm(folder, { recursive: true });
});

test("takes its output to an open file", async () => {
  const folder = await makeTemporaryFolder("tied");
  const log = await open(join(folder, "log"), "a");
  const running = spawnTied("/bin/sh", ["-c", "echo out; echo err >&2"], { account, outputFile: log.fd });
  await log.close();
  expect(await running.exited).toEqual({ code: 0, output: "" });
  expect(await readFile(join(folder, "log"), "utf8")).toBe("out\nerr\n");
  await rm(folder, { recursive: true });
});

test("none of our environment reaches the program", async () => {
  vi.stubEnv("PGDATA", "/elsewhere");
  const { output } = await spawnTied("/usr/bin/env", [], { account }).exited;
  vi.unstubAllEnvs();
  expect(output).not.toContain("PGDATA");
});
