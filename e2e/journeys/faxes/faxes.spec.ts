import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { DISCONNECTED, untilInstalled, withWorker } from "../../support/offline.ts";
import { expect, test } from "../../support/test.ts";

const SOON = { timeout: 30_000 };
/** Maya and Tom work with the one, Tom also with the other. */
const RECORDS = "(212) 555-0130";
const REFERRALS = "(212) 555-0131";
/** As the people outside behave. */
const BUSY = "(212) 555-0199";
const NOT_IN_SERVICE = "(212) 555-0197";

const rows = (page: Page): Locator => page.getByRole("grid", { name: "Faxes" }).getByRole("row");
const newest = (page: Page): Locator => rows(page).first();
const detail = (page: Page): Locator => page.getByRole("article", { name: "Fax", exact: true });
const delivery = (page: Page): Locator => page.getByRole("region", { name: "Delivery", exact: true });

async function openFaxes(page: Page): Promise<void> {
  await page.goto("/faxes");
  await expect(page.getByRole("button", { name: "New fax" }).first()).toBeVisible(SOON);
}

async function addText(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer });
}

async function addRecipient(page: Page, number: string): Promise<void> {
  await page.getByRole("combobox", { name: "To" }).fill(number);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Recipients" })).toContainText(number);
}

const sheet = (page: Page, number: number): Locator =>
  page.getByRole("button", { name: `Preview Page ${number}`, exact: true });

