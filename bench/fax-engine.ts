import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaxCall, type FaxCallEnd, FaxEngine } from "@offhook/fax";
import { aTestPage, faxTiff } from "@offhook/fax/testing";
import type { BenchResult } from "./bench-result.ts";
import { processorSeconds } from "./processor-time.ts";

const CALLS = 100;
const HOST = "127.0.0.1";
/** A third of a page of a letter, as dots go. */
const PAGE_ROWS = 700;
const PAGES = 2;

type Way = "phone" | "t38";

export const notes = [
  `${CALLS} faxes of ${PAGES} pages at once over real sockets, in real time, from one fax process to another; each process is measured by itself, and the mean of both counts. The pages hold bars and noise, with error correction on.`,
  "How many would fill one core is calculated from what one takes, and was not tried.",
];

async function openCalls(engine: FaxEngine, role: "send" | "receive", folder: string): Promise<FaxCall[]> {
  const file = (index: number) =>
    join(folder, role === "send" ? `sent-${index}.tif` : `received-${index}.tif`);
  return Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      engine.openCall({
        callId: `${role}-${index}`,
        role,
        file: file(index),
        stationId: "+1 212 555 0100",
        ecm: true,
        port: 0,
        address: HOST,
      }),
    ),
  );
}

function connect(call: FaxCall, port: number, way: Way): void {
  if (way === "phone") call.talk({ address: HOST, port, payloadType: 0 });
  else call.switchToT38({ address: HOST, port, maxDatagram: 400, redundancy: 3, version: 0 });
}

async function faxAll(folder: string, way: Way): Promise<{ ends: FaxCallEnd[]; percent: number }> {
  const engines = [new FaxEngine(), new FaxEngine()] as const;
  try {
    const senders = await openCalls(engines[0], "send", folder);
    const receivers = await openCalls(engines[1], "receive", folder);
    const spent = () => Promise.all(engines.map(({ pid = 0 }) => processorSeconds(pid)));
    const [before, begun] = [await spent(), performance.now()];
    senders.forEach((sender, index) => {
      const receiver = receivers[index];
      if (!receiver) return;
      connect(receiver, sender.port, way);
      connect(sender, receiver.port, way);
    });
    const ends = await Promise.all([...senders, ...receivers].map(({ ended }) => ended));
    const seconds = (performance.now() - begun) / 1_000;
    const after = await spent();
    const used = after.reduce((sum, each, index) => sum + each - (before[index] ?? 0), 0);
    return { ends, percent: (100 * used) / (engines.length * CALLS * seconds) };
  } finally {
    for (const engine of engines) await engine.close();
  }
}

const NAMES = { phone: "G.711", t38: "T.38" } as const;

async function measure(folder: string, way: Way): Promise<BenchResult[]> {
  const { ends, percent } = await faxAll(folder, way);
  const done = ends.filter(({ outcome, pages }) => outcome === "done" && pages === PAGES).length;
  return [
    { name: `Processor of one fax call over ${NAMES[way]}`, value: percent, unit: "% of a core" },
    {
      name: `Fax calls that would fill one core over ${NAMES[way]}`,
      value: Math.floor(100 / percent),
      unit: "calls",
    },
    {
      name: `Of ${CALLS} faxes at once over ${NAMES[way]}, ends that have all pages`,
      value: (100 * done) / ends.length,
      unit: "%",
      goal: 100,
      isFloor: true,
    },
  ];
}

/** What faxing costs the machine, measured on the fax processes alone. */
export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-fax-"));
  try {
    const document = faxTiff(Array.from({ length: PAGES }, (_, index) => aTestPage(index + 1, PAGE_ROWS)));
    for (let index = 0; index < CALLS; index += 1)
      await writeFile(join(folder, `sent-${index}.tif`), document);
    return [...(await measure(folder, "phone")), ...(await measure(folder, "t38"))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
