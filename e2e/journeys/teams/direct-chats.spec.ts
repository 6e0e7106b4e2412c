import { expectAccessible } from "../../support/axe.ts";
import { UNREACHABLE } from "../../support/complaints.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { withWorker } from "../../support/offline.ts";
import {
  composer,
  expectMessage,
  message,
  openTeams,
  openTopic,
  say,
  systemLine,
  topicRow,
} from "../../support/teams.ts";
import { expect, test } from "../../support/test.ts";

const { maya, dev, ines } = people;
const SOON = { timeout: 40_000 };
const FAILED_500 = /status of 500/;
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

test.describe(() => {
  test.use(withWorker);

  test("two people talk; what is written without a network goes out once, and a file that fails is left out", async ({
    page,
    openBrowser,
    complaints,
  }) => {
    complaints.expect(FAILED_500, OFFLINE, UNREACHABLE);
    test.slow();
    const atInes = await (await openBrowser()).newPage();
    await Promise.all([signIn(page, maya), signIn(atInes, ines)]);
    await Promise.all([openTeams(page), openTeams(atInes)]);
    await openTopic(page, "Ines Duarte");
    await openTopic(atInes, "Maya Okafor");
    await say(page, "Ines Duarte", "Is the rota final?");
    await expectMessage(atInes, "Is the rota final?");
    await expect(message(page, "Is the rota final?").getByRole("img", { name: "Read" })).toBeVisible(SOON);
    await composer(atInes, "Maya Okafor").pressSequentially("Al");
    await expect(page.getByText(/is typing|Typing…/).first()).toBeVisible();
    await expectAccessible(page);

    await page.context().setOffline(true);
    await say(page, "Ines Duarte", "first without a network");
    await say(page, "Ines Duarte", "second without a network");
    await expect(page.getByRole("article", { name: /sending/ })).toHaveCount(2);
    await page.context().setOffline(false);
    await expectMessage(atInes, "second without a network");
    const said = await atInes.getByRole("log", { name: "Messages" }).getByRole("article").allInnerTexts();
    const waited = said.filter((text) => text.includes("without a network"));
    expect(waited.map((text) => /first|second/.exec(text)?.[0])).toEqual(["first", "second"]);

    await page.route("**/v0/file/u/**", (route) =>
      route.fulfill({ status: 500, json: { ctrl: { code: 500, text: "internal error" } } }),
    );
    const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") };
    await page.getByLabel("Files", { exact: true }).setInputFiles(file);
    await say(page, "Ines Duarte", "the plan is attached");
    await expect(page.getByText("File plan.txt failed to upload. Will not be sent").first()).toBeVisible(
      SOON,
    );
    await expectMessage(atInes, "the plan is attached");
    await page.unroute("**/v0/file/u/**");
    await page.getByLabel("Files", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(atInes.getByRole("button", { name: "Download plan.txt" })).toBeVisible(SOON);
  });
});

test("a mention is notified and leads there; a message is found; a team is joined and left", async ({
  page,
  openBrowser,
}) => {
  test.slow();
  const atDev = await (await openBrowser()).newPage();
  // Whether the system shows it is the system's business; what is handed to it is ours.
  await page.addInitScript(() => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class Recorded {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick: (() => void) | undefined;
      constructor(title: string, options: { body: string }) {
        shown.push({ title, body: options.body, click: () => this.onclick?.() });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown });
  });
  await Promise.all([signIn(page, maya), signIn(atDev, dev)]);
  await openTeams(atDev);
  await openTopic(atDev, "Scheduling");
  await composer(atDev, "Scheduling").pressSequentially("@May");
  await atDev.getByRole("option", { name: /Maya Okafor/ }).click();
  await composer(atDev, "Scheduling").pressSequentially("can you call the Kowalskis?");
  await composer(atDev, "Scheduling").press("Enter");
  const shown = () =>
    page.evaluate(() =>
      (window as unknown as { shownNotifications: { title: string; body: string }[] }).shownNotifications.map(
        ({ title, body }) => `${title}: ${body}`,
      ),
    );
  await expect
    .poll(shown, SOON)
    .toEqual([
      expect.stringMatching(/^Dev Patel in Scheduling: @Maya Okafor\s+can you call the Kowalskis\?$/),
    ]);
  await page.evaluate(() => {
    (window as unknown as { shownNotifications: { click: () => void }[] }).shownNotifications[0]?.click();
  });
  await expect(page).toHaveURL(/\/teams\/grp[^/]+\?notification=true/);
  await expectMessage(page, "can you call the Kowalskis?");

  await page.getByLabel("Find a chat or a message").fill("dialysis");
  const found = page.getByRole("region", { name: "Found messages" });
  await found.getByRole("button", { name: /before her dialysis/ }).click();
  await expect(page).toHaveURL(/\/teams\/search-result\/grp/);
  await expect(page.getByRole("complementary", { name: "Thread" })).toContainText(
    "before her dialysis",
    SOON,
  );
  await expectAccessible(page);

  await page.goto("/teams/new/joinable");
  await page.getByRole("button", { name: "Join Lunch club" }).click();
  await expect(systemLine(page, "Maya Okafor joined").last()).toBeVisible(SOON);
  await say(page, "Lunch club", "May I come along on Wednesday?");
  await openTopic(atDev, "Lunch club");
  await expectMessage(atDev, "May I come along on Wednesday?");
  await page.getByRole("button", { name: "More for this chat" }).click();
  await page.getByRole("menuitem", { name: "Leave team" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(topicRow(page, "Lunch club")).toHaveCount(0, SOON);
  await expect(systemLine(atDev, "Maya Okafor left").last()).toBeVisible(SOON);
});
