import { people, signIn } from "../../support/demo-people.ts";
import { withWorker } from "../../support/offline.ts";
import { expect, test } from "../../support/test.ts";

const { maya, dev } = people;

test("a setting changed on one device shows on the other, and both keep what the other changed", async ({
  page,
  openBrowser,
}) => {
  await signIn(page, maya);
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, maya);
  await page.goto("/settings");
  await laptop.goto("/settings");

  await page.getByText("Review before dialing").click();
  await expect(laptop.getByRole("switch", { name: "Review before dialing" })).toBeChecked();
  await laptop.getByRole("textbox", { name: "Doorbell code" }).fill("77#");
  await expect(page.getByRole("textbox", { name: "Doorbell code" })).toHaveValue("77#");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("switch", { name: "Review before dialing" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "Doorbell code" })).toHaveValue("77#");
});

test("the theme follows the setting at once and on the next start", async ({ page, openBrowser }) => {
  await signIn(page, dev);
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, dev);
  await page.goto("/settings");
  // Sections are built one after the other, and what lies below them moves.
  await expect(page.getByRole("region", { name: "Signed-in devices" })).toBeVisible();
  await expect(page.locator("section[data-waiting]")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Dark" }).click();
  const scheme = (of: typeof page) => of.locator("html");
  await expect(scheme(page)).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(scheme(laptop)).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(scheme(page)).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test.describe(() => {
  test.use(withWorker);

  test("a change made while the server is away is saved when it is back, also after a reload", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.expect(/ERR_|WebSocket|status of 50\d|fetching the script/);
    await signIn(page, maya, "/settings");
    await expect(page.getByRole("combobox", { name: "Position of incoming calls" })).toBeVisible();
    await server.kill9();
    await page.getByRole("combobox", { name: "Position of incoming calls" }).click();
    await page.getByRole("option", { name: "Top left" }).click();
    await expect(page.getByText("Not saved yet, trying again")).toBeVisible();
    await server.boot();
    await page.reload();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("combobox", { name: "Position of incoming calls" })).toHaveValue("Top left");
  });
});
