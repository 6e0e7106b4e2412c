import { readFile, truncate, writeFile } from "node:fs/promises";
import { ANDROID_VCARD, GOOGLE_CSV, IPHONE_VCARD, OUTLOOK_CSV } from "@offhook/contact-files/samples";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { chooseImportFile, contactRows, openContacts, searchContacts } from "../../support/contacts.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { rae, sam } = people;

async function importAll(page: Page, name: string, content: string): Promise<void> {
  const dialog = await chooseImportFile(page, { name, content });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("added");
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

test("exports of phones and mail programs are taken in, and one click takes them out again", async ({
  page,
}) => {
  await signIn(page, rae);
  await openContacts(page);
  await importAll(page, "iphone.vcf", IPHONE_VCARD);
  await searchContacts(page, "jörg");
  await expect(contactRows(page)).toHaveCount(1);
  await contactRows(page).click();
  const detail = page.getByRole("article");
  await expect(detail).toContainText("Praxis Müller & Söhne, GmbH");
  await expect(detail).toContainText("(212) 555-0171");
  await importAll(page, "android.vcf", ANDROID_VCARD);
  await searchContacts(page, "öztürk");
  await expect(contactRows(page)).toHaveCount(1);
  await importAll(page, "google.csv", GOOGLE_CSV);
  await searchContacts(page, "");

  const before = await contactRows(page).first().getAttribute("aria-rowindex");
  expect(before).toBe("1");
  const count = () => page.getByRole("grid", { name: "Contacts" }).getAttribute("aria-rowcount");
  // The one that was searched for, until the search is gone.
  await expect.poll(count).not.toBe("1");
  const rows = await count();
  const dialog = await chooseImportFile(page, { name: "outlook.csv", content: OUTLOOK_CSV });
  await expect(dialog.getByRole("group", { name: "Columns" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("added");
  await expect.poll(count).not.toBe(rows);
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect.poll(count).toBe(rows);
});

test("what is exported imports back to the same thing", async ({ page }) => {
  await signIn(page, sam);
  await openContacts(page);
  await importAll(page, "iphone.vcf", IPHONE_VCARD);
  await page.getByRole("button", { name: "More for contacts" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export contacts" });
  await expect(dialog).toBeVisible();
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file).toContain("BEGIN:VCARD");
  const again = await chooseImportFile(page, { name: "contacts.vcf", content: file });
  // Everybody with a work or mobile number is recognized.
  await expect(again.getByRole("status")).toContainText("there already");
  await expect(again.getByRole("status")).not.toContainText("with errors");
});

const BAD_FILES = [
  { what: "an empty file", name: "empty.vcf", content: "", message: /This file is empty/ },
  {
    what: "a picture",
    name: "photo.vcf",
    content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0, 1]),
    message: /vCard|CSV|contacts/,
  },
  {
    what: "half a vCard",
    name: "half.vcf",
    content: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Half a",
    message: /vCard|end/i,
  },
] as const;

test("bad files get a clear message and change nothing", async ({ page, complaints }, testInfo) => {
  await signIn(page, rae);
  await openContacts(page);
  const count = () => page.getByRole("grid", { name: "Contacts" }).getAttribute("aria-rowcount");
  // The two colleagues are there first, the address book a moment later.
  await expect.poll(async () => Number(await count())).toBeGreaterThan(2);
  const before = await count();
  complaints.expect(/400 \(Bad Request\)/);
  for (const { name, content, message } of BAD_FILES) {
    const dialog = await chooseImportFile(page, { name, content });
    await expect(dialog.getByRole("alert")).toHaveText(message);
    await expect(dialog.getByRole("alert")).toContainText("Nothing was changed.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  // 200 MB that take no room on the disk.
  const huge = testInfo.outputPath("huge.csv");
  await writeFile(huge, "First Name,Last Name\n");
  await truncate(huge, 200 * 1024 * 1024);
  const refused = await chooseImportFile(page, { name: "huge.csv", content: { path: huge } });
  await expect(refused.getByRole("alert")).toHaveText("This file is larger than 32 MB. Nothing was changed.");
  await page.keyboard.press("Escape");
  await expect(refused).toBeHidden();
  const dialog = await chooseImportFile(page, {
    name: "columns.csv",
    content: "Color,Size\nred,4\nblue,5\n",
  });
  await expect(dialog.getByRole("status")).toContainText("2 with errors");
  await expect(dialog).toContainText("There is neither a name nor a number nor an address");
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  expect(await count()).toBe(before);
});
