import { expect, test } from "vitest";
import { wire } from "../../testing/sample-messages.ts";
import { Contact, From, Route } from "../headers/address-headers.ts";
import { Authorization } from "../headers/auth-headers.ts";
import type { HeaderType } from "../headers/header-type.ts";
import { Replaces, Warning } from "../headers/text-headers.ts";
import { Accept, Allow, Reason } from "../headers/token-headers.ts";
import { Via } from "../headers/via-header.ts";
import { parseDatagram } from "./message-parser.ts";
import { StreamFramer } from "./stream-framer.ts";

const READ: readonly HeaderType<unknown>[] = [
  Via,
  From,
  Contact,
  Route,
  Authorization,
  Replaces,
  Warning,
  Accept,
  Allow,
  Reason,
];
const WIDE = { maxBytes: 2 ** 24, maxHeadBytes: 2 ** 24, maxHeaders: 2 ** 20, maxLineBytes: 2 ** 24 };

function readAll(bytes: Uint8Array): void {
  const outcome = parseDatagram(bytes, { limits: WIDE });
  if (outcome.kind === "message") for (const type of READ) outcome.message.headers.all(type);
}

/** The quickest of three, in milliseconds of our own processor time: other programs do not count. */
function cost(task: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    task();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const UNITS = [
  ",",
  ";",
  ";a=",
  "sip:a,",
  "sip:a@h;",
  "<sip:a>,",
  '"',
  '\\"',
  "<",
  ">",
  " ",
  "\r\n ",
  "a ",
  "%41",
  "@",
  "?",
  "&a=b",
  "=",
  ":",
  "[",
  "a=b,",
  "/",
  "SIP/2.0/UDP h,",
  '"x" <',
  "(",
  "\t\r\n\t",
];
const NAMES = [
  "Via",
  "From",
  "Contact",
  "Route",
  "Authorization",
  "Replaces",
  "Warning",
  "Accept",
  "Allow",
  "Reason",
  "X-Unknown",
];

function hostile(unit: string, size: number): Uint8Array {
  const value = unit.repeat(Math.ceil(size / unit.length));
  return wire([
    "OPTIONS sip:b@h SIP/2.0",
    "Via: SIP/2.0/UDP h",
    "From: <sip:a@h>",
    "To: <sip:b@h>",
    "Call-ID: c",
    "CSeq: 1 OPTIONS",
    ...NAMES.slice(4).map((name) => `${name}: x ${value}`),
    `Contact: sip:a ${value}`,
    `Route: ${value}`,
  ]);
}

test.each(UNITS)("[MSG1] eight times as much of %j takes about eight times as long", (unit) => {
  const small = hostile(unit, 8_000);
  const large = hostile(unit, 64_000);
  readAll(small);
  const few = Math.max(
    cost(() => readAll(small)),
    0.5,
  );
  const many = cost(() => readAll(large));
  // A quadratic step would take 64 times as long; 30 leaves room for a garbage collection.
  expect(many / few).toBeLessThan(30);
});

test("[MSG1] a stream that trickles in byte by byte is not searched again from its start", () => {
  const trickle = (size: number): void => {
    const framer = new StreamFramer({ role: "accepted", limits: WIDE });
    const line = new TextEncoder().encode("X: a\r\n");
    for (let sent = 0; sent < size; sent += line.length)
      for (const byte of line) framer.push(Uint8Array.of(byte));
  };
  trickle(4_000);
  const few = Math.max(
    cost(() => trickle(8_000)),
    0.5,
  );
  expect(cost(() => trickle(64_000)) / few).toBeLessThan(30);
});
