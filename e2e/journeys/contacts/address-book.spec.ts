import { expectAccessible } from "../../support/axe.ts";
import { contactRows, fillNewContact, openContacts, searchContacts } from "../../support/contacts.ts";
import { openAccountMenu, people, signIn } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya, ines, dev } = people;
const DUPLICATE = "A contact with the same work or mobile number already exists";

test("a contact is made, found, changed, deleted and brought back", async ({ page }) => {
  await signIn(page, maya);
  await openContacts(page);
  await expectAccessible(page);
  const dialog = await fillNewContact(page, { first: "Wilhelmina", last: "Größe", number: "(212) 555-0151" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const detail = page.getByRole("article", { name: "Wilhelmina Größe" });
  await expect(detail).toContainText("(212) 555-0151");
  await expectAccessible(page);

  await searchContacts(page, "grosser wil");
  await expect(contactRows(page)).toHaveCount(0);
  await searchContacts(page, "grosse wil");
  await expect(contactRows(page)).toHaveCount(1);
  await searchContacts(page, "große wil");
  await expect(contactRows(page)).toHaveCount(1);
  await searchContacts(page, "212-555-0151");
  await expect(contactRows(page)).toHaveText(/Wilhelmina/);

  await detail.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit contact" });
  await edit.getByLabel("Organization").fill("Night pharmacy");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(detail).toContainText("Night pharmacy");
  await detail.getByRole("button", { name: "Speed dial" }).click();
  await expect(contactRows(page).getByRole("img", { name: "On your speed dial" })).toBeVisible();

  await detail.getByRole("button", { name: "Delete" }).click();
  await expect(contactRows(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(contactRows(page)).toHaveCount(1);
  await expect(page.getByRole("article", { name: "Wilhelmina Größe" })).toContainText("Night pharmacy");
});

test("the same number twice is refused, and the two can be put together", async ({ page }) => {
  await signIn(page, dev);
  await openContacts(page);
  const first = await fillNewContact(page, { first: "Oda", number: "2125550152" });
  await first.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("article", { name: "Oda" })).toBeVisible();

  const second = await fillNewContact(page, {
    first: "Oda",
    last: "Berg",
    organization: "Clinic",
    number: "+1 212 555 0152",
  });
  await second.getByRole("button", { name: "Add", exact: true }).click();
  await expect(second.getByRole("alert")).toHaveText(DUPLICATE);
  await second.getByRole("button", { name: "Open existing" }).click();
  await expect(page.getByRole("article", { name: "Oda" })).toBeVisible();

  const third = await fillNewContact(page, {
    first: "Oda",
    last: "Berg",
    organization: "Clinic",
    number: "+1 212 555 0152",
  });
  await third.getByRole("button", { name: "Add", exact: true }).click();
  await third.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByRole("article")).toContainText("Clinic");
  await searchContacts(page, "2125550152");
  await expect(contactRows(page)).toHaveCount(1);
});

/** Notes in the page when a text comes to stand in it, by the clock both pages share. */
function watchFor(text: string): void {
  const seen = { at: 0 };
  const look = (): void => {
    if (seen.at === 0 && document.body.textContent?.includes(text)) seen.at = Date.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  Object.assign(window, { seen });
}

test("a colleague's status appears in the list within a second, and goes from it", async ({
  page,
  openBrowser,
}) => {
  await signIn(page, maya);
  await openContacts(page);
  await searchContacts(page, ines.name);
  const row = contactRows(page);
  await expect(row).toHaveCount(1);
  await page.evaluate(watchFor, "At the dentist");
  const other = await (await openBrowser()).newPage();
  await signIn(other, ines);
  await openAccountMenu(other, ines);
  await other.getByRole("menuitem", { name: "Set a status" }).click();
  const dialog = other.getByRole("dialog", { name: "Set a status" });
  await dialog.getByRole("textbox", { name: "What is your status?" }).fill("At the dentist");
  const answer = other.waitForResponse(
    (response) => /\/api\/.*status/.test(response.url()) && response.request().method() !== "GET",
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  const request = (await answer).request();
  await (await answer).finished();
  await expect(row).toContainText("At the dentist");
  const { startTime, responseEnd } = request.timing();
  const seenAt = await page.evaluate(() => (window as unknown as { seen: { at: number } }).seen.at);
  expect(seenAt - (startTime + responseEnd)).toBeLessThan(1_000);

  await openAccountMenu(other, ines);
  await other.getByRole("menuitem", { name: "At the dentist" }).click();
  await dialog.getByRole("button", { name: "Clear Status" }).click();
  await expect(row).not.toContainText("At the dentist");
});

test("the contacts of a Google account are connected by consent, which can be refused", async ({ page }) => {
  await signIn(page, dev);
  await openContacts(page);
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "Google" }).click();
  await page.getByRole("button", { name: "Connect Google" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with Google" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The account could not be connected")).toBeVisible();
  await expect(page).toHaveURL("/contacts");

  await page.getByRole("button", { name: "Connect Google" }).click();
  // The account there may belong to somebody else than the user here.
  await page.getByRole("button", { name: /Maya Okafor/ }).click();
  await expect(page.getByText("Account connected")).toBeVisible();
  await expect(page).toHaveURL("/contacts");
  const rows = page.getByRole("grid", { name: "Google contacts" }).getByRole("row");
  await expect(rows.first()).toBeVisible();
  await rows.first().click();
  await expect(page.getByRole("article").getByRole("button", { name: "Add to contacts" })).toBeVisible();
});

test("a public contact is seen by colleagues, a private one is not", async ({ page, openBrowser }) => {
  await signIn(page, maya);
  await openContacts(page);
  for (const [first, isPublic] of [
    ["Everyones", true],
    ["Onlymine", false],
  ] as const) {
    const dialog = await fillNewContact(page, { first, last: "Person" });
    if (isPublic) await dialog.getByRole("switch").click();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("article", { name: `${first} Person` })).toBeVisible();
  }
  const other = await (await openBrowser()).newPage();
  await signIn(other, dev);
  await openContacts(other);
  await searchContacts(other, "person");
  await expect(contactRows(other).filter({ hasText: "Everyones" })).toHaveCount(1);
  await expect(contactRows(other).filter({ hasText: "Onlymine" })).toHaveCount(0);
});
