import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

export const contactRows = (page: Page): Locator =>
  page.getByRole("grid", { name: "Contacts" }).getByRole("row");

export async function openContacts(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await expect(contactRows(page).first()).toBeVisible();
}

export async function searchContacts(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search contacts" }).fill(text);
}

export interface GivenContact {
  readonly first?: string;
  readonly last?: string;
  readonly organization?: string;
  /** A mobile number. */
  readonly number?: string;
}

/** Fills the form of a new contact, and leaves saving to the test. */
export async function fillNewContact(page: Page, given: GivenContact): Promise<Locator> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add contact" });
  if (given.first !== undefined) await dialog.getByLabel("First name").fill(given.first);
  if (given.last !== undefined) await dialog.getByLabel("Last name").fill(given.last);
  if (given.organization !== undefined) await dialog.getByLabel("Organization").fill(given.organization);
  if (given.number !== undefined) await dialog.getByLabel("Number 1", { exact: true }).fill(given.number);
  return dialog;
}

export interface ImportedFile {
  readonly name: string;
  /** What is in it, or the path of a real one. */
  readonly content: string | Buffer | { readonly path: string };
}

/** Opens the import and hands it a file. */
export async function chooseImportFile(page: Page, { name, content }: ImportedFile): Promise<Locator> {
  await page.getByRole("button", { name: "More for contacts" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import contacts" });
  await expect(dialog.getByRole("button", { name: "Choose a file" })).toBeVisible();
  const isPath = typeof content === "object" && "path" in content;
  await page
    .locator('input[type="file"]')
    .setInputFiles(
      isPath ? content.path : { name, mimeType: "text/plain", buffer: Buffer.from(content as string) },
    );
  return dialog;
}
