import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CODECS } from "@offhook/media/testing";
import type { BenchResult } from "./bench-result.ts";
import { OwnMedia } from "./own-media.ts";
import { RtpLoad } from "./rtp-load.ts";

const STEP = 50;
const MAX_CALLS = 800;
const SEND_MS = 3_000;
/** A step that fails while something else took the machine gets another chance. */
const TRIES = 3;
/** The load is not a load any more when it sends in bursts of more than a packet time. */
const MAX_BEHIND_MS = 40;
const MAX_LATE_SHARE = 0.001;

export const notes = [
  "Our media process is tied to one core. Calls as above are added fifty at a time, until a packet is lost or one in a thousand takes more than 20 ms. Phones and media process share the machine: on two cores the phones need as much as we do.",
];

type Verdict = "good" | "lost or late" | "load too slow";

async function tryOnce(load: RtpLoad): Promise<Verdict> {
  const before = load.counts;
  await load.send(SEND_MS);
  const { sent, received, late, behindMs } = load.counts;
  const isLost = received - before.received < sent - before.sent;
  if (!isLost && late - before.late <= (sent - before.sent) * MAX_LATE_SHARE) return "good";
  return behindMs > MAX_BEHIND_MS ? "load too slow" : "lost or late";
}

async function addCalls(media: OwnMedia, load: RtpLoad): Promise<void> {
  for (let call = 0; call < STEP; call += 1) {
    const [one, other] = [await load.add(CODECS.PCMU, 440), await load.add(CODECS.PCMU, 440)];
    const [toOne, toOther] = await media.connect(`call-${load.size}`, [one.port, other.port]);
    one.sendTo(toOne);
    other.sendTo(toOther);
  }
}

/** How many calls one core relays without losing or delaying a packet. */
export async function run(): Promise<BenchResult[]> {
  const media = await OwnMedia.start();
  const load = new RtpLoad({ stampsPackets: true });
  try {
    await promisify(execFile)("taskset", ["--all-tasks", "--pid", "--cpu-list", "0", String(media.pid)]);
    let carried = 0;
    let verdict: Verdict = "good";
    while (verdict === "good" && carried < MAX_CALLS) {
      await addCalls(media, load);
      verdict = await tryOnce(load);
      for (let again = 1; again < TRIES && verdict !== "good"; again += 1) verdict = await tryOnce(load);
      if (verdict === "good") carried += STEP;
    }
    const limit = verdict === "load too slow" ? ", where the phones of the load gave up" : "";
    return [
      { name: `Relayed calls at once on one core without loss${limit}`, value: carried, unit: "calls" },
    ];
  } finally {
    load.close();
    await media.stop();
  }
}
