import type { Page } from "@playwright/test";

interface StoredAccount {
  readonly id: number;
  readonly username: string;
  readonly token: string;
  readonly refreshToken: string;
}

export interface StoredSession {
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly accounts: readonly StoredAccount[];
}

/** What the console keeps in local storage, under the names of the specification. */
export function storedSession(page: Page): Promise<StoredSession> {
  return page.evaluate(() => ({
    token: localStorage.getItem("auth._token.local"),
    refreshToken: localStorage.getItem("auth._refresh_token.local"),
    accounts: JSON.parse(localStorage.getItem("accounts") ?? '{"list":[]}').list,
  }));
}

/** Makes the access token one that the service no longer takes, as it is a few minutes later anyway. */
export async function spoilAccessToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stored = localStorage.getItem("auth._token.local") ?? "";
    const token = stored.replace("Bearer ", "");
    const spoiled = `${token.slice(0, -6)}AAAAAA`;
    localStorage.setItem("auth._token.local", `Bearer ${spoiled}`);
    const accounts = localStorage.getItem("accounts") ?? "";
    localStorage.setItem("accounts", accounts.replace(token, spoiled));
  });
}
