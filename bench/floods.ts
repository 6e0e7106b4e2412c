import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CODECS } from "@offhook/media/testing";
import pg from "pg";
import { addBenchCompany, SECRET_KEY } from "./bench-company.ts";
import type { BenchResult } from "./bench-result.ts";
import type { FloodEnd } from "./flood-sender.ts";
import { percentile } from "./frames.ts";
import { freeUdpPort } from "./free-ports.ts";
import { audioPortOf, HonestPhones } from "./honest-phones.ts";
import { RtpLoad } from "./rtp-load.ts";
import { type ServerProcess, startServerProcess, temporaryDataDir } from "./server-process.ts";
import { CALLEES, CALLERS, DOMAIN } from "./sip-server.ts";

const PHASE_MS = 20_000;
const CALLS_PER_SECOND = 4;
const LINES = 20;
/** Nobody honest has this line: its password is what the thief wants. */
const VICTIM = CALLERS.at(-1) ?? "";
const LOGIN = "maya@harborlight.example";

export const notes = [
  `Honest phones register and call each other, ${CALLS_PER_SECOND} calls a second for ${PHASE_MS / 1_000} s, while one more call talks all along; first in peace, then while another process sends, from nine loopback addresses of its own, 3,000 OPTIONS, 1,000 malformed datagrams and 500 REGISTERs with guessed passwords a second, and tries passwords at the sign-in four at a time. Set-up is from the first INVITE to the 200, the challenge included, by a phone that answers at once.`,
];

interface Phase {
  readonly setupMs: readonly number[];
  readonly registerMs: readonly number[];
  readonly tried: number;
  readonly registersTried: number;
  readonly lostShare: number;
  readonly lateShare: number;
}

export async function run(): Promise<BenchResult[]> {
  const dataDir = await temporaryDataDir();
  const sipPort = await freeUdpPort();
  const env = { SECRET_KEY, SIP_DOMAIN: DOMAIN, SIP_HOST: "127.0.0.1", SIP_UDP_PORT: String(sipPort) };
  const first = await startServerProcess(dataDir, { env });
  await addBenchCompany(dataDir);
  await first.stop();
  const server = await startServerProcess(dataDir, { env });
  const phones = await HonestPhones.open(sipPort);
  try {
    for (const user of [...CALLERS.slice(0, LINES + 1), ...CALLEES.slice(0, LINES + 1)])
      if ((await phones.register(user)) === undefined) throw new Error(`${user} could not register`);
    const talk = await TalkingCall.begin(phones);
    const quiet = await measure(phones, talk);
    const alerted = whenAlerted(dataDir);
    const flood = startFlood(server, sipPort);
    const busy = await measure(phones, talk);
    const [end, alertedAt] = await Promise.all([flood, alerted]);
    await talk.end();
    return [...compared(quiet, busy), ...thieves(end, alertedAt)];
  } finally {
    phones.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A call of two phones that talk without a pause. */
class TalkingCall {
  readonly load = new RtpLoad({ stampsPackets: true });
  end: () => Promise<void> = async () => this.load.close();

  static async begin(phones: HonestPhones): Promise<TalkingCall> {
    const talk = new TalkingCall();
    const [one, other] = [await talk.load.add(CODECS.PCMU, 440), await talk.load.add(CODECS.PCMU, 440)];
    const [caller = "", callee = ""] = [CALLERS[LINES], CALLEES[LINES]];
    const call = await phones.call(caller, callee, { caller: one.port, callee: other.port });
    if (!call) throw new Error("The talking call was not answered");
    one.sendTo(audioPortOf(call.answer));
    other.sendTo(audioPortOf(phones.offerTo(callee)));
    talk.end = async () => {
      await call.hangUp();
      talk.load.close();
    };
    // The first packets prove where both are.
    await talk.load.send(1_000);
    return talk;
  }
}

async function measure(phones: HonestPhones, { load }: TalkingCall): Promise<Phase> {
  const before = load.counts;
  const talking = load.send(PHASE_MS);
  const setups: Promise<number | undefined>[] = [];
  const registers: Promise<number | undefined>[] = [];
  const total = (PHASE_MS / 1_000) * CALLS_PER_SECOND;
  for (let index = 0; index < total; index += 1) {
    const line = index % LINES;
    setups.push(callOnce(phones, CALLERS[line] ?? "", CALLEES[line] ?? ""));
    registers.push(phones.register(CALLEES[line] ?? ""));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / CALLS_PER_SECOND));
  }
  const [setupMs, registerMs] = await Promise.all([done(setups), done(registers)]);
  await talking;
  const { sent, received, late } = load.counts;
  const packets = sent - before.sent;
  return {
    setupMs,
    registerMs,
    tried: setups.length,
    registersTried: registers.length,
    lostShare: Math.max(0, 1 - (received - before.received) / packets),
    lateShare: (late - before.late) / packets,
  };
}

