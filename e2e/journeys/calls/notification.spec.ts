import type { Worker } from "@playwright/test";
import { withWorker } from "../../support/offline.ts";
import type { ConsolePhone } from "../../support/phone/console-phone.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);
test.use(withWorker);

test("while nobody looks, a call is declined and answered from its notification", async ({
  consoleOf,
  phoneOf,
}) => {
  const [maya, { phone: dev }] = await Promise.all([consoleOf("maya"), phoneOf("dev")]);
  await maya.page.context().grantPermissions(["notifications"]);
  const worker = await serviceWorkerOf(maya);
  await maya.page.reload();
  await maya.isReady();
  await maya.page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));

  await dev.call(EXTENSION.maya);
  await maya.rings();
  expect(await shownBy(worker)).toEqual([
    { title: "Incoming call from Dev Patel", actions: ["answer", "decline"] },
  ]);
  await press(worker, "decline");
  await maya.doesNotRing();
  await dev.hangUpAll();
  await expect.poll(() => worker.evaluate(COUNT)).toBe(0);

  await dev.call(EXTENSION.maya);
  await maya.rings();
  await shownBy(worker);
  await press(worker, "answer");
  await maya.talks("Dev");
  await dev.hears(VOICE.maya);
  expect(await worker.evaluate(COUNT)).toBe(0);
  await maya.press("Hang up");
  await dev.hasEnded();
});

// As text: the types of a service worker and of this file's own world exclude each other.
const COUNT = "registration.getNotifications().then((all) => all.length)";
const SHOWN =
  "registration.getNotifications().then((all) => all.map(({ title, actions }) => ({ title, actions: actions.map(({ action }) => action) })))";

async function serviceWorkerOf(phone: ConsolePhone): Promise<Worker> {
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [worker] = phone.page.context().serviceWorkers();
  if (!worker) throw new Error("The console has no service worker");
  return worker;
}

async function shownBy(worker: Worker): Promise<unknown> {
  await expect.poll(() => worker.evaluate(COUNT), { timeout: 20_000 }).toBe(1);
  return worker.evaluate(SHOWN);
}

/** What the system does when one of the buttons is pressed; only it may make an event that keeps the worker awake. */
async function press(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(`registration.getNotifications().then(([notification]) => {
    const click = new NotificationEvent("notificationclick", { notification, action: "${action}" });
    click.waitUntil = () => {};
    dispatchEvent(click);
  })`);
}
