import { type BenchResult, compare, median } from "./bench-result.ts";
import { OwnSipServer } from "./own-sip-server.ts";
import { Kamailio } from "./peers/kamailio.ts";
import { Rtpengine } from "./peers/rtpengine.ts";
import { processorSeconds, processorSecondsOfTrees } from "./processor-time.ts";
import type { SipServer } from "./sip-server.ts";
import { RegisteredPhones, registerFromMany, untilDone } from "./sipp-load.ts";

const ROUNDS = 3;
const REGISTRATIONS = 2_000;
const CALLS_PER_SECOND = 50;
const CALLS = 300;
/**
 * What a server needs that has been running for a while: compiled code and warm tables. A call passes through some
 * thousand functions, and after two thousand calls some of them are still being compiled.
 */
const WARM_REGISTRATIONS = 6_000;
const WARM_CALLS = { perSecond: 60, count: 3_000 };
/** While others are measured a server goes to sleep; nobody counts how it wakes. */
const WAKING_CALLS = 100;
const GOALS = { register: 2 };

export const notes = [
  "The load is sipp over UDP on loopback, the same for all. Processor time is that of the whole process tree, kernel work included: for us the server, its database and its media process; for the peer Kamailio with its users, bindings and nonces in memory.",
  "A registration is a challenged REGISTER and its repetition with the digest, 800 a second from four addresses. A call is INVITE, challenge, INVITE, 180, 200, ACK, BYE between two registered phones, fifty a second.",
  "All are measured after 6,000 registrations and 3,000 calls, and each round begins with 100 calls that are not counted: a server that runs for weeks has compiled what it uses often. Of the first thousand calls one costs us twice as much, half of it for compiling.",
  "Kamailio passes a call's messages on and lets the phones talk to one another. We end both legs, anchor their audio and write the history of the call to the database; Kamailio with rtpengine at least anchors the audio too.",
  "What remains, by samples of the processor: it is flat. Reading, deciding and writing the messages of a call takes about a millisecond and a half of warm code, datagrams a tenth of that, history and live calls, written a few times a second for all calls together, another tenth; no function has more than three per cent. The rest is Node's: collecting garbage takes a quarter of a millisecond a call, for what must be remembered half a minute after every answer, and its threads go on compiling for the first thousands of calls, at first with more than the calls themselves take. No function is compiled again and again.",
  "What Node takes by itself: a program that does nothing but send every datagram back needs 35 to 40 µs for each. That is 75 µs of a registration and 0.3 ms of a call before a letter of it is read, and half of what Kamailio needs for the whole registration.",
];

/** `control`: the part of a call that the first process alone does, without database and audio. */
type Measure = "register" | "call" | "control";

interface RoundWork {
  readonly before?: () => Promise<unknown>;
  readonly measured: () => Promise<unknown>;
}

class Measured {
  readonly server: SipServer;
  readonly #microseconds: Record<Measure, number[]> = { register: [], call: [], control: [] };

  constructor(server: SipServer) {
    this.server = server;
  }

  /** A round that did not come to its end is not counted, and tried again. */
  round(what: Measure, operations: number, work: RoundWork): Promise<void> {
    return untilDone(() => this.#measure(what, operations, work));
  }

  async #measure(what: Measure, operations: number, { before: wake, measured }: RoundWork): Promise<void> {
    await wake?.();
    const [first = 0] = this.server.pids;
    const [before, own] = [await processorSecondsOfTrees(this.server.pids), await processorSeconds(first)];
    await measured();
    const seconds = (await processorSecondsOfTrees(this.server.pids)) - before;
    this.#microseconds[what].push((seconds * 1e6) / operations);
    if (what === "call")
      this.#microseconds.control.push((((await processorSeconds(first)) - own) * 1e6) / operations);
  }

  median(what: Measure): { readonly name: string; readonly value: number } {
    return { name: this.server.name, value: median(this.#microseconds[what]) };
  }
}

async function measureRegistrations(all: readonly Measured[]): Promise<void> {
  for (const { server } of all) await registerFromMany(server, WARM_REGISTRATIONS).catch(() => undefined);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const each of all)
      await each.round("register", REGISTRATIONS, {
        measured: () => registerFromMany(each.server, REGISTRATIONS),
      });
}

async function measureCalls(all: readonly Measured[]): Promise<void> {
  const phones = await Promise.all(all.map(({ server }) => RegisteredPhones.start(server)));
  try {
    // Calls that fail while everything gets warm are nobody's; those of the rounds count.
    for (const each of phones) await each.call(WARM_CALLS.perSecond, WARM_CALLS.count).catch(() => undefined);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, each] of all.entries())
        await each.round("call", CALLS, {
          before: async () => phones[index]?.call(CALLS_PER_SECOND, WAKING_CALLS),
          measured: async () => phones[index]?.call(CALLS_PER_SECOND, CALLS),
        });
  } finally {
    for (const each of phones) await each.stop();
  }
}

/** What a registration and a call cost, against a proxy that does far less for a call. */
export async function run(): Promise<BenchResult[]> {
  const rtpengine = await Rtpengine.start();
  const servers: SipServer[] = [];
  try {
    servers.push(await OwnSipServer.start(), await Kamailio.start(), await Kamailio.start(rtpengine));
    const [ours, kamailio, anchored] = servers.map((server) => new Measured(server));
    if (!ours || !kamailio || !anchored) return [];
    await measureRegistrations([ours, kamailio]);
    await measureCalls([ours, kamailio, anchored]);
    const unit = "µs of processor";
    const call = ours.median("call").value;
    return [
      compare(
        "REGISTER with digest",
        unit,
        ours.median("register").value,
        kamailio.median("register"),
        GOALS.register,
      ),
      compare("Whole call", unit, call, kamailio.median("call")),
      { name: "Of that call control, without database and audio", value: ours.median("control").value, unit },
      compare("Whole call, audio anchored on both sides", unit, call, anchored.median("call")),
    ];
  } finally {
    for (const server of servers) await server.stop();
    await rtpengine.stop();
  }
}
