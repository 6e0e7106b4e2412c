import { UNREACHABLE } from "../../support/complaints.ts";
import { accountButton, people, signInByForm } from "../../support/demo-people.ts";
import { withWorker } from "../../support/offline.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;

test.use(withWorker);

test("an open page lives through a server that dies and comes back", async ({ page, server, complaints }) => {
  complaints.expect(UNREACHABLE);
  await signInByForm(page, maya);
  await page.goto("/settings");
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByText("This device")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { wasNeverReloaded: true }));

  await server.kill9();
  await expect(page.getByText("Network offline")).toBeVisible();
  await expect(accountButton(page, maya)).toBeVisible();

  await server.boot();
  await expect(page.getByText("Network offline")).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText("Real-time service has reconnected")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Contacts" }).click();
  await expect(page).toHaveURL("/contacts");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(devices.getByText("This device")).toBeVisible();
  expect(await page.evaluate(() => "wasNeverReloaded" in window)).toBe(true);
});

test("a sign-in while the server is away is explained, and works when it is back", async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect(UNREACHABLE, /status of 50\d/);
  await page.goto("/login");
  await expect(page.getByLabel("Username")).toBeVisible();
  await server.stop();
  await page.getByLabel("Username").fill(maya.username);
  await page.getByLabel("Password", { exact: true }).fill("offhook-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("General server error");

  await server.boot();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/calls/new");
});
