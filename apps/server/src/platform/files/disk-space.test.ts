import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { DiskSpace, isDiskFull } from "./disk-space.ts";

const withCode = (code: string): Error => Object.assign(new Error("x"), { code });

test("a full disk is known from what the database and the file system say", () => {
  for (const code of ["53100", "ENOSPC", "EDQUOT"]) expect(isDiskFull(withCode(code))).toBe(true);
  for (const error of [withCode("ENOENT"), new Error("ENOSPC"), "ENOSPC", undefined])
    expect(isDiskFull(error)).toBe(false);
});

test("full is what has no room, and for a while what failed to write", async () => {
  const clock = new FakeClock();
  let free = 1e9;
  const disk = new DiskSpace({ folder: "/", clock, freeBytes: async () => free });
  expect(await disk.isFull()).toBe(false);
  free = 1_000;
  expect(await disk.isFull()).toBe(true);
  free = 1e9;
  disk.noteFailure();
  expect(await disk.isFull()).toBe(true);
  clock.advance(15_000);
  expect(await disk.isFull()).toBe(false);
});

test("the disk this runs on can be asked", async () => {
  const disk = new DiskSpace({ folder: process.cwd(), clock: new FakeClock() });
  expect(await disk.isFull()).toBe(false);
});
