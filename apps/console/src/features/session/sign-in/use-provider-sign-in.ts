import { useEffect, useRef, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import type { SignInResult } from "../session.ts";
import { useSession } from "../session-context.tsx";
import {
  beginOidc,
  type CallbackQuery,
  finishOidc,
  type OidcCallback,
  PROVIDER_TITLES,
  type ProviderName,
} from "./oidc-redirect.ts";
import { signInText } from "./sign-in-text.ts";

const LOADING_TIMEOUT_MS = 10_000;
const MISMATCH = "This sign-in could not be verified, so nothing was stored. Please try again.";

export interface ProviderSignIn {
  readonly offered: readonly ProviderName[];
  readonly pending: ProviderName | undefined;
  readonly begin: (name: ProviderName) => void;
}

export interface ProviderSignInOptions {
  readonly callback: CallbackQuery;
  readonly onResult: (result: SignInResult) => void;
  readonly onError: (text: string) => void;
  /** The answer of the provider has been read: its code must leave the address bar. */
  readonly onCallbackRead: () => void;
}

/** Goes to a provider and takes up its answer when it sends the visitor back to this page. */
export function useProviderSignIn(options: ProviderSignInOptions): ProviderSignIn {
  const { browser, config } = usePlatform();
  const session = useSession();
  const [pending, setPending] = useState<ProviderName>();
  const latest = useRef(options);
  latest.current = options;
  const isRead = useRef(false);

  const load = (name: ProviderName, work: (isStale: () => boolean) => Promise<void>): void => {
    let isOver = false;
    const end = (error?: string): void => {
      if (isOver) return;
      isOver = true;
      cancelTimeout();
      setPending(undefined);
      if (error !== undefined) latest.current.onError(error);
    };
    const cancelTimeout = browser.clock.schedule(LOADING_TIMEOUT_MS, () =>
      end(`${PROVIDER_TITLES[name]} is taking too long. Please try again.`),
    );
    setPending(name);
    work(() => isOver).then(
      () => end(),
      (failure: unknown) => end(signInText(failure)),
    );
  };

  const finish = (callback: OidcCallback): void => {
    if (callback.kind === "none") return;
    latest.current.onCallbackRead();
    if (callback.kind === "mismatch") latest.current.onError(MISMATCH);
    else if (callback.kind === "refused")
      latest.current.onError(`${PROVIDER_TITLES[callback.name]} did not sign you in. Please try again.`);
    else
      load(callback.name, async (isStale) => {
        const result = await session.signInWithProvider(callback.name, callback.request);
        if (!isStale()) latest.current.onResult(result);
      });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address this page was opened with.
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    finish(finishOidc(options.callback, browser.tabStore, browser.origin));
  }, []);

  const begin = (name: ProviderName): void => {
    const provider = config[name];
    if (!provider) return;
    load(name, async (isStale) => {
      const { origin, tabStore } = browser;
      const asksWho = name === "google" && browser.store.get(STORAGE_KEYS.leftGoogle) === "true";
      const address = await beginOidc({ name, provider, origin, store: tabStore, asksWho });
      if (isStale()) return;
      browser.leaveTo(address);
      // The page is going away; if it does not, the timeout gives the form back.
      await new Promise(() => {});
    });
  };

  const offered = (["google", "microsoft"] as const).filter((name) => config[name] !== null);
  return { offered, pending, begin };
}
