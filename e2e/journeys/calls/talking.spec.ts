import { expectAccessible } from "../../support/axe.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a call is placed, answered, heard both ways, seen where wanted, and hung up", async ({ consoleOf }) => {
  const [maya, dev] = await Promise.all([consoleOf("maya"), consoleOf("dev")]);
  await maya.dial(EXTENSION.dev);
  await dev.answer("Maya");
  await maya.talks("Dev");
  await maya.hears(VOICE.dev);
  await dev.hears(VOICE.maya);

  await maya.press("Camera");
  await expect(maya.page.getByLabel("Your camera")).toBeVisible();
  // Dev looks without a camera.
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
  await dev.isIdle();
  await maya.isIdle();
});

test("on hold the other end hears music, muted it hears silence, and a second call puts it on hold", async ({
  consoleOf,
  phoneOf,
  request,
  server,
}) => {
  const [maya, { phone: dev }] = await Promise.all([consoleOf("maya"), phoneOf("dev")]);
  await maya.dial(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);

  await maya.press("Hold");
  await expect(maya.screen().getByText("On Hold")).toBeVisible();
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  await maya.press("Resume");
  await dev.hears(VOICE.maya);

  await maya.press("Mute");
  await dev.hearsNo(VOICE.maya);
  await maya.hears(VOICE.dev);
  await maya.press("Unmute");
  await dev.hears(VOICE.maya);

  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park&hz=2500`);
  await maya.answer();
  await maya.hears(2_500);
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  await request.post(`${server.url}/dev/calls/hangup`);
  // What is left is shown, still on hold.
  await maya.talks("Dev");
  await maya.press("Resume");
  await dev.hears(VOICE.maya);
  await dev.hangUp();
  await maya.isIdle();
});

test("numbers outside and services: keys arrive, the echo echoes, what does not work is said in words", async ({
  consoleOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
  await maya.dial("*43");
  await maya.talks();
  await maya.hears(VOICE.maya);
  await maya.press("Keypad");
  await maya.screen().getByRole("button", { name: /^4/ }).click();
  await expect(maya.screen().getByLabel("Keys sent")).toHaveText("4");
  await expectAccessible(maya.page);
  const bar = maya.page.getByRole("region", { name: "Current call" });
  for (const area of ["Messages", "Contacts", "Chat"]) {
    await maya.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: area }).click();
    await expect(maya.page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar).toBeVisible();
    await expectAccessible(maya.page);
  }
  await bar.getByRole("button", { name: "Open the call with" }).click();
  await maya.press("Hang up");
  await maya.isIdle();

  const digits = async (): Promise<string> =>
    (await (await request.get(`${server.url}/dev/calls.json`)).json()).calls.at(-1)?.digits;
  await maya.dial("(212) 555-0188,7;5");
  await maya.talks();
  await expect.poll(digits, { timeout: 20_000 }).toBe("57");
  await maya.press("Keypad");
  for (const key of [/^4/, /^2/]) await maya.screen().getByRole("button", { name: key }).click();
  await expect.poll(digits, { timeout: 20_000 }).toBe("5742");
  await maya.press("Hang up");
  await maya.isIdle();

  await maya.dial("2125550199");
  await expect(maya.screen().getByText("The line is busy. Try again in a moment.")).toBeVisible();
  await maya.isIdle();
  await maya.dial("2125550197");
  await expect(maya.screen().getByText("This number does not exist. Check it and try again.")).toBeVisible();
});
