import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import {
  bubble,
  conversationRows,
  LINES,
  messageField,
  messageLog,
  openThread,
  sendText,
  textFromOutside,
  textsTo,
  threadAction,
} from "../../support/messages.ts";
import { expect, test } from "../../support/test.ts";

const { dev, ines } = people;
const { scheduling } = LINES;
/** Before the first text there is nothing to show, and the browser reports that the service says so. */
const NO_CONVERSATION_YET = /status of 404/;

test("two people in one thread see each other, comment, and assign it", async ({ page, openBrowser }) => {
  const other = await (await openBrowser()).newPage();
  await Promise.all([signIn(page, dev), signIn(other, ines)]);
  await textFromOutside(page, { from: "12125550147", to: scheduling, text: "Nobody is at the blue door" });
  await other.goto("/messages");
  const row = conversationRows(other).filter({ hasText: "Nobody is at the blue door" });
  await expect(row).toHaveCount(1);
  await openThread(page, scheduling, "12125550147");
  await expect(row).toContainText("Dev Patel is viewing");
  await messageField(page).pressSequentially("I am");
  await expect(row).toContainText("Dev Patel is replying");
  await row.click();
  await expect(other.getByRole("region", { name: "Conversation" })).toContainText("Dev Patel is replying");
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("Ines Duarte is viewing");
  // What is begun is kept on the server.
  await page.reload();
  await expect(messageField(page)).toHaveValue("I am");

  await other.getByRole("button", { name: "Comment" }).click();
  await other.getByRole("textbox", { name: "Comment" }).pressSequentially("Yours, @dev");
  await other
    .getByRole("listbox", { name: "People to mention" })
    .getByRole("option", { name: "Dev Patel" })
    .click();
  await other.getByRole("button", { name: "Save comment" }).click();
  const comment = page.getByRole("article", { name: "Comment by Ines Duarte" });
  await expect(comment).toContainText("Yours, @Dev Patel");
  await expect(comment).toContainText("internal note");

  await other.getByRole("button", { name: "Assign", exact: true }).click();
  await other.getByRole("menuitem", { name: /Dev Patel/ }).click();
  await expect(row).toContainText("Dev Patel");
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(row).toContainText("Resolved");
  await other.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
  await expect(bubble(page, "Nobody is at the blue door")).toBeVisible();
  expect(await textsTo(page, "12125550147")).toEqual([]);

  await other.getByRole("searchbox", { name: "Search messages" }).fill("blue door");
  await other
    .getByRole("region", { name: "Found messages" })
    .getByRole("link", { name: /Nobody is at the blue door/ })
    .click();
  await expect(other).toHaveURL(/\/messages\/search\/\d+\/12125550111\/12125550147\?search=blue/);
  await expect(bubble(other, "Nobody is at the blue door")).toBeVisible();
});

