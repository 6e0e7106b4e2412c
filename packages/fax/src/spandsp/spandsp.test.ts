import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaxOrder } from "../protocol/fax-order.ts";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { aTestPage, faxTiff } from "../testing/fax-tiff.ts";
import { theSpandsp } from "../testing/the-spandsp.ts";
import { AudioModem } from "./audio-modem.ts";
import { findSpandsp } from "./find-spandsp.ts";
import type { T30Event, T30Session } from "./t30-session.ts";
import { T38Terminal } from "./t38-terminal.ts";
import { ToneListener } from "./tone-listener.ts";

const FRAME = 160;
const TICKS_A_SECOND = 50;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spandsp-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const order = (role: "send" | "receive", more: Partial<FaxOrder> = {}): FaxOrder => ({
  callId: role,
  role,
  file: join(folder, role === "send" ? "sent.tif" : "received.tif"),
  stationId: role === "send" ? "+1 212 555 0100" : "+1 212 555 0199",
  ecm: true,
  port: 0,
  address: "127.0.0.1",
  ...more,
});

interface Ends {
  readonly events: Readonly<Record<"sender" | "receiver", readonly T30Event[]>>;
  readonly seconds: number;
}

/** Runs both ends in step until both have finished. */
function run(sender: T30Session, receiver: T30Session, tick: () => void): Ends {
  const events = { sender: [] as T30Event[], receiver: [] as T30Event[] };
  const isDone = (all: readonly T30Event[]) => all.some(({ type }) => type === "finished");
  let ticks = 0;
  while (!(isDone(events.sender) && isDone(events.receiver)) && ticks < 300 * TICKS_A_SECOND) {
    tick();
    ticks += 1;
    events.sender.push(...sender.takeEvents());
    events.receiver.push(...receiver.takeEvents());
  }
  return { events, seconds: ticks / TICKS_A_SECOND };
}

const pagesIn = (events: readonly T30Event[]) => events.filter(({ type }) => type === "page");

function faxOverAudio(
  sending: FaxOrder,
  receiving: FaxOrder,
  isLost: (tick: number) => boolean = () => false,
) {
  const spandsp = theSpandsp();
  const sender = new AudioModem(spandsp, sending);
  const receiver = new AudioModem(spandsp, receiving);
  const listeners = [new ToneListener(spandsp, "send"), new ToneListener(spandsp, "receive")] as const;
  const [there, back, before] = [new Int16Array(FRAME), new Int16Array(FRAME), new Int16Array(FRAME)];
  const heard: unknown[] = [];
  let tick = 0;
  const ends = run(sender.t30, receiver.t30, () => {
    sender.speak(there);
    receiver.speak(back);
    heard.push(listeners[0].hear(back), listeners[1].hear(there));
    sender.hear(back);
    tick += 1;
    // What is lost is heard as the sound before it.
    if (!isLost(tick)) before.set(there);
    receiver.hear(before.slice());
  });
  const result = {
    ...ends,
    heard: heard.filter((each) => each !== undefined),
    sender: { ...sender.t30.statistics(), station: sender.t30.station },
    receiver: { ...receiver.t30.statistics(), station: receiver.t30.station },
  };
  for (const listener of listeners) listener.free();
  sender.free();
  receiver.free();
  return result;
}

