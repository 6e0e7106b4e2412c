import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFaxJournal } from "../journal/fax-journal.ts";
import { differingPages, pagesOf } from "../testing/compare-pages.ts";
import { FaxMachines, type FaxTable, HOST, T38 } from "../testing/fax-table.ts";
import { LossyRelay, oneInAHundred } from "../testing/lossy-relay.ts";

let machines: FaxMachines;

beforeAll(() => {
  machines = new FaxMachines();
});
afterAll(() => machines.close());

interface Exchange {
  readonly role: "send" | "receive";
  readonly way: "audio" | "t38";
  readonly payloadType?: 0 | 8;
  readonly ecm?: boolean;
  readonly isLost?: (packet: number) => boolean;
}

/** A fax between the engine and the other machine; `role` is the engine's. */
async function exchange(table: FaxTable, { role, way, payloadType = 0, ecm = true, isLost }: Exchange) {
  const relay = await LossyRelay.open(isLost ?? (() => false));
  table.add(() => relay.close());
  const call = await table.call(role, { ecm });
  const told: number[] = [];
  const heard: string[] = [];
  call.on("page", ({ page }) => told.push(page));
  call.on("heard", (tone) => heard.push(tone));
  const peer = table.peer({
    role: role === "send" ? "receive" : "send",
    way,
    payloadType,
    ecm,
    farPort: relay.ports[1],
  });
  relay.connect(call.port, await peer.port);
  if (way === "t38") call.switchToT38({ address: HOST, port: relay.ports[0], ...T38 });
  else call.talk({ address: HOST, port: relay.ports[0], payloadType });
  const [end, theirs] = await Promise.all([call.ended, peer.end]);
  return { end, theirs, told, heard, lost: relay.lost };
}

const arrivedPages = async (table: FaxTable) =>
  differingPages(await pagesOf(table.sent), await pagesOf(table.received));

// Machines wait for each other most of the time: all of them at once take no longer than the slowest.
describe.concurrent("a fax between the engine and another machine", () => {
  test.for<Exchange>([
    { role: "send", way: "audio", payloadType: 0 },
    { role: "receive", way: "audio", payloadType: 8 },
    { role: "send", way: "t38" },
    { role: "receive", way: "t38" },
    { role: "send", way: "audio", ecm: false, payloadType: 8 },
  ])("[FAX7] arrives dot for dot: %o", async (way, context) => {
    const table = machines.table(context);
    table.writePages(1);
    const { end, theirs, told, heard } = await exchange(table, way);
    expect(end).toMatchObject({
      outcome: "done",
      t30Code: 0,
      t30Text: "OK",
      pages: 1,
      damaged: [],
      station: "+1 555 0142",
      bitRate: 14_400,
      usedEcm: way.ecm ?? true,
      way: way.way === "t38" ? "t38" : "phone",
    });
    expect(theirs).toEqual({ code: 0, pages: 1, station: "+1 212 555 0100" });
    expect(told).toEqual([1]);
    expect(heard).toEqual([way.way === "t38" ? "preamble" : way.role === "send" ? "ced" : "cng"]);
    expect(await arrivedPages(table)).toEqual([]);
    const file = way.role === "send" ? table.sent : table.received;
    expect(await readFaxJournal(file)).toMatchObject({ lastPage: 1, unanswered: undefined, outcome: "done" });
  });

  test.for<Exchange>([
    { role: "send", way: "audio" },
    { role: "receive", way: "audio" },
    { role: "send", way: "t38", isLost: oneInAHundred(7) },
    { role: "receive", way: "t38", isLost: oneInAHundred(5) },
  ])("[FAX8] twelve pages: %o", async (way, context) => {
    const table = machines.table(context);
    table.writePages(12, 60);
    const { end, told, lost } = await exchange(table, way);
    expect(end).toMatchObject({ outcome: "done", pages: 12, damaged: [] });
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await arrivedPages(table)).toEqual([]);
    if (way.isLost) expect(lost).toBeGreaterThan(0);
  });
});
