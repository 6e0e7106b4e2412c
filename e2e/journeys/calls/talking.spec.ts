import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a call is placed, answered, heard both ways and hung up", async ({ consoleOf }) => {
  const maya = await consoleOf("maya");
  const dev = await consoleOf("dev");
  await maya.dial(EXTENSION.dev);
  await dev.answer("Maya");
  await maya.talks("Dev");
  await maya.hears(VOICE.dev);
  await dev.hears(VOICE.maya);
  await dev.press("Hang up");
  await dev.isIdle();
  await maya.isIdle();
});

test("on hold the other end hears music, muted it hears silence", async ({ consoleOf, phoneOf }) => {
  const maya = await consoleOf("maya");
  const { phone: dev } = await phoneOf("dev");
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
  await dev.hangUp();
  await maya.isIdle();
});

test("the echo service says back what is said", async ({ consoleOf }) => {
  const maya = await consoleOf("maya");
  await maya.dial("*43");
  await maya.talks();
  await maya.hears(VOICE.maya);
  await maya.press("Keypad");
  await maya.screen().getByRole("button", { name: /^4/ }).click();
  await expect(maya.screen().getByLabel("Keys sent")).toHaveText("4");
  await maya.press("Hang up");
  await maya.isIdle();
});

test("keys arrive, those of the number after the answer and those of the pad", async ({
  consoleOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
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
});

test("a second call waits, and answering it puts the first on hold", async ({
  consoleOf,
  phoneOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
  const { phone: dev } = await phoneOf("dev");
  await maya.dial(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);
  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park&hz=900`);
  await maya.answer();
  await maya.hears(900);
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  await request.post(`${server.url}/dev/calls/hangup`);
  // What is left is shown, still on hold.
  await maya.talks("Dev");
  await maya.press("Resume");
  await dev.hears(VOICE.maya);
  await maya.press("Hang up");
  await dev.hasEnded();
});

test("who is busy, unknown or not to be called is said in words", async ({ consoleOf }) => {
  const maya = await consoleOf("maya");
  await maya.dial("2125550199");
  await expect(maya.screen().getByText("The line is busy. Try again in a moment.")).toBeVisible();
  await maya.isIdle();
  await maya.dial("2125550197");
  await expect(maya.screen().getByText("This number does not exist. Check it and try again.")).toBeVisible();
});
