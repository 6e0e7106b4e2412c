import { expect, type Page } from "@playwright/test";

const PASSWORD = "offhook-demo";

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

/** To the dial pad with the tokens of a sign-in over REST, for the journeys that are not about signing in. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const { appKey } = await (await page.request.get("/config.json")).json();
  const response = await page.request.post("/api/login", {
    headers: { "x-app-key": appKey },
    data: { username: person.username, passhash: PASSWORD, rrt: true },
  });
  const { result } = await response.json();
  // Any page of the server will do to reach its local storage, and this one is small.
  await page.goto("/config.json");
  await page.evaluate(({ token, refreshToken }) => {
    localStorage.setItem("auth.strategy", "local");
    localStorage.setItem("auth._token.local", `Bearer ${token}`);
    localStorage.setItem("auth._refresh_token.local", refreshToken);
  }, result);
  await page.goto("/calls/new");
  await expectSignedIn(page, person);
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
