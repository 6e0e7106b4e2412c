import type { Page } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { dev, ines } = people;
const SCHEDULING = "12125550111";

const part = (page: Page, name: string) => page.getByRole("region", { name });
const colleague = (page: Page, name: string) =>
  part(page, "Colleagues").getByRole("listitem").filter({ hasText: name });

async function openDashboard(page: Page, person: typeof dev | typeof ines): Promise<void> {
  await signIn(page, person);
  await page.goto("/acd");
  await expect(page.getByRole("button", { name: /^(?:Join|Leave) Scheduling$/ })).toBeVisible();
}

test("[ACD1] an agent joins a queue and pauses, colleagues see it, and a caller who waits shows at both", async ({
  page,
  openBrowser,
  request,
  server,
}) => {
  const laptop = await (await openBrowser()).newPage();
  await openDashboard(page, ines);
  await openDashboard(laptop, dev);

  await page.getByRole("button", { name: "Join Scheduling" }).click();
  await expect(page.getByText("Logged in to queue Scheduling")).toBeVisible();
  await expect(colleague(laptop, ines.name)).toContainText("Scheduling");

  await page.getByRole("button", { name: "Pause: Lunch" }).click();
  await expect(part(page, "My queues")).toContainText("Paused: Lunch");
  await expect(colleague(laptop, ines.name)).toContainText("Paused: Lunch");
  await laptop.getByRole("button", { name: "Pause: Meeting" }).click();
  await expect(colleague(page, dev.name)).toContainText("Paused: Meeting");

  await request.post(`${server.url}/dev/calls?from=12125550177&to=${SCHEDULING}&name=June%20Park&hz=900`);
  for (const each of [page, laptop]) {
    const row = part(each, "Waiting calls").getByRole("listitem").filter({ hasText: "June Park" });
    await expect(row).toContainText("Scheduling");
    await expect(row).toContainText(/0:\d\d$/);
  }
  await page.reload();
  await expect(part(page, "Waiting calls")).toContainText("June Park");
  await expect(part(page, "My queues")).toContainText("Paused: Lunch");

  await request.post(`${server.url}/dev/calls/hangup`);
  for (const each of [page, laptop]) await expect(each.getByText("No one is waiting.")).toBeVisible();

  await page.getByRole("button", { name: "Resume" }).click();
  await expect(colleague(laptop, ines.name)).not.toContainText("Paused");
  await page.getByRole("button", { name: "Leave Scheduling" }).click();
  await expect(page.getByText("Logged out of queue Scheduling")).toBeVisible();
  await laptop.getByRole("button", { name: "Resume" }).click();
  await expect(colleague(page, dev.name)).not.toContainText("Paused");
});
