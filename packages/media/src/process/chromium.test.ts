import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import { type ChromiumPages, startChromium } from "../testing/chromium-pages.ts";
import { EventLog } from "../testing/event-log.ts";
import { RtpPhone } from "../testing/rtp-phone.ts";
import { waitUntil } from "../testing/wait-until.ts";

/** In the page: an oscillator as the microphone, an analyser on what is received, a connection that offers. */
const PAGE = `<!doctype html><title>phone</title><script>
const context = new AudioContext();
const oscillator = new OscillatorNode(context, { frequency: 440 });
const microphone = context.createMediaStreamDestination();
oscillator.connect(new GainNode(context, { gain: 0.3 })).connect(microphone);
oscillator.start();
const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
const ears = new Map();
let announcements = 0;
const sender = (connection) => connection.getSenders()[0];
async function connect() {
  // Permission for the microphone makes the browser offer its real addresses.
  const granted = await navigator.mediaDevices.getUserMedia({ audio: true });
  granted.getTracks().forEach((track) => track.stop());
  window.connection = new RTCPeerConnection();
  connection.ontrack = ({ track }) => {
    announcements += 1;
    // A resume announces the same track again. Heard twice, a few samples apart, a tone can cancel itself out.
    if (ears.has(track)) return;
    const stream = new MediaStream([track]);
    // Chromium decodes a remote track only while an element plays it.
    const element = new Audio();
    element.srcObject = stream;
    element.muted = true;
    element.play();
    ears.set(track, context.createMediaStreamSource(stream));
    ears.get(track).connect(analyser);
  };
  connection.addTrack(microphone.stream.getAudioTracks()[0], microphone.stream);
  return offer();
}
async function offer(options) {
  await connection.setLocalDescription(await connection.createOffer(options));
  await new Promise((resolve) => {
    const check = () => connection.iceGatheringState === 'complete' && resolve();
    connection.addEventListener('icegatheringstatechange', check);
    check();
    setTimeout(resolve, 500);
  });
  return connection.localDescription.sdp;
}
const accept = (sdp) => connection.setRemoteDescription({ type: 'answer', sdp });
async function hold(direction) {
  connection.getTransceivers()[0].direction = direction;
  return offer();
}
function heard(hz) {
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  return bins[Math.round(hz * analyser.fftSize / context.sampleRate)];
}
</script>`;

const engine = new MediaEngine({ settings: { qualityIntervalMs: 1_000 } });
const log = new EventLog(engine);
let pages: ChromiumPages;
let page: Page;

beforeAll(async () => {
  [pages] = await Promise.all([startChromium(PAGE), engine.start()]);
  page = await pages.open();
});

afterAll(async () => {
  await pages?.close();
  await engine.stop();
});

/** Decibels of a frequency in what the page hears; silence is far below -100. */
const heard = (hz: number): Promise<number> => page.evaluate(`heard(${hz})`);
const hears = (hz: number) =>
  waitUntil(
    `the page to hear ${hz} Hz`,
    () => heard(hz),
    (decibels) => decibels > -60,
    15_000,
  );

test("[WEB10] Chromium offers, is answered and hears its own echo, through keys, hold and an ICE restart", async () => {
  const legId = "page";
  const offer = await page.evaluate<string>("connect()");
  const { answer, codec } = await engine.request("createWebRtcLeg", {
    legId,
    offer,
    codecs: ["opus", "PCMU"],
  });
  expect(codec).toBe("opus");
  await page.evaluate(`accept(${JSON.stringify(answer)})`);
  await log.next("legConnected", (event) => event.legId === legId);
  await engine.request("setEcho", { legId, isOn: true });
  await hears(440);
  expect(await heard(1_000)).toBeLessThan((await heard(440)) - 20);

  await page.evaluate("sender(connection).dtmf.insertDTMF('5#', 100)");
  await waitUntil(
    "keys",
    () =>
      log
        .of("dtmf")
        .map(({ digit }) => digit)
        .join(""),
    (digits) => digits === "5#",
  );

  const held = await page.evaluate<string>("hold('sendonly')");
  const onHold = await engine.request("updateWebRtcLeg", { legId, offer: held });
  expect(onHold.direction).toBe("recvonly");
  await page.evaluate(`accept(${JSON.stringify(onHold.answer)})`);
  await waitUntil(
    "silence on hold",
    () => heard(440),
    (decibels) => decibels < -80,
  );
  const resumed = await engine.request("updateWebRtcLeg", {
    legId,
    offer: await page.evaluate<string>("hold('sendrecv')"),
  });
  await page.evaluate(`accept(${JSON.stringify(resumed.answer)})`);
  expect(await page.evaluate("[announcements, ears.size]")).toEqual([2, 1]);
  await hears(440);

  const restart = await page.evaluate<string>("offer({ iceRestart: true })");
  const restarted = await engine.request("updateWebRtcLeg", { legId, offer: restart });
  await page.evaluate(`accept(${JSON.stringify(restarted.answer)})`);
  await waitUntil(
    "the new transport",
    () => page.evaluate("connection.connectionState"),
    (state) => state === "connected",
  );
  await hears(440);

  // The restart itself loses packets; soon after it the line is good again, measured from both ends.
  const report = await log.next(
    "quality",
    (each) => each.remote !== undefined && (each.meanOpinionScore ?? 0) > 4,
  );
  expect(report.roundTripMs).toBeLessThan(1_000);
  expect(report.received.packets).toBeGreaterThan(20);
});

test("[WEB11] Chromium and a desk phone hear each other through the mixer", async () => {
  const phone = await RtpPhone.connect(engine, "desk");
  await engine.request("createBridge", { bridgeId: "call" });
  await engine.request("joinBridge", { bridgeId: "call", legId: "page" });
  await engine.request("joinBridge", { bridgeId: "call", legId: "desk" });
  phone.voice.speak(700);
  await hears(700);
  await waitUntil(
    "the oscillator at the phone",
    () => phone.voice.heard(440),
    (level) => level > 1_500,
  );
  phone.close();
});
