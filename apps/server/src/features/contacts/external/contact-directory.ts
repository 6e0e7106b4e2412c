import type { GivenFields } from "../book/contact-fields.ts";

/** Somebody in an address book that a user has with a provider. */
export interface ExternalContact {
  /** The provider's own id. */
  readonly id: string;
  readonly fields: GivenFields;
}

interface ExternalPage {
  readonly contacts: readonly ExternalContact[];
  readonly more: boolean;
}

/** The access token is no longer good: get another one and try again. */
export class TokenRefused extends Error {
  constructor() {
    super("The provider refuses the access token");
    this.name = "TokenRefused";
  }
}

/** Reads an address book over the provider's own interface. */
export interface ContactDirectory {
  search(
    accessToken: string,
    request: { readonly query: string; readonly offset: number; readonly limit: number },
  ): Promise<ExternalPage>;
  /** The whole book, as far as it is not huge. */
  list(accessToken: string): Promise<readonly ExternalContact[]>;
}

const ANSWER_MS = 8_000;

export async function getJson(url: URL, accessToken: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json", authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (response.status === 401) throw new TokenRefused();
  if (!response.ok) throw new Error(`${url.hostname} answered ${response.status}`);
  return response.json();
}
