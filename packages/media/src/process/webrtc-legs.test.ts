import { createSocket } from "node:dgram";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import type { CodecName } from "../codecs/audio-codec.ts";
import type { CreateWebRtcLeg, WebRtcAnswer } from "../protocol/media-commands.ts";
import { EventLog } from "../testing/event-log.ts";
import { RtpPhone } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { WebRtcPeers } from "../testing/webrtc-peers.ts";

const LOUD = 2_500;
const QUIET = 500;
const engines: MediaEngine[] = [];
const phones: RtpPhone[] = [];
let engine: MediaEngine;
let log: EventLog;
let peers: WebRtcPeers;
let count = 0;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

beforeAll(async () => {
  // One port for all browser legs, as in production.
  engine = new MediaEngine({
    settings: { webRtcPort: await freePort(), qualityIntervalMs: 700, mediaTimeoutMs: 1_500 },
  });
  engines.push(engine);
  log = new EventLog(engine);
  peers = new WebRtcPeers();
  await engine.start();
});

afterAll(async () => {
  for (const each of engines) await each.stop();
  peers.kill();
});

afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
});

async function aBrowser(
  codec: "opus" | "PCMU",
  options: Partial<CreateWebRtcLeg> & { codecs?: readonly CodecName[] } = {},
): Promise<WebRtcAnswer & { legId: string }> {
  count += 1;
  const legId = `browser-${count}`;
  const offer = await peers.ask("offer", legId, codec);
  const answer = await engine.request("createWebRtcLeg", {
    legId,
    offer,
    codecs: ["opus", "PCMU"],
    ...options,
  });
  await peers.ask("accept", legId, answer.answer);
  await log.next("legConnected", (event) => event.legId === legId);
  return { ...answer, legId };
}

async function bridged(...legIds: string[]): Promise<string> {
  count += 1;
  await engine.request("createBridge", { bridgeId: `bridge-${count}` });
  for (const legId of legIds) await engine.request("joinBridge", { bridgeId: `bridge-${count}`, legId });
  return `bridge-${count}`;
}

const level = async (legId: string, hz: number): Promise<number> =>
  (await peers.ask("heard", legId, [hz]))[0] ?? 0;
const hears = (legId: string, hz: number) =>
  waitUntil(
    `${legId} to hear ${hz} Hz`,
    () => level(legId, hz),
    (seen) => seen > LOUD,
  );
const hearsNot = (legId: string, hz: number) =>
  waitUntil(
    `${legId} no longer to hear ${hz} Hz`,
    () => level(legId, hz),
    (seen) => seen < QUIET,
  );

test.each(["opus", "PCMU"] as const)(
  "[WEB1] two browsers with %s hear each other through one port",
  async (codec) => {
    const [anna, ben] = [await aBrowser(codec), await aBrowser(codec)];
    expect(anna.codec).toBe(codec);
    await bridged(anna.legId, ben.legId);
    await peers.ask("speak", anna.legId, 440);
    await peers.ask("speak", ben.legId, 700);
    await hears(ben.legId, 440);
    await hears(anna.legId, 700);
    // A gap in the sound is heard at every pitch for a moment.
    await hearsNot(anna.legId, 440);
    const port = /m=audio (\d+)/.exec(anna.answer)?.[1];
    expect(/m=audio (\d+)/.exec(ben.answer)?.[1]).toBe(port);
  },
);

test("[WEB2] a browser and a desk phone hear each other, and the browser's keys arrive as events", async () => {
  const anna = await aBrowser("opus");
  const ben = await RtpPhone.connect(engine, "desk", {});
  phones.push(ben);
  await bridged(anna.legId, ben.legId);
  await peers.ask("speak", anna.legId, 440);
  ben.voice.speak(700);
  await hears(anna.legId, 700);
  await waitUntil(
    "440 Hz at the phone",
    () => ben.voice.heard(440),
    (seen) => seen > LOUD,
  );
  await peers.ask("press", anna.legId, "7");
  await peers.ask("press", anna.legId, "#");
  await waitUntil(
    "keys at the phone",
    () => ben.voice.digits,
    (digits) => digits === "7#",
  );
  ben.voice.press("3");
  await waitUntil(
    "keys at the browser",
    async () => (await peers.ask("state", anna.legId)).digits,
    (digits) => digits === "3",
  );
});

test("[WEB3] the answer to a hold says so with a new version, and the leg obeys", async () => {
  const anna = await aBrowser("opus");
  const credentials = /a=ice-ufrag:.*\r\na=ice-pwd:.*/;
  const legId = "held";
  const first = await peers.ask("offer", legId, "opus");
  const created = await engine.request("createWebRtcLeg", { legId, offer: first, codecs: ["opus"] });
  await peers.ask("accept", legId, created.answer);
  await log.next("legConnected", (event) => event.legId === legId);
  await bridged(anna.legId, legId);
  await peers.ask("speak", anna.legId, 500);
  await hears(legId, 500);

  const held = await engine.request("updateWebRtcLeg", {
    legId,
    offer: first.replace("a=sendrecv", "a=inactive"),
  });
  expect(held.direction).toBe("inactive");
  expect(held.answer).toContain("a=inactive");
  const version = (text: string) => Number(/^o=\S+ \S+ (\d+)/m.exec(text)?.[1]);
  expect(version(held.answer)).toBe(version(created.answer) + 1);
  expect(credentials.exec(held.answer)?.[0]).toBe(credentials.exec(created.answer)?.[0]);
  await hearsNot(legId, 500);
  const resumed = await engine.request("updateWebRtcLeg", { legId, offer: first });
  expect(resumed.direction).toBe("sendrecv");
  await hears(legId, 500);
});

