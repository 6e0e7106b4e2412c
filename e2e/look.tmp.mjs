import { chromium } from "@playwright/test";
const base = "http://localhost:9140";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
async function open(width, scheme) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height: 860 }, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text().slice(0, 200)));
  page.on("pageerror", (e) => console.log("PAGEERROR", e.message.slice(0, 300)));
  await page.goto("/login");
  await page.getByLabel("Username").fill("ines@harborlight.example");
  await page.getByLabel("Password", { exact: true }).fill("offhook-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/calls/new");
  return page;
}
const shot = (page, name) => page.screenshot({ path: `/tmp/kit/${name}.png` });
const widths = (process.argv[2] ?? "1440,390,768").split(",").map(Number);
for (const width of widths) {
  const page = await open(width, "light");
  await page.goto("/messages");
  await page.getByRole("grid", { name: "Conversations" }).getByRole("row").first().waitFor();
  await page.getByRole("grid", { name: "Conversations" }).getByRole("row").nth(2).click();
  await page.getByRole("log", { name: "Messages" }).getByRole("article").last().waitFor();
  await page.waitForTimeout(800);
  await shot(page, `thread-${width}`);
  if (width === 1440) {
    // emoji by mouse
    await page.getByRole("button", { name: "Insert emoji" }).click();
    await page.waitForTimeout(1500);
    await shot(page, "emoji-1440");
    await page.locator('[frimousse-emoji], [role="gridcell"] button, [role="gridcell"]').first().click({ timeout: 4000 }).catch((e) => console.log("emoji click", e.message.slice(0, 100)));
    console.log("after emoji:", await page.getByRole("textbox", { name: "Message" }).inputValue());
    await page.keyboard.press("Escape");
    await page.locator('input[type="file"]').setInputFiles({ name: "note.png", mimeType: "image/png", buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64") });
    await page.getByRole("textbox", { name: "Message" }).fill("Line one\nline two of a text");
    await page.waitForTimeout(500);
    await shot(page, "composing-1440");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForTimeout(1500);
    await shot(page, "sent-1440");
    // comment with mention by mouse
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByRole("textbox", { name: "Comment" }).pressSequentially("please (@de");
    await page.waitForTimeout(300);
    await shot(page, "mention-1440");
    await page.getByRole("option", { name: "Dev Patel" }).click();
    await page.waitForTimeout(200);
    console.log("comment:", await page.getByRole("textbox", { name: "Comment" }).inputValue());
    // scroll away and jump
    await page.mouse.move(900, 400);
    await page.mouse.wheel(0, -1200);
    await page.waitForTimeout(600);
    await shot(page, "scrolled-1440");
    const jump = page.getByRole("button", { name: /Jump to newest|new$/ });
    if (await jump.count()) await jump.click();
    await page.waitForTimeout(400);
    console.log("jump gone:", await jump.count());
    await page.getByRole("article").last().hover();
    await page.getByRole("button", { name: "More for this message" }).last().click();
    await page.waitForTimeout(400);
    await shot(page, "menu-1440");
    await page.keyboard.press("Escape");
  }
  await page.goto("/teams");
  const rows = page.getByRole("grid").getByRole("row");
  await rows.first().waitFor();
  await rows.first().click();
  await page.getByRole("log", { name: "Messages" }).waitFor();
  await page.waitForTimeout(1000);
  await shot(page, `topic-${width}`);
  if (width === 1440) {
    const field = page.locator('textarea').first();
    await field.click();
    await page.keyboard.type("hello @d");
    await page.waitForTimeout(300);
    await shot(page, "topic-mention-1440");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("bold");
    await page.waitForTimeout(100);
    console.log("topic typed:", await field.inputValue());
    await page.locator('input[type="file"]').first().setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("abc") });
    await page.waitForTimeout(400);
    await shot(page, "topic-composing-1440");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForTimeout(1500);
    await page.getByRole("article").last().hover();
    await page.getByRole("button", { name: "Reply in thread" }).click();
    await page.getByRole("complementary", { name: "Thread" }).waitFor();
    await page.waitForTimeout(500);
    await shot(page, "topic-thread-1440");
    await page.emulateMedia({ colorScheme: "dark" });
  }
  await page.context().close();
}
await browser.close();
