import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFileDurably } from "./durable-files.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-durable-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("replaces the content, keeps it private and leaves no draft", async () => {
  const path = join(folder, "state.json");
  await writeFileDurably(path, "old");
  await writeFileDurably(path, "new");
  expect(await readFile(path, "utf8")).toBe("new");
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(["state.json"]);
});

test("leaves no draft when it cannot take the name", async () => {
  await expect(writeFileDurably(join(folder, "missing", "state.json"), "x")).rejects.toThrow("ENOENT");
  await expect(writeFileDurably(folder, "x")).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
