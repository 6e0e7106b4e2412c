import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import type { BenchResult } from "./bench-result.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, withDemoServer } from "./server-process.ts";

const GOAL = 1.5;
const ROUNDS = 9;
const REQUESTS_PER_ROUND = 8_000;
const CONNECTIONS = 16;
/** Asks no table: what is measured is the way there and back. */
const ROUTE = "/api/timezones";

interface Target {
  readonly port: number;
  readonly request: Buffer;
  /** Processor time the server has used so far, in microseconds. */
  cpu(): Promise<number>;
}

/** Processor time of an authenticated GET, against a bare Fastify route that sends the same body. */
export async function run(): Promise<BenchResult[]> {
  // The limit is for people; here one user asks thousands of times a minute. The counting itself stays on.
  process.env.RATE_PER_MINUTE = "1000000";
  try {
    return await withDemoServer(compare);
  } finally {
    delete process.env.RATE_PER_MINUTE;
  }
}

async function compare({ url }: ServerProcess): Promise<BenchResult[]> {
  const { target: ours, body } = await signedIn(url);
  const { target: bare, stop } = await startBareServer(body);
  try {
    const [ownCost = Number.NaN, bareCost = Number.NaN] = await measure(ours, bare);
    const kilobytes = (JSON.stringify(body).length / 1000).toFixed(1);
    return [
      {
        name: `Processor time of an authenticated GET (${kilobytes} kB of JSON)`,
        value: ownCost,
        unit: "µs",
        ratio: ownCost / bareCost,
        goal: GOAL,
        peer: `a bare Fastify route with the same body, ${bareCost.toFixed(1)} µs`,
      },
    ];
  } finally {
    stop();
  }
}

/** In turns, so that whatever else the machine does falls on both; the median of many short rounds. */
async function measure(...targets: Target[]): Promise<number[]> {
  const costs = targets.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, target] of targets.entries()) {
      const before = await target.cpu();
      await load(target, REQUESTS_PER_ROUND);
      // The first round warms up.
      if (round > 0) costs[index]?.push(((await target.cpu()) - before) / REQUESTS_PER_ROUND);
    }
  }
  return costs.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? Number.NaN);
}

/** Bare sockets, one request at a time on each: a full HTTP client would take the processor from the server. */
async function load({ port, request }: Target, count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    while (left-- > 0) {
      socket.write(request);
      await wholeReply(socket);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

async function wholeReply(socket: ReturnType<typeof connect>): Promise<void> {
  let text = "";
  for (;;) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    if (!text.startsWith("HTTP/1.1 200")) throw new Error(text);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (text.length >= end + 4 + length) return;
  }
}

async function signedIn(url: string): Promise<{ target: Target; body: unknown }> {
  const { headers } = await signInOverRest(url);
  const body = await (await fetch(url + ROUTE, { headers })).json();
  const { port } = new URL(url);
  const request = requestFor(ROUTE, {
    "X-App-Key": headers["x-app-key"],
    Authorization: headers.authorization,
  });
  return { target: { port: Number(port), request, cpu: () => cpuFromMetrics(url) }, body };
}

function requestFor(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: "localhost", Accept: "application/json", ...headers });
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
}

async function cpuFromMetrics(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const seconds = Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  return seconds * 1_000_000;
}

async function startBareServer(body: unknown): Promise<{ target: Target; stop: () => void }> {
  const child = fork(fileURLToPath(new URL("./bare-fastify.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
  });
  child.send({ body });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const cpu = async (): Promise<number> => {
    child.send("cpu");
    const [used] = (await once(child, "message")) as [number];
    return used;
  };
  // The same headers, so that both parse as much.
  const request = requestFor("/", {
    "X-App-Key": "x".repeat(24),
    Authorization: `Bearer ${"x".repeat(300)}`,
  });
  return { target: { port, request, cpu }, stop: () => child.kill() };
}
