import { CODECS } from "@offhook/media/testing";
import { type BenchResult, compare, median } from "./bench-result.ts";
import type { ConferencePath } from "./conference-path.ts";
import { OwnMedia } from "./own-media.ts";
import { Janus } from "./peers/janus.ts";
import { processorSeconds } from "./processor-time.ts";
import { RtpLoad } from "./rtp-load.ts";

const PARTIES = 50;
const TALKERS = [400, 600, 800];
const ROUNDS = 3;
const WARM_MS = 2_000;
const MEASURE_MS = 3_000;
const GOAL = 0.3;

export const notes = [
  `${PARTIES} plain RTP participants, ${TALKERS.length} of which hum and the others send encoded silence, on both sides the same packets; both mix at 16 kHz for Opus and at 8 kHz for PCMU.`,
  "Janus decodes and encodes for every participant. We decode what is not silent, and encode once for each talker and once for all listeners. The goal is for Opus, which the AudioBridge is made for; with PCMU there is hardly anything to encode and both sides mostly send packets.",
];

interface Mixed {
  readonly load: RtpLoad;
  readonly pid: number;
  readonly percent: number[];
}

async function prepare(path: ConferencePath, codec: "opus" | "PCMU"): Promise<Mixed> {
  const load = new RtpLoad();
  for (let party = 0; party < PARTIES; party += 1) {
    const phone = await load.add(CODECS[codec], TALKERS[party] ?? 0);
    phone.sendTo(await path.join(codec, phone.port));
  }
  await load.send(WARM_MS);
  return { load, pid: path.pid, percent: [] };
}

async function measure({ load, pid, percent }: Mixed): Promise<void> {
  const [before, received] = [await processorSeconds(pid), load.counts.received];
  await load.send(MEASURE_MS);
  const seconds = (await processorSeconds(pid)) - before;
  // A conference that falls silent would be cheap.
  if (load.counts.received - received < (PARTIES * MEASURE_MS) / 40)
    throw new Error("The conference is not heard");
  percent.push((100 * seconds) / (MEASURE_MS / 1_000));
}

async function conference(codec: "opus" | "PCMU", goal?: number): Promise<BenchResult> {
  const paths = [await OwnMedia.start(), await Janus.start(codec === "opus" ? 16_000 : 8_000)] as const;
  try {
    const [ours, peer] = [await prepare(paths[0], codec), await prepare(paths[1], codec)];
    for (let round = 0; round < ROUNDS; round += 1) for (const each of [ours, peer]) await measure(each);
    for (const { load } of [ours, peer]) load.close();
    return compare(
      `Conference of ${PARTIES} with ${TALKERS.length} talkers, ${codec}`,
      "% of a core",
      median(ours.percent),
      { name: paths[1].name, value: median(peer.percent) },
      goal,
    );
  } finally {
    for (const path of paths) await path.stop();
  }
}

/** What mixing many with few talkers costs, measured on the media process alone. */
export async function run(): Promise<BenchResult[]> {
  return [await conference("opus", GOAL), await conference("PCMU")];
}
