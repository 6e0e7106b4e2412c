import { setTimeout as sleep } from "node:timers/promises";
import { type BenchResult, compare, median } from "./bench-result.ts";
import { type ChatMember, type ChatUnderLoad, loadText, MARK } from "./chat/chat-under-load.ts";
import { OwnChatServer } from "./chat/own-chat-server.ts";
import { startEjabberd } from "./peers/ejabberd.ts";
import { startProsody } from "./peers/prosody.ts";
import { processorSecondsOfTrees, residentBytesOfTrees } from "./processor-time.ts";

const MEMBERS = 100;
const PER_SECOND = 100;
const MESSAGES = 500;
const WARM_MESSAGES = 600;
const ROUNDS = 3;
const IDLE = 1_000;
const DRAIN_MS = 120_000;
const GOALS = { p99Ms: 50, ratio: 1 };

export const notes = [
  "A group of 100 members, 100 messages a second, one after another by all of them; every member gets every message, the sender too. Everything is measured after 600 messages.",
  "We confirm a message when PostgreSQL has flushed it. The peers have the archive of the room on: ejabberd 23 writes to Mnesia and Prosody 0.12 to files, neither waits for the disk. They are spoken to over plain TCP, which is cheaper than the websocket we are spoken to over.",
  "Processor time is that of the whole process tree, kernel work and our database included; on a busy machine ours is lower still, as messages that wait are written together. Times of delivery mean little there: load and servers share the cores, so look at the load of the machine above.",
  "An idle session is signed in and says nothing; what 1,000 of them add to the resident memory of the tree.",
];

interface Round {
  readonly microseconds: number;
  readonly p99Ms: number;
}

class Measured {
  readonly server: ChatUnderLoad;
  readonly rounds: Round[] = [];
  idleKb = 0;
  #members: readonly ChatMember[] = [];
  #lastId = 0;

  constructor(server: ChatUnderLoad) {
    this.server = server;
  }

  async gather(): Promise<void> {
    this.#members = await this.server.gather(MEMBERS);
    await this.#talk(WARM_MESSAGES);
  }

  async round(): Promise<void> {
    const before = await processorSecondsOfTrees(this.server.pids);
    const delays = await this.#talk(MESSAGES);
    const seconds = (await processorSecondsOfTrees(this.server.pids)) - before;
    const sorted = delays.toSorted((one, other) => one - other);
    this.rounds.push({
      microseconds: (seconds * 1e6) / delays.length,
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    });
  }

  async measureIdle(): Promise<void> {
    const before = await residentBytesOfTrees(this.server.pids);
    await this.server.addIdle(IDLE);
    // Garbage that goes meanwhile may be more than what comes.
    const grown = Math.max(0, (await residentBytesOfTrees(this.server.pids)) - before);
    this.idleKb = grown / 1_000 / IDLE;
  }

  median(what: keyof Round): { readonly name: string; readonly value: number } {
    return { name: this.server.name, value: median(this.rounds.map((round) => round[what])) };
  }

  /** Says this many things at the pace of the load; how long each took to each member. */
  async #talk(count: number): Promise<number[]> {
    const sentAt = new Map<number, number>();
    const delays: number[] = [];
    for (const member of this.#members)
      member.onReceived = (text) => {
        const now = performance.now();
        for (const [, id] of text.matchAll(MARK)) {
          const at = sentAt.get(Number(id));
          if (at !== undefined) delays.push(now - at);
        }
      };
    const begun = performance.now();
    for (let index = 0; index < count; index++) {
      const due = begun + (index * 1_000) / PER_SECOND;
      if (due > performance.now()) await sleep(due - performance.now());
      const id = ++this.#lastId;
      sentAt.set(id, performance.now());
      this.#members[id % MEMBERS]?.send(loadText(id));
    }
    const deadline = performance.now() + DRAIN_MS;
    while (delays.length < count * MEMBERS && performance.now() < deadline) await sleep(20);
    if (delays.length < count * MEMBERS)
      throw new Error(`${this.server.name} delivered ${delays.length} of ${count * MEMBERS}`);
    return delays;
  }
}

/** What it costs to say something to a hundred people, against two services that do nothing else. */
export async function run(): Promise<BenchResult[]> {
  const servers: ChatUnderLoad[] = [];
  try {
    servers.push(await OwnChatServer.start(), await startEjabberd(), await startProsody());
    const all = servers.map((server) => new Measured(server));
    for (const each of all) await each.gather();
    for (let round = 0; round < ROUNDS; round++) for (const each of all) await each.round();
    for (const each of all) await each.measureIdle();
    const [ours, ...peers] = all;
    if (!ours) return [];
    const cost = ours.median("microseconds").value;
    const delay = ours.median("p99Ms").value;
    return [
      { name: "Delivery, 99th percentile", value: delay, unit: "ms", goal: GOALS.p99Ms },
      ...peers.map((peer) => compare("Delivery, 99th percentile", "ms", delay, peer.median("p99Ms"))),
      ...peers.map((peer) =>
        compare(
          "A message to one of its readers",
          "µs of processor",
          cost,
          peer.median("microseconds"),
          GOALS.ratio,
        ),
      ),
      { name: "Memory of an idle session", value: ours.idleKb, unit: "kB" },
      ...peers
        .filter(({ idleKb }) => idleKb > 0)
        .map(({ server, idleKb }) =>
          compare("Memory of an idle session", "kB", ours.idleKb, { name: server.name, value: idleKb }),
        ),
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}
