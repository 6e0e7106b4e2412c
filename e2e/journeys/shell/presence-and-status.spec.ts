import { accountButton, openAccountMenu, people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya, ines } = people;
const MINUTE_MS = 60_000;

test("do not disturb shows its banner in both tabs, and one 'Turn off' clears both", async ({
  page,
  context,
}) => {
  await signIn(page, maya);
  const other = await context.newPage();
  await other.goto("/contacts");
  await openAccountMenu(page, maya);
  await page.getByRole("menuitemcheckbox", { name: "Do not disturb" }).click();
  const banner = "Do Not Disturb is on. Calls go to voicemail.";
  await expect(page.getByText(banner)).toBeVisible();
  await expect(other.getByText(banner)).toBeVisible();
  await expect(accountButton(other, maya)).toHaveAccessibleName(/Do Not Disturb/);
  await other.getByRole("button", { name: "Turn off" }).click();
  await expect(other.getByText(banner)).toBeHidden();
  await expect(page.getByText(banner)).toBeHidden();
});

test("disabled calls and forwarding have their banners", async ({ page }) => {
  await signIn(page, maya);
  await openAccountMenu(page, maya);
  await page.getByRole("menuitemcheckbox", { name: "Disable incoming calls" }).click();
  await page.keyboard.press("Escape");
  const disabled = page.getByText("Incoming calls to the app are disabled. Your desk phone still rings.");
  await expect(disabled).toBeVisible();
  await expect(accountButton(page, maya)).toHaveAccessibleName(/Incoming calls disabled/);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(disabled).toBeHidden();

  await page.goto("/settings");
  const forwarding = page.getByRole("region", { name: "Forwarding" });
  await forwarding.getByRole("textbox").first().fill("(212) 555-0199");
  await forwarding.getByRole("button", { name: "Forward" }).click();
  const forwarded = page.getByText("Your phone line is forwarded to (212) 555-0199.");
  await expect(forwarded).toBeVisible();
  await page.getByRole("status").filter({ has: forwarded }).getByRole("button", { name: "Turn off" }).click();
  await expect(forwarded).toBeHidden();
});

test("a status is set, seen on another device, and ends by itself", async ({
  page,
  openBrowser,
  server,
  complaints,
}) => {
  // Moving the clock also ends access tokens, which are then renewed in silence.
  complaints.expect(/status of 401/);
  await signIn(page, ines);
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, ines);
  await openAccountMenu(page, ines);
  await page.getByRole("menuitem", { name: "Set a status" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "What is your status?" }).fill("At the dentist");
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "30 minutes" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Status updated successfully.")).toBeVisible();

  await openAccountMenu(laptop, ines);
  await expect(laptop.getByRole("menuitem", { name: "At the dentist" })).toBeVisible();
  await server.moveClock(31 * MINUTE_MS);
  await expect(laptop.getByRole("menuitem", { name: "Set a status" })).toBeVisible();
  await openAccountMenu(page, ines);
  await expect(page.getByRole("menuitem", { name: "Set a status" })).toBeVisible();
});