test("a template is filled in, a text is scheduled and canceled, a conversation is downloaded and blocked", async ({
  page,
  complaints,
}) => {
  complaints.expect(NO_CONVERSATION_YET);
  await signIn(page, dev);
  await openThread(page, scheduling, "12125550148");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Manage templates" }).click();
  const dialog = page.getByRole("dialog", { name: "Templates" });
  await dialog.getByRole("button", { name: "Add template" }).click();
  await dialog.getByLabel("Title").fill("Late by car");
  await dialog.getByLabel("Text").fill("{my_name} of {line} is a little late.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Late by car");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Late by car" }).click();
  await expect(messageField(page)).toHaveValue("Dev Patel of Scheduling is a little late.");
  await expect(page.getByText(/1 segment · GSM-7/)).toBeVisible();
  await messageField(page).press("Enter");
  await expect(bubble(page, "a little late")).toBeVisible();

  await messageField(page).fill("See you tomorrow");
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
  const scheduled = page.getByRole("article", { name: "Scheduled message" });
  await expect(scheduled).toContainText("See you tomorrow");
  await scheduled.getByRole("button", { name: "Edit scheduled message" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("See you on Monday");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(scheduled).toContainText("See you on Monday");
  await scheduled.getByRole("button", { name: "Cancel scheduled message" }).click();
  await expect(scheduled).toHaveCount(0);

  const download = page.waitForEvent("download");
  await threadAction(page, "Download as text");
  const stream = await (await download).createReadStream();
  const chunks = await stream.toArray();
  expect(Buffer.concat(chunks).toString()).toContain("Dev Patel of Scheduling is a little late.");

  await threadAction(page, "Block");
  await page.getByLabel("Reason").fill("Wrong number");
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("This number is blocked on this line: Wrong number.")).toBeVisible();
  await page.getByRole("note").getByRole("button", { name: "Unblock" }).click();
  await expect(messageField(page)).toBeVisible();
});

test("a person who says STOP gets no more texts until START, and a message can be deleted and brought back", async ({
  page,
  complaints,
}) => {
  complaints.expect(NO_CONVERSATION_YET);
  await signIn(page, dev);
  await openThread(page, scheduling, "12125550149");
  await sendText(page, "Your visit is at ten");
  await expect(bubble(page, "Your visit is at ten")).toContainText("Delivered", { timeout: 20_000 });
  await textFromOutside(page, { from: "12125550149", to: scheduling, text: "STOP" });
  await expect(page.getByText(/Opted out.*replied STOP/)).toBeVisible();
  await expect(messageField(page)).toHaveCount(0);
  await expectAccessible(page);
  await textFromOutside(page, { from: "12125550149", to: scheduling, text: "START" });
  await expect(messageField(page)).toBeVisible();

  const first = bubble(page, "Your visit is at ten");
  await first.hover();
  await first.getByRole("button", { name: "More for this message" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(first).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(first).toHaveCount(1);
});

test("a thread of hundreds opens at what is unread and pages upwards without a jump", async ({ page }) => {
  await signIn(page, ines, "/messages");
  await expect(conversationRows(page).first()).toBeVisible();
  await expectAccessible(page);
  const row = conversationRows(page)
    .filter({ has: page.getByRole("img", { name: /unread/ }) })
    .first();
  await row.click();
  await expect(messageLog(page).getByText("New", { exact: true })).toBeVisible();

  const long = await longestThread(page);
  await openThread(page, long.line, long.number);
  await expect(messageLog(page).getByRole("article").last()).toBeVisible();
  for (let turn = 0; turn < 6; turn += 1) {
    const jump = await messageLog(page).evaluate(async (log) => {
      log.scrollTop = Math.min(log.scrollTop, 300);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const first = [...log.querySelectorAll<HTMLElement>("[data-key]:not([data-heading])")].find(
        (row) => row.getBoundingClientRect().bottom > log.getBoundingClientRect().top,
      );
      const before = first?.getBoundingClientRect().top ?? 0;
      const height = log.scrollHeight;
      for (let wait = 0; wait < 100 && log.scrollHeight === height; wait += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return Math.abs((first?.getBoundingClientRect().top ?? 0) - before);
    });
    expect(jump).toBeLessThan(2);
  }
  // Never more than a part of the thread is there.
  expect(await messageLog(page).getByRole("article").count()).toBeLessThanOrEqual(240);
});

/** The demo has one of six hundred messages. */
async function longestThread(page: Page): Promise<{ line: string; number: string }> {
  return page.evaluate(async () => {
    const { appKey } = await (await fetch("/config.json")).json();
    const headers = { "X-App-Key": appKey, Authorization: localStorage.getItem("auth._token.local") ?? "" };
    const ask = async (path: string) => (await (await fetch(`/api${path}`, { headers })).json()).result;
    const { conversations } = await ask("/sms/conversations?limit=200");
    for (const { smsLine, id } of conversations) {
      const query = new URLSearchParams({ sms_line: smsLine, conversation: id, offset: "400", limit: "1" });
      const { messages } = await ask(`/sms/conversation?${query}`);
      if (messages.length > 0) return { line: smsLine, number: id };
    }
    throw new Error("There is no long thread");
  });
}
