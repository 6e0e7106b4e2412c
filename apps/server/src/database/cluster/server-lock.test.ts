import { mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processBirth } from "./processes.ts";
import { takeServerLock } from "./server-lock.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

const hold = (number: number, holder: string): Promise<void> =>
  symlink(holder, join(folder, `server.${number}.lock`));

test("is free after its release", async () => {
  await (await takeServerLock(folder)).release();
  expect(await readdir(folder)).toEqual([]);
  await (await takeServerLock(folder)).release();
});

test("is refused while its holder lives, and the refusal names the holder", async () => {
  await hold(1, `${process.ppid}@${await processBirth(process.ppid)}`);
  await expect(takeServerLock(folder)).rejects.toThrow(`process ${process.ppid}`);
  expect(await readdir(folder)).toEqual(["server.1.lock"]);
});

test.each([
  ["of a process that is gone", "4194305@boot/1"],
  ["of a process whose number another one has now", `${process.ppid}@boot/1`],
  ["of an earlier life of ours, as in a container that restarts", `${process.pid}@boot/1`],
  ["that nobody understands", "nonsense"],
])("a lock %s is taken over", async (_whose, holder) => {
  await hold(7, holder);
  const lock = await takeServerLock(folder);
  expect(await readdir(folder)).toEqual(["server.8.lock"]);
  expect(await readlink(join(folder, "server.8.lock"))).toBe(
    `${process.pid}@${await processBirth(process.pid)}`,
  );
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});

test("of many who take over from the same dead holder exactly one succeeds", async () => {
  for (let round = 0; round < 20; round++) {
    await hold(1, "4194305@boot/1");
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => takeServerLock(folder)));
    const locks = attempts.filter((attempt) => attempt.status === "fulfilled");
    expect(locks).toHaveLength(1);
    expect(await readdir(folder)).toHaveLength(1);
    await locks[0]?.value.release();
  }
});