test("[WEB4] after an ICE restart the same leg goes on over a new transport", async () => {
  const [anna, ben] = [await aBrowser("opus"), await aBrowser("opus")];
  await bridged(anna.legId, ben.legId);
  await peers.ask("speak", anna.legId, 440);
  await peers.ask("speak", ben.legId, 700);
  await hears(ben.legId, 440);
  const offer = await peers.ask("restart", anna.legId);
  const { answer } = await engine.request("updateWebRtcLeg", { legId: anna.legId, offer });
  expect(/a=ice-ufrag:(.*)/.exec(answer)?.[1]).not.toBe(/a=ice-ufrag:(.*)/.exec(anna.answer)?.[1]);
  await peers.ask("accept", anna.legId, answer);
  await waitUntil(
    "the new transport",
    async () => (await peers.ask("state", anna.legId)).connection,
    (state) => state === "connected",
  );
  const before = (await peers.ask("state", anna.legId)).packets;
  await waitUntil(
    "packets on it",
    async () => (await peers.ask("state", anna.legId)).packets,
    (packets) => packets > before + 30,
  );
  await hears(anna.legId, 700);
  await hears(ben.legId, 440);
});

test("[WEB5] a large conference passes over legs that report silence", async () => {
  const five: string[] = [];
  for (let each = 0; each < 5; each += 1) five.push((await aBrowser("opus")).legId);
  const [talker = "", claimsSilence = "", listener = ""] = five;
  await bridged(...five);
  for (const legId of five) await peers.ask("claimLevel", legId, 127);
  await peers.ask("claimLevel", talker, 20);
  await peers.ask("speak", talker, 440);
  await peers.ask("speak", claimsSilence, 900);
  await hears(listener, 440);
  await hearsNot(listener, 900);
  await hearsNot(talker, 440);
  await peers.ask("claimLevel", claimsSilence, 20);
  await hears(listener, 900);
});

test("[WEB6] loss on the way in is concealed for the conference and shows in the quality", async () => {
  const [anna, ben, cleo] = [await aBrowser("opus"), await aBrowser("PCMU"), await aBrowser("opus")];
  await bridged(anna.legId, ben.legId, cleo.legId);
  await peers.ask("dropEvery", anna.legId, 33);
  await peers.ask("speak", anna.legId, 440);
  await hears(ben.legId, 440);
  const report = await log.next(
    "quality",
    ({ legId, received }) => legId === anna.legId && received.lost > 0,
  );
  expect(report.received.lossRate).toBeLessThan(0.15);
  expect(report.meanOpinionScore).toBeGreaterThan(3);
  const before = (await peers.ask("state", ben.legId)).packets;
  await waitUntil(
    "another second",
    async () => (await peers.ask("state", ben.legId)).packets,
    (packets) => packets > before + 50,
  );
  await hears(ben.legId, 440);
  await waitUntil("RTCP at the browser", async () => (await peers.ask("state", anna.legId)).reports);
});

test("[WEB7] an offer that cannot be answered is refused and leaves nothing behind", async () => {
  const before = await engine.request("countAll", {});
  const offer = await peers.ask("offer", "odd", "PCMU");
  const ask = (text: string) =>
    engine.request("createWebRtcLeg", { legId: "odd", offer: text, codecs: ["opus"] });
  await expect(ask("v=0\r\n")).rejects.toMatchObject({ code: "media.offerRefused" });
  await expect(ask(offer)).rejects.toMatchObject({ code: "media.noCommonCodec" });
  const opus = await peers.ask("offer", "odder", "opus");
  await expect(ask(opus.replace(/a=fingerprint:.*/, "a=fingerprint:sha-256 nonsense"))).rejects.toMatchObject(
    {
      code: "media.offerRefused",
    },
  );
  expect(await engine.request("countAll", {})).toEqual(before);
});

test("[WEB8] the announced address is what the answer names", async () => {
  const other = new MediaEngine({ settings: { announcedAddresses: ["203.0.113.7"] } });
  engines.push(other);
  await other.start();
  const offer = await peers.ask("offer", "far", "opus");
  const { answer } = await other.request("createWebRtcLeg", { legId: "far", offer, codecs: ["opus"] });
  const addresses = [...answer.matchAll(/a=candidate:\S+ 1 UDP \d+ (\S+)/g)].map((match) => match[1]);
  expect(addresses).toEqual(["203.0.113.7"]);
  expect(answer).toContain("c=IN IP4 203.0.113.7");
});

test("[WEB9] a browser that vanishes without a word is told, and the other one keeps its leg", async () => {
  const [anna, ben] = [await aBrowser("opus"), await aBrowser("opus")];
  await bridged(anna.legId, ben.legId);
  await peers.ask("speak", anna.legId, 440);
  await hears(ben.legId, 440);
  await peers.ask("speak", anna.legId, undefined);
  await log.next("mediaTimeout", ({ legId }) => legId === anna.legId);
  await engine.request("closeLeg", { legId: anna.legId });
  await engine.request("play", {
    playbackId: "comfort",
    target: { legId: ben.legId },
    sources: [{ kind: "sine", hz: 600, durationMs: 3_000 }],
  });
  await hears(ben.legId, 600);
});
