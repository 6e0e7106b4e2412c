import { chromium } from "@playwright/test";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const context = await browser.newContext({ baseURL: "http://localhost:9140", viewport: { width: 1440, height: 860 }, reducedMotion: "reduce" });
const page = await context.newPage();
await page.goto("/login");
await page.getByLabel("Username").fill("ines@harborlight.example");
await page.getByLabel("Password", { exact: true }).fill("offhook-demo");
await page.getByRole("button", { name: "Sign in", exact: true }).click();
await page.waitForURL("**/calls/new");
for (const [path, name] of [["/messages", "Message"], ["/teams", undefined]]) {
  await page.goto(path);
  await page.getByRole("grid").getByRole("row").nth(name ? 2 : 0).click();
  const field = page.locator("section textarea").first();
  await field.fill("ab");
  await field.evaluate((e) => e.setSelectionRange(1, 1));
  await page.getByRole("button", { name: "Insert emoji" }).click();
  await page.waitForTimeout(1500);
  await page.mouse.click(...(await page.getByText("😀").first().boundingBox().then((b) => [b.x + b.width / 2, b.y + b.height / 2])));
  await page.waitForTimeout(300);
  console.log(path, await field.inputValue());
  await page.keyboard.type("x");
  console.log(path, await field.inputValue(), await page.evaluate(() => document.activeElement?.tagName));
  await page.keyboard.press("Escape");
  await field.fill("");
  // keyboard: End, focus
  const log = page.getByRole("log");
  await log.focus();
  await page.keyboard.press("Home");
  await page.waitForTimeout(700);
  const top = await log.evaluate((e) => e.scrollTop);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(400);
  await page.keyboard.press("End");
  await page.waitForTimeout(400);
  console.log("home", top, "end distance", await log.evaluate((e) => Math.round(e.scrollHeight - e.scrollTop - e.clientHeight)));
}
// dark, by the setting
await page.goto("/settings");
await page.waitForTimeout(1500);
const dark = page.getByText("Dark", { exact: true }).first();
await dark.click();
await page.waitForTimeout(1000);
console.log("scheme", await page.evaluate(() => document.documentElement.dataset.mantineColorScheme));
for (const width of [1440, 768, 390]) {
  await page.setViewportSize({ width, height: 860 });
  for (const path of ["/messages", "/teams"]) {
    await page.goto(path);
    const row = page.getByRole("grid").getByRole("row").nth(path === "/teams" ? 0 : 1);
    await row.click();
    await page.getByRole("log").getByRole("article").last().waitFor();
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/kit/dark${path.replace("/", "-")}-${width}.png` });
  }
}
await browser.close();
