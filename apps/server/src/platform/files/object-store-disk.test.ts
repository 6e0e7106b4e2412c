import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DomainError } from "../domain-error.ts";
import type { ObjectStore } from "./object-store.ts";
import { createDiskObjectStore } from "./object-store-disk.ts";

let folder: string;
let store: ObjectStore;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "offhook-files-")), "files");
  store = await createDiskObjectStore(folder);
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

const limit = { maxBytes: 1_000_000 };
const png = Buffer.from("\x89PNG\r\n\x1a\nrest of the picture", "latin1");

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("gives back what was put, from a buffer or a stream, with its size and its real type", async () => {
  for (const content of [png, Readable.from([png.subarray(0, 5), png.subarray(5)])]) {
    const stored = await store.put(content, limit);
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      type: "image/png",
      size: png.length,
    });
    const found = await store.get(stored.key);
    expect(found && (await buffer(found.stream))).toEqual(png);
    expect(found).toMatchObject(stored);
    expect(await store.head(stored.key)).toEqual(stored);
  }
});

test("streams a part, with the size of the whole", async () => {
  const { key } = await store.put(Buffer.from("0123456789"), limit);
  const part = await store.get(key, { start: 2, end: 4 });
  expect(part?.size).toBe(10);
  expect(part && (await text(part.stream))).toBe("234");
});

test("keeps content larger than any buffer on the way", async () => {
  const chunk = Buffer.alloc(256 * 1024, 7);
  const chunks = function* (): Generator<Buffer> {
    for (let count = 0; count < 20; count++) yield chunk;
  };
  const stored = await store.put(Readable.from(chunks()), { maxBytes: 20 * chunk.length });
  const found = await store.get(stored.key);
  const content = found && (await buffer(found.stream));
  expect(content?.length).toBe(20 * chunk.length);
  expect(content?.every((byte) => byte === 7)).toBe(true);
});

test("refuses what is larger than the limit, reads no further and keeps nothing", async () => {
  let read = 0;
  const endless = function* (): Generator<Buffer> {
    for (;;) {
      read += 1;
      yield Buffer.alloc(1000);
    }
  };
  const refusal = await store.put(Readable.from(endless()), { maxBytes: 5000 }).catch((error) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toMatchObject({ status: 413, code: 413 });
  expect(read).toBeLessThan(50);
  expect(await filesBelow(folder)).toEqual([]);
  await expect(store.put(Buffer.alloc(5001), { maxBytes: 5000 })).rejects.toBeInstanceOf(DomainError);
  expect((await store.put(Buffer.alloc(5000), { maxBytes: 5000 })).size).toBe(5000);
});

test("keeps nothing of an upload that breaks off", async () => {
  const broken = function* (): Generator<Buffer> {
    yield png;
    throw new Error("connection lost");
  };
  await expect(store.put(Readable.from(broken()), limit)).rejects.toThrow("connection lost");
  expect(await filesBelow(folder)).toEqual([]);
});

test("deletes, and deleting again does no harm; a reader who has begun gets the rest", async () => {
  const { key } = await store.put(png, limit);
  const reading = await store.get(key);
  await store.delete(key);
  await store.delete(key);
  expect(await store.head(key)).toBeUndefined();
  expect(await store.get(key)).toBeUndefined();
  expect(reading && (await buffer(reading.stream))).toEqual(png);
});

test.each([
  "../secret",
  "..%2fsecret",
  "/etc/passwd",
  "",
  ".",
  "incoming",
  `${"a".repeat(30)}/.`,
  "A".repeat(32),
  `${"a".repeat(32)}\0`,
])("does not leave its folder for the key %j", async (key) => {
  await writeFile(join(folder, "..", "secret"), "secret");
  expect(await store.head(key)).toBeUndefined();
  expect(await store.get(key)).toBeUndefined();
  await store.delete(key);
  expect(await filesBelow(join(folder, ".."))).toEqual(["secret"]);
});

test("nobody else can look into the folder", async () => {
  await store.put(png, limit);
  for (const entry of await readdir(folder)) {
    expect((await stat(join(folder, entry))).mode & 0o077).toBe(0);
  }
});

test("a new start clears away what a crash cut off long ago, and leaves the rest", async () => {
  const { key } = await store.put(png, limit);
  const incoming = join(folder, "incoming");
  await writeFile(join(incoming, "old"), "half");
  await writeFile(join(incoming, "young"), "half");
  await utimes(join(incoming, "old"), 0, 0);
  const again = await createDiskObjectStore(folder);
  expect(await readdir(incoming)).toEqual(["young"]);
  expect((await again.head(key))?.size).toBe(png.length);
});
