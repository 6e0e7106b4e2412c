import { openAccountMenu, people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { dev, maya } = people;

test("queues are joined and left from the account menu, on every device", async ({ page, openBrowser }) => {
  await signIn(page, dev);
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, dev);
  for (const each of [page, laptop]) {
    await openAccountMenu(each, dev);
    await each.getByRole("menuitem", { name: "Manage queue availability" }).hover();
  }
  const billing = (of: typeof page) => of.getByRole("menuitemcheckbox", { name: /Billing/ });
  const wasIn = (await billing(page).getAttribute("aria-checked")) === "true";
  await billing(page).click();
  await expect(billing(page)).toHaveAttribute("aria-checked", String(!wasIn));
  await expect(billing(laptop)).toHaveAttribute("aria-checked", String(!wasIn));
  await expect(
    page.getByText(wasIn ? "Logged out of queue Billing" : "Logged in to queue Billing"),
  ).toBeVisible();
});

test("a hunt group switch that the service refuses goes back and says so", async ({ page, complaints }) => {
  complaints.expect(/status of 500/);
  await signIn(page, maya);
  await page.route("**/api/huntgroup/availability", (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: "server.error", message: "Server Error" }, result: null },
    }),
  );
  await openAccountMenu(page, maya);
  await page.getByRole("menuitem", { name: "Manage hunt groups availability" }).hover();
  const reception = page.getByRole("menuitemcheckbox", { name: /Reception/ }).first();
  await expect(reception).toHaveAttribute("aria-checked", "true");
  await reception.click();
  await expect(reception).toHaveAttribute("aria-checked", "false");
  await expect(page.getByText("Failed to change Hunt Group Availability")).toBeVisible();
  await expect(reception).toHaveAttribute("aria-checked", "true");

  await page.unroute("**/api/huntgroup/availability");
  await reception.click();
  await expect(page.getByText("Hunt Group Availability changed successfully")).toBeVisible();
  await expect(reception).toHaveAttribute("aria-checked", "false");
});
