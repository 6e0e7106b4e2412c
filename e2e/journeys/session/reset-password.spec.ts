import { expectAccessible } from "../../support/axe.ts";
import { mailAfter } from "../../support/demo-mail.ts";
import { accountButton, fillCredentials, people } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { rae } = people;

test("a forgotten password is replaced by way of a mailed link, which works once", async ({
  page,
  complaints,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password ?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expectAccessible(page);

  const send = page.getByRole("button", { name: "Send the link" });
  await send.click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill("rae@juniper");
  await expect(page.getByText("Email must be valid")).toBeVisible();
  await page.getByLabel("Email").fill(rae.username);
  const mail = await mailAfter(page, rae.username, () => send.click());

  await expect(page).toHaveURL("/resetSuccess");
  await expect(page.getByRole("heading", { name: "Check your inbox." })).toBeVisible();
  await expect(page.getByText("We've sent you an email with a link to reset your password.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "resend the email" }).click();
  await expect(page).toHaveURL("/reset");

  const link = /https?:\S+\/reset\/\S+/.exec(mail)?.[0] ?? "";
  await page.goto(link);
  const set = page.getByRole("button", { name: "Set password" });
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await set.click();
  await expect(page.getByText("The password needs at least 10 characters")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("a brand new one");
  await page.getByLabel("Repeat the new password").fill("a brand old one");
  await expect(page.getByText("The passwords differ")).toBeVisible();
  await page.getByLabel("Repeat the new password").fill("a brand new one");
  await expectAccessible(page);
  await set.click();
  await expect(page.getByRole("heading", { name: "Your password is set." })).toBeVisible();

  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await fillCredentials(page, rae.username, "a brand new one");
  await expect(page).toHaveURL("/calls/new");
  await expect(accountButton(page, rae)).toBeVisible();

  complaints.expect(/status of 400/);
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("yet another one");
  await page.getByLabel("Repeat the new password").fill("yet another one");
  await set.click();
  await expect(page.getByRole("alert")).toContainText("This link has expired or was already used.");
});
