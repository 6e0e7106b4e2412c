import type { Page } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import { conversationRows, LINES, textFromOutside } from "../../support/messages.ts";
import { expect, test } from "../../support/test.ts";

const { ines } = people;
const PATIENCE_MS = 40_000;

/** Holds back the next answers to these requests, which the service has already given. */
async function holdBack(page: Page, address: RegExp) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  let answered = 0;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    asked += 1;
    await released;
    await route.fulfill({ response });
    answered += 1;
  });
  return { release, asked: () => asked, answered: () => answered };
}

/** Without the words for how long ago, which change while one looks. */
async function rowTexts(page: Page): Promise<readonly string[]> {
  const texts = await conversationRows(page).allInnerTexts();
  return texts.map((text) => text.replace(/Just Now|\d+ Minutes? Ago/g, "").trim());
}

test("[LIV1] a text that arrives while an older answer is on its way stays in the list", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(
    /ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to load resource/,
    /error occurred when fetching the script/,
  );
  await signIn(page, ines);
  await page.goto("/messages");
  await expect(conversationRows(page).first()).toBeVisible();
  const held = await holdBack(page, /\/api\/sms\/conversations\?/);
  await context.setOffline(true);
  await expect(page.getByText("Network offline")).toBeVisible({ timeout: PATIENCE_MS });
  await context.setOffline(false);
  await expect.poll(held.asked, { timeout: PATIENCE_MS }).toBeGreaterThan(0);

  const text = "Is the tide in yet?";
  await textFromOutside(page, { from: "12125550158", to: LINES.scheduling, text });
  const row = conversationRows(page).filter({ hasText: text });
  await expect(row).toHaveCount(1, { timeout: PATIENCE_MS });
  held.release();
  await expect.poll(() => held.answered() === held.asked()).toBe(true);
  // The answer has been drawn when whatever it says of another row is there.
  await expect(conversationRows(page).first()).toContainText(text);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))));
  await expect(row).toHaveCount(1);

  // What events made of the list is what the service has. Until the number is looked up it stands for the name.
  await expect(row).toContainText("St. Brigid Hospital");
  const shown = await rowTexts(page);
  await page.unroute(/\/api\/sms\/conversations\?/);
  await page.reload();
  await expect(row).toHaveCount(1);
  await expect.poll(() => rowTexts(page)).toEqual(shown);
});
