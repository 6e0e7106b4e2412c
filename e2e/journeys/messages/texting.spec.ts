import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import {
  bubble,
  conversationRows,
  LINES,
  messageLog,
  openThread,
  sendText,
  textFromOutside,
  textsTo,
} from "../../support/messages.ts";
import { withWorker } from "../../support/offline.ts";
import { expect, test } from "../../support/test.ts";

const { dev, ines } = people;
/** Before the first text there is nothing to show, and the browser reports that the service says so. */
const NO_CONVERSATION_YET = /status of 404/;
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a text goes out and is answered, with pictures both ways, and a colleague sees it all live", async ({
  page,
  openBrowser,
  complaints,
}) => {
  complaints.expect(NO_CONVERSATION_YET);
  const other = await (await openBrowser()).newPage();
  await Promise.all([signIn(page, dev), signIn(other, ines)]);
  await other.goto("/messages");
  await expect(conversationRows(other).first()).toBeVisible();

  await page.goto("/messages/new?number=2125550144");
  await page.getByRole("combobox", { name: "From line" }).click();
  await page.getByRole("option", { name: "From Scheduling" }).click();
  await sendText(page, "We are at Elm Street at nine");
  await expect(page).toHaveURL(`/messages/12125550144/${LINES.scheduling}`);
  await expect(bubble(page, "We are at Elm Street at nine")).toContainText("Delivered", { timeout: 20_000 });
  const row = conversationRows(other).filter({ hasText: "We are at Elm Street at nine" });
  await expect(row).toHaveCount(1);
  expect(await textsTo(page, "12125550144")).toMatchObject([{ text: "We are at Elm Street at nine" }]);

  await row.click();
  await expect(bubble(other, "We are at Elm Street at nine")).toContainText("Dev Patel");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByRole("list", { name: "Files to send" })).toContainText("door.png");
  await sendText(page, "This is the door. Send us a photo of yours");
  await expect(bubble(other, "This is the door").getByRole("img", { name: "door.png" })).toBeVisible({
    timeout: 20_000,
  });
  // Whoever is asked answers.
  const answer = bubble(page, "Here you are.");
  await expect(answer.getByRole("img")).toBeVisible({ timeout: 20_000 });
  await answer.getByRole("button", { name: /^Open / }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  const got = await textsTo(page, "12125550144");
  expect(got.filter(({ media }) => media.length > 0)).toHaveLength(1);
});

test("a text that does not get there says why and what to do, and script is shown as text", async ({
  page,
  complaints,
}) => {
  complaints.expect(NO_CONVERSATION_YET);
  await signIn(page, dev);
  await openThread(page, LINES.scheduling, "12125550198");
  await sendText(page, "<script>document.title='hacked'</script><b>Hello</b>");
  const failed = bubble(page, "<script>document.title='hacked'</script><b>Hello</b>").last();
  await expect(failed).toContainText("Not delivered. The phone is switched off or out of reach.", {
    timeout: 20_000,
  });
  await expect(failed).toContainText("Try again in a while, or call.");
  await expect(page).not.toHaveTitle(/hacked/);
  await failed.getByRole("button", { name: "Send again" }).click();
  await expect.poll(async () => (await textsTo(page, "12125550198")).length).toBe(2);
  await textFromOutside(page, {
    from: "12125550198",
    to: LINES.scheduling,
    text: "<img src=x onerror=\"document.title='hacked'\"> hello",
  });
  await expect(bubble(page, "<img src=x onerror=")).toBeVisible();
  await expect(page).not.toHaveTitle(/hacked/);
  await expectAccessible(page);
});

test.describe(() => {
  test.use(withWorker);

  test("three texts written without a network go out once each and in order", async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(
      /ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to load resource/,
      // The service worker was still on its way when the network went.
      /error occurred when fetching the script/,
    );
    await signIn(page, dev);
    await openThread(page, LINES.scheduling, "12125550145");
    await expect(page.getByText("No conversation found.")).toBeVisible();
    await context.setOffline(true);
    for (const text of ["First", "Second", "Third"]) await sendText(page, text);
    await expect(messageLog(page).getByText("Will send when you're back online")).toHaveCount(3);
    await context.setOffline(false);
    await expect
      .poll(async () => (await textsTo(page, "12125550145")).map(({ text }) => text), { timeout: 40_000 })
      .toEqual(["First", "Second", "Third"]);
    await expect(messageLog(page).getByText("Will send when you're back online")).toHaveCount(0);
    await expect(messageLog(page).getByRole("article")).toHaveText([/First/, /Second/, /Third/]);
  });
});

test("a page that is reloaded in the middle of a send has sent once", async ({ page, complaints }) => {
  complaints.expect(NO_CONVERSATION_YET, /ERR_FAILED|ERR_ABORTED/);
  await signIn(page, dev);
  await openThread(page, LINES.scheduling, "12125550146");
  let isHeld = false;
  // The service gets the text; its answer never reaches the page.
  await page.route("**/api/send/sms", async (route) => {
    await route.fetch();
    isHeld = true;
  });
  await sendText(page, "Only once");
  await expect.poll(() => isHeld).toBe(true);
  await page.unroute("**/api/send/sms");
  await page.reload();
  await expect(bubble(page, "Only once")).toContainText(/Sent|Delivered/, { timeout: 20_000 });
  await expect(bubble(page, "Only once")).toHaveCount(1);
  expect(await textsTo(page, "12125550146")).toHaveLength(1);
});
