import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { freeTcpPort, freeUdpPort } from "../testing/free-ports.ts";
import { DEVICE_PASSWORD, DOMAIN, deviceName, PhoneWorld } from "../testing/phone-world.ts";
import { RepeatingRelay } from "../testing/repeating-relay.ts";
import { runSipp, type SippResult } from "../testing/sipp.ts";

let world: PhoneWorld;
let since: number;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev", "ines"] });
});
afterAll(() => world.close());
afterEach(() => world.stopPhones());

interface Play {
  readonly to?: string;
  readonly transferTo?: string;
  readonly ownPort?: number;
  /** Something between it and the server. */
  readonly port?: number;
}

async function play(scenario: string, transport: "udp" | "tcp", parts: Play = {}): Promise<SippResult> {
  since = Date.now();
  const ownPort = transport === "udp" ? await freeUdpPort() : await freeTcpPort();
  return runSipp({
    scenario,
    transport,
    port: world.ports[transport],
    ownPort,
    username: deviceName("maya"),
    password: DEVICE_PASSWORD,
    domain: DOMAIN,
    ...parts,
  });
}

/** Nothing is held any more, and each party has one record of the call. */
async function leavesNothingBehind(records: Readonly<Record<string, string[]>>): Promise<void> {
  await world.isAtRest();
  for (const [handle, statuses] of Object.entries(records)) {
    const rows = await world.records(handle, since);
    expect(
      rows.map(({ status }) => status),
      `records of ${handle}`,
    ).toEqual(statuses);
  }
}

/** How often a request was answered with 200. */
const answersTo = ({ received }: SippResult, sequence: string): number =>
  received.filter((text) => text.startsWith("SIP/2.0 200 ") && text.includes(`CSeq: ${sequence}\r\n`)).length;

describe.each(["udp", "tcp"] as const)("sipp over %s", (transport) => {
  test("[SIPP1] registers with a signature", async () => {
    await play("register", transport);
    await leavesNothingBehind({});
  });

  test("[SIPP2] calls, talks and hangs up", async () => {
    const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
    await play("call", transport, { to: "102" });
    await dev.call.hasEnded("remoteBye");
    await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
  });

  test("[SIPP3] takes back a call that rings", async () => {
    const dev = await world.phone("dev", 800);
    await play("cancel", transport, { to: "102" });
    await dev.call.hasEnded("cancelled");
    await leavesNothingBehind({ maya: ["cancelled"], dev: ["missed"] });
  });

  test("[SIPP4] cancels too late: the call is on, and ends by its BYE", async () => {
    const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
    await play("cancel-after-answer", transport, { to: "102" });
    await dev.call.hasEnded("remoteBye");
    await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
  });

  test("[SIPP5] holds by re-INVITE and comes back; the other side hears music meanwhile", async () => {
    const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
    const playing = play("hold", transport, { to: "102" });
    await vi.waitFor(() => expect(dev.calls).toHaveLength(1), { timeout: 10_000 });
    await dev.call.hearsMusic();
    await vi.waitFor(() => expect(dev.call.audio.loudness()).toBeLessThan(50), { timeout: 10_000 });
    await playing;
    await dev.call.hasEnded("remoteBye");
    await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
  });

  test("[SIPP6] transfers by REFER, hears how it went, and is out of the call", async () => {
    const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
    const ines = await world.phone("ines", 900, { onCall: (call) => call.answer() });
    await play("refer", transport, { to: "102", transferTo: "103" });
    await Promise.all([dev.call.hears(900), ines.call.hears(800)]);
    ines.call.hangUp();
    await dev.call.hasEnded("remoteBye");
    await leavesNothingBehind({ maya: ["answer"], ines: ["answer"] });
  });
});

test("[SIPP7] an ACK that is lost: the 200 is repeated until one comes", async () => {
  const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
  const result = await play("late-ack", "udp", { to: "102" });
  // At once, and after 0.5, 1.5 and 3.5 seconds.
  expect(answersTo(result, "2 INVITE")).toBe(4);
  await dev.call.hasEnded("remoteBye");
  await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
});

test("[SIPP8] a BYE that comes twice is answered twice and ends one call", async () => {
  const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
  const relay = await RepeatingRelay.start(world.ports.udp, "BYE", 2);
  await play("call", "udp", { to: "102", port: relay.port });
  await vi.waitFor(() => expect(answersTo({ received: relay.answers }, "3 BYE")).toBe(2), {
    timeout: 10_000,
  });
  relay.close();
  await dev.call.hasEnded("remoteBye");
  await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
});

test("[SIPP9] an INVITE that comes three times is one call", async () => {
  const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
  const relay = await RepeatingRelay.start(world.ports.udp, "INVITE", 3);
  await play("call", "udp", { to: "102", port: relay.port });
  relay.close();
  expect(dev.calls).toHaveLength(1);
  await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
});

/** What rings has to be registered where it will listen. */
async function registered(): Promise<number> {
  const ownPort = await freeUdpPort();
  await play("register", "udp", { ownPort });
  return ownPort;
}

test("[SIPP10] a registered phone is called, answers, and is hung up on", async () => {
  const ownPort = await registered();
  const playing = play("answer", "udp", { ownPort });
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await call.talks();
  call.hangUp();
  await playing;
  await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
});

test("[SIPP11] a phone that answers in the moment it is canceled is acknowledged and hung up on", async () => {
  const ownPort = await registered();
  const playing = play("answer-despite-cancel", "udp", { ownPort });
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(call.news).toBe("180"), { timeout: 10_000 });
  call.hangUp();
  await playing;
  await call.hasEnded("cancelled");
  await leavesNothingBehind({ maya: ["missed"], dev: ["cancelled"] });
});

test("[SIPP12] a call whose ACK never comes is given up after 64 times T1", async () => {
  const dev = await world.phone("dev", 800, { onCall: (call) => call.answer() });
  const result = await play("no-ack", "udp", { to: "102" });
  expect(Date.now() - since).toBeGreaterThan(30_000);
  expect(answersTo(result, "2 INVITE")).toBeGreaterThanOrEqual(9);
  // As with every leg that is lost, the other side waits with music for it to come back.
  await dev.call.hearsMusic();
  dev.call.hangUp();
  await leavesNothingBehind({ maya: ["answer"], dev: ["answer"] });
}, 70_000);