describe("spandsp", () => {
  test("an old machine gets its pages as slowly as it prints them", async () => {
    const { file } = order("send");
    writeFileSync(file, faxTiff([aTestPage(1, 1_000)]));
    const slow = faxOverAudio(order("send"), order("receive", { ecm: false, rowMs: 20 }));
    expect(slow.receiver).toMatchObject({ pagesReceived: 1, usesEcm: false, badRows: 0 });
    expect(slow.seconds).toBeGreaterThan(20);
    expect(differingPages(await pagesOf(file), await pagesOf(order("receive").file))).toEqual([]);
  });

  test("pages arrive over audio as they were sent, and the statistics are read where they lie", async () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1), aTestPage(2, 200)]));
    const { events, heard, sender, receiver } = faxOverAudio(order("send"), order("receive"));
    expect(events.sender.at(-1)).toEqual({ type: "finished", code: 0 });
    expect(events.receiver.at(-1)).toEqual({ type: "finished", code: 0 });
    expect(heard).toEqual(["cng", "ced"]);
    expect(sender).toMatchObject({
      bitRate: 14_400,
      usesEcm: true,
      pagesSent: 2,
      pagesReceived: 0,
      pagesInFile: 2,
    });
    expect(sender).toMatchObject({ width: 1_728, length: 200, badRows: 0, status: 0 });
    expect(receiver).toMatchObject({ pagesSent: 0, pagesReceived: 2, usesEcm: true });
    expect([sender.station, receiver.station]).toEqual(["+1 212 555 0199", "+1 212 555 0100"]);
    expect(differingPages(await pagesOf(order("send").file), await pagesOf(order("receive").file))).toEqual(
      [],
    );
  });

  test("every page is asked about before it is confirmed", () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1, 40), aTestPage(2, 40)]));
    const { events } = faxOverAudio(order("send"), order("receive"));
    const steps = events.sender.filter(({ type }) => type !== "farEnd").map(({ type }) => type);
    expect(steps).toEqual(["asked", "page", "asked", "page", "finished"]);
    expect(pagesIn(events.sender)).toMatchObject([{ count: 1, total: 2 }, { count: 2 }]);
  });

  test("a fax that is sent again begins where it is told to", async () => {
    writeFileSync(order("send").file, faxTiff([1, 2, 3].map((seed) => aTestPage(seed, 40))));
    const { events } = faxOverAudio(order("send", { firstPage: 3 }), order("receive"));
    expect(pagesIn(events.sender)).toMatchObject([{ count: 1, total: 3 }]);
    const sent = await pagesOf(order("send").file);
    expect(differingPages(sent.slice(2), await pagesOf(order("receive").file))).toEqual([]);
  });

  test("without error correction, what is lost tears rows, and the page says so", () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1, 600)]));
    const plain = { ecm: false };
    // A single frame, while the page is on its way.
    const { events, receiver } = faxOverAudio(
      order("send", plain),
      order("receive", plain),
      (tick) => tick === 640,
    );
    expect(receiver.usesEcm).toBe(false);
    const [page] = pagesIn(events.receiver);
    expect(page).toMatchObject({ count: 1 });
    expect(page?.type === "page" && page.badRows).toBeGreaterThan(0);
  });

  test("the header is written above the page, and a name of any language does no harm", async () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1, 100)]));
    const sending = order("send", {
      headerText: `Café ☎ ${"x".repeat(80)}`,
      stationId: "☎ +49 30 1234567890123456",
    });
    const { receiver } = faxOverAudio(sending, order("receive"));
    expect(receiver.station).toBe("+49 30 1234567890123");
    const [page] = await pagesOf(order("receive").file);
    expect(page!.height).toBeGreaterThan(100);
  });

  test("silence is given up after the minute that T.30 allows", () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1, 40)]));
    const sender = new AudioModem(theSpandsp(), order("send"));
    let seconds = 0;
    let events: readonly T30Event[] = [];
    while (events.length === 0 && seconds < 100) {
      for (let tick = 0; tick < TICKS_A_SECOND; tick += 1) sender.hear(new Int16Array(FRAME));
      seconds += 1;
      events = sender.t30.takeEvents();
    }
    sender.free();
    expect(events).toEqual([{ type: "finished", code: 2 }]);
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThan(65);
  });

  test("pages arrive over T.38 as they were sent", async () => {
    writeFileSync(order("send").file, faxTiff([aTestPage(1), aTestPage(2)]));
    const far = { version: 0, maxDatagram: 400 };
    const sender = new T38Terminal(theSpandsp(), order("send"), far);
    const receiver = new T38Terminal(theSpandsp(), order("receive"), far);
    const counts = [0, 0];
    const carry = (from: T38Terminal, to: T38Terminal, way: 0 | 1) => {
      for (const { data } of from.takePackets()) {
        to.hear(data, counts[way]! & 0xffff);
        counts[way]! += 1;
      }
    };
    const { events } = run(sender.t30, receiver.t30, () => {
      sender.passTime(FRAME);
      receiver.passTime(FRAME);
      carry(sender, receiver, 0);
      carry(receiver, sender, 1);
    });
    sender.free();
    receiver.free();
    expect(pagesIn(events.sender)).toHaveLength(2);
    expect(events.receiver.at(-1)).toEqual({ type: "finished", code: 0 });
    expect(differingPages(await pagesOf(order("send").file), await pagesOf(order("receive").file))).toEqual(
      [],
    );
  });

  test("a path that the library would cut is refused", () => {
    const file = join(folder, "x".repeat(250));
    expect(() => new AudioModem(theSpandsp(), order("send", { file }))).toThrow("255 bytes");
  });

  test("a library that is not there, or another one, is told with what to do", () => {
    expect(findSpandsp([folder])).toMatchObject({
      found: false,
      why: expect.stringContaining("libspandsp2"),
    });
    writeFileSync(join(folder, "libspandsp.so.3"), "");
    expect(findSpandsp([folder])).toMatchObject({
      found: false,
      why: expect.stringContaining("libspandsp.so.3"),
    });
    writeFileSync(join(folder, "libspandsp.so.2"), "");
    expect(findSpandsp([folder])).toMatchObject({ found: true, version: "2" });
  });
});
