import { fillCredentials, people, signInByForm } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

test("a visitor who is sent to sign in comes back to the page they wanted", async ({ page }) => {
  await page.goto("/contacts/42");
  await expect(page).toHaveURL("/login");
  await fillCredentials(page, people.maya.username);
  await expect(page).toHaveURL("/contacts/42");
});

test("a query comes back too, and only once", async ({ page }) => {
  await page.goto("/messages/new?number=12125550142");
  await fillCredentials(page, people.maya.username);
  await expect(page).toHaveURL("/messages/new?number=12125550142");
  expect(await page.evaluate(() => localStorage.getItem("auth.redirect"))).toBeNull();
});

for (const planted of [
  "//evil.example/x",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
]) {
  test(`a planted ${planted} leads nowhere but home`, async ({ page }) => {
    await page.goto("/login");
    await page.evaluate((path) => localStorage.setItem("auth.redirect", path), planted);
    await fillCredentials(page, people.maya.username);
    await expect(page).toHaveURL("/calls/new");
  });
}

test("a feature that is switched off leads to the calls", async ({ page }) => {
  await signInByForm(page, people.tom);
  await page.goto("/teams/greeting");
  await expect(page).toHaveURL("/calls");
  await page.goto("/faxes");
  await expect(page).toHaveURL("/faxes");
});

test("an address that leads nowhere says so", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "This page could not be found" })).toBeVisible();
  await expect(page.getByText("404")).toBeVisible();
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await expect(page).toHaveURL("/login");
});
