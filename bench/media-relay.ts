import { CODECS } from "@offhook/media/testing";
import { type BenchResult, compare, median } from "./bench-result.ts";
import type { MediaPath } from "./media-path.ts";
import { OwnMedia } from "./own-media.ts";
import { Rtpengine } from "./peers/rtpengine.ts";
import { processorSeconds } from "./processor-time.ts";
import { RtpLoad } from "./rtp-load.ts";

const CALLS = [50, 200];
const ROUNDS = 3;
const WARM_MS = 2_000;
const MEASURE_MS = 3_000;
/** For all calls that a packet may cost more than in a program that does nothing else. */
/** By the number of calls: the more packets at once, the more a system call for each weighs. */
const goalFor = (calls: number): number => (calls > 50 ? 2 : 1.5);

export const notes = [
  "Calls of two plain RTP phones, PCMU, a packet every 20 ms each way, all on loopback; the payload is passed on as it is.",
  "rtpengine runs in user space (`--table=-1`), as every packet of ours goes through our media process. Rounds alternate; the middle one of three counts.",
  "What remains, by samples of the processor: a third is the kernel's, nearly half Node's own code around its datagrams, a sixth ours. A program of ten lines that does nothing but pass datagrams from one socket to another needs four fifths of what we need.",
];

interface Relayed {
  readonly path: MediaPath;
  readonly load: RtpLoad;
  readonly microseconds: number[];
  lost: number;
}

async function prepare(path: MediaPath, calls: number): Promise<Relayed> {
  const load = new RtpLoad();
  for (let call = 0; call < calls; call += 1) {
    const [one, other] = [await load.add(CODECS.PCMU, 440), await load.add(CODECS.PCMU, 440)];
    const [toOne, toOther] = await path.connect(`call-${call}`, [one.port, other.port]);
    one.sendTo(toOne);
    other.sendTo(toOther);
  }
  await load.send(WARM_MS);
  return { path, load, microseconds: [], lost: 0 };
}

async function measure(relayed: Relayed): Promise<void> {
  const { path, load } = relayed;
  const [before, counts] = [await processorSeconds(path.pid), load.counts];
  await load.send(MEASURE_MS);
  const seconds = (await processorSeconds(path.pid)) - before;
  const sent = load.counts.sent - counts.sent;
  relayed.microseconds.push((seconds * 1e6) / sent);
  relayed.lost += Math.max(0, sent - (load.counts.received - counts.received)) / (sent * ROUNDS);
}

async function relay(calls: number): Promise<BenchResult[]> {
  const paths = [await OwnMedia.start(), await Rtpengine.start()] as const;
  try {
    const [ours, peer] = [await prepare(paths[0], calls), await prepare(paths[1], calls)];
    for (let round = 0; round < ROUNDS; round += 1) for (const each of [ours, peer]) await measure(each);
    for (const { load } of [ours, peer]) load.close();
    return [
      compare(
        `Relayed packet, ${calls} calls`,
        "µs of processor",
        median(ours.microseconds),
        { name: peer.path.name, value: median(peer.microseconds) },
        goalFor(calls),
      ),
      { name: `Packets lost on the way, ${calls} calls`, value: 100 * ours.lost, unit: "%", goal: 0.1 },
    ];
  } finally {
    for (const path of paths) await path.stop();
  }
}

/** What passing packets on costs, measured on the media process alone. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const calls of CALLS) results.push(...(await relay(calls)));
  return results;
}
