import { expectAccessible } from "../../support/axe.ts";
import { people, signIn } from "../../support/demo-people.ts";
import { bubble, LINES, textFromOutside } from "../../support/messages.ts";
import { DISCONNECTED } from "../../support/offline.ts";
import { found, foundOnPage, searchField, searchFor } from "../../support/search.ts";
import { expect, test } from "../../support/test.ts";

const { maya, tom } = people;

test("[SCR6] one box finds everything and opens it at its place, by keyboard, on a phone and offline", async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(180_000);
  complaints.expect(DISCONNECTED);
  await signIn(page, maya);

  await test.step("a contact by a name without its accents, misspelled, from right to left, by its number", async () => {
    await searchFor(page, "sorensen");
    await expect(found(page, "Anders Sørensen").locator("mark")).toHaveText("Sørensen");
    await searchFor(page, "sorenson");
    await expect(found(page, "Anders Sørensen")).toContainText("Similar name");
    await searchFor(page, "美玲");
    await expect(found(page, "美玲").first()).toBeVisible();
    await searchFor(page, "فاطمة");
    await expect(found(page, "فاطمة").first()).toBeVisible();
    await searchFor(page, "כהן");
    await expect(found(page, "יעל כהן").first().locator("bdi").first()).toHaveAttribute("dir", "auto");
    await found(page, "יעל כהן").first().click();
    await expect(page).toHaveURL(/\/contacts\/\d+$/);
    await expect(page.getByText("יעל כהן").first()).toBeVisible();
    await searchFor(page, "(212) 555-01");
    await expect(
      found(page, /\(212\) 555-01/)
        .locator("mark")
        .first(),
    ).toBeVisible();
  });

  await test.step("a call by its note, with the keyboard alone", async () => {
    await searchFor(page, "invoice copy");
    await expect(found(page, "Asked for an invoice copy")).toBeVisible();
    await page.keyboard.press("End");
    await expect(found(page, "Asked for an invoice copy")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/calls\/demo-/);
    await expect(page.getByText("Asked for an invoice copy for October.").first()).toBeVisible();
  });

  await test.step("a voicemail at the second, with the words marked", async () => {
    await searchFor(page, "before noon");
    await found(page, "you send it back before noon").first().click();
    await expect(page).toHaveURL(/\/voicemails\/.*[?&]at=\d/);
    await expect(page.getByRole("region", { name: "Transcript" }).locator("mark").first()).toHaveText(
      "before",
    );
  });

  await test.step("a chat message in its chat", async () => {
    await searchFor(page, "in:chat garage");
    await found(page, "The van is still at the garage").click();
    await expect(page).toHaveURL(/\/teams\/search-result\/.*seq=\d+/);
    await expect(page.getByText("The van is still at the").first()).toBeVisible();
    await expect(page.locator("mark").filter({ hasText: "garage" }).first()).toBeVisible();
  });

  await test.step("a fax and a task, from the page", async () => {
    await searchFor(page, "archive chart");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search?q=archive+chart");
    await foundOnPage(page, "Faxes").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/faxes\/.*\/SENT/);
    await page.goBack();
    const field = page.getByRole("textbox", { name: "Search everything" });
    await field.fill("daughter back");
    await field.press("Enter");
    await foundOnPage(page, "Tasks").filter({ hasText: "Call the daughter back" }).click();
    await expect(page).toHaveURL("/tasks/14");
    await page.goBack();
    await page.goBack();
    await expect(field).toHaveValue("archive chart");
    await expectAccessible(page);
  });

  await test.step("filters are buttons too, and completed", async () => {
    await page.getByRole("button", { name: "Missed", exact: true }).click();
    const field = page.getByRole("textbox", { name: "Search everything" });
    await field.fill("is:missed fr");
    await page.getByRole("button", { name: "from:", exact: true }).click();
    await expect(field).toHaveValue("is:missed from:");
    await field.fill("is:missed ");
    await expect(foundOnPage(page, "Calls")).toHaveCount(12);
    await page.getByRole("button", { name: "More calls" }).click();
    await expect(foundOnPage(page, "Calls")).toHaveCount(24);
  });

  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await searchField(page).fill("sorensen");
    await expect(found(page, "Anders Sørensen")).toBeVisible();
    const box = await page.getByRole("dialog", { name: "Search" }).boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390 });
    await expectAccessible(page);
  });

  await test.step("offline", async () => {
    await context.setOffline(true);
    await searchField(page).fill("anders");
    await expect(page.getByText("You're offline. Only what this device knows is shown.")).toBeVisible({
      timeout: 20_000,
    });
    await expect(found(page, "Anders Sørensen")).toBeVisible();
  });
});

test("[SER1] each finds what they may see, a text as soon as it comes, and what works when a part fails", async ({
  page,
  openBrowser,
}) => {
  const other = await (await openBrowser()).newPage();
  await Promise.all([signIn(page, maya, "/search?q=zebra"), signIn(other, tom, "/search?q=zebra")]);
  await expect(page.getByText("Nothing found for “zebra”.")).toBeVisible();
  await textFromOutside(page, {
    from: "12125550144",
    to: LINES.main,
    text: "Is the zebra at the front door?",
  });
  const text = foundOnPage(page, "Texts").filter({ hasText: "Is the zebra at the front door?" });
  await expect(text).toBeVisible();
  await expect(text.locator("mark")).toHaveText("zebra");
  // Tom has no chat, and reads none of these lines.
  await other.getByRole("textbox", { name: "Search everything" }).fill("in:chat garage");
  await expect(other.getByText("Nothing found for “in:chat garage”.")).toBeVisible();
  await other.goto("/search?q=zebra");
  await expect(other.getByText("Nothing found for “zebra”.")).toBeVisible();
  const categories = other.getByRole("navigation", { name: "Categories" });
  await expect(categories.getByRole("link", { name: /^Faxes/ })).toBeVisible();
  await expect(categories.getByRole("link", { name: /^Chat/ })).toHaveCount(0);

  await text.click();
  await expect(page).toHaveURL(/\/messages\/search\/\d+\/12125550110\/12125550144\?search=zebra/);
  await expect(bubble(page, "Is the zebra at the front door?").locator("mark")).toHaveText("zebra");

  // Something goes wrong with one of the categories.
  await page.route("**/api/search/query?*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, result: { ...body.result, failed: ["cdrs"] } } });
  });
  await page.goBack();
  await expect(page.getByRole("region", { name: "Calls" })).toContainText("Search failed. Try again later");
  await expect(text).toBeVisible();
  // What happens meanwhile is searched anew: a question may still be on its way.
  await page.unrouteAll({ behavior: "wait" });
});
