import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { aTestPage, faxTiff } from "../testing/fax-tiff.ts";
import { theSpandsp } from "../testing/the-spandsp.ts";
import { AudioLine } from "./audio-line.ts";

const HOST = "127.0.0.1";
const SECOND = 50;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audio-line-"));
  writeFileSync(join(folder, "send.tif"), faxTiff([aTestPage(1, 400)]));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is on its way to one end of a line. */
function anEnd(role: "send" | "receive", farPort: number, far: () => Uint8Array[]) {
  const order = {
    callId: role,
    role,
    file: join(folder, `${role}.tif`),
    stationId: "1",
    port: 0,
    address: HOST,
  };
  const line = new AudioLine(
    theSpandsp(),
    // Without error correction every tear is seen.
    { ...order, ecm: false },
    { address: HOST, port: farPort, payloadType: 0 },
    { send: (data) => far().push(data), onHeard: () => {}, nowMs: 0 },
  );
  const waiting: Uint8Array[] = [];
  const takeWaiting = (nowMs: number) => {
    for (const data of waiting.splice(0)) line.receive(data, { address: HOST, port: farPort }, nowMs);
  };
  return { line, waiting, takeWaiting };
}

const codesOf = ({ t30 }: AudioLine): number[] =>
  t30.takeEvents().flatMap((event) => (event.type === "finished" ? [event.code] : []));

/** A fax during which the receiver's process stands still now and then, for so many ticks. */
function faxWithPauses(pauseTicks: number, isPause: (tick: number) => boolean) {
  const sender = anEnd("send", 2, () => receiver.waiting);
  const receiver: ReturnType<typeof anEnd> = anEnd("receive", 1, () => sender.waiting);
  const codes: number[] = [];
  let paused = 0;
  for (let tick = 0; tick < 120 * SECOND && codes.length < 2; tick += 1) {
    const nowMs = tick * 20;
    sender.takeWaiting(nowMs);
    sender.line.tick(nowMs);
    if (isPause(tick)) paused = pauseTicks;
    if (paused > 0) {
      paused -= 1;
      // Back again, its timers run before it reads what lies in its sockets.
      if (paused === 0) for (let late = 0; late < 5; late += 1) receiver.line.tick(nowMs);
    } else {
      receiver.takeWaiting(nowMs);
      receiver.line.tick(nowMs);
    }
    codes.push(...codesOf(sender.line), ...codesOf(receiver.line));
  }
  for (const { line } of [sender, receiver]) line.free();
  return codes;
}

test("[FAX16] a process that stood still hears what came meanwhile, and tears nothing", async () => {
  // Long enough for a line to be taken for silent, every two seconds.
  const codes = faxWithPauses(40, (tick) => tick > 9 * SECOND && tick % (2 * SECOND) === 0);
  expect(codes).toEqual([0, 0]);
  const [sent, received] = [
    await pagesOf(join(folder, "send.tif")),
    await pagesOf(join(folder, "receive.tif")),
  ];
  expect(differingPages(sent, received)).toEqual([]);
});

test("[FAX18] a line on which nothing is heard for longer than T.30 ever waits is dead", () => {
  const { line, waiting } = anEnd("receive", 1, () => []);
  const loud = anEnd("send", 2, () => waiting);
  for (let tick = 0; tick < 80 * SECOND; tick += 1) line.tick(tick * 20);
  expect(line.isDead).toBe(true);
  // The first burst of a calling machine.
  for (let tick = 0; tick < SECOND; tick += 1) loud.line.tick(tick * 20);
  for (const data of waiting) line.receive(data, { address: HOST, port: 1 }, 80_000);
  for (let tick = 0; tick < SECOND; tick += 1) line.tick(81_000 + tick * 20);
  expect(line.isDead).toBe(false);
  for (const end of [line, loud.line]) end.free();
});
