import { expectAccessible } from "../../support/axe.ts";
import { REFUSED_401 } from "../../support/complaints.ts";
import { accountButton, fillCredentials, people, signInByForm, signOut } from "../../support/demo-people.ts";
import { storedSession } from "../../support/stored-session.ts";
import { expect, test } from "../../support/test.ts";

test("a user signs in with the password and lands on the dial pad", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("Voice messages chat and video in one beautiful app")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This field is required")).toHaveCount(2);
  await expect(page.getByLabel("Username")).toBeFocused();

  await fillCredentials(page, `  ${people.maya.username.toUpperCase()} `);
  await expect(page).toHaveURL("/calls/new");
  // With what is unread before it, as soon as that is counted.
  await expect(page).toHaveTitle(/^(\(\d\+?\) )?Offhook$/);
  await expect(accountButton(page, people.maya)).toBeVisible();

  const stored = await storedSession(page);
  expect(stored.token).toMatch(/^Bearer \S+$/);
  expect(stored.accounts).toMatchObject([{ username: people.maya.username }]);
  expect(stored.accounts[0]?.token).toBe(stored.token?.replace("Bearer ", ""));

  await page.goto("/login");
  await expect(page).toHaveURL("/calls/new");
});

test("a demo account signs in with one click", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /^Dev Patel/ }).click();
  await expect(page).toHaveURL("/calls/new");
  await expect(accountButton(page, people.dev)).toBeVisible();
});

test("the password can be shown while it is typed", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("two words");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("two words");
});

test("a wrong password is refused in the same words as an unknown name", async ({ page, complaints }) => {
  complaints.expect(REFUSED_401);
  await page.goto("/login");
  await fillCredentials(page, people.tom.username, "not-the-password");
  await expect(page.getByRole("alert")).toHaveText("Wrong username or password");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expectAccessible(page);

  await fillCredentials(page, "nobody@harborlight.example", "not-the-password");
  await expect(page.getByRole("alert")).toHaveText("Wrong username or password");
  expect(await storedSession(page)).toEqual({ token: null, refreshToken: null, accounts: [] });
});

test("signing out clears this browser and keeps the account's name", async ({ page }) => {
  await signInByForm(page, people.ines);
  await signOut(page, people.ines);
  await expect(page).toHaveURL("/login");

  const stored = await storedSession(page);
  expect(stored).toMatchObject({ token: null, refreshToken: null });
  expect(stored.accounts).toMatchObject([{ username: people.ines.username, token: "", refreshToken: "" }]);
  await page.goto("/contacts");
  await expect(page).toHaveURL("/login");
});
