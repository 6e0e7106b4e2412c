import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@offhook/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { IncomingFax } from "../../features/faxes/index.ts";
import { ReceivedFaxes } from "./received-faxes.ts";

const ARRIVAL = {
  id: "call-1",
  companyId: "1",
  faxLineId: "7",
  callerNumber: "+12125550177",
  callerName: "June Park",
  at: 1_800_000_000_000,
};
const END = {
  outcome: "done",
  reason: undefined,
  text: "OK",
  damaged: [],
  station: "FAR",
  way: "phone",
} as const;

const clock = new FakeClock();
let folder: string;
let taken: IncomingFax[];
let isDown: boolean;
/** What the journal beside a file says. */
let journal: { pages: number; damaged: number[] };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-received-"));
  taken = [];
  isDown = false;
  journal = { pages: 0, damaged: [] };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function faxes(): ReceivedFaxes {
  return new ReceivedFaxes({
    folder,
    clock,
    log: { info: () => {}, error: () => {} },
    arrivals: {
      take: async (fax) => {
        if (isDown) throw new Error("no database");
        taken.push(fax);
        return fax.sourceId;
      },
    },
    numberOf: () => "12125550130",
    readJournal: async () => journal,
  });
}

/** A call whose first page has been written. */
async function begun(received: ReceivedFaxes): Promise<void> {
  await received.start();
  await writeFile(await received.begin(ARRIVAL), "pages");
}

test("[FAXR1] a whole fax is handed over, and its files are removed", async () => {
  const received = faxes();
  await begun(received);
  received.received(ARRIVAL, { ...END, pages: 2 });
  await received.close();
  expect(taken).toMatchObject([
    { lineNumber: "12125550130", callerNumber: "+12125550177", pages: 2, damaged: [], sourceId: "call-1" },
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("[FAXR2] one that was broken off is kept with the page that is missing; one without a page is not", async () => {
  const received = faxes();
  await begun(received);
  received.received(ARRIVAL, { ...END, outcome: "failed", reason: "dropped", pages: 2 });
  await received.close();
  expect(taken).toMatchObject([{ pages: 3, damaged: [3] }]);
  await begun(received);
  received.received(ARRIVAL, { ...END, outcome: "failed", reason: "dropped", pages: 0 });
  await received.close();
  expect(taken).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test("[FAXR3] what a killed server had received is found at the next start", async () => {
  await begun(faxes());
  journal = { pages: 2, damaged: [1] };
  const next = faxes();
  await next.start();
  await next.close();
  expect(taken).toMatchObject([
    { pages: 3, damaged: [1, 3], sourceId: "call-1", at: new Date(ARRIVAL.at), callerName: "June Park" },
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("[FAXR3] a killed server that had received nothing leaves nothing, and a torn note holds up no start", async () => {
  await begun(faxes());
  await writeFile(join(folder, "torn.json"), '{"id": "to');
  const next = faxes();
  await next.start();
  await next.close();
  expect(taken).toEqual([]);
  expect(await readdir(folder)).toEqual(["torn.json"]);
});

test("[FAXR4] while the database is away a fax waits, and comes later", async () => {
  const received = faxes();
  await begun(received);
  isDown = true;
  received.received(ARRIVAL, { ...END, pages: 1 });
  await received.settled();
  expect(taken).toEqual([]);
  isDown = false;
  clock.advance(30_000);
  await received.close();
  expect(taken).toHaveLength(1);
});
