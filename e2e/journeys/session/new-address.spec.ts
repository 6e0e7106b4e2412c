import { expectAccessible } from "../../support/axe.ts";
import { REFUSED_401, REFUSED_403 } from "../../support/complaints.ts";
import { mailAfter } from "../../support/demo-mail.ts";
import {
  confirmIdentity,
  fillCredentials,
  openAccountMenu,
  people,
  signIn,
} from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { sam } = people;
const NEW = "sam.w@elsewhere.example";
const linkIn = (mail: string): string => /https?:\S+\/email\/\S+/.exec(mail)?.[0] ?? "";

test("a new address needs the password and its own mailbox, and the former one takes it back", async ({
  page,
  complaints,
}) => {
  complaints.expect(REFUSED_401, REFUSED_403);
  await signIn(page, sam);
  await openAccountMenu(page, sam);
  await page.getByRole("menuitem", { name: "Edit Profile" }).click();
  const profile = page.getByRole("dialog", { name: "Edit your profile" });
  await profile.getByRole("textbox", { name: "Email" }).fill(NEW);
  await profile.getByRole("button", { name: "Save" }).click();
  let confirmation = "";
  const warning = await mailAfter(page, sam.username, async () => {
    confirmation = await mailAfter(page, NEW, () => confirmIdentity(page));
  });
  await expect(profile.getByText(`Open the link we mailed to ${NEW}.`)).toBeVisible();

  await page.goto(linkIn(confirmation));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText(`From now on you sign in as ${NEW}.`)).toBeVisible();

  await page.goto(linkIn(warning));
  await expectAccessible(page);
  await page.getByRole("button", { name: "This was not me" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("mine alone again");
  await page.getByLabel("Repeat the new password").fill("mine alone again");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set." })).toBeVisible();
  await page.goto("/login");
  await fillCredentials(page, sam.username, "mine alone again");
  await expect(page).toHaveURL("/calls/new");
});
