import { expect, type Locator, type Page } from "@playwright/test";

export const searchField = (page: Page): Locator => page.getByRole("combobox", { name: "Search" });

/** Types into the box that Ctrl+K opens. */
export async function searchFor(page: Page, text: string): Promise<void> {
  if (!(await searchField(page).isVisible())) await page.keyboard.press("Control+k");
  await searchField(page).fill(text);
  await expect(searchField(page)).toHaveValue(text);
}

export const found = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("listbox", { name: "Results" }).getByRole("option").filter({ hasText: text });

/** What stands on the page of results, by category. */
export const foundOnPage = (page: Page, category: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${category}`) }).getByRole("listitem");
