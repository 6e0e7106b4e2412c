import { expectAccessible } from "../../support/axe.ts";
import { codeIn, mailAfter } from "../../support/demo-mail.ts";
import { accountButton, fillCredentials, people } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { lena } = people;

test("a second factor by email: wrong code, back, and the right code", async ({ page, complaints }) => {
  complaints.expect(/status of 40\d/);
  await page.goto("/login");
  await fillCredentials(page, lena.username);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await expectAccessible(page);

  const byMail = page.getByRole("button", { name: /^Email/ });
  const mail = await mailAfter(page, lena.username, () => byMail.click());
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText(/^Time left [45]:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^New code in 0:\d\d$/ })).toBeDisabled();
  await expectAccessible(page);

  const code = codeIn(mail);
  await page.getByLabel("One-time code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();

  await page.getByRole("button", { name: "Back" }).click();
  await expect(byMail).toBeVisible();
  // The code that was sent is still good: choosing the same way again asks for it and sends no other.
  await byMail.click();
  await page.getByLabel("One-time code").fill(` ${code} `);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL("/calls/new");
  await expect(accountButton(page, lena)).toBeVisible();
});

test("canceling drops the second step and asks for the password again", async ({ page }) => {
  await page.goto("/login");
  await fillCredentials(page, lena.username);
  await page.getByRole("button", { name: /^Authenticator app/ }).click();
  await expect(page.getByLabel("One-time code")).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

  await fillCredentials(page, lena.username);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
});

test("a new code goes back to the choice of method and replaces the old one", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 40\d/);
  await page.goto("/login");
  await fillCredentials(page, lena.username);
  const byMail = page.getByRole("button", { name: /^Email/ });
  const first = codeIn(await mailAfter(page, lena.username, () => byMail.click()));

  const again = page.getByRole("button", { name: "Get a new code" });
  await expect(again).toBeEnabled({ timeout: 40_000 });
  await again.click();
  const second = codeIn(await mailAfter(page, lena.username, () => byMail.click()));

  if (first !== second) {
    await page.getByLabel("One-time code").fill(first);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
  }
  await page.getByLabel("One-time code").fill(second);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL("/calls/new");
});
