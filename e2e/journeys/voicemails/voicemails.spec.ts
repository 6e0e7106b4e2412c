import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { DISCONNECTED, untilInstalled, withWorker } from "../../support/offline.ts";
import { EXTENSION, expect, test, withMicrophones } from "../../support/phone/console-phones.ts";
import { openTeams, openTopic } from "../../support/teams.ts";

test.use(withMicrophones);

const SOON = { timeout: 20_000 };

const rows = (page: Page): Locator => page.getByRole("grid", { name: "Voicemails" }).getByRole("row");
const newest = (page: Page): Locator => rows(page).first();
const detail = (page: Page): Locator => page.getByRole("article", { name: "Voicemail" });

async function openVoicemails(page: Page): Promise<void> {
  await page.goto("/voicemails");
  await expect(newest(page)).toBeVisible(SOON);
}

test("a message that was left is there at once, is heard, read in step, assigned, forwarded, deleted and back", async ({
  consoleOf,
  openBrowser,
}) => {
  const [dev, ines] = await Promise.all([consoleOf("dev"), consoleOf("ines")]);
  const second = await (await openBrowser()).newPage();
  await signIn(second, people.dev);
  await openVoicemails(second);
  await dev.isReady();

  await ines.dial(EXTENSION.dev);
  await dev.rings("Ines");
  await dev.card("Ines").getByRole("button", { name: "Decline", exact: true }).click();
  await ines.talks();
  // The greeting is over by then, and she has spoken for a while.
  await expect(ines.screen().getByRole("time")).toHaveText(/^0:[2-5]\d$/, { timeout: 40_000 });
  const before = await rows(second).count();
  await ines.press("Hang up");
  // A second on a machine that does nothing else.
  await expect(newest(second)).toContainText("Ines Duarte", { timeout: 5_000 });
  await expect(newest(second).getByRole("img", { name: "New" })).toBeVisible();
  expect(await rows(second).count()).toBeGreaterThanOrEqual(before);

  await openVoicemails(dev.page);
  await newest(dev.page).click();
  const player = detail(dev.page).getByRole("group", { name: "Voicemail from Ines Duarte" });
  await expect(player).toHaveAttribute("data-status", "ready", SOON);
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.getByRole("slider")).not.toHaveAttribute("aria-valuenow", "0", SOON);
  await player.getByRole("button", { name: "Pause" }).click();
  await expectAccessible(dev.page);

  // Read here, it is read there.
  await expect(newest(second).getByRole("img", { name: "New" })).toHaveCount(0, SOON);
  await dev.page.getByRole("button", { name: "More for this voicemail" }).click();
  await dev.page.getByRole("menuitem", { name: "Mark unread" }).click();
  await expect(newest(second).getByRole("img", { name: "New" })).toBeVisible(SOON);
  await newest(dev.page).click();

  await detail(dev.page).getByRole("button", { name: "Assign" }).click();
  await dev.page.getByRole("menuitem", { name: /Dev Patel/ }).click();
  await expect(newest(second)).toContainText("Dev Patel", SOON);

  await dev.page.getByRole("button", { name: "More for this voicemail" }).click();
  await dev.page.getByRole("menuitem", { name: "Forward to a colleague" }).click();
  const dialog = dev.page.getByRole("dialog", { name: "Forward voicemail" });
  await dialog.getByRole("checkbox", { name: "Maya Okafor" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Please call her back");
  await dialog.getByRole("button", { name: "Forward", exact: true }).click();
  await expect(dev.page.getByText("Voicemail forwarded")).toBeVisible(SOON);
  await openTeams(second);
  await openTopic(second, "Maya Okafor");
  const message = second.getByRole("article").filter({ hasText: "Please call her back" });
  await expect(message.getByRole("group", { name: /voicemail-/ })).toBeVisible(SOON);

  await openVoicemails(second);
  await detail(dev.page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(newest(second)).not.toContainText("Ines Duarte", SOON);
  await dev.page.getByRole("button", { name: "Undo" }).click();
  await expect(newest(second)).toContainText("Ines Duarte", SOON);
});

test.describe(() => {
  test.use(withWorker);

  test("a start without the network finds the list of the last visit", async ({ page, complaints }) => {
    complaints.expect(DISCONNECTED);
    await signIn(page, people.maya);
    await openVoicemails(page);
    const name = (await newest(page).getByRole("gridcell").textContent()) ?? "";
    await untilInstalled(page);
    await page.context().setOffline(true);
    await page.goto("/voicemails");
    await expect(newest(page)).toContainText(name.slice(0, 10), SOON);
    await page.context().setOffline(false);
  });
});
