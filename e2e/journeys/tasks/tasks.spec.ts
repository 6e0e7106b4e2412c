import { expectAccessible } from "../../support/axe.ts";
import { REFUSED_401 } from "../../support/complaints.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { LINES, openThread, textFromOutside } from "../../support/messages.ts";
import { act, expectMessage, message, openTeams, openTopic, say } from "../../support/teams.ts";
import { expect, test } from "../../support/test.ts";

const { maya, dev } = people;
const { scheduling } = LINES;
const MINUTE_MS = 60_000;

test("a task goes from one person to another, is resolved, opened again, deleted and brought back", async ({
  page,
  openBrowser,
}) => {
  const number = "12125550153";
  const other = await (await openBrowser()).newPage();
  await Promise.all([signIn(page, maya), signIn(other, dev)]);
  await textFromOutside(page, { from: number, to: scheduling, text: "Can we move Tuesday" });
  await openThread(page, scheduling, number);
  const head = page.getByRole("group", { name: "Task" });
  await head.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: /Dev Patel/ }).click();
  await expect(head).toContainText("Dev Patel");

  // Dev hears of it on any screen, and a click leads there.
  await expect(other.getByText("Maya Okafor has a task for you")).toBeVisible();
  await other.getByRole("button", { name: "Open", exact: true }).click();
  await expect(other).toHaveURL(/\/tasks\/\d+$/);
  const task = other.getByRole("article", { name: "Task" });
  await expect(task).toContainText("Can we move Tuesday");
  await expect(task).toContainText("Maya Okafor assigned it to Dev Patel");
  const rows = other.getByRole("grid", { name: "Tasks" }).getByRole("row");
  await expect(rows.filter({ hasText: "Can we move Tuesday" })).toHaveCount(1);
  await expectAccessible(other);

  await task.getByRole("button", { name: "Resolve" }).click();
  await expect(rows.filter({ hasText: "Can we move Tuesday" })).toHaveCount(0);
  await head.getByRole("button", { name: "Reopen" }).click();
  await expect(task).toContainText("Maya Okafor reopened it");
  await expect(rows.filter({ hasText: "Can we move Tuesday" })).toHaveCount(1);

  await task.getByRole("button", { name: "More for this task" }).click();
  await other.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await expect(head.getByRole("button", { name: "Assign", exact: true })).toBeVisible();
  await expect(head.getByRole("button", { name: "Resolve" })).toHaveCount(0);
  await task.getByRole("button", { name: "Restore" }).click();
  await expect(head).toContainText("Dev Patel");
  await task.getByRole("link", { name: "Open the conversation" }).click();
  await expect(other.getByRole("region", { name: "Conversation" })).toContainText("Can we move Tuesday");
});

test("a reminder comes at its time, once, and leads to the task", async ({ page, server, complaints }) => {
  // An hour later tokens and addresses of photos have expired; the console gets new ones.
  complaints.expect(REFUSED_401, /status of 403/);
  const number = "12125550154";
  await signIn(page, maya);
  await textFromOutside(page, { from: number, to: scheduling, text: "Please ring at nine" });
  await openThread(page, scheduling, number);
  const head = page.getByRole("group", { name: "Task" });
  await head.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: /Maya Okafor/ }).click();
  await head.getByRole("link", { name: "Open the task" }).click();
  const task = page.getByRole("article", { name: "Task" });
  await task.getByRole("button", { name: "Set a due date" }).click();
  const dialog = page.getByRole("dialog", { name: "Due date and reminder" });
  await dialog.getByRole("combobox", { name: "Remind me" }).click();
  await page.getByRole("option", { name: "At the due time" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(task).toContainText(/Reminder (today|tomorrow) at/);
  const address = page.url();

  await page.getByRole("link", { name: "Calls" }).click();
  await expect(page).toHaveURL("/calls/new");
  // The first time on offer is at most an hour away.
  await server.moveClock(61 * MINUTE_MS);
  await expect(page.getByText("Task reminder")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(task).toContainText("Reminder sent");
  await server.moveClock(61 * MINUTE_MS);
  await expect(task.getByText("Reminder sent")).toHaveCount(1);
});

test("a message of a team becomes a task, which leads back to it", async ({ page }) => {
  await signIn(page, dev);
  await openTeams(page);
  await openTopic(page, "Scheduling");
  await say(page, "Scheduling", "The lift at Elm Street needs a look");
  await expectMessage(page, "The lift at Elm Street needs a look");
  await act(page, "The lift at Elm Street needs a look", "Make a task");
  await expect(page.getByText("Assigned to you")).toBeVisible({ timeout: 20_000 });
  await page.goto("/tasks");
  const row = page
    .getByRole("grid", { name: "Tasks" })
    .getByRole("row")
    .filter({ hasText: "The lift at Elm" });
  await row.click();
  const task = page.getByRole("article", { name: "Task" });
  await expect(task).toContainText("The lift at Elm Street needs a look");
  await task.getByRole("link", { name: "Open the chat" }).click();
  await expect(page).toHaveURL(/\/teams\/search-result\/grp[^/]+\?seq=\d+$/);
  await expect(message(page, "The lift at Elm Street needs a look")).toBeVisible({ timeout: 20_000 });
});
