import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;
const SCHEDULING = "12125550111";
const REVOKED = /status of 404 .*wallboard\/screen/;

const tile = (page: Page) => page.getByRole("region", { name: "Scheduling" });

test("[WB5] [WB7] [FEED7] a caller shows on the wallboard and on a TV without a user, until its link is revoked", async ({
  page,
  openBrowser,
  request,
  server,
  complaints,
}) => {
  complaints.expect(REVOKED);
  await signIn(page, maya);
  await page.goto("/acd");
  await page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name: "Wallboard" }).click();
  await expect(tile(page)).toContainText("Waiting0");
  // Others may have called before on the same day.
  await expect(tile(page)).toContainText(/Abandoned\d/);
  const before = Number(/Abandoned(\d+)/.exec((await tile(page).textContent()) ?? "")?.[1]);

  await page.getByRole("button", { name: "TV links" }).click();
  await page.getByLabel("Name of the screen").fill("Lobby");
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByLabel("Open this link on the TV").inputValue();
  const tv = await (await openBrowser()).newPage();
  await tv.goto(address);
  await expect(tv.getByRole("heading", { name: "Lobby" })).toBeVisible();
  await page.keyboard.press("Escape");

  await request.post(`${server.url}/dev/calls?from=12125550177&to=${SCHEDULING}&name=June%20Park&hz=900`);
  for (const each of [page, tv]) {
    await expect(tile(each)).toContainText("Waiting1");
    await expect(tile(each)).toContainText(/Longest wait0:[0-5][1-9]/);
  }
  await expect(page.getByRole("region", { name: "Live calls" })).toContainText("June Park");
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringMatching(/feed-worker/)]);
  await expect(tv.locator("body")).not.toContainText("June");

  await request.post(`${server.url}/dev/calls/hangup`);
  for (const each of [page, tv]) {
    await expect(tile(each)).toContainText("Waiting0");
    await expect(tile(each)).toContainText(`Abandoned${before + 1}`, { timeout: 20_000 });
  }

  await page.getByRole("button", { name: "TV links" }).click();
  await page.getByRole("button", { name: "Revoke Lobby" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).last().click();
  await expect(tv.getByText("This link was revoked.")).toBeVisible();
  await expect(tile(tv)).toHaveCount(0);
});

test("[WB10] a report is read by agent and saved as CSV and PDF", async ({ page }) => {
  await signIn(page, maya, "/acd/reports");
  const table = page.getByRole("region", { name: "Report table" });
  await expect(table).toContainText("Scheduling");
  await page.getByText("Agent", { exact: true }).click();
  await expect(table).toContainText("Talk time");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^queue-report-by-agent-.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain("From,To,Agent,Line,Answered");
  const savingPdf = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const pdf = await readFile(await (await savingPdf).path());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
