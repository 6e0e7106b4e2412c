import { type APIResponse, expect, type Page } from "@playwright/test";

const PASSWORD = "offhook-demo";
const EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">';

export const people = {
  maya: { username: "maya@harborlight.example", name: "Maya Okafor" },
  dev: { username: "dev@harborlight.example", name: "Dev Patel" },
  ines: { username: "ines@harborlight.example", name: "Ines Duarte" },
  tom: { username: "tom@harborlight.example", name: "Tom Reyes" },
  lena: { username: "lena@harborlight.example", name: "Lena Brandt" },
  sam: { username: "sam@juniper.example", name: "Sam Whitaker" },
  rae: { username: "rae@juniper.example", name: "Rae Nakamura" },
} as const;

export type Person = (typeof people)[keyof typeof people];

export async function fillCredentials(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Through the sign-in page, to the dial pad. */
export async function signInByForm(page: Page, person: Person, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await fillCredentials(page, person.username, password);
  await expectSignedIn(page, person);
}

/** To a page as one who signed in before, for the journeys that are not about signing in. */
export async function signIn(page: Page, person: Person, path = "/calls/new"): Promise<void> {
  const { appKey } = await (await page.request.get("/config.json")).json();
  const headers = { "x-app-key": appKey };
  const data = { username: person.username, passhash: PASSWORD, rrt: true };
  const { token, refreshToken } = await resultOf<Tokens>(page.request.post("/api/login", { headers, data }));
  const authorization = `Bearer ${token}`;
  const profile = await resultOf<object>(
    page.request.get("/api/myProfile", { headers: { ...headers, authorization } }),
  );
  // An empty page of the server's, to reach its local storage.
  await page.route("/signed-in-before", (route) =>
    route.fulfill({ contentType: "text/html", body: EMPTY_PAGE }),
  );
  await page.goto("/signed-in-before");
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    {
      "auth.strategy": "local",
      "auth._token.local": authorization,
      "auth._refresh_token.local": refreshToken,
      refreshToken,
      profile: JSON.stringify(profile),
    },
  );
  // With any route left, every request of the journey would go by way of the test, and past the browser's cache.
  await page.unroute("/signed-in-before");
  await page.goto(path);
  await expect(accountButton(page, person)).toBeVisible({ timeout: 20_000 });
}

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

async function resultOf<Result>(request: Promise<APIResponse>): Promise<Result> {
  const { error, result } = await (await request).json();
  if (error) throw new Error(error.message);
  return result;
}

async function expectSignedIn(page: Page, person: Person): Promise<void> {
  await expect(page).toHaveURL("/calls/new");
  await expect(accountButton(page, person)).toBeVisible({ timeout: 20_000 });
}

export function accountButton(page: Page, person: Person) {
  return page.getByRole("button", { name: new RegExp(`^Account of ${person.name}`) });
}

export async function openAccountMenu(page: Page, person: Person): Promise<void> {
  await accountButton(page, person).click();
}

/**
 * Signs out when the start of the page is over, which ends with a look for messages that are just being left: what is
 * asked for in the very moment of the sign-out is refused, and the browser writes that down as an error.
 */
export async function signOut(page: Page, person: Person): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/voicemail/live")),
  );
  await openAccountMenu(page, person);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Answers the dialog that asks who it is before a change of how the account is opened. */
export async function confirmIdentity(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}
