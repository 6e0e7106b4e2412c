import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import { PCMA } from "../codecs/g711.ts";
import { G722 } from "../codecs/g722.ts";
import { OPUS } from "../codecs/opus.ts";
import { EventLog } from "../testing/event-log.ts";
import { boundSocket, RtpPhone, type RtpPhoneOptions } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";

const LOUD = 2_500;
const QUIET = 400;

const engine = new MediaEngine({ settings: { qualityIntervalMs: 500, mediaTimeoutMs: 700 } });
const phones: RtpPhone[] = [];
let count = 0;
let log: EventLog;

beforeAll(async () => {
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
});

afterEach(async () => {
  for (const phone of phones.splice(0)) {
    phone.close();
    await engine.request("closeLeg", { legId: phone.legId }).catch(() => undefined);
  }
});

async function aPhone(options: RtpPhoneOptions = {}): Promise<RtpPhone> {
  count += 1;
  const phone = await RtpPhone.connect(engine, `leg-${count}`, options);
  phones.push(phone);
  log = new EventLog(engine);
  return phone;
}

async function bridged(...members: RtpPhone[]): Promise<string> {
  count += 1;
  const bridgeId = `bridge-${count}`;
  await engine.request("createBridge", { bridgeId });
  for (const { legId } of members) await engine.request("joinBridge", { bridgeId, legId });
  return bridgeId;
}

const hears = (phone: RtpPhone, hz: number) =>
  waitUntil(
    `${phone.legId} to hear ${hz} Hz`,
    () => phone.voice.heard(hz),
    (level) => level > LOUD,
  );
const hearsNot = (phone: RtpPhone, hz: number) =>
  waitUntil(
    `${phone.legId} no longer to hear ${hz} Hz`,
    () => phone.voice.heard(hz),
    (level) => level < QUIET,
  );

test("[BRI1] two phones of one codec hear each other, payload for payload", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  await bridged(anna, ben);
  anna.voice.speak(440);
  ben.voice.speak(700);
  await hears(ben, 440);
  await hears(anna, 700);
  expect(ben.voice.heard(700)).toBeLessThan(QUIET);
  const ssrcs = new Set(ben.voice.received.map(({ ssrc }) => ssrc));
  expect(ssrcs.size).toBe(1);
  expect(ssrcs.has(anna.voice.ssrc)).toBe(false);
});

test.each([
  ["PCMA", PCMA],
  ["G.722", G722],
  ["Opus", OPUS],
])("[BRI2] a PCMU phone and a phone with %s hear each other", async (_name, codec) => {
  const [anna, ben] = [await aPhone(), await aPhone({ codec })];
  await bridged(anna, ben);
  anna.voice.speak(440);
  ben.voice.speak(700);
  await hears(ben, 440);
  await hears(anna, 700);
});

test("[BRI3] four in a conference hear the other three and not themselves, and talkers are told", async () => {
  const codecs = [undefined, undefined, OPUS, PCMA];
  const four: RtpPhone[] = [];
  for (const codec of codecs) four.push(await aPhone(codec ? { codec } : {}));
  const tones = [400, 600, 800, 1_000];
  const bridgeId = await bridged(...four);
  for (const [index, phone] of four.entries()) phone.voice.speak(tones[index]);
  for (const [index, phone] of four.entries()) {
    for (const hz of tones.filter((_, other) => other !== index)) await hears(phone, hz);
    expect(phone.voice.heard(tones[index] ?? 0)).toBeLessThan(QUIET);
  }
  const told = await log.next(
    "talkers",
    (event) => event.bridgeId === bridgeId && event.talkers.length === 4,
  );
  expect(told.talkers.map(({ legId }) => legId).sort()).toEqual(four.map(({ legId }) => legId).sort());
  four[0]?.voice.speak(0);
  await log.next("talkers", (event) => event.talkers.length === 3);
});

