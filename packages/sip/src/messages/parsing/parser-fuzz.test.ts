import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { formatSdp, parseSdp } from "@offhook/sdp";
import { expect, test } from "vitest";
import { decodeUtf8 } from "../../grammar/utf8.ts";
import { mutate } from "../../testing/mutator.ts";
import { wire } from "../../testing/sample-messages.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import { bodyOf } from "../create-response.ts";
import { Contact, contactsOf, outboundBindingOf, ReferTo } from "../headers/address-headers.ts";
import { Authorization, WwwAuthenticate } from "../headers/auth-headers.ts";
import type { HeaderType } from "../headers/header-type.ts";
import { Expires, MinSE, RAck, RSeq, SessionExpires } from "../headers/number-headers.ts";
import { Replaces, SipDate, Warning } from "../headers/text-headers.ts";
import {
  Accept,
  Allow,
  ContentType,
  Event,
  Reason,
  SubscriptionState,
  Supported,
} from "../headers/token-headers.ts";
import { serializeMessage } from "../message-serializer.ts";
import type { SipMessage } from "../sip-message.ts";
import { parseDatagram } from "./message-parser.ts";
import { descriptionOf, multipartBody, partsOf } from "./multipart.ts";
import { refusalResponse } from "./parse-fault.ts";
import { StreamFramer } from "./stream-framer.ts";

/**
 * Run longer with, for example:
 *   OFFHOOK_FUZZ_SECONDS=3600 OFFHOOK_FUZZ_INPUTS=10000000 npx vitest run packages/sip/src/messages/parsing/parser-fuzz.test.ts
 * It stops at whichever comes first. OFFHOOK_FUZZ_SEED plays a run again.
 */
const SECONDS = Number(process.env.OFFHOOK_FUZZ_SECONDS ?? 20);
const INPUTS = Number(process.env.OFFHOOK_FUZZ_INPUTS ?? 10_000_000);
const SEED = Number(process.env.OFFHOOK_FUZZ_SEED ?? 20_260_101);
/** Spent on finding inputs that reach new code: counting blocks makes everything slower, so a long run has an end to it. */
const GUIDED_SECONDS = Math.min(SECONDS * 0.4, 30);
const BATCH = 400;
const MAX_CORPUS = 2_000;

const TYPES: readonly HeaderType<unknown>[] = [
  Accept,
  Allow,
  Authorization,
  Contact,
  ContentType,
  Event,
  Expires,
  MinSE,
  RAck,
  Reason,
  ReferTo,
  Replaces,
  RSeq,
  SessionExpires,
  SipDate,
  SubscriptionState,
  Supported,
  Warning,
  WwwAuthenticate,
];
const TORTURES =
  process.env.OFFHOOK_RFC4475_DIR ??
  fileURLToPath(new URL("../../../../../../shared/data/rfc4475", import.meta.url));

function seeds(): Uint8Array[] {
  const body =
    "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\n";
  const common = [
    "Via: SIP/2.0/UDP [2001:db8::1]:5060;branch=z9hG4bKx;rport",
    'From: "A \\" B" <sip:a%20b:pw@h:5070;user=phone>;tag=1',
    "To: <tel:+1-201-555>",
    "Call-ID: c@h",
    'Contact: <sip:a@h>;+sip.instance="<urn:uuid:1>";reg-id=1;q=0.5;expires=60',
  ];
  const own = [
    wire(
      [
        "INVITE sip:b@h;lr SIP/2.0",
        ...common,
        "CSeq: 1 INVITE",
        "Route: <sip:p;lr>, <sip:q>",
        "Session-Expires: 90;refresher=uac",
        "Replaces: c;to-tag=1;from-tag=2",
        "Refer-To: <sip:x@h?Replaces=a%3Bto-tag%3D1>",
        'Warning: 399 h "x"',
        "Date: Sat, 13 Nov 2010 23:29:00 GMT",
        "Content-Type: application/sdp",
        `Content-Length: ${body.length}`,
      ],
      body,
    ),
    wire(
      [
        "INVITE sip:911@h SIP/2.0",
        ...common,
        "CSeq: 1 INVITE",
        "Geolocation: <cid:place@h>",
        'Content-Type: multipart/mixed; boundary="b1"',
      ],
      `--b1\r\nContent-Type: application/sdp\r\n\r\n${body}\r\n--b1\r\nContent-Type: multipart/alternative;boundary=b2\r\n\r\n--b2\r\nContent-Type: application/pidf+xml\r\nContent-ID: <place@h>\r\nContent-Disposition: by-reference;handling=optional\r\n\r\n<presence/>\r\n--b2--\r\n--b1--\r\n`,
    ),
    wire([
      "SIP/2.0 401 No",
      ...common,
      "CSeq: 1 REGISTER",
      'WWW-Authenticate: Digest realm="r", nonce="n", qop="auth,auth-int", algorithm=SHA-256',
      "Retry-After: 5 (later);duration=9",
      "l: 0",
    ]),
    wire([
      "NOTIFY sip:b@h SIP/2.0",
      ...common,
      "CSeq: 9 NOTIFY",
      "o: presence;id=1",
      "Subscription-State: active;expires=9",
      "Accept: a/b;q=0.1, c/*",
      'Reason: Q.850;cause=16;text="x"',
      "RAck: 1 2 INVITE",
      "k: timer",
      "s: folded\r\n subject",
      "l: 0",
    ]),
  ];
  if (!existsSync(TORTURES)) return own;
  return [
    ...own,
    ...readdirSync(TORTURES).map((file) => new Uint8Array(readFileSync(`${TORTURES}/${file}`))),
  ];
}

