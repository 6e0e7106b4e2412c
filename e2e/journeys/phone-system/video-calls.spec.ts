import type { Page } from "@playwright/test";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

const PATIENCE = { timeout: 20_000 };

interface Party {
  readonly phone: string;
  readonly video: boolean;
  readonly can_video: boolean;
}

/** A canvas of one color is the camera; it is added to the call by a re-INVITE. */
const addCamera = (page: Page, color: string): Promise<void> =>
  page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
    const paint = canvas.getContext("2d")!;
    let turn = 0;
    setInterval(() => {
      paint.fillStyle = fill;
      paint.fillRect(0, 0, 160, 120);
      paint.fillStyle = "white";
      paint.fillRect(turn++ % 160, 0, 4, 4);
    }, 50);
    const stream = canvas.captureStream(20);
    // biome-ignore lint/security/noGlobalEval: the page's own script, whose names are not on its window
    const { session, connection } = eval("last()");
    connection.addEventListener("track", ({ track }: RTCTrackEvent) => {
      if (track.kind !== "video") return;
      const video = Object.assign(document.createElement("video"), { id: "remote", muted: true });
      video.srcObject = new MediaStream([track]);
      document.body.append(video);
      void video.play();
    });
    connection.addTrack(stream.getVideoTracks()[0], stream);
    session.renegotiate();
  }, color);

/** Red, green and blue in the middle of what is shown; undefined while nothing is. */
const seen = (page: Page): Promise<number[] | undefined> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("#remote");
    if (!video?.videoWidth) return undefined;
    const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 12 });
    const look = canvas.getContext("2d")!;
    look.drawImage(video, 0, 0, 16, 12);
    return [...look.getImageData(8, 8, 1, 1).data.slice(0, 3)];
  });

const isRed = ([red = 0, , blue = 0]: readonly number[] = []): boolean => red > 150 && blue < 100;
const isBlue = ([red = 0, , blue = 0]: readonly number[] = []): boolean => blue > 150 && red < 100;

test("two stock phones add their cameras in a call: each is told of the other's, and they see each other", async ({
  phoneOf,
}) => {
  const { phone: maya } = await phoneOf("maya");
  const { phone: dev, user } = await phoneOf("dev");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);
  const shows = async (): Promise<unknown> => {
    const parties = await user.call<Party[]>("GET", "/calls/live");
    return parties.map(({ phone, video, can_video }) => [phone, video, can_video]);
  };
  expect(await shows()).toEqual([
    ["maya", false, true],
    ["dev", false, true],
  ]);

  await addCamera(maya.page, "#e00000");
  await expect.poll(shows, PATIENCE).toEqual([
    ["maya", true, true],
    ["dev", false, true],
  ]);
  await addCamera(dev.page, "#0000e0");
  await expect.poll(async () => isRed(await seen(dev.page)), PATIENCE).toBe(true);
  await expect.poll(async () => isBlue(await seen(maya.page)), PATIENCE).toBe(true);
  await dev.hears(VOICE.maya);
  await maya.hears(VOICE.dev);
  await maya.hangUp();
  await dev.hasEnded();
});
