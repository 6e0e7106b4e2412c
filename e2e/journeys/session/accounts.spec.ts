import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { REFUSED_401, REFUSED_403 } from "../../support/complaints.ts";
import {
  accountButton,
  confirmIdentity,
  fillCredentials,
  openAccountMenu,
  type Person,
  people,
  signInByForm,
  signOut,
} from "../../support/demo-people.ts";
import { phoneRegisters } from "../../support/phone/phone-registers.ts";
import { storedSession } from "../../support/stored-session.ts";
import { expect, test } from "../../support/test.ts";

const { maya, sam, dev } = people;

async function openSwitch(page: Page, person: Person): Promise<void> {
  await openAccountMenu(page, person);
  await page.getByRole("menuitem", { name: "Switch accounts" }).click();
  await expect(page.getByRole("dialog", { name: "Switch Accounts" })).toBeVisible();
}

async function addSam(page: Page): Promise<void> {
  await signInByForm(page, maya);
  await openSwitch(page, maya);
  await page.getByRole("button", { name: "Add another account" }).click();
  await expect(page).toHaveURL("/login");
  await fillCredentials(page, sam.username);
  await expect(accountButton(page, sam)).toBeVisible();
}

test("two accounts live in one browser, and every tab follows a switch", async ({
  page,
  context,
  complaints,
}) => {
  // What the second tab still asks for when the first one signs out is refused.
  complaints.expect(REFUSED_401);
  await addSam(page);
  const other = await context.newPage();
  await other.goto("/contacts");
  await expect(accountButton(other, sam)).toBeVisible();

  await openSwitch(page, sam);
  await expectAccessible(page);
  const list = page.getByRole("dialog");
  await expect(
    list.getByRole("button", { name: /Sam Whitaker.*Juniper Dental.*Current account/ }),
  ).toBeVisible();
  await list.getByRole("button", { name: /Maya Okafor.*Harborlight Home Care.*Signed in/ }).click();
  await expect(accountButton(page, maya)).toBeVisible();
  await expect(page).toHaveURL("/calls/new");
  await expect(accountButton(other, maya)).toBeVisible();

  const { accounts } = await storedSession(page);
  expect(accounts.map(({ username }) => username)).toEqual([maya.username, sam.username]);
  expect(accounts.every(({ token }) => token !== "")).toBe(true);

  await signOut(page, maya);
  await expect(page).toHaveURL("/login");
  await expect(other).toHaveURL("/login");

  await page.getByRole("button", { name: "Use a signed-in account" }).click();
  await expect(page.getByRole("button", { name: /Maya Okafor.*Signed out/ })).toBeVisible();
  await page.getByRole("button", { name: /Sam Whitaker.*Signed in/ }).click();
  await expect(accountButton(page, sam)).toBeVisible();
});

test("an account that no longer opens says so, and nothing changes", async ({ page, complaints }) => {
  complaints.expect(REFUSED_401);
  await addSam(page);
  const { accounts } = await storedSession(page);
  const mayas = accounts.find(({ username }) => username === maya.username);
  const { appKey } = await (await page.request.get("/config.json")).json();
  const ended = await page.request.post("/api/logout", {
    headers: { "X-App-Key": appKey, Authorization: `Bearer ${mayas?.token}` },
  });
  expect(ended.ok()).toBe(true);

  await openSwitch(page, sam);
  await page.getByRole("button", { name: /Maya Okafor.*Signed in/ }).click();
  await expect(page.getByText("Failed to switch account")).toBeVisible();
  await expect(page.getByRole("button", { name: /Maya Okafor.*Signed out/ })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).first().click();
  await expect(accountButton(page, sam)).toBeVisible();
});

test("another device is signed out from the list of devices", async ({ page, openBrowser, complaints }) => {
  complaints.expect(REFUSED_401, REFUSED_403);
  await signInByForm(page, dev);
  const elsewhere = await (await openBrowser()).newPage();
  const registered = phoneRegisters(elsewhere);
  await signInByForm(elsewhere, dev);
  await elsewhere.getByRole("navigation").getByRole("link", { name: "Contacts" }).click();
  await registered;

  await page.goto("/settings");
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByText("This device")).toBeVisible();
  await devices.getByRole("button", { name: "Sign out all other devices" }).click();
  await confirmIdentity(page);
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  await expect(elsewhere).toHaveURL("/login");
  await expect(elsewhere.getByRole("alert")).toHaveText("You were signed out from another of your devices.");
  await fillCredentials(elsewhere, dev.username);
  await expect(elsewhere).toHaveURL("/contacts");
});
