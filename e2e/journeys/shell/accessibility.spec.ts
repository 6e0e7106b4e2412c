import { expectAccessible } from "../../support/axe.ts";
import { openAccountMenu, people, signIn, signOut } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { ines } = people;

const SCREENS = [
  "/calls/new",
  "/calls",
  "/messages",
  "/messages/new",
  "/voicemails",
  "/faxes",
  "/faxes/new",
  "/teams",
  "/contacts",
  "/tasks",
  "/acd",
  "/dispatch",
  "/settings",
  "/search?q=daughter",
  "/no-such-page",
];

test("axe finds nothing on any screen, in light and dark, wide and narrow", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, ines, "/settings");
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "System" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings");
  await expectAccessible(page);
});

test("the sign-in page keeps its colors after a session, in light and dark", async ({ page }) => {
  await signIn(page, ines);
  await signOut(page, ines);
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("on a phone no word of the navigation touches the next", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ines);
  const words = page.getByRole("navigation", { name: "Main" }).getByRole("link").locator("> span:last-child");
  const boxes = await words.evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(boxes.length).toBeGreaterThan(5);
  for (const [index, { left }] of boxes.entries())
    expect(left - (boxes[index - 1]?.right ?? 0)).toBeGreaterThan(3);
});

test("the account menu works by keyboard and is clean", async ({ page }) => {
  await signIn(page, ines);
  await openAccountMenu(page, ines);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.getByRole("button", { name: /^Account of Ines/ })).toBeFocused();
});

test("features that are off are not in the navigation, and their pages lead to calls", async ({ page }) => {
  await signIn(page, people.tom);
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chat" }),
  ).toBeHidden();
  await page.goto("/teams");
  await expect(page).toHaveURL(/\/calls/);
});
