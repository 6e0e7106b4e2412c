import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BenchResult } from "./bench-result.ts";
import { inDatabase } from "./database.ts";
import { percentile } from "./frames.ts";
import type { StormEnd } from "./push-clients.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, startServerProcess, temporaryDataDir } from "./server-process.ts";

export const notes = [
  "Everybody comes back at once: the server has just been restarted, each socket has missed the same number of " +
    "events of about 700 bytes, and all of them connect in the same moment from one other process. Meanwhile a user " +
    "reads their profile and another one writes a setting, ten times a second each.",
  "The p99 of the requests is the worst of the first second, in which all sockets are accepted. A profile of the " +
    "server shows about a third of that second in system calls that write, each several milliseconds long: server, " +
    "clients and database share two cores. A third core, or clients on another machine, would change it; the reads of " +
    "a joining client are gathered already.",
];

const GOAL_MS = 10_000;
const REST_GOAL_MS = 250;
/** A user may have fifty connections. */
const USERS = 25;
const STORMS = [
  { sockets: 300, missed: 300 },
  { sockets: 1_000, missed: 1_000 },
] as const;
const MAYA = "maya@harborlight.example";

export async function run(): Promise<BenchResult[]> {
  const env = { RATE_PER_MINUTE: "1000000" };
  const dataDir = await temporaryDataDir();
  const results: BenchResult[] = [];
  let server = await startServerProcess(dataDir, { env });
  try {
    await addUsers(dataDir);
    for (const { sockets, missed } of STORMS) {
      const lastEventId = await missEvents(dataDir, missed);
      await server.stop();
      server = await startServerProcess(dataDir, { env });
      results.push(...(await measure(server, { sockets, missed, lastEventId })));
    }
  } finally {
    await server.stop();
  }
  return results;
}

const nameOf = (index: number): string => `storm-${index}@harborlight.example`;

/** Colleagues of Maya with her password. */
async function addUsers(dataDir: string): Promise<void> {
  await inDatabase(dataDir, async (client) => {
    for (let index = 0; index < USERS; index++)
      await client.query(
        `insert into users (customer_id, username, firstname, lastname, email, password_hash)
         select customer_id, $1, 'Storm', 'Tester', $1, password_hash from users where username = $2`,
        [nameOf(index), MAYA],
      );
  });
}

/** Writes events that nobody is told of; returns the last one before them. */
async function missEvents(dataDir: string, count: number): Promise<number> {
  return inDatabase(dataDir, async (client) => {
    const { rows } = await client.query(
      `with company as (
         update customers set last_event_id = last_event_id + $1
         where id = (select customer_id from users where username = $2)
         returning id, last_event_id - $1 as before
       ), written as (
         insert into events (customer_id, id, channel, event)
         select id, before + n, 'customer.' || id, jsonb_build_object('type', 'BENCH', 'n', n, 'text', repeat('x', 620))
         from company, generate_series(1, $1) as n
       )
       select before from company`,
      [count, MAYA],
    );
    return Number(rows[0]?.before ?? 0);
  });
}

interface Storm {
  readonly sockets: number;
  readonly missed: number;
  readonly lastEventId: number;
}

async function measure(server: ServerProcess, storm: Storm): Promise<BenchResult[]> {
  const { url } = server;
  const tokens: string[] = [];
  for (let index = 0; index < USERS; index++) tokens.push((await signInOverRest(url, nameOf(index))).token);
  const { headers } = await signInOverRest(url, MAYA);
  const clients = fork(fileURLToPath(new URL("./push-clients.ts", import.meta.url)), [], {
    execArgv: process.execArgv,
  });
  const ended = once(clients, "message");
  clients.send({ url, tokens, ...storm });
  const waits = await askUntil(ended, url, headers);
  const [{ lastMs, events, failures }] = (await ended) as [StormEnd];
  const name = `${storm.sockets} sockets that missed ${storm.missed} events each`;
  return [
    { name: `${name}: until the last has all of them`, value: lastMs, unit: "ms", goal: GOAL_MS },
    {
      name: `${name}: requests meanwhile, p99`,
      value: percentile(waits, 0.99),
      unit: "ms",
      goal: REST_GOAL_MS,
    },
    { name: `${name}: connections that failed`, value: failures, unit: "", goal: 0 },
    { name: `${name}: events missing`, value: storm.sockets * storm.missed - events, unit: "", goal: 0 },
  ];
}

/** Reads and writes as people do, until `end`; how long each took. */
async function askUntil(
  end: Promise<unknown>,
  url: string,
  headers: Record<string, string>,
): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const begun = performance.now();
    const answer = await fetch(`${url}${path}`, { headers, ...init });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    waits.push(performance.now() - begun);
  };
  while (!isOver) {
    const body = JSON.stringify({
      settings: JSON.stringify({ theme: waits.length % 4 < 2 ? "dark" : "light" }),
    });
    await Promise.all([
      ask("/api/myProfile", {}),
      ask("/api/user/settings", { method: "PUT", body }),
      new Promise((resolve) => setTimeout(resolve, 100)),
    ]);
  }
  return waits;
}
