import type { APIResponse } from "@playwright/test";
import { UNREACHABLE } from "../../support/complaints.ts";
import { withWorker } from "../../support/offline.ts";
import { ConsolePhone } from "../../support/phone/console-phone.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const OUTAGE_SECONDS = 6;
const BACK = { timeout: 20_000, intervals: [100] };
const isAnswer = (response: APIResponse): boolean => response.ok();

test("a reload in the call: the other end hears music, and within five seconds the voice again", async ({
  consoleOf,
  phoneOf,
}) => {
  const [maya, { phone: dev }] = await Promise.all([consoleOf("maya"), phoneOf("dev")]);
  await maya.dial(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);
  const address = maya.page.url();
  await dev.rememberMusic(VOICE.maya);

  maya.page.on("dialog", (dialog) => void dialog.accept());
  const begun = Date.now();
  await maya.page.reload({ waitUntil: "commit" });
  await maya.hears(VOICE.dev);
  expect(Date.now() - begun, "sound is back").toBeLessThan(5_000);
  await dev.hears(VOICE.maya);
  expect(await dev.heardMusic(), "music meanwhile").toBe(true);
  await maya.talks("Dev");
  expect(maya.page.url()).toBe(address);
  await maya.press("Hang up");
  await dev.hasEnded();
});

test("all tabs ring: a decline in one is one for all; one answers, the other shows the call and can take it", async ({
  consoleOf,
  phoneOf,
}) => {
  const maya = await consoleOf("maya");
  const tab = await maya.openTab();
  const { phone: dev } = await phoneOf("dev");
  await dev.call(EXTENSION.maya);
  await tab.rings();
  await maya.rings();
  await maya.card().getByRole("button", { name: "Decline", exact: true }).click();
  await maya.doesNotRing();
  await tab.doesNotRing();
  await dev.hangUpAll();

  await dev.call(EXTENSION.maya);
  await tab.rings();
  await maya.answer();
  await tab.doesNotRing();
  await dev.hears(VOICE.maya);

  await tab.page.goto(maya.page.url());
  await tab.page.getByRole("button", { name: "Move call here" }).click();
  await tab.talks("Dev");
  await tab.hears(VOICE.dev);
  await dev.hears(VOICE.maya);
  await expect(maya.page.getByRole("button", { name: "Move call here" })).toBeVisible();
  await tab.press("Hang up");
  await dev.hasEnded();
  await maya.isIdle();
});

test.describe(() => {
  test.use(withWorker);

  test("a network that is cut in the call: the call stays on the screen, and its sound comes back by itself", async ({
    consoleOf,
    request,
    server,
    complaints,
  }) => {
    // Whatever the page fetches just then fails, each request in its own way.
    complaints.expect(UNREACHABLE, /net::ERR_/, /WebSocket/, /status of 50\d/);
    const maya = await consoleOf("maya");
    // Without a tone of its own the far end says back what it hears: the voice proves both directions.
    await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park`);
    await maya.answer("June Park");
    await maya.hears(VOICE.maya);
    const address = maya.page.url();

    await request.post(`${server.url}/dev/outage?seconds=${OUTAGE_SECONDS}`);
    await maya.hearsNo(VOICE.maya);
    await expect(maya.screen("June Park")).toHaveAttribute("data-phase", "active");
    await expect
      .poll(async () => request.get(`${server.url}/dev/calls.json`).then(isAnswer, () => false), BACK)
      .toBe(true);
    const back = Date.now();
    await maya.hears(VOICE.maya);
    expect(Date.now() - back, "sound is back").toBeLessThan(10_000);
    await maya.talks("June Park");
    await expect(maya.screen().getByRole("button", { name: "Move call here" })).toHaveCount(0);
    expect(maya.page.url()).toBe(address);
    await maya.press("Hang up");
    await maya.isIdle();
  });
});

test("a call in the first seconds after the console is opened rings there", async ({
  consoleOf,
  request,
  server,
}) => {
  const maya = await consoleOf("maya");
  const context = maya.page.context();
  await maya.page.close();
  for (const delayMs of [0, 700, 1_500]) {
    const opened = new ConsolePhone(await context.newPage(), maya.person);
    const isOpening = opened.page.goto("/calls/new");
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park`);
    await isOpening;
    await opened.rings("June Park");
    if (delayMs === 0) {
      await opened.answer("June Park");
      await opened.press("Hang up");
    } else await request.post(`${server.url}/dev/calls/hangup`);
    await opened.doesNotRing();
    await opened.page.close();
  }
});
