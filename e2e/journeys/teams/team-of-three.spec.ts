import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import {
  act,
  composer,
  createTeam,
  expectMessage,
  message,
  openTeams,
  openTopic,
  say,
  systemLine,
  topicRow,
} from "../../support/teams.ts";
import { expect, test } from "../../support/test.ts";

const { maya, dev, ines } = people;
const SOON = { timeout: 40_000 };

test("three people talk in a team: threads, reactions, edits, deletions, receipts, rights, a new owner, and one is removed", async ({
  page,
  openBrowser,
}) => {
  // Three browsers on two cores.
  test.slow();
  const [atDev, atInes] = [await (await openBrowser()).newPage(), await (await openBrowser()).newPage()];
  await Promise.all([signIn(page, maya), signIn(atDev, dev), signIn(atInes, ines)]);
  await createTeam(page, "Night shift", [dev, ines]);
  await Promise.all([openTeams(atDev), openTeams(atInes)]);
  for (const each of [atDev, atInes]) await openTopic(each, "Night shift");
  await expect(systemLine(atDev, "Maya Okafor added Ines Duarte")).toBeVisible(SOON);

  await say(page, "Night shift", "Who takes the late visit?");
  for (const each of [atDev, atInes]) await expectMessage(each, "Who takes the late visit?");
  await expect(
    message(page, "Who takes the late visit?").getByRole("img", {
      name: /^Read by .*Dev.*Ines|^Read by .*Ines.*Dev/,
    }),
  ).toBeVisible(SOON);

  await react(atDev, "Who takes the late visit?");
  await react(atInes, "Who takes the late visit?");
  const both = message(page, "Who takes the late visit?").getByRole("list", { name: "Reactions" });
  await expect(both.getByRole("button", { name: /2, .*Dev Patel.*Ines Duarte/ })).toBeVisible(SOON);

  await act(atDev, "Who takes the late visit?", "Reply in thread");
  const thread = atDev.getByRole("complementary", { name: "Thread" });
  await thread.getByRole("textbox", { name: "Reply" }).fill("I do, until ten");
  await thread.getByRole("textbox", { name: "Reply" }).press("Enter");
  await expect(message(page, "Who takes the late visit?")).toContainText("1 reply", SOON);

  await say(atDev, "Night shift", "The keys are at the fornt desk");
  await expectMessage(page, "The keys are at the fornt desk");
  await act(atDev, "The keys are at the fornt desk", "Edit");
  await atDev.getByRole("textbox", { name: "Edit message" }).fill("The keys are at the front desk");
  await atDev.getByRole("button", { name: "Save" }).click();
  await expectMessage(page, "The keys are at the front desk");
  await expect(message(page, "The keys are at the front desk")).toContainText("(edited)");

  await remove(atDev, "The keys are at the front desk");
  await expect(message(page, "The keys are")).toHaveCount(0, SOON);
  await remove(page, "Who takes the late visit?");
  await expect(message(atInes, "This message was deleted")).toContainText("1 reply", SOON);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Members" }).click();
  const dialog = page.getByRole("dialog", { name: "Members of Night shift" });
  await expect(dialog.getByRole("list", { name: "Members" })).toContainText("Owner");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Permissions for Dev Patel" }).click();
  await page.getByRole("menuitem", { name: "View-only" }).click();
  await expect(composer(atDev, "Night shift")).toHaveCount(0, SOON);

  await atDev.getByRole("button", { name: "Members" }).click();
  const atDevDialog = atDev.getByRole("dialog", { name: "Members of Night shift" });
  await atDevDialog.getByRole("button", { name: "Ask to write" }).click();
  await expect(dialog.getByRole("list", { name: "Requests" })).toContainText("Dev Patel asks to write", SOON);
  await dialog.getByRole("button", { name: "Allow Dev Patel to post" }).click();
  await expect(composer(atDev, "Night shift")).toHaveCount(1, SOON);
  await expect(dialog.getByRole("list", { name: "Requests" })).toHaveCount(0, SOON);

  await dialog.getByRole("button", { name: "Permissions for Dev Patel" }).click();
  await page.getByRole("menuitem", { name: "Hand over ownership" }).click();
  await page.getByRole("button", { name: "Offer", exact: true }).click();
  await expect(atDevDialog).toContainText("You've been offered ownership of this team.", SOON);
  await expect(memberIn(dialog, "Maya Okafor")).toContainText("Owner");
  await atDevDialog.getByRole("button", { name: "Accept" }).click();
  await expect(memberIn(dialog, "Dev Patel")).toContainText("Owner", SOON);
  await expect(memberIn(dialog, "Maya Okafor")).toContainText("Admin", SOON);
  await expect(memberIn(atDevDialog, "Maya Okafor")).toContainText("Admin", SOON);

  await dialog.getByRole("button", { name: "Permissions for Ines Duarte" }).click();
  await page.getByRole("menuitem", { name: "Remove from team" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(atInes).toHaveURL(/\/teams\/greeting/, SOON);
  await expect(topicRow(atInes, "Night shift")).toHaveCount(0);
});

function memberIn(dialog: Locator, name: string): Locator {
  return dialog.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: name });
}

async function react(page: Page, text: string): Promise<void> {
  await message(page, text).hover();
  await message(page, text)
    .getByRole("button", { name: /^React with/ })
    .first()
    .click();
}

async function remove(page: Page, text: string): Promise<void> {
  await act(page, text, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
}
