import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { expect, test, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

const { maya, ines } = people;
const MAIN_NUMBER = "12125550110";
const CALLER = "12125550100";

const rows = (page: Page) => page.getByRole("grid", { name: "Calls" }).getByRole("row");
const detail = (page: Page) => page.getByRole("article", { name: "Call", exact: true });
const callsLink = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Calls/ });

async function unreadCalls(page: Page): Promise<number> {
  const name = (await callsLink(page).textContent()) ?? "";
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

test("a missed call comes live, counts until it is read, and says which colleague has returned it", async ({
  consoleOf,
  request,
  server,
}) => {
  const [desk, colleague] = await Promise.all([consoleOf("maya"), consoleOf("dev")]);
  await expect(rows(desk.page).first()).toBeVisible();
  const before = await unreadCalls(desk.page);
  await request.post(`${server.url}/dev/calls?from=${CALLER}&to=${MAIN_NUMBER}&hz=440`);
  await desk.rings();
  await colleague.rings();
  await expect(
    desk.page.getByRole("list", { name: "Calls now" }).getByRole("button", { name: /^Answer/ }),
  ).toBeVisible();
  await request.post(`${server.url}/dev/calls/hangup`);

  const missed = rows(desk.page).first();
  await expect(missed).toContainText("Just Now");
  await expect(missed).toContainText("Not returned yet");
  await expect.poll(() => unreadCalls(desk.page)).toBe(before + 1);
  await missed.click();
  await expect(detail(desk.page)).toContainText("Nobody has returned this call yet.");
  await expect.poll(() => unreadCalls(desk.page)).toBe(before);

  await rows(colleague.page)
    .first()
    .getByRole("button", { name: /^Call back/ })
    .click();
  await colleague.talks();
  await colleague.press("Hang up");
  await colleague.isIdle();
  await expect(detail(desk.page)).toContainText(/Returned by Dev Patel after (?:less than a minute|\d min)/);
  await expect(missed).toContainText("Returned by Dev Patel");
  // Above it in Dev's own list is the call that returned it.
  await expect(rows(colleague.page).nth(1)).toContainText("Returned by you");
});

test("filters, a recording that plays and downloads, notes, and the history as a spreadsheet", async ({
  page,
}) => {
  await signIn(page, maya, "/calls");
  await expect(rows(page).first()).toBeVisible();
  await page.getByText("Missed", { exact: true }).first().click();
  await expect(page.getByRole("radio", { name: "Missed" })).toBeChecked();
  await expect(rows(page).first()).toContainText(/Missed|Declined|Blocked/);
  await expect(rows(page).filter({ hasText: "Outgoing" })).toHaveCount(0);
  await page.getByText("All", { exact: true }).first().click();

  await rows(page)
    .filter({ has: page.getByRole("img", { name: "Recorded" }) })
    .first()
    .click();
  const player = page.getByRole("group", { name: "Recording" });
  await player.getByRole("button", { name: "Speed: 1x" }).click();
  await page.getByRole("menuitemradio", { name: "1.75x" }).click();
  await player.getByRole("button", { name: "Play", exact: true }).click();
  const position = player.getByRole("slider", { name: "Position in Recording" });
  await expect.poll(async () => Number(await position.getAttribute("aria-valuenow"))).toBeGreaterThan(1);
  await player.getByRole("button", { name: "Pause" }).click();
  const recording = page.waitForEvent("download");
  await player.getByRole("button", { name: "Download" }).click();
  const file = await recording;
  expect(file.suggestedFilename()).toMatch(/^call-\d+-\d{8}-\d{4}\.mp3$/);
  const sound = await loudnessOf(page, await readFile(await file.path()));
  expect(sound.seconds).toBeGreaterThan(15);
  expect(sound.peak).toBeGreaterThan(0.1);

  const notes = detail(page).getByRole("textbox", { name: "Notes" });
  await notes.fill("Key is with the neighbor");
  await expect(page.getByText("Saved with the call")).toBeVisible();
  await page.reload();
  await expect(notes).toHaveValue("Key is with the neighbor");

  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: "More for calls" }).click();
  await page.getByRole("menuitem", { name: "Export as CSV" }).click();
  const csv = await table;
  expect(csv.suggestedFilename()).toMatch(/^calls-all-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await csv.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("Date,Direction,Result,Number,Name,Line");
  expect(lines.length).toBeGreaterThan(200);
});

/** How long a sound file is and how loud it gets, as the browser decodes it. */
function loudnessOf(page: Page, bytes: Buffer): Promise<{ seconds: number; peak: number }> {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(data.buffer);
    return {
      seconds: sound.duration,
      peak: sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    };
  }, bytes.toString("base64"));
}

test("the list is there from the last visit; it and the detail are clean for axe and take turns on a small screen", async ({
  page,
}) => {
  await signIn(page, ines, "/settings");
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "System" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto("/calls");
  const newest = rows(page).first().getByRole("time");
  await expect(newest).toBeVisible();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/phone\/cdrs\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(newest).toBeVisible();
  const answered = page.waitForResponse(/\/api\/phone\/cdrs\?/);
  release();
  await answered;
  await expect(newest).toBeVisible();

  await page.getByRole("grid", { name: "Calls" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(detail(page)).toBeVisible();
  await expect(rows(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("grid", { name: "Calls" })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to the calls" }).click();
  await expect(page.getByRole("grid", { name: "Calls" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Calls" }).getByRole("link", { name: "Dial pad" }).click();
  await expect(page).toHaveURL("/calls/new");
});