/** Everything that reads bytes of strangers. Throws only when a promise of ours is broken. */
function exercise(bytes: Uint8Array, random: SeededRandom): void {
  const outcome = parseDatagram(bytes);
  if (outcome.kind === "message") {
    for (const type of TYPES) outcome.message.headers.all(type);
    for (const contact of contactsOf(outcome.message.headers)) outboundBindingOf(contact);
    splitBody(outcome.message);
  }
  // What we make of it costs more than reading it, so not every input goes that far.
  if (random.below(8) > 0) return;
  if (outcome.kind === "message") writeAgain(outcome.message);
  else if (outcome.fault.refusal) serializeMessage(refusalResponse(outcome.fault.refusal, "t"));
  const framer = new StreamFramer({ role: "accepted" });
  const cut = random.below(bytes.length + 1);
  framer.push(bytes.subarray(0, cut));
  framer.push(bytes.subarray(cut));
}

/** Parts of a body hold no more than the body, and what we write of them reads the same. */
function splitBody(message: SipMessage): void {
  const body = bodyOf(message);
  const parts = body && partsOf(body);
  descriptionOf(message);
  if (!parts || parts.length === 0) return;
  const size = parts.reduce((sum, { content }) => sum + content.length, 0);
  if (size > message.body.length) throw new Error("the parts are larger than their body");
  const again = partsOf(multipartBody(parts, "2f9d4c1a7e-fuzz"));
  const sizes = (all: typeof parts | undefined): string =>
    all?.map(({ content }) => content.length).join() ?? "";
  // A part may say that it is a multipart only once its type is written on one line.
  if (again?.length === parts.length && sizes(again) !== sizes(parts))
    throw new Error("the parts we wrote read as something else");
}

function writeAgain(message: SipMessage): void {
  const description = parseSdp(decodeUtf8(message.body));
  if (description && !parseSdp(formatSdp(description))) throw new Error("our own description cannot be read");
  const again = parseDatagram(serializeMessage(message));
  if (again.kind === "fault") throw new Error(`what we wrote cannot be read: ${again.fault.detail}`);
  const names = (each: SipMessage): string => each.headers.entries.map((entry) => entry.name).join();
  if (names(again.message) !== names(message)) throw new Error("what we wrote reads as something else");
}

interface Block {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Which blocks of our own code ran since the last time we asked, by V8's own count. */
class BlockCoverage {
  readonly seen = new Set<string>();
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** How many blocks ran for the first time. */
  takeNew(): number {
    const before = this.seen.size;
    this.#session.post("Profiler.takePreciseCoverage", (_error, taken) => {
      for (const { url, functions } of taken?.result ?? []) {
        if (!/packages\/(?:sip|sdp)\/src/.test(url) || url.includes("test")) continue;
        for (const { ranges } of functions)
          for (const range of ranges as Block[]) {
            if (range.count > 0) this.seen.add(`${url}:${range.startOffset}-${range.endOffset}`);
          }
      }
    });
    return this.seen.size - before;
  }

  stop(): void {
    this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }
}

class Fuzzer {
  readonly corpus = seeds();
  readonly random = new SeededRandom(SEED);
  inputs = 0;

  next(): Uint8Array {
    return mutate(this.random.pick(this.corpus), this.random.pick(this.corpus), this.random);
  }

  run(bytes: Uint8Array): void {
    this.inputs += 1;
    try {
      exercise(bytes, this.random);
    } catch (error) {
      throw new Error(`seed ${SEED}, input ${this.inputs}: ${Buffer.from(bytes).toString("base64")}`, {
        cause: error,
      });
    }
  }

  /** Keeps the inputs of a batch that reached blocks nobody had reached before. */
  runGuided(coverage: BlockCoverage): void {
    const batch = Array.from({ length: BATCH }, () => this.next());
    const known = new Set(coverage.seen);
    for (const bytes of batch) this.run(bytes);
    if (coverage.takeNew() === 0 || this.corpus.length >= MAX_CORPUS) return;
    coverage.seen.clear();
    for (const key of known) coverage.seen.add(key);
    for (const bytes of batch) {
      this.run(bytes);
      if (coverage.takeNew() > 0) this.corpus.push(bytes);
    }
  }
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

const isOver = (fuzzer: Fuzzer, until: number): boolean =>
  fuzzer.inputs >= INPUTS || performance.now() >= until;

test("[MSG1] mutated messages, guided by the code they reach: no exception, flat memory", {
  timeout: SECONDS * 1_000 + 60_000,
}, () => {
  const fuzzer = new Fuzzer();
  const sown = fuzzer.corpus.length;
  const start = performance.now();
  const coverage = new BlockCoverage();
  for (const bytes of fuzzer.corpus) fuzzer.run(bytes);
  coverage.takeNew();
  const reachedBySeeds = coverage.seen.size;
  do fuzzer.runGuided(coverage);
  while (!isOver(fuzzer, start + GUIDED_SECONDS * 1_000));
  coverage.stop();
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  while (!isOver(fuzzer, start + SECONDS * 1_000))
    for (let count = 0; count < 1_000; count += 1) fuzzer.run(fuzzer.next());
  collectGarbage();
  const growthMb = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20;
  process.stdout.write(
    `fuzzed ${fuzzer.inputs} inputs, ${sown} seeds grew to ${fuzzer.corpus.length}, ${reachedBySeeds} blocks to ${coverage.seen.size}, heap ${growthMb.toFixed(1)} MB\n`,
  );
  expect(coverage.seen.size).toBeGreaterThan(reachedBySeeds);
  expect(growthMb).toBeLessThan(8);
});
