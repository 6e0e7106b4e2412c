import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test, withMicrophones } from "../support/phone/console-phones.ts";
import { takePicturesOfNow } from "./camera.ts";

test.use(withMicrophones);

const MAYA = { number: "12125550141", extension: "101" };
/** People outside who answer after a moment. */
const OUTSIDE = ["2125550188", "2125550187"] as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function followSystemColors(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "System" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto("/calls/new");
}

async function ringMaya(request: APIRequestContext, server: string): Promise<void> {
  const from = "from=12125550177&name=June%20Park";
  expect((await request.post(`${server}/dev/calls?${from}&to=${MAYA.number}`)).ok()).toBe(true);
}

async function dialPad(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Number or name" }).fill("re");
  await expect(page.getByRole("option").first()).toBeVisible();
  await takePicturesOfNow(page, "dial-pad");
  await page.getByRole("combobox", { name: "Number or name" }).fill("");
}

/** One call, from its ring to everything that can be done with it. */
async function talk(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Incoming call from June Park" })).toBeVisible();
  await takePicturesOfNow(page, "call-ringing");
  await button(page, "Answer").first().click();
  await expect(page.getByRole("button", { name: /^(Good|Fair|Poor):/ })).toBeVisible({ timeout: 20_000 });
  await takePicturesOfNow(page, "call-active");
  await button(page, "Keypad").click();
  for (const key of ["1", "2 ABC", "Hash"]) await button(page, key).click();
  await takePicturesOfNow(page, "call-keypad");
  await button(page, "Hide keypad").click();
  await button(page, "Hold").click();
  await expect(page.getByText("On Hold", { exact: true })).toBeVisible();
  await takePicturesOfNow(page, "call-hold");
  await button(page, "Resume").click();
  await button(page, "Transfer").click();
  await page.getByRole("option", { name: /Dev Patel/ }).click();
  await takePicturesOfNow(page, "call-transfer");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Without a reload: the call would be taken over by the new page. */
async function otherScreens(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: /^Contacts/ }).click();
  await expect(page.getByRole("region", { name: "Current call" })).toBeVisible();
  await expect(page.getByRole("grid", { name: "Contacts" }).getByRole("row").nth(5)).toBeVisible();
  await takePicturesOfNow(page, "call-bar");
  await page.getByRole("button", { name: /^Active calls/ }).click();
  await expect(page.getByRole("dialog", { name: "Active calls" })).toBeVisible();
  await takePicturesOfNow(page, "calls-menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Open the call with/ }).click();
}

async function conference(page: Page): Promise<void> {
  for (const number of OUTSIDE) {
    await button(page, "Add call").click();
    await page.getByRole("combobox", { name: "Call someone" }).fill(number);
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Call ./ })
      .click();
    await expect(button(page, "Add call")).toBeEnabled({ timeout: 20_000 });
  }
  await expect(page.getByRole("heading", { name: "Conference" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("3 participants")).toBeVisible({ timeout: 20_000 });
  await takePicturesOfNow(page, "call-conference");
  await button(page, "Hang up").click();
  await expect(page.getByRole("dialog", { name: "Split or hang up?" })).toBeVisible();
  await takePicturesOfNow(page, "call-split");
  await button(page, "Hang up all").click();
  await expect(page).toHaveURL("/calls/new", { timeout: 20_000 });
}

async function anotherTab(page: Page, ring: () => Promise<void>): Promise<void> {
  await ring();
  await button(page, "Answer").first().click();
  await expect(page.getByRole("button", { name: /^(Good|Fair|Poor):/ })).toBeVisible({ timeout: 20_000 });
  const other = await page.context().newPage();
  await other.goto("/calls/new");
  await other.getByRole("button", { name: /^Open the call with/ }).click();
  await expect(button(other, "Move call here")).toBeVisible();
  await takePicturesOfNow(other, "call-elsewhere");
  await other.close();
  await button(page, "Hang up").click();
  await expect(page).toHaveURL("/calls/new", { timeout: 20_000 });
}

test("every state of a call", async ({ consoleOf, request, server }) => {
  const { page } = await consoleOf("maya");
  const ring = (): Promise<void> => ringMaya(request, server.url);
  await followSystemColors(page);
  await dialPad(page);
  await ring();
  await talk(page);
  await otherScreens(page);
  await conference(page);
  await anotherTab(page, ring);
  expect((await request.post(`${server.url}/dev/doorbell?to=${MAYA.extension}`)).ok()).toBe(true);
  await expect(page.getByText("At the door", { exact: true })).toBeVisible();
  await takePicturesOfNow(page, "call-doorbell");
  await button(page, "Decline").first().click();
  await button(page, "Simulator").click();
  await expect(page.getByRole("dialog", { name: "Simulator" })).toBeVisible();
  await takePicturesOfNow(page, "simulator");
});
