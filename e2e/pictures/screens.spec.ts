import type { Page } from "@playwright/test";
import { openAccountMenu, people, signIn } from "../support/demo-people.ts";
import { topicRow } from "../support/teams.ts";
import { expect, test } from "../support/test.ts";
import { pose, SCHEMES, SIZES, takePicture } from "./camera.ts";

const { ines } = people;

/** A screen is an address, and what to do there before it is worth a picture. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const fromAccountMenu = (item: string) => async (page: Page) => {
  await openAccountMenu(page, ines);
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog").first()).toBeVisible();
};

/** The first call of the list that says this. */
const openCall = (text: string) => async (page: Page) => {
  const call = page
    .getByRole("grid", { name: "Calls" })
    .getByRole("row", { name: new RegExp(text) })
    .first();
  await call.click();
  await expect(page.getByRole("article", { name: "Call", exact: true })).toBeVisible();
};

const GUEST_SCREENS: readonly Screen[] = [
  { name: "sign-in", path: "/login" },
  {
    name: "second-factor",
    path: "/login",
    prepare: async (page) => {
      await page.getByRole("button", { name: /Lena Brandt/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
    },
  },
  { name: "reset", path: "/reset" },
  { name: "reset-success", path: "/resetSuccess" },
];

async function openContact(page: Page): Promise<void> {
  await page.getByRole("grid", { name: "Contacts" }).getByRole("row").nth(2).click();
  await expect(page.getByRole("article")).toBeVisible();
}

async function openContactForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  await expect(page.getByRole("dialog", { name: "Add contact" })).toBeVisible();
}

async function openTask(page: Page): Promise<void> {
  await page.getByRole("grid", { name: "Tasks" }).getByRole("row").first().click();
  await expect(page.getByRole("article", { name: "Task" })).toBeVisible();
}

async function waitForConversations(page: Page): Promise<void> {
  // On a small screen the list is all there is.
  await expect(page.getByRole("grid", { name: "Conversations" }).getByRole("row").first()).toBeVisible();
}

async function waitForMessages(page: Page): Promise<void> {
  await expect(page.getByRole("log", { name: "Messages" }).getByRole("article").last()).toBeVisible();
}

async function waitForFoundMessages(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Found messages" }).getByRole("link").first()).toBeVisible();
}

const openChat = (name: string) => async (page: Page) => {
  await topicRow(page, name).click();
  await waitForMessages(page);
};

async function openChatMembers(page: Page): Promise<void> {
  await openChat("Nurses on call")(page);
  await page.getByRole("button", { name: "Members" }).click();
  await expect(page.getByRole("dialog").getByText("Owner")).toBeVisible();
}

const USER_SCREENS: readonly Screen[] = [
  { name: "shell", path: "/calls/new" },
  { name: "call-history", path: "/calls" },
  { name: "call-missed", path: "/calls", prepare: openCall("Not returned yet") },
  { name: "call-recorded", path: "/calls", prepare: openCall("Recorded") },
  { name: "messages", path: "/messages", prepare: waitForConversations },
  { name: "conversation", path: "/messages/12125550171/12125550111", prepare: waitForMessages },
  { name: "conversation-failed", path: "/messages/12125550197/12125550111", prepare: waitForMessages },
  { name: "conversation-opted-out", path: "/messages/12125550186/12125550111", prepare: waitForMessages },
  { name: "messages-search", path: "/messages/greeting?search=visit", prepare: waitForFoundMessages },
  { name: "new-message", path: "/messages/new?number=2125550142" },
  { name: "search", path: "/search?q=daughter" },
  { name: "voicemails", path: "/voicemails" },
  { name: "faxes", path: "/faxes" },
  { name: "chat", path: "/teams" },
  { name: "chat-team", path: "/teams/greeting", prepare: openChat("Scheduling") },
  { name: "chat-members", path: "/teams/greeting", prepare: openChatMembers },
  { name: "chat-new-team", path: "/teams/new/group" },
  { name: "contacts", path: "/contacts" },
  { name: "contact", path: "/contacts", prepare: openContact },
  { name: "contact-form", path: "/contacts", prepare: openContactForm },
  { name: "tasks", path: "/tasks" },
  { name: "task", path: "/tasks", prepare: openTask },
  { name: "agent-dashboard", path: "/acd" },
  { name: "settings", path: "/settings" },
  { name: "not-found", path: "/no-such-page" },
  { name: "account-menu", path: "/calls/new", prepare: (page) => openAccountMenu(page, ines) },
  { name: "profile", path: "/calls/new", prepare: fromAccountMenu("Edit Profile") },
  { name: "status", path: "/calls/new", prepare: fromAccountMenu("Set a status") },
  { name: "switch-accounts", path: "/calls/new", prepare: fromAccountMenu("Switch accounts") },
  { name: "whats-new", path: "/calls/new", prepare: fromAccountMenu("What's new") },
  {
    name: "palette",
    path: "/calls/new",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog").first()).toBeVisible();
      await page.keyboard.type("ma");
    },
  },
  {
    name: "shortcuts",
    path: "/settings",
    prepare: async (page) => {
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog").first()).toBeVisible();
    },
  },
];

async function takePictures(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { name, path, prepare } of screens) {
    for (const size of SIZES) {
      for (const colorScheme of SCHEMES) {
        await pose(page, size, colorScheme);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await prepare?.(page);
        await takePicture(page, `${name}-${size.name}-${colorScheme}`);
      }
    }
  }
}

test("screens for signed-out visitors", async ({ page }) => {
  await takePictures(page, GUEST_SCREENS);
});

test("screens for signed-in users", async ({ page }) => {
  await signIn(page, ines);
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "System" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await takePictures(page, USER_SCREENS);
});