async function callOnce(phones: HonestPhones, caller: string, callee: string): Promise<number | undefined> {
  const call = await phones.call(caller, callee);
  if (!call) return undefined;
  await new Promise((resolve) => setTimeout(resolve, 500));
  await call.hangUp();
  return call.afterMs;
}

const done = async (times: readonly Promise<number | undefined>[]): Promise<number[]> =>
  (await Promise.all(times)).filter((time) => time !== undefined);

async function startFlood({ url }: ServerProcess, sipPort: number): Promise<FloodEnd> {
  const { appKey } = (await (await fetch(`${url}/config.json`)).json()) as { appKey: string };
  const sender = fork(fileURLToPath(new URL("./flood-sender.ts", import.meta.url)), [], {
    execArgv: process.execArgv,
  });
  const ended = once(sender, "message");
  sender.send({ sipPort, url, appKey, durationMs: PHASE_MS, victim: VICTIM, login: LOGIN });
  const [end] = (await ended) as [FloodEnd];
  return end;
}

function compared(quiet: Phase, busy: Phase): BenchResult[] {
  const rows = (phase: Phase, when: string, isHeld: boolean): BenchResult[] => [
    {
      name: `${when}: honest calls that were answered`,
      value: (phase.setupMs.length / phase.tried) * 100,
      unit: "%",
      ...(isHeld && { goal: 100, isFloor: true }),
    },
    {
      name: `${when}: honest registrations that were taken`,
      value: (phase.registerMs.length / phase.registersTried) * 100,
      unit: "%",
      ...(isHeld && { goal: 100, isFloor: true }),
    },
    { name: `${when}: call set-up, median`, value: percentile(phase.setupMs, 0.5), unit: "ms" },
    { name: `${when}: call set-up, p99`, value: percentile(phase.setupMs, 0.99), unit: "ms" },
    { name: `${when}: packets of a running call that were lost`, value: phase.lostShare * 100, unit: "%" },
    { name: `${when}: packets that took more than 20 ms`, value: phase.lateShare * 100, unit: "%" },
  ];
  return [...rows(quiet, "In peace", false), ...rows(busy, "In the flood", true)];
}

function thieves(end: FloodEnd, alertedAt: number): BenchResult[] {
  const perSecond = (count: number): number => count / (PHASE_MS / 1_000);
  return [
    { name: "OPTIONS sent", value: perSecond(end.options), unit: "/s" },
    { name: "OPTIONS answered", value: perSecond(end.optionsAnswered), unit: "/s" },
    { name: "Malformed datagrams sent", value: perSecond(end.malformed), unit: "/s" },
    { name: "Passwords of a phone sent", value: perSecond(end.guesses), unit: "/s" },
    { name: "Passwords of a phone that were looked at", value: end.guessesHeard, unit: "", goal: 10 },
    {
      name: "The thief is locked out after",
      value: end.lockedOutAfterMs ?? Number.NaN,
      unit: "ms",
      goal: 1_000,
    },
    {
      name: "Administrators have an alert after",
      value: alertedAt - end.firstGuessAt,
      unit: "ms",
      goal: 10_000,
    },
    { name: "Passwords at the sign-in sent", value: perSecond(end.logins), unit: "/s" },
    { name: "Passwords at the sign-in that were looked at", value: end.loginsHeard, unit: "" },
    {
      name: "The guesser at the sign-in is locked out after",
      value: end.loginLockedOutAfterMs ?? Number.NaN,
      unit: "ms",
    },
  ];
}

/** When administrators of the company whose phone it was for have an alert, as they would read it; of the clock. */
async function whenAlerted(dataDir: string): Promise<number> {
  const host = join(dataDir, "postgres", "run");
  const client = new pg.Client({ host, user: "offhook", database: "offhook" });
  await client.connect();
  try {
    const until = Date.now() + PHASE_MS;
    while (Date.now() < until) {
      const { rowCount } = await client.query(
        "select 1 from admin_alerts where kind = 'passwordGuessing' and text like $1",
        [`%${VICTIM}%`],
      );
      if (rowCount) return Date.now();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return Number.NaN;
  } finally {
    await client.end();
  }
}