test("[BRI4] a muted leg is not heard but hears", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  await bridged(anna, ben);
  anna.voice.speak(440);
  ben.voice.speak(700);
  await hears(ben, 440);
  await engine.request("setMuted", { legId: anna.legId, isMuted: true });
  await hearsNot(ben, 440);
  await hears(anna, 700);
  await engine.request("setMuted", { legId: anna.legId, isMuted: false });
  await hears(ben, 440);
});

test("[BRI5] a leg that leaves is no longer heard, and a third can take its place", async () => {
  const [anna, ben, cleo] = [await aPhone(), await aPhone(), await aPhone()];
  const bridgeId = await bridged(anna, ben);
  anna.voice.speak(440);
  await hears(ben, 440);
  await engine.request("leaveBridge", { legId: anna.legId });
  await hearsNot(ben, 440);
  cleo.voice.speak(900);
  await engine.request("joinBridge", { bridgeId, legId: cleo.legId });
  await hears(ben, 900);
});

test("[LEG1] echo plays back what is said", async () => {
  const anna = await aPhone();
  await engine.request("setEcho", { legId: anna.legId, isOn: true });
  anna.voice.speak(620);
  await hears(anna, 620);
  await engine.request("setEcho", { legId: anna.legId, isOn: false });
  await hearsNot(anna, 620);
});

test("[LEG2] keys are told, and reach the other one of two, whatever the codecs", async () => {
  for (const codec of [undefined, OPUS]) {
    const [anna, ben] = [await aPhone(), await aPhone(codec ? { codec } : {})];
    await bridged(anna, ben);
    anna.voice.speak(440);
    for (const digit of ["4", "2", "#"] as const) anna.voice.press(digit);
    await waitUntil(
      "keys at the other end",
      () => ben.voice.digits,
      (digits) => digits === "42#",
    );
    expect(
      log
        .of("dtmf")
        .filter(({ legId }) => legId === anna.legId)
        .map(({ digit }) => digit)
        .join(""),
    ).toBe("42#");
  }
});

test("[LEG3] keys can be sent, as events or as tones", async () => {
  const anna = await aPhone();
  await engine.request("sendDtmf", { legId: anna.legId, digits: "19*" });
  await waitUntil(
    "keys",
    () => anna.voice.digits,
    (digits) => digits === "19*",
  );
  await expect(engine.request("sendDtmf", { legId: anna.legId, digits: "1x" })).rejects.toMatchObject({
    code: "media.badSource",
  });
  const ben = await aPhone({ connect: { telephoneEvent: undefined as never } });
  await engine.request("sendDtmf", { legId: ben.legId, digits: "5", durationMs: 600 });
  await waitUntil(
    "the tones of 5",
    () => Math.min(ben.voice.heard(770), ben.voice.heard(1_336)),
    (level) => level > LOUD,
  );
});

test("[LEG8] keys are heard in the audio where that is asked for", async () => {
  const [one, other] = ["tones-out", "tones-in"];
  const codec = { name: "PCMU", payloadType: 0 } as const;
  const from = await engine.request("createRtpLeg", { legId: one });
  const to = await engine.request("createRtpLeg", { legId: other, hearsInbandDtmf: true });
  await engine.request("connectRtpLeg", { legId: one, remote: to, codec });
  await engine.request("connectRtpLeg", { legId: other, remote: from, codec });
  const heard = new EventLog(engine);
  await engine.request("sendDtmf", { legId: one, digits: "159#", durationMs: 120 });
  await waitUntil(
    "keys in the audio",
    () =>
      heard
        .of("dtmf")
        .map(({ digit }) => digit)
        .join(""),
    (digits) => digits === "159#",
  );
  expect(heard.of("dtmf").every(({ method, legId }) => method === "inband" && legId === other)).toBe(true);
  for (const legId of [one, other]) await engine.request("closeLeg", { legId });
});

