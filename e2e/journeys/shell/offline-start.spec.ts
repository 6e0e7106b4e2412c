import { accountButton, people, signInByForm } from "../../support/demo-people.ts";
import { DISCONNECTED, untilInstalled, withWorker } from "../../support/offline.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;

test.use(withWorker);

test("the second start needs no network, and finds its way back to it", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(DISCONNECTED);
  await signInByForm(page, maya);
  await untilInstalled(page);

  await context.setOffline(true);
  await page.goto("/settings");
  await expect(accountButton(page, maya)).toBeVisible();
  await expect(page.getByText("Network offline")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Appearance" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("Network offline")).toBeHidden({ timeout: 20_000 });
  const messages = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" });
  await expect(messages.getByRole("img", { name: /unread/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("dev pat");
  await expect(page.getByRole("option", { name: "Call Dev Patel" })).toBeVisible();
});

test("what belongs to the service is never answered from the cache", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(DISCONNECTED);
  await signInByForm(page, maya);
  await untilInstalled(page);
  await page.reload();
  await expect(accountButton(page, maya)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/config.json");
  expect(kept.filter((path) => /^\/(?:api|push|v0|sip|acd)\b/.test(path))).toEqual([]);
  await context.setOffline(true);
  expect(await page.evaluate(() => fetch("/api/status").then(String, () => "refused"))).toBe("refused");
});

test("it can be installed as an app", async ({ page }) => {
  await page.goto("/login");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(address ?? "")).json();
  expect(manifest).toMatchObject({ name: "Offhook", display: "standalone", start_url: "/" });
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(size).toBe(sizes);
  }
});
