import type { Page } from "@playwright/test";
import { expect, test, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const BILLING = "12125550112";
const part = (page: Page, name: string) => page.getByRole("region", { name });

/** Back from the call to the dashboard that it was answered on. */
async function backToDashboard(page: Page): Promise<void> {
  await page.goBack();
  await expect(part(page, "My queues")).toBeVisible();
}

test("[ACD9] [ACD10] [ACD11] [ACD12] an agent declines a call, resumes, takes it, wraps up and takes another one", async ({
  consoleOf,
  request,
  server,
}) => {
  const [dev, ines] = [await consoleOf("dev"), await consoleOf("ines")];
  const call = (from: string, name: string) =>
    request.post(`${server.url}/dev/calls?from=${from}&to=${BILLING}&name=${name}&hz=900`);
  const devAtInes = part(ines.page, "Colleagues").getByRole("listitem").filter({ hasText: "Dev Patel" });
  for (const { page } of [dev, ines]) await page.goto("/acd");
  await dev.isReady();
  const own = part(dev.page, "My queues");
  await dev.page.getByRole("button", { name: "Join Billing" }).click();
  await expect(dev.page.getByText("Logged in to queue Billing")).toBeVisible();

  await call("12125550177", "June%20Park");
  await dev.rings();
  await expect(own).toContainText("Decline:");
  await dev.page.keyboard.press("ControlOrMeta+Shift+E");
  await dev.doesNotRing();
  await expect(own.getByText("You declined a call from Billing.")).toBeVisible();
  await expect(own.getByText("You are paused: Missed a call")).toBeVisible();
  await expect(devAtInes).toContainText("Paused: Missed a call");

  await own.getByRole("button", { name: "Resume" }).click();
  await dev.answer();
  await dev.hears(900);
  await expect(devAtInes).toContainText("On a call");
  await backToDashboard(dev.page);
  await expect(part(dev.page, "My call")).toContainText("June Park");
  await expect(part(dev.page, "My call")).toContainText(/Waited \d+:\d\d/);

  await request.post(`${server.url}/dev/calls/hangup`);
  await expect(own).toContainText(/Wrap-up ends in 0:\d\d/);
  await expect(devAtInes).toContainText("Wrap-up");
  await call("13475550163", "Ada%20Long");
  await dev.page.getByRole("button", { name: "Take Ada Long" }).click();
  await dev.answer("Ada Long");
  await backToDashboard(dev.page);
  await request.post(`${server.url}/dev/calls/hangup`);

  await own.getByRole("button", { name: "Ready now" }).click();
  await expect(own).toContainText("Free");
  await expect(devAtInes).toContainText("Free");
  await dev.page.getByRole("button", { name: "Leave Billing" }).click();
  await expect(dev.page.getByText("Logged out of queue Billing")).toBeVisible();
});
