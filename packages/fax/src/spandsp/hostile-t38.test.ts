import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aTestPage, faxTiff } from "../testing/fax-tiff.ts";
import { theSpandsp } from "../testing/the-spandsp.ts";
import { T38Terminal } from "./t38-terminal.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
  writeFileSync(join(folder, "send.tif"), faxTiff([aTestPage(1, 100), aTestPage(2, 100)]));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const bytes = (random: () => number, count: number) =>
  Uint8Array.from({ length: count }, () => random() * 256);

/** A far end that speaks T.38 and means harm: bits are changed, ends are missing, or nothing is as it should be. */
function harmed(data: Uint8Array, random: () => number, how: "noise" | "little" | "much"): Uint8Array {
  if (how === "noise") return bytes(random, 1 + Math.floor(random() * 300));
  if (random() >= (how === "little" ? 0.05 : 0.3)) return data;
  const copy = data.slice();
  for (let times = 0; times < 1 + random() * 3; times += 1)
    copy[Math.floor(random() * copy.length)] = random() * 256;
  return random() < 0.3 ? copy.slice(0, 1 + Math.floor(random() * copy.length)) : copy;
}

/** Both ends do harm to each other. Returns the most packets that one turn had. */
function fight(random: () => number, how: Parameters<typeof harmed>[2]): number {
  const terminal = (role: "send" | "receive") =>
    new T38Terminal(
      theSpandsp(),
      {
        callId: role,
        role,
        file: join(folder, `${role}.tif`),
        stationId: "1",
        ecm: true,
        port: 0,
        address: "",
      },
      { version: 0, maxDatagram: 400 },
    );
  const ends = [terminal("send"), terminal("receive")] as const;
  const numbers = [0, 0] as [number, number];
  let most = 0;
  let finished = 0;
  for (let tick = 0; tick < 10_000 && finished < 2; tick += 1) {
    for (const way of [0, 1] as const) {
      ends[way].passTime(160);
      const packets = ends[way].takePackets();
      most = Math.max(most, packets.length);
      for (const { data } of packets) {
        ends[1 - way]?.hear(harmed(data, random, how), numbers[way] & 0xffff);
        numbers[way] += random() < 0.01 ? Math.floor(random() * 2_000) : 1;
      }
      finished += ends[way].t30.takeEvents().filter(({ type }) => type === "finished").length;
    }
  }
  for (const end of ends) end.free();
  return most;
}

test("[FAX17] no far end takes the process down, or holds it in a loop", () => {
  const random = numbersFrom(4);
  for (let round = 0; round < 20; round += 1)
    for (const how of ["noise", "little", "much"] as const)
      expect(fight(random, how)).toBeLessThanOrEqual(100);
});
