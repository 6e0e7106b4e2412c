import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a caller of a queue rings its agent, who sees through which", async ({
  consoleOf,
  request,
  server,
}) => {
  const dev = await consoleOf("dev");
  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550111&name=June%20Park&hz=900`);
  await dev.rings();
  await expect(dev.card()).toContainText("Scheduling");
  await dev.answer();
  await dev.hears(900);
  await request.post(`${server.url}/dev/calls/hangup`);
  await dev.isIdle();
});

test("a camera is shown to the other end, who may look without one", async ({ consoleOf }) => {
  const maya = await consoleOf("maya");
  const dev = await consoleOf("dev");
  await maya.dial(EXTENSION.dev);
  await dev.answer("Maya");
  await dev.hears(VOICE.maya);
  await maya.press("Camera");
  await expect(maya.page.getByLabel("Your camera")).toBeVisible();
  const picture = dev.page.getByLabel(/^Video of Maya/);
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth).catch(() => 0), {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  await maya.press("Camera off");
  await expect(picture).toBeHidden({ timeout: 20_000 });
  await dev.hears(VOICE.maya);
  await dev.press("Hang up");
  await maya.isIdle();
});
