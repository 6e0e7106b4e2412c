import type { OidcProvider, OidcRequest } from "@offhook/contract";
import { base64Url, randomText } from "../../../platform/random-text.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";

export type ProviderName = "google" | "microsoft";

export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  google: "Google",
  microsoft: "Office 365",
};

const PROVIDERS = ["google", "microsoft"] as const satisfies readonly ProviderName[];
const STATE_BYTES = 24;
const VERIFIER_BYTES = 48;

const stateKey = (name: ProviderName): string => `auth.${name}.state`;
const verifierKey = (name: ProviderName): string => `auth.${name}.pkce_code_verifier`;
const nonceKey = (name: ProviderName): string => `auth.${name}.nonce`;

export function redirectUri(origin: string): string {
  return `${origin}/login`;
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

export interface BeginOptions {
  readonly name: ProviderName;
  readonly provider: OidcProvider;
  readonly origin: string;
  /** Of this tab: two sign-ins in two tabs must not overwrite each other. */
  readonly store: KeyValueStore;
  /** Lets the visitor choose an account, where the provider would go on with the one it knows. */
  readonly asksWho?: boolean;
}

/** Stores state, nonce and the PKCE verifier, and returns the provider's address to go to. */
export async function beginOidc(options: BeginOptions): Promise<string> {
  const { name, provider, origin, store, asksWho = false } = options;
  const question = askOidc(randomText(STATE_BYTES));
  store.set(stateKey(name), question.state);
  store.set(nonceKey(name), question.nonce);
  store.set(verifierKey(name), question.verifier);
  return oidcAddress(provider, origin, question, asksWho ? { prompt: "select_account" } : {});
}

/** What only the asking page knows, and what the answer is checked with. */
export interface OidcQuestion {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export function askOidc(state: string): OidcQuestion {
  return { state, nonce: randomText(STATE_BYTES), verifier: randomText(VERIFIER_BYTES) };
}

export async function oidcAddress(
  provider: OidcProvider,
  origin: string,
  { state, nonce, verifier }: OidcQuestion,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const url = new URL(provider.authorization_endpoint);
  const fields = {
    protocol: "oauth2",
    response_type: "code",
    access_type: "offline",
    client_id: provider.client_id,
    redirect_uri: redirectUri(origin),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    ...(provider.audience === undefined ? {} : { audience: provider.audience }),
    ...more,
  };
  for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value);
  return url.href;
}

export interface CallbackQuery {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
}

export type OidcCallback =
  /** The page was opened by hand. */
  | { readonly kind: "none" }
  /** Not the answer to a question of this tab: forged, or from another one. Nothing of it may be used. */
  | { readonly kind: "mismatch" }
  | { readonly kind: "refused"; readonly name: ProviderName }
  | {
      readonly kind: "code";
      readonly name: ProviderName;
      readonly request: Pick<OidcRequest, "code" | "redirect_uri" | "code_verifier" | "nonce">;
    };

function take(store: KeyValueStore, key: string): string | null {
  const value = store.get(key);
  store.remove(key);
  return value;
}

/** Compares the returned state with the stored one and clears what was stored, whatever the outcome. */
export function finishOidc(query: CallbackQuery, store: KeyValueStore, origin: string): OidcCallback {
  const { code, state, error } = query;
  if (code === undefined && error === undefined) return { kind: "none" };
  const asked = PROVIDERS.map((name) => ({
    name,
    state: take(store, stateKey(name)),
    nonce: take(store, nonceKey(name)),
    verifier: take(store, verifierKey(name)),
  }));
  const match = asked.find((each) => each.state !== null && each.state === state);
  if (!match?.nonce || !match.verifier) return { kind: "mismatch" };
  if (code === undefined) return { kind: "refused", name: match.name };
  return {
    kind: "code",
    name: match.name,
    request: { code, redirect_uri: redirectUri(origin), code_verifier: match.verifier, nonce: match.nonce },
  };
}
