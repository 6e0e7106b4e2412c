import type { BenchResult } from "./bench-result.ts";
import { calmly } from "./host.ts";
import { OwnSipServer } from "./own-sip-server.ts";
import { Kamailio } from "./peers/kamailio.ts";
import type { SipServer } from "./sip-server.ts";
import { RegisteredPhones, untilDone } from "./sipp-load.ts";
import { TimedCaller } from "./timed-caller.ts";

const CALLS_PER_SECOND = 50;
const CALLS = 500;
/** A server that has been running for a while has compiled what it uses often; see the benchmark of signaling. */
const WARM_CALLS = { perSecond: 60, count: 3_000 };
const GOAL_MS = 10;

export const notes = [
  `From the INVITE with the password to the 180 of a phone that rings at once, ${CALLS_PER_SECOND} calls a second, ${CALLS} calls a round, after ${WARM_CALLS.count} calls. On a machine that others use too, the tail is mostly theirs: Kamailio beside us shows how much that is.`,
];

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;

/** The times of a calm round of each server. */
async function ringingTimes(servers: readonly SipServer[]): Promise<number[][]> {
  const phones = await Promise.all(servers.map((server) => RegisteredPhones.start(server)));
  const callers = await Promise.all(
    servers.map(({ port }, index) => TimedCaller.open(phones[index]?.callerPort ?? 0, port)),
  );
  try {
    // Calls that fail while everything gets warm are nobody's; those of the rounds count.
    for (const caller of callers)
      await caller.call(WARM_CALLS.perSecond, WARM_CALLS.count).catch(() => undefined);
    const rounds: number[][] = [];
    for (const caller of callers)
      rounds.push(await calmly(() => untilDone(() => caller.call(CALLS_PER_SECOND, CALLS))));
    return rounds;
  } finally {
    for (const caller of callers) caller.close();
    for (const each of phones) await each.stop();
  }
}

export async function run(): Promise<BenchResult[]> {
  const servers: SipServer[] = [];
  try {
    servers.push(await OwnSipServer.start(), await Kamailio.start());
    const [ours = [], peer = []] = await ringingTimes(servers);
    return [
      { name: "INVITE to 180, 99th percentile", value: percentile(ours, 0.99), unit: "ms", goal: GOAL_MS },
      { name: "INVITE to 180, median", value: percentile(ours, 0.5), unit: "ms" },
      { name: "The same through Kamailio, 99th percentile", value: percentile(peer, 0.99), unit: "ms" },
      { name: "The same through Kamailio, median", value: percentile(peer, 0.5), unit: "ms" },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}