test("[LEG9] comfort noise and other strange payloads are passed over", async () => {
  const [anna, ben] = [await aPhone(), await aPhone()];
  await bridged(anna, ben);
  anna.voice.speak(440);
  await hears(ben, 440);
  const types = new Set<number>();
  for (const payloadType of [13, 19, 96, 127]) {
    const noise = Uint8Array.of(0x80, payloadType, 1, 2, 0, 0, 0, 0, 0, 0, 0, 9, 70);
    anna.socket.send(noise, anna.enginePort, "127.0.0.1");
  }
  const before = ben.voice.received.length;
  await waitUntil(
    "more packets",
    () => ben.voice.received.length,
    (all) => all > before + 25,
  );
  for (const packet of ben.voice.received) types.add(packet.payloadType);
  expect([...types]).toEqual([0]);
  await hears(ben, 440);
});

test("[LEG10] the address to announce can be named for one leg", async () => {
  const { address } = await engine.request("createRtpLeg", {
    legId: "outside",
    announcedAddress: "203.0.113.4",
  });
  expect(address).toBe("203.0.113.4");
  await engine.request("closeLeg", { legId: "outside" });
});

test("[LEG4] silence is sent to a leg that has nothing to hear, so that its far end stays", async () => {
  const anna = await aPhone();
  await waitUntil(
    "packets",
    () => anna.voice.received.length,
    (received) => received > 20,
  );
  const [first, ...rest] = anna.voice.received;
  expect(first?.marker).toBe(true);
  expect(rest.slice(0, 10).every(({ marker }) => !marker)).toBe(true);
});

test("[LEG5] a far end that falls silent is told once, and when it speaks again", async () => {
  const anna = await aPhone();
  anna.voice.speak(0);
  await log.next("legConnected", ({ legId }) => legId === anna.legId);
  anna.voice.speak(undefined);
  const { silentMs } = await log.next("mediaTimeout", ({ legId }) => legId === anna.legId);
  expect(silentMs).toBeGreaterThanOrEqual(700);
  anna.voice.speak(0);
  await log.next("mediaResumed", ({ legId }) => legId === anna.legId);
  expect(log.of("mediaTimeout").filter(({ legId }) => legId === anna.legId)).toHaveLength(1);
});

test("[LEG6] quality is measured: loss, round trip, score", async () => {
  const anna = await aPhone();
  anna.voice.dropEvery(10);
  anna.voice.speak(440);
  const report = await log.next(
    "quality",
    ({ legId, received }) => legId === anna.legId && received.packets > 15,
  );
  expect(report.received.lossRate).toBeGreaterThan(0.04);
  expect(report.received.lossRate).toBeLessThan(0.2);
  expect(report.received.jitterMs).toBeLessThan(40);
  expect(report.sent.packets).toBeGreaterThan(10);
  expect(report.meanOpinionScore).toBeGreaterThan(2.5);
  expect(report.meanOpinionScore).toBeLessThan(4.2);
  await waitUntil("an RTCP report", () => anna.controls.length);
});

test("[SRC1] a stranger who knows the port is neither heard nor spoken to", async () => {
  const [anna, ben] = [await aPhone(), await aPhone({ connect: { latching: "off" } })];
  await bridged(anna, ben);
  const stranger = await boundSocket();
  let drawn = 0;
  stranger.on("message", () => (drawn += 1));
  ben.voice.speak(500);
  await hears(anna, 500);
  const noise = Buffer.alloc(172, 0x00);
  noise[0] = 0x80;
  noise[1] = 0;
  for (let each = 0; each < 60; each += 1) {
    noise.writeUInt16BE(each, 2);
    stranger.send(noise, ben.enginePort, "127.0.0.1");
  }
  await waitUntil(
    "packets after the attack",
    () => anna.voice.received.length,
    (all) => all > 80,
  );
  await hears(anna, 500);
  expect(drawn).toBe(0);
  stranger.close();
});

