import { startPushService } from "@offhook/simulator";
import type { CDPSession, Worker } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people } from "../../support/demo-people.ts";
import { withWorker } from "../../support/offline.ts";
import { ConsolePhone } from "../../support/phone/console-phone.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);
test.use(withWorker);

test("[LIGHT5] [LIGHT8] a newcomer is asked once, mends what is amiss, and a real call proves that it rings", async ({
  browser,
  baseURL,
  complaints,
}) => {
  // Not one of the journey's own browsers, which have been asked before.
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  complaints.watch(context);
  await context.grantPermissions(["notifications", "microphone"]);
  const maya = await ConsolePhone.open(context, people.maya, VOICE.maya);
  const { page } = maya;
  const card = page.getByRole("region", { name: "Will I ring?" });
  await expect(card).toBeVisible({ timeout: 20_000 });
  await expect(card.getByText("Connected to the phone system.")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Play ring: Ring sound" }).click();

  await card.getByRole("button", { name: "Ring me now" }).click();
  await maya.rings("Offhook test call");
  await expect(card.getByText(/^Rang at \d\d:\d\d [AP]M\. Answer it to hear yourself\.$/)).toBeVisible();
  await maya.answer("Offhook test call");
  await maya.hearsSomething();
  await maya.press("Hang up");
  await maya.isIdle();
  await expect(card.getByText(/^Rang at \d\d:\d\d [AP]M$/)).toBeVisible();

  await card.getByRole("button", { name: "Dismiss the ring check" }).click();
  await page.reload();
  await maya.isReady();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: /^Will I ring\?/ }).click();
  const dialog = page.getByRole("dialog", { name: "Will I ring?" });
  await expect(dialog.getByText(/^Rang at/)).toBeVisible();
  await expectAccessible(page);
  await expect(card).toHaveCount(0);
  await page.keyboard.press("Escape");
  // No trace of it in the history.
  await page.goto("/calls");
  await expect(page.getByRole("row").first()).toBeVisible();
  await expect(page.getByText("Offhook test call")).toHaveCount(0);
  await context.close();
});

test("[WP9] with no page open, a call is pushed to the browser, and Answer opens the console into it", async ({
  consoleOf,
  phoneOf,
}) => {
  const [maya, { phone: dev }] = await Promise.all([consoleOf("maya"), phoneOf("dev")]);
  const { page } = maya;
  await page.context().grantPermissions(["notifications"]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The console has no service worker");
  const origin = new URL(page.url()).origin;
  const service = await startPushService();
  await subscribe(page, service.subscribe());
  const deliver = await delivery(await page.context().newCDPSession(page), origin);
  // The last page is gone; the service worker stays.
  await page.goto("about:blank");

  await dev.call(EXTENSION.maya);
  await expect.poll(() => service.received.length, { timeout: 20_000 }).toBe(1);
  await deliver(JSON.stringify(service.received[0]?.payload));
  await expect.poll(() => worker.evaluate(COUNT), { timeout: 20_000 }).toBe(1);
  expect(await worker.evaluate(SHOWN)).toEqual([
    { title: "Incoming call from Dev Patel", actions: ["answer", "decline"] },
  ]);
  await page.goto(`${origin}${await pressAnswer(worker)}`);
  await maya.talks("Dev");
  await dev.hears(VOICE.maya);
  await maya.press("Hang up");
  await dev.hasEnded();
  expect(service.refusals).toEqual([]);
  await service.stop();
});

// As text: the types of a service worker and of this file's own world exclude each other.
const COUNT = "registration.getNotifications().then((all) => all.length)";
const SHOWN =
  "registration.getNotifications().then((all) => all.map(({ title, actions }) => ({ title, actions: actions.map(({ action }) => action) })))";

/** The stand-in's subscription instead of the browser's own, whose push service lies outside. */
async function subscribe(page: ConsolePhone["page"], subscription: object): Promise<void> {
  const { appKey } = await (await page.request.get("/config.json")).json();
  const status = await page.evaluate(
    async ([body, key]) => {
      const headers = {
        "content-type": "application/json",
        "x-app-key": key ?? "",
        authorization: localStorage.getItem("auth._token.local") ?? "",
      };
      const url = "/api/notifications/subscription";
      return (await fetch(url, { method: "PUT", headers, body: body ?? "" })).status;
    },
    [JSON.stringify(subscription), String(appKey)],
  );
  expect(status).toBe(200);
}

/** The browser's own way to a service worker, less the network. */
async function delivery(session: CDPSession, origin: string): Promise<(data: string) => Promise<void>> {
  const registrationId = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const id = await registrationId;
  return (data) =>
    session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: id, data }).then(() => {});
}

/** Only a real press may open a window, so that what would be opened is caught and opened by the journey. */
async function pressAnswer(worker: Worker): Promise<string> {
  return worker.evaluate<string>(`registration.getNotifications().then(([notification]) =>
    new Promise((resolve) => {
      clients.openWindow = async (path) => resolve(path);
      const click = new NotificationEvent("notificationclick", { notification, action: "answer" });
      click.waitUntil = () => {};
      dispatchEvent(click);
    }))`);
}
