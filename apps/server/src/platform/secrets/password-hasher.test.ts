import { parseOptions } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

const cheap = createPasswordHasher({ memoryCost: 64, timeCost: 1 });

test("accepts the password and nothing else", async () => {
  const stored = await cheap.hash("correct horse");
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await cheap.verify(stored, "correct horse")).toBe(true);
  expect(await cheap.verify(stored, "Correct horse")).toBe(false);
  expect(await cheap.verify(stored, "")).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await cheap.hash("correct horse")).not.toBe(await cheap.hash("correct horse"));
});

test("letters composed in another way are the same password", async () => {
  const stored = await cheap.hash("caf\u00e9 au lait");
  expect(await cheap.verify(stored, "cafe\u0301 au lait")).toBe(true);
});

test("without a hash the answer is no, even for the decoy's own password", async () => {
  expect(await cheap.verify(null, "nobody has this password")).toBe(false);
});

test("knows hashes of another cost", async () => {
  const stored = await cheap.hash("correct horse");
  expect(cheap.isOutdated(stored)).toBe(false);
  expect(createPasswordHasher({ memoryCost: 64, timeCost: 2 }).isOutdated(stored)).toBe(true);
});

test("by default it costs an attacker 64 MiB and two passes a guess", async () => {
  const stored = await createPasswordHasher().hash("correct horse");
  expect(parseOptions(stored)).toMatchObject({ memoryCost: 65_536, timeCost: 2, parallelism: 1 });
});

test("a flood waits for itself, and beyond a bound is told to come back", async () => {
  const stored = await cheap.hash("correct horse");
  const flood = Array.from({ length: 400 }, () => cheap.verify(stored, "correct horse"));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(200);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, code: "session.busy" });
  expect(await cheap.verify(stored, "correct horse")).toBe(true);
});
