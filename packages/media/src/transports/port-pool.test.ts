import { afterEach, expect, test } from "vitest";
import { type PortPair, PortPool } from "./port-pool.ts";

const HERE = "127.0.0.1";
const RANGE = { first: 46_000, last: 46_099 };
const opened: PortPair[] = [];

afterEach(() => {
  for (const { rtp, rtcp } of opened.splice(0)) for (const socket of [rtp, rtcp]) socket.close();
});

async function open(pool: PortPool, wanted?: number): Promise<number> {
  const pair = await pool.open(HERE, wanted);
  opened.push(pair);
  return pair.port;
}

test("[ENG7] a leg of before a restart has its port again, and another one where that is taken or not ours", async () => {
  const before = await open(new PortPool(RANGE));
  const after = new PortPool(RANGE);
  const taken = await open(after, before);
  expect(taken).not.toBe(before);
  for (const { rtp, rtcp } of opened.splice(0, 1)) for (const socket of [rtp, rtcp]) socket.close();
  expect(await open(after, before)).toBe(before);
  expect(await open(after, before)).not.toBe(before);
  expect(await open(after, RANGE.last + 101)).toBeLessThan(RANGE.last);
  expect((await open(after, RANGE.first + 1)) % 2).toBe(0);
});
