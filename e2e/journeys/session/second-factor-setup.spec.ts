import { generate } from "otplib";
import { REFUSED_401, REFUSED_403 } from "../../support/complaints.ts";
import {
  accountButton,
  confirmIdentity,
  fillCredentials,
  people,
  signInByForm,
} from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { ines } = people;

test("a user adds an authenticator app, signs in with a recovery code, and removes it", async ({
  page,
  openBrowser,
  complaints,
}) => {
  complaints.expect(REFUSED_401, REFUSED_403);
  await signInByForm(page, ines);
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Two-factor authentication" });
  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  await confirmIdentity(page);
  await expect(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await section.locator("code").textContent()) ?? "";
  await section.getByLabel("One-time code").fill(await generate({ secret }));
  await section.getByRole("button", { name: "Confirm" }).click();

  const codes = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes.first()).toBeVisible();
  const [recoveryCode = ""] = await codes.allTextContents();
  const downloading = page.waitForEvent("download");
  await section.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("offhook-recovery-codes.txt");
  await section.getByRole("button", { name: "I've saved these codes" }).click();
  await expect(section.getByText("Authenticator app", { exact: true })).toBeVisible();

  const elsewhere = await (await openBrowser()).newPage();
  await elsewhere.goto("/login");
  await fillCredentials(elsewhere, ines.username);
  await elsewhere.getByRole("button", { name: /^Recovery code/ }).click();
  await elsewhere.getByLabel("Recovery code").fill(recoveryCode);
  await elsewhere.getByRole("button", { name: "Verify" }).click();
  await expect(accountButton(elsewhere, ines)).toBeVisible();

  await section.getByRole("button", { name: "Remove Authenticator app" }).click();
  await expect(section.getByRole("button", { name: "Add an authenticator app" })).toBeVisible();
  const third = await (await openBrowser()).newPage();
  await signInByForm(third, ines);
});
