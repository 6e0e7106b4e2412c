import type { Page } from "@playwright/test";
import { people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya, tom } = people;
const SCHEDULING = "12125550111";
const MOST_PLACES = 60;

const grip = (page: Page) => page.getByRole("button", { name: "Move June Park" });

/** By hand: down on the grip, over to the place in steps, and up. */
async function dragToTom(page: Page): Promise<void> {
  const place = page.locator('[data-place="line tom"]');
  const [from, to] = [await grip(page).boundingBox(), await place.boundingBox()];
  if (!from || !to) throw new Error("The call or the place is not on the screen");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await expect(place).toHaveAttribute("data-over", "");
  await page.mouse.up();
}

async function carryToTomByKeyboard(page: Page): Promise<void> {
  await grip(page).focus();
  await page.keyboard.press("Enter");
  const target = page.getByRole("button", { name: `Send to ${tom.name}`, exact: true });
  await expect(target).toBeVisible();
  await expect(page.locator("[data-open]:focus")).toHaveCount(1);
  for (let step = 0; step < MOST_PLACES; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(target).toBeFocused();
  await page.keyboard.press("Enter");
}

test("[DISP5] [DISP6] a dispatcher sends waiting calls to a colleague by mouse and by keyboard, and they ring there", async ({
  page,
  openBrowser,
  request,
  server,
}) => {
  const laptop = await (await openBrowser()).newPage();
  await signIn(laptop, tom);
  await signIn(page, maya);
  await page.goto("/dispatch");
  await expect(page.locator('[data-place="line tom"]')).toContainText("Browser");

  for (const send of [dragToTom, carryToTomByKeyboard]) {
    await request.post(`${server.url}/dev/calls?from=12125550177&to=${SCHEDULING}&name=June%20Park&hz=900`);
    await expect(grip(page)).toBeVisible();
    await send(page);
    await expect(laptop.getByRole("button", { name: /^Answer/ }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Live calls" })).toContainText("Ringing: Tom Reyes");
    await request.post(`${server.url}/dev/calls/hangup`);
    await expect(page.getByText("No live calls.")).toBeVisible();
  }
});
