import { readFile } from "node:fs/promises";
import { MediaEngine } from "@offhook/media";
import { CODECS } from "@offhook/media/testing";
import type { BenchResult } from "./bench-result.ts";
import { RtpLoad } from "./rtp-load.ts";

const RELAYED_CALLS = 50;
const PARTIES = 50;
const TALKERS = [400, 600, 800];
const WARM_MS = 1_500;
const MEASURE_MS = 6_000;
/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100;

/** Processor seconds of a process so far, of all its threads, in user space and in the kernel. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

interface Measured {
  readonly processorSeconds: number;
  readonly seconds: number;
  readonly sent: number;
  readonly received: number;
}

async function measure(pid: number, load: RtpLoad): Promise<Measured> {
  await load.send(WARM_MS);
  const [before, counts, startedAt] = [await processorSeconds(pid), load.counts, performance.now()];
  await load.send(MEASURE_MS);
  const after = await processorSeconds(pid);
  return {
    processorSeconds: after - before,
    seconds: (performance.now() - startedAt) / 1_000,
    sent: load.counts.sent - counts.sent,
    received: load.counts.received - counts.received,
  };
}

async function relay(engine: MediaEngine, pid: number): Promise<BenchResult[]> {
  const load = new RtpLoad(engine);
  for (let call = 0; call < RELAYED_CALLS; call += 1) {
    const legIds = [`a${call}`, `b${call}`];
    await engine.request("createBridge", { bridgeId: `call${call}` });
    for (const legId of legIds) {
      await load.add(legId, CODECS.PCMU, 440);
      await engine.request("joinBridge", { bridgeId: `call${call}`, legId });
    }
  }
  const measured = await measure(pid, load);
  await load.close();
  const perPacket = (measured.processorSeconds * 1e6) / measured.sent;
  const perCall = (100 * measured.processorSeconds) / measured.seconds / RELAYED_CALLS;
  return [
    {
      name: `Relayed packet, plain RTP, PCMU, ${RELAYED_CALLS} calls`,
      value: perPacket,
      unit: "µs of processor",
    },
    { name: "Relayed calls that one core carries at that cost", value: 100 / perCall, unit: "calls" },
    {
      name: "Packets lost on the way",
      value: Math.max(0, 100 * (1 - measured.received / measured.sent)),
      unit: "%",
      goal: 0.5,
    },
  ];
}

async function conference(engine: MediaEngine, pid: number, codec: "opus" | "PCMU"): Promise<BenchResult> {
  const load = new RtpLoad(engine);
  await engine.request("createBridge", { bridgeId: codec });
  for (let party = 0; party < PARTIES; party += 1) {
    const legId = `${codec}${party}`;
    await load.add(legId, CODECS[codec], TALKERS[party] ?? 0);
    await engine.request("joinBridge", { bridgeId: codec, legId });
  }
  const measured = await measure(pid, load);
  await load.close();
  await engine.request("closeBridge", { bridgeId: codec });
  return {
    name: `Conference of ${PARTIES} with ${TALKERS.length} talkers, ${codec}`,
    value: (100 * measured.processorSeconds) / measured.seconds,
    unit: "% of a core",
  };
}

/** What audio costs: passing packets on, and mixing many with few talkers. Measured on the media process alone. */
export async function run(): Promise<BenchResult[]> {
  const engine = new MediaEngine({ settings: { maxLegs: 1_000 } });
  const started = new Promise<number>((resolve) => engine.on("engineUp", ({ pid }) => resolve(pid ?? 0)));
  await engine.start();
  const pid = await started;
  try {
    const relayed = await relay(engine, pid);
    return [...relayed, await conference(engine, pid, "PCMU"), await conference(engine, pid, "opus")];
  } finally {
    await engine.stop();
  }
}
