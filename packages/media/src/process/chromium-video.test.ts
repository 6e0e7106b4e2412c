import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MediaEngine } from "../client/media-engine.ts";
import { type ChromiumPages, startChromium } from "../testing/chromium-pages.ts";
import { EventLog } from "../testing/event-log.ts";
import { waitUntil } from "../testing/wait-until.ts";

/** In the page: sound, and a canvas of one color as the camera; what is received is painted and looked at. */
const PAGE = `<!doctype html><title>video</title><video id="remote" muted autoplay playsinline></video><script>
const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
const paint = canvas.getContext('2d');
let turn = 0;
const draw = () => {
  paint.fillStyle = window.color;
  paint.fillRect(0, 0, 160, 120);
  paint.fillStyle = 'white';
  paint.fillRect(turn++ % 160, 0, 4, 4);
};
async function connect() {
  const granted = await navigator.mediaDevices.getUserMedia({ audio: true });
  window.connection = new RTCPeerConnection();
  connection.ontrack = ({ track }) => {
    if (track.kind === 'video') remote.srcObject = new MediaStream([track]);
  };
  connection.addTrack(granted.getAudioTracks()[0], granted);
  return offer();
}
function addCamera(color) {
  window.color = color;
  setInterval(draw, 50);
  const stream = canvas.captureStream(20);
  connection.addTrack(stream.getVideoTracks()[0], stream);
  return offer();
}
async function offer() {
  await connection.setLocalDescription(await connection.createOffer());
  await new Promise((resolve) => setTimeout(resolve, 300));
  return connection.localDescription.sdp;
}
const accept = (sdp) => connection.setRemoteDescription({ type: 'answer', sdp });
function seen() {
  if (!remote.videoWidth) return [0, 0, 0];
  const look = Object.assign(document.createElement('canvas'), { width: 16, height: 12 }).getContext('2d');
  look.drawImage(remote, 0, 0, 16, 12);
  return [...look.getImageData(8, 8, 1, 1).data.slice(0, 3)];
}
</script>`;

const engine = new MediaEngine();
const log = new EventLog(engine);
let pages: ChromiumPages;

beforeAll(async () => {
  [pages] = await Promise.all([startChromium(PAGE), engine.start()]);
});
afterAll(async () => {
  await pages?.close();
  await engine.stop();
});

async function join(legId: string): Promise<Page> {
  const page = await pages.open();
  const offer = await page.evaluate<string>("connect()");
  const { answer, video } = await engine.request("createWebRtcLeg", { legId, offer, codecs: ["opus"] });
  expect(video).toBe("inactive");
  await page.evaluate(`accept(${JSON.stringify(answer)})`);
  await log.next("legConnected", (event) => event.legId === legId);
  await engine.request("joinBridge", { bridgeId: "call", legId });
  return page;
}

async function addCamera(page: Page, legId: string, color: string): Promise<string> {
  const offer = await page.evaluate<string>(`addCamera(${JSON.stringify(color)})`);
  const { answer, video } = await engine.request("updateWebRtcLeg", { legId, offer });
  await page.evaluate(`accept(${JSON.stringify(answer)})`);
  return video;
}

const seen = (page: Page): Promise<number[]> => page.evaluate("seen()");
const sees = (page: Page, what: string, isSeen: (color: readonly number[]) => boolean) =>
  waitUntil(`the page to see ${what}`, () => seen(page), isSeen, 20_000);
const isRed = ([red = 0, , blue = 0]: readonly number[]): boolean => red > 150 && blue < 100;
const isBlue = ([red = 0, , blue = 0]: readonly number[]): boolean => blue > 150 && red < 100;

test("[VID1] two browsers that add their cameras in a call see each other, and a third party ends that", async () => {
  await engine.request("createBridge", { bridgeId: "call" });
  const anna = await join("anna");
  const ben = await join("ben");
  expect(await addCamera(anna, "anna", "#e00000")).toBe("sendrecv");
  expect(await addCamera(ben, "ben", "#0000e0")).toBe("sendrecv");
  await sees(ben, "red", isRed);
  await sees(anna, "blue", isBlue);

  const decoded = () =>
    anna.evaluate<number>(`connection.getStats().then((all) =>
      [...all.values()].find((each) => each.type === 'inbound-rtp' && each.kind === 'video').framesDecoded)`);
  await join("cleo");
  const before = await decoded();
  await waitUntil(
    "the pictures to stand still",
    async () => {
      const first = await decoded();
      await ben.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
      return (await decoded()) - first;
    },
    (frames) => frames === 0,
  );
  expect(before).toBeGreaterThan(5);
  await engine.request("closeLeg", { legId: "cleo" });
  const still = await decoded();
  await waitUntil("pictures again", decoded, (frames) => frames > still + 5);
});
