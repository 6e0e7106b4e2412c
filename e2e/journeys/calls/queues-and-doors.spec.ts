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

test("somebody at the door: it says so, and 'Open' sends the door its digits", async ({
  consoleOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
  await request.post(`${server.url}/dev/doorbell?to=${EXTENSION.maya}`);
  await maya.rings("Front door");
  await expect(maya.card()).toContainText("At the door");
  await maya.card().getByRole("button", { name: "Open", exact: true }).click();
  const digits = async (): Promise<string> =>
    (await (await request.get(`${server.url}/dev/doorbell.json`)).json()).calls.at(-1)?.digits;
  await expect.poll(digits, { timeout: 20_000 }).toBe("55");
  await maya.page.getByRole("button", { name: "Hang up", exact: true }).first().click();
});

test("a declined caller gets the words that were chosen, as a text", async ({
  consoleOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park`);
  await maya.rings();
  await maya.card().getByRole("button", { name: "Message", exact: true }).click();
  await maya.card().getByRole("button", { name: "Will call you right back" }).click();
  await maya.doesNotRing();
  const texts = async (): Promise<{ to: string; text: string }[]> =>
    (await request.get(`${server.url}/dev/sms.json`)).json();
  await expect
    .poll(texts, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ to: "12125550177", text: "Will call you right back" }));
  await request.post(`${server.url}/dev/calls/hangup`);
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
