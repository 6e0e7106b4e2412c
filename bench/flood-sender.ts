import { randomBytes, randomUUID } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { digest } from "./honest-phones.ts";
import { DOMAIN } from "./sip-server.ts";

// Started by floods.ts in a process of its own: whoever wants in, or wants others out. Loopback only.
interface Order {
  readonly sipPort: number;
  readonly url: string;
  readonly appKey: string;
  readonly durationMs: number;
  /** Whose password is guessed. */
  readonly victim: string;
  readonly login: string;
}

export interface FloodEnd {
  readonly options: number;
  readonly optionsAnswered: number;
  readonly malformed: number;
  readonly guesses: number;
  /** Until the thief is told to come back later, and how many wrong passwords were looked at before. */
  readonly lockedOutAfterMs: number | undefined;
  readonly guessesHeard: number;
  readonly logins: number;
  readonly loginLockedOutAfterMs: number | undefined;
  readonly loginsHeard: number;
  /** Of the clock, to compare with what the server wrote down. */
  readonly firstGuessAt: number;
}

const TICK_MS = 10;
const PER_SECOND = { options: 500, malformed: 500, guesses: 500 } as const;
const OPTIONS_SOURCES = ["127.44.1.1", "127.44.1.2", "127.44.1.3", "127.44.1.4", "127.44.1.5", "127.44.1.6"];
const MALFORMED_SOURCES = ["127.44.2.1", "127.44.2.2"];
const GUESSER = "127.44.3.1";
const LOGINS_AT_ONCE = 4;

async function openAt(address: string): Promise<Socket> {
  const socket = createSocket("udp4").bind(0, address);
  socket.on("error", () => {});
  await once(socket, "listening");
  return socket;
}

/** Sends so many a second until the end; returns how many it were. */
async function pour(until: number, perSecond: number, send: () => void): Promise<number> {
  const begun = performance.now();
  let sent = 0;
  while (performance.now() < until) {
    const due = ((performance.now() - begun) / 1_000) * perSecond;
    for (; sent < due; sent += 1) send();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return sent;
}

function request(method: string, user: string, from: Socket, extra: readonly string[] = []): string {
  const { address, port } = from.address();
  const id = randomUUID();
  return [
    `${method} sip:${DOMAIN} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${id};rport`,
    `From: <sip:${user}@${DOMAIN}>;tag=${id}`,
    `To: <sip:${user}@${DOMAIN}>`,
    `Call-ID: ${id}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:${user}@${address}:${port}>`,
    "Max-Forwards: 70",
    ...extra,
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");
}

async function floodOptions({ sipPort }: Order, until: number) {
  let answered = 0;
  const counts = await Promise.all(
    OPTIONS_SOURCES.map(async (source) => {
      const socket = await openAt(source);
      socket.on("message", () => (answered += 1));
      const sent = await pour(until, PER_SECOND.options, () =>
        socket.send(request("OPTIONS", "stranger", socket), sipPort, "127.0.0.1"),
      );
      socket.close();
      return sent;
    }),
  );
  return { options: counts.reduce((sum, count) => sum + count, 0), optionsAnswered: answered };
}

/** Noise, and messages that are cut off or have a byte changed. */
function malformed(socket: Socket): Buffer {
  const dice = Math.random();
  if (dice < 0.3) return randomBytes(200);
  const message = Buffer.from(request("INVITE", "stranger", socket));
  const at = Math.floor(Math.random() * message.length);
  if (dice < 0.6) return message.subarray(0, at);
  message[at] = Math.floor(Math.random() * 256);
  return message;
}

async function floodMalformed({ sipPort }: Order, until: number) {
  const counts = await Promise.all(
    MALFORMED_SOURCES.map(async (source) => {
      const socket = await openAt(source);
      const sent = await pour(until, PER_SECOND.malformed, () =>
        socket.send(malformed(socket), sipPort, "127.0.0.1"),
      );
      socket.close();
      return sent;
    }),
  );
  return { malformed: counts.reduce((sum, count) => sum + count, 0) };
}

/** One challenge, then a password after the other as fast as they can be sent. */
async function guess({ sipPort, victim }: Order, until: number) {
  const socket = await openAt(GUESSER);
  const challenged = once(socket, "message");
  socket.send(request("REGISTER", victim, socket), sipPort, "127.0.0.1");
  const [data] = (await challenged) as [Buffer];
  const challenge = data.toString();
  const firstGuessAt = Date.now();
  const begun = performance.now();
  let guessesHeard = 0;
  let lockedOutAfterMs: number | undefined;
  socket.on("message", (answer) => {
    const text = answer.toString();
    if (lockedOutAfterMs !== undefined || !text.startsWith("SIP/2.0 403")) return;
    if (text.includes("\r\nRetry-After:")) lockedOutAfterMs = performance.now() - begun;
    else guessesHeard += 1;
  });
  let count = 0;
  const guesses = await pour(until, PER_SECOND.guesses, () => {
    count += 1;
    const parts = { method: "REGISTER", user: victim, uri: `sip:${DOMAIN}`, password: `guess-${count}` };
    const header = digest({ ...parts, challenge, count, status: 401 });
    socket.send(request("REGISTER", victim, socket, [header]), sipPort, "127.0.0.1");
  });
  socket.close();
  return { guesses, guessesHeard, lockedOutAfterMs, firstGuessAt };
}

async function guessLogins({ url, appKey, login }: Order, until: number) {
  const begun = performance.now();
  let logins = 0;
  let loginsHeard = 0;
  let loginLockedOutAfterMs: number | undefined;
  const guesser = async (): Promise<void> => {
    while (performance.now() < until) {
      logins += 1;
      const body = JSON.stringify({ username: login, passhash: `guess-${logins}`, rrt: true });
      const headers = { "x-app-key": appKey, "content-type": "application/json" };
      const answer = await fetch(`${url}/api/login`, { method: "POST", headers, body });
      const text = await answer.text();
      if (text.includes("session.badCredentials")) loginsHeard += 1;
      else loginLockedOutAfterMs ??= performance.now() - begun;
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, guesser));
  return { logins, loginsHeard, loginLockedOutAfterMs };
}

async function flood(order: Order): Promise<void> {
  const until = performance.now() + order.durationMs;
  const parts = await Promise.all([
    floodOptions(order, until),
    floodMalformed(order, until),
    guess(order, until),
    guessLogins(order, until),
  ]);
  const end: FloodEnd = Object.assign({}, ...parts);
  process.send?.(end, () => process.exit(0));
}

process.once("message", (order: Order) => void flood(order));