test("two users of a line see a fax go out with its cover, and its receiver gets the pages", async ({
  page,
  openBrowser,
}) => {
  // Two documents, a cover, three real pages on a line and two viewers.
  test.setTimeout(180_000);
  const tom = await (await openBrowser()).newPage();
  await signIn(tom, people.tom, "/faxes");
  await signIn(page, people.maya, "/faxes/new");
  await addRecipient(page, REFERRALS);
  await addText(page, "letter.txt", "Please see the attached referral.");
  await addText(page, "form.txt", "Form 12");
  await expect(sheet(page, 2)).toBeVisible(SOON);
  await page.getByRole("switch", { name: "Cover page" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Referral of Ms. Ames");
  await page.getByRole("button", { name: "Preview cover" }).click();
  await expect(page.getByRole("img", { name: "The page in black and white" })).toBeVisible(SOON);
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();

  await expect(newest(page)).toContainText("Success", SOON);
  await expect(newest(page)).toContainText("3 pages");
  // The same line in the other's list, and the fax in the line it went to.
  await expect(rows(tom).filter({ hasText: "Success" }).first()).toContainText("Referral of Ms. Ames", SOON);
  const received = rows(tom)
    .filter({ has: tom.getByRole("img", { name: "New" }) })
    .first();
  await expect(received).toContainText("3 pages", SOON);
  await received.click();
  await expect(detail(tom).getByText("Page 1 of 3")).toBeVisible(SOON);
  await tom.getByRole("button", { name: "Page 3", exact: true }).click();
  await expect(detail(tom).getByText("Page 3 of 3")).toBeVisible(SOON);

  await newest(page).click();
  await expect(detail(page)).toContainText("Delivered", SOON);
  await page.getByText("Receipt", { exact: true }).click();
  await expect(detail(page).getByText(/Page 1 of \d/)).toBeVisible(SOON);
});

test.describe(() => {
  test.use(withWorker);

  test("sent offline, a fax waits on the device over a reload and goes out once", async ({
    page,
    complaints,
  }) => {
    complaints.expect(DISCONNECTED);
    await signIn(page, people.maya, "/faxes/new");
    await addRecipient(page, REFERRALS);
    await page.getByRole("switch", { name: "Cover page" }).click();
    await page.getByRole("textbox", { name: "Subject" }).fill("Written without a network");
    await untilInstalled(page);
    await page.context().setOffline(true);
    await addText(page, "offline.txt", "Nobody can read this yet.");
    await expect(page.getByText("Uploads when you're back online")).toBeVisible(SOON);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const outbox = page.getByRole("list", { name: "Outbox" });
    await expect(outbox).toContainText("Will send when you're back online");
    await page.reload();
    await expect(outbox).toContainText("Will send when you're back online", SOON);
    await page.context().setOffline(false);
    await expect(outbox).toHaveCount(0, SOON);
    const sent = rows(page).filter({ hasText: "Written without a network" });
    await expect(sent).toContainText("Success", SOON);
    await page.reload();
    await expect(sent).toHaveCount(1, SOON);
  });
});

test("a fax is read, marked, assigned, forwarded, deleted and back, by keys where there are some", async ({
  page,
  openBrowser,
}) => {
  const tom = await (await openBrowser()).newPage();
  await signIn(tom, people.tom, "/faxes/new");
  await tom.getByRole("combobox", { name: "From" }).click();
  await tom.getByRole("option", { name: /Referrals/ }).click();
  await addRecipient(tom, RECORDS);
  await addText(tom, "result.txt", "Blood count");
  await expect(sheet(tom, 1)).toBeVisible(SOON);

  await signIn(page, people.maya);
  await openFaxes(page);
  await tom.getByRole("button", { name: "Send", exact: true }).click();
  await expect(newest(page).getByRole("img", { name: "New" })).toBeVisible(SOON);
  await page.getByRole("grid", { name: "Faxes" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(detail(page).getByText("Page 1 of 1")).toBeVisible(SOON);
  await expect(newest(page).getByRole("img", { name: "New" })).toHaveCount(0, SOON);
  await expectAccessible(page);

  await detail(page).getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: /Tom Reyes/ }).click();
  await openFaxes(tom);
  await tom.getByRole("combobox", { name: "Show" }).click();
  await tom.getByRole("option", { name: "Assigned to me" }).click();
  await expect(newest(tom)).toContainText("Tom Reyes", SOON);

  await page.getByRole("button", { name: "More for this fax" }).click();
  await page.getByRole("menuitem", { name: "Forward as fax" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "To" }).fill(REFERRALS);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await expect(newest(page)).toContainText(/To .*Success/, SOON);

  await detail(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Fax deleted")).toBeVisible(SOON);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page).filter({ hasText: "Tom Reyes" })).toHaveCount(1, SOON);
});

test("a number that is not in service fails with its reason; the fax is tried again and sent to another", async ({
  page,
}) => {
  await signIn(page, people.maya, "/faxes/new");
  await addRecipient(page, NOT_IN_SERVICE);
  await addText(page, "letter.txt", "To nobody");
  await expect(sheet(page, 1)).toBeVisible(SOON);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(newest(page)).toContainText("The number is not in service", SOON);
  await newest(page).click();
  await expect(delivery(page)).toContainText("Check the number and send it again.");
  await delivery(page).getByRole("button", { name: "Retry" }).click();
  const log = page.getByRole("region", { name: "Delivery log" });
  await expect(log.getByRole("listitem")).toHaveCount(2, SOON);
  await expect(delivery(page)).toContainText("The number is not in service", SOON);
  await delivery(page).getByRole("button", { name: "Send again to another number" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "To" }).fill(REFERRALS);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await expect(newest(page)).toContainText("Success", SOON);
});

test("a busy number is tried again by a plan that is shown, and can be canceled", async ({ page }) => {
  await signIn(page, people.maya, "/faxes/new");
  await addRecipient(page, BUSY);
  await addText(page, "letter.txt", "When you have time");
  await expect(sheet(page, 1)).toBeVisible(SOON);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(newest(page)).toContainText(/Try 2 of \d, next at \d.*The other side was busy/, SOON);
  await newest(page).click();
  await delivery(page).getByRole("button", { name: "Cancel fax" }).click();
  await expect(delivery(page)).toContainText("Somebody canceled it", SOON);
  await expect(newest(page)).toContainText("Failed");
});