test("[LEG7] more legs than allowed, wrong ids and wrong kinds are refused by code", async () => {
  const small = new MediaEngine({ settings: { maxLegs: 1 } });
  await small.start();
  await small.request("createRtpLeg", { legId: "one" });
  await expect(small.request("createRtpLeg", { legId: "two" })).rejects.toMatchObject({
    code: "media.tooManyLegs",
  });
  await expect(small.request("createRtpLeg", { legId: "one" })).rejects.toMatchObject({
    code: "media.alreadyThere",
  });
  await expect(small.request("closeLeg", { legId: "none" })).rejects.toMatchObject({
    code: "media.unknownLeg",
  });
  await expect(small.request("joinBridge", { bridgeId: "b", legId: "one" })).rejects.toMatchObject({
    code: "media.unknownBridge",
  });
  await expect(small.request("updateWebRtcLeg", { legId: "one", offer: "" })).rejects.toMatchObject({
    code: "media.wrongLegKind",
  });
  await small.request("closeLeg", { legId: "one" });
  expect(await small.request("countAll", {})).toEqual({ legs: 0, bridges: 0 });
  await small.stop();
});

test("[LEG11] a leg can be connected before its ports are known", async () => {
  const legId = "hasty";
  const [ports] = await Promise.all([
    engine.request("createRtpLeg", { legId }),
    engine.request("connectRtpLeg", {
      legId,
      remote: { address: "127.0.0.1", port: 9 },
      codec: { name: "PCMU", payloadType: 0 },
    }),
  ]);
  expect(ports.rtcpPort).toBe(ports.port + 1);
  await engine.request("closeLeg", { legId });
  await expect(
    engine.request("connectRtpLeg", {
      legId,
      remote: { address: "127.0.0.1", port: 9 },
      codec: { name: "PCMU", payloadType: 0 },
    }),
  ).rejects.toMatchObject({ code: "media.unknownLeg" });
});

test("[LEG12] orders are carried out in turn with requests, and only a refused one is heard of", async () => {
  const events = new EventLog(engine);
  const before = await engine.request("countAll", {});
  engine.tell("createBridge", { bridgeId: "ordered" });
  expect(await engine.request("countAll", {})).toEqual({ ...before, bridges: before.bridges + 1 });
  engine.tell("closeBridge", { bridgeId: "ordered" });
  engine.tell("closeBridge", { bridgeId: "ordered" });
  expect(await events.next("orderRefused")).toMatchObject({
    name: "closeBridge",
    code: "media.unknownBridge",
  });
  expect(await engine.request("countAll", {})).toEqual(before);
});

test("[LEG13] ports can be held before there is a leg, and a leg on one of them is heard like any other", async () => {
  const { address, ports } = await engine.request("holdRtpPorts", { count: 2 });
  expect(new Set(ports).size).toBe(2);
  const heldPort = ports[0]!;
  const made = await engine.request("createRtpLeg", { legId: "held", heldPort });
  expect(made).toEqual({ address, port: heldPort, rtcpPort: heldPort + 1 });
  await engine.request("closeLeg", { legId: "held" });
  await expect(engine.request("createRtpLeg", { legId: "held", heldPort })).rejects.toMatchObject({
    code: "media.noFreePort",
  });
});

test("[LEG13] with a stock of them phones talk as without", async () => {
  const stocked = new MediaEngine({ settings: { heldRtpPorts: 2 } });
  await stocked.start();
  for (let turn = 0; turn < 4; turn += 1) {
    const phone = await RtpPhone.connect(stocked, `turn-${turn}`);
    await stocked.request("setEcho", { legId: `turn-${turn}`, isOn: true });
    phone.voice.speak(500 + 100 * turn);
    await waitUntil(
      "an echo",
      () => phone.voice.heard(500 + 100 * turn),
      (level) => level > 2_000,
    );
    phone.close();
  }
  expect(await stocked.request("countAll", {})).toEqual({ legs: 4, bridges: 0 });
  await stocked.stop();
});
