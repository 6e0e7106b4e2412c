import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

export const LINES = { main: "12125550110", scheduling: "12125550111" } as const;

/** What somebody outside has got from the carrier, oldest first. */
interface OutsideText {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly media: readonly unknown[];
}

export async function textsTo(page: Page, to: string): Promise<readonly OutsideText[]> {
  const response = await page.request.get(`/dev/texts.json?to=${to}`);
  const { result } = await response.json();
  return result.texts.toReversed();
}

/** Somebody outside writes to a line of the demo. */
export async function textFromOutside(page: Page, query: Record<string, string>): Promise<void> {
  const response = await page.request.post(`/dev/texts?${new URLSearchParams(query)}`);
  expect(response.ok()).toBe(true);
}

export const conversationRows = (page: Page): Locator =>
  page.getByRole("grid", { name: "Conversations" }).getByRole("row");

export const messageLog = (page: Page): Locator => page.getByRole("log", { name: "Messages" });

export const messageField = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });

/** Inside the console, without loading it anew. */
export async function openThread(page: Page, line: string, number: string): Promise<void> {
  await page.goto(`/messages/${number}/${line}`);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible({ timeout: 20_000 });
}

export async function sendText(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
}

/** The bubble with this text. */
export function bubble(page: Page, text: string | RegExp): Locator {
  return messageLog(page).getByRole("article").filter({ hasText: text });
}

export async function threadAction(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More for this conversation" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
