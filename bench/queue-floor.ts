import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { addBenchCompany, SECRET_KEY } from "./bench-company.ts";
import type { BenchResult } from "./bench-result.ts";
import { inDatabase } from "./database.ts";
import { isGone, isPaused, type ShownEverywhere, sharedNow } from "./floor-screens.ts";
import { percentile } from "./frames.ts";
import { freeUdpPort } from "./free-ports.ts";
import { HonestPhones } from "./honest-phones.ts";
import { processorSecondsOfTrees } from "./processor-time.ts";
import { type SignedIn, signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, startServerProcess, temporaryDataDir } from "./server-process.ts";
import { DOMAIN } from "./sip-server.ts";

const WAITING = 200;
const AGENTS = 100;
const SCREENS = 50;
const CHANGES = 80;
const EVERY_MS = 500;
/** Twice what is needed: the limits of a small company are not what is measured. */
const MAX_LEGS = 1_000;
const QUEUE = "300";
const GIVE_UP_MS = 5_000;
const GOAL_MS = 150;
const MAYA = "maya@harborlight.example";

const range = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));
const LINES = { agents: range(7_000, AGENTS), callers: range(6_000, AGENTS + WAITING) };

export const notes = [
  `One queue of ${AGENTS} agents who all talk, and ${WAITING} callers who wait and hear music, over SIP; ${SCREENS} dashboards in another process, each with its push connection and its request for the day's numbers every five seconds. Twice a second something changes: a waiting caller hangs up, a call of an agent ends and the next caller is offered and answered, an agent pauses or resumes. Measured is the time from the moment the phone or the request says so to the moment the last of the ${SCREENS} has been told.`,
];

