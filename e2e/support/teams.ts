import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./demo-people.ts";

/** Whatever two browsers, a server and a database on two cores take. */
const SOON = { timeout: 40_000 };

export async function openTeams(page: Page): Promise<void> {
  await page.goto("/teams/greeting");
  await expect(topicRow(page, "Harborlight")).toBeVisible(SOON);
}

/** By its name alone: what was said last may name others. */
export function topicRow(page: Page, name: string): Locator {
  const named = page.getByText(name, { exact: true });
  return page.getByRole("grid", { name: "Chats" }).getByRole("row").filter({ has: named });
}

export async function openTopic(page: Page, name: string): Promise<void> {
  await topicRow(page, name).click();
  await expect(composer(page, name)).toBeVisible(SOON);
}

export function composer(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name: `Message ${name}` });
}

export async function say(page: Page, topic: string, text: string): Promise<void> {
  await composer(page, topic).fill(text);
  await composer(page, topic).press("Enter");
}

/** The message with this text, in the stream of the open topic. */
export function message(page: Page, text: string): Locator {
  return page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: text });
}

/** What the group says by itself, as that somebody came. */
export function systemLine(page: Page, text: string): Locator {
  return page.getByRole("log", { name: "Messages" }).getByText(text, { exact: true });
}

export async function expectMessage(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toHaveCount(1, SOON);
}

/** One of the actions that show when the pointer is over a message. */
export async function act(page: Page, text: string, action: string): Promise<void> {
  const tools = message(page, text).getByRole("toolbar", { name: "Message actions" });
  // What was just said is drawn anew when the service has it, and then the pointer was not over it yet.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).hover();
    await expect(tools).toBeVisible({ timeout: 1000 });
  }).toPass(SOON);
  const button = tools.getByRole("button", { name: action, exact: true });
  if (await button.isVisible()) return button.click();
  await tools.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** A team of the user's own, with these colleagues in it. */
export async function createTeam(page: Page, name: string, members: readonly Person[]): Promise<void> {
  await page.goto("/teams/new/group");
  await page.getByRole("textbox", { name: /^Name/ }).fill(name);
  for (const member of members) await page.getByRole("checkbox", { name: member.name }).check(SOON);
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(composer(page, name)).toBeVisible(SOON);
}
