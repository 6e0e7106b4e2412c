import { expectAccessible } from "../../support/axe.ts";
import { REFUSED_403 } from "../../support/complaints.ts";
import { accountButton, people, signOut } from "../../support/demo-people.ts";
import { storedSession } from "../../support/stored-session.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;

for (const [title, provider, strategy] of [
  ["Google", "Google", "google"],
  ["Office 365", "Microsoft", "microsoft"],
] as const) {
  test(`a user signs in with ${provider}`, async ({ page, complaints }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: `Sign in with ${title}` }).click();
    await expect(page.getByRole("heading", { name: `Sign in with ${provider}` })).toBeVisible();
    const asked = new URL(page.url()).searchParams;
    expect(asked.get("response_type")).toBe("code");
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("state")).toBeTruthy();
    expect(asked.get("nonce")).toBeTruthy();

    await page.getByRole("button", { name: /Maya Okafor/ }).click();
    await expect(page).toHaveURL("/calls/new");
    await expect(accountButton(page, maya)).toBeVisible();
    const token = await page.evaluate((name) => localStorage.getItem(`auth._token.${name}`), strategy);
    expect(token).toMatch(/^Bearer \S+$/);
    const left = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith("auth.")),
    );
    expect(left).toEqual([]);

    // A change of how the account is opened is confirmed at the provider, in a window of its own.
    complaints.expect(REFUSED_403);
    await page.goto("/settings");
    const section = page.getByRole("region", { name: "Two-factor authentication" });
    await section.getByRole("button", { name: "Add an authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Use another way" }).click();
    const opening = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: `Continue with ${title}` }).click();
    await (await opening).getByRole("button", { name: /Maya Okafor/ }).click();
    await expect(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();

    const visited: URL[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (request.isNavigationRequest() && url.pathname.endsWith("/logout")) visited.push(url);
    });
    await page.goto("/calls/new");
    await signOut(page, maya);
    await expect(page.getByRole("button", { name: `Sign in with ${title}` })).toBeVisible();
    await expect(page).toHaveURL("/login");
    // Microsoft signs the browser out as well; Google's session belongs to the whole browser.
    const back = visited.map(({ searchParams }) => searchParams.get("post_logout_redirect_uri"));
    expect(back).toEqual(strategy === "microsoft" ? [new URL("/login", page.url()).href] : []);
    expect((await storedSession(page)).accounts.map(({ token }) => token)).toEqual([""]);
  });
}

test("a user who cancels at the provider is back at the form", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toHaveText("Google did not sign you in. Please try again.");
});

test("an answer nobody asked for stores nothing", async ({ page }) => {
  await page.goto("/login?code=stolen&state=forged");
  await expect(page.getByRole("alert")).toHaveText(
    "This sign-in could not be verified, so nothing was stored. Please try again.",
  );
  await expect(page).toHaveURL("/login");
  expect(await storedSession(page)).toEqual({ token: null, refreshToken: null, accounts: [] });
  await expectAccessible(page);
});

test("the state of another sign-in does not fit, and the right one is used up by it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/google")) asked.push(request.url());
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with Google" })).toBeVisible();
  const state = new URL(page.url()).searchParams.get("state");

  await page.goto("/login?code=stolen&state=forged");
  await expect(page.getByRole("alert")).toContainText("could not be verified");
  await page.goto(`/login?code=stolen&state=${state}`);
  await expect(page.getByRole("alert")).toContainText("could not be verified");
  expect(asked).toEqual([]);
  expect(await storedSession(page)).toMatchObject({ token: null, accounts: [] });
});