export async function run(): Promise<BenchResult[]> {
  const dataDir = await temporaryDataDir();
  const sipPort = await freeUdpPort();
  const env = {
    SECRET_KEY,
    SIP_DOMAIN: DOMAIN,
    SIP_HOST: "127.0.0.1",
    SIP_UDP_PORT: String(sipPort),
    RATE_PER_MINUTE: "1000000",
    MEDIA_MAX_LEGS: String(MAX_LEGS),
  };
  const first = await startServerProcess(dataDir, { env });
  await addFloor(dataDir);
  await first.stop();
  const server = await startServerProcess(dataDir, { env });
  const phones = await HonestPhones.open(sipPort);
  try {
    return await measure(server, phones);
  } finally {
    phones.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const nameOf = (line: string): string => `agent-${line}@bench.example`;

/** A queue whose agents have logged in, each with a user whose password is Maya's. */
async function addFloor(dataDir: string): Promise<void> {
  const company = await addBenchCompany(dataDir, [...LINES.agents, ...LINES.callers]);
  await inDatabase(dataDir, async (client) => {
    await client.query("insert into dial_plans (customer_id, max_legs) values ($1, $2)", [company, MAX_LEGS]);
    const queue = await client.query(
      `insert into queues (customer_id, name, extension, strategy, max_waiting, max_wait_seconds, wrap_up_seconds)
       values ($1, 'Floor', $2, 'longestIdle', $3, 3600, 0) returning id`,
      [company, QUEUE, 2 * WAITING],
    );
    for (const line of LINES.agents) {
      const user = await client.query(
        `insert into users (customer_id, username, firstname, lastname, email, password_hash)
         select $1, $2, 'Agent', $3, $2, password_hash from users where username = $4 returning id`,
        [company, nameOf(line), line, MAYA],
      );
      const phone = await client.query("select id from phones where customer_id = $1 and name = $2", [
        company,
        line,
      ]);
      await client.query("insert into phone_users (phone_id, user_id) values ($1, $2)", [
        phone.rows[0]?.id,
        user.rows[0]?.id,
      ]);
      await client.query("insert into queue_members (queue_id, phone_id, available) values ($1, $2, true)", [
        queue.rows[0]?.id,
        phone.rows[0]?.id,
      ]);
    }
  });
}

type Call = NonNullable<Awaited<ReturnType<HonestPhones["call"]>>>;

async function call(phones: HonestPhones, line: string): Promise<Call> {
  const answered = await phones.call(line, QUEUE);
  if (!answered) throw new Error(`${line} could not call the queue`);
  return answered;
}

/** Hears from the process of the screens what all of them show. */
class Screens {
  readonly #process: ChildProcess;
  readonly #waits = new Map<string, (at: number) => void>();

  constructor() {
    const program = fileURLToPath(new URL("./floor-screens.ts", import.meta.url));
    this.#process = fork(program, [], { execArgv: process.execArgv });
    this.#process.on("message", ({ what, at }: ShownEverywhere) => this.#waits.get(what)?.(at));
  }

  async open(url: string, people: readonly SignedIn[]): Promise<void> {
    const opened = once(this.#process, "message");
    this.#process.send({ url, people });
    await opened;
  }

  /** Milliseconds from the beginning of `change` until the last screen shows it. */
  async after(what: string, change: () => Promise<unknown>): Promise<number> {
    const shown = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Not every screen showed "${what}"`)), GIVE_UP_MS);
      this.#waits.set(what, (at) => {
        clearTimeout(timer);
        this.#waits.delete(what);
        resolve(at);
      });
    });
    const begun = sharedNow();
    const [at] = await Promise.all([shown, change()]);
    return at - begun;
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }
}

async function measure(server: ServerProcess, phones: HonestPhones): Promise<BenchResult[]> {
  for (const line of [...LINES.agents, ...LINES.callers])
    if ((await phones.register(line)) === undefined) throw new Error(`${line} could not register`);
  const people: SignedIn[] = [];
  for (const line of LINES.agents.slice(0, SCREENS))
    people.push(await signInOverRest(server.url, nameOf(line)));
  const calls = new Map<string, Call>();
  for (const line of LINES.callers) calls.set(line, await call(phones, line));
  const screens = new Screens();
  try {
    await screens.open(server.url, people);
    const before = { at: sharedNow(), seconds: await processorSecondsOfTrees([server.pid]) };
    const waits: number[] = [];
    for (let index = 0; index < CHANGES; index++) {
      const pause = new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      waits.push(await change({ index, screens, phones, calls, people, url: server.url }));
      await pause;
    }
    const seconds = (await processorSecondsOfTrees([server.pid])) - before.seconds;
    const share = (seconds / ((sharedNow() - before.at) / 1_000)) * 100;
    return results(waits, share);
  } finally {
    screens.close();
  }
}

function results(waits: readonly number[], share: number): BenchResult[] {
  const name = `${WAITING} waiting, ${AGENTS} agents, ${SCREENS} dashboards`;
  return [
    { name: `${name}: from a change to the last screen, median`, value: percentile(waits, 0.5), unit: "ms" },
    {
      name: `${name}: from a change to the last screen, p95`,
      value: percentile(waits, 0.95),
      unit: "ms",
      goal: GOAL_MS,
    },
    { name: `${name}: processor of the server, with database and audio`, value: share, unit: "% of a core" },
  ];
}

interface Floor {
  readonly index: number;
  readonly screens: Screens;
  readonly phones: HonestPhones;
  readonly calls: Map<string, Call>;
  readonly people: readonly SignedIn[];
  readonly url: string;
}

/** One of four things, in turn; returns how long it took to be seen everywhere. */
async function change({ index, screens, phones, calls, people, url }: Floor): Promise<number> {
  const nth = Math.floor(index / 4);
  const ask = async (path: string, body: object): Promise<void> => {
    const { headers } = people[nth % people.length] as SignedIn;
    const answer = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const line = LINES.agents[nth % people.length] ?? "";
  // The last in line, so that nobody else's turn comes by it.
  const last = [...calls.keys()].at(-1) ?? "";
  const hangUp = async (caller: string): Promise<void> => {
    const found = calls.get(caller);
    calls.delete(caller);
    await found?.hangUp();
  };
  switch (index % 4) {
    case 0: {
      const ms = await screens.after(isGone(last), () => hangUp(last));
      calls.set(last, await call(phones, last));
      return ms;
    }
    case 1: {
      // Those who called first talk with agents; whoever has waited longest is answered when one of them hangs up.
      const [talking = ""] = calls.keys();
      const next = [...calls.keys()][AGENTS] ?? "";
      const ms = await screens.after(isGone(next), () => hangUp(talking));
      calls.set(talking, await call(phones, talking));
      return ms;
    }
    case 2:
      return screens.after(isPaused(line, "Lunch"), () => ask("/queue/pause", { reason: "Lunch" }));
    default:
      return screens.after(isPaused(line, null), () => ask("/queue/resume", {}));
  }
}
