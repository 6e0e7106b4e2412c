import { routes } from "virtual:api-table/first";
import type { PublicConfig } from "@offhook/contract";
import { type Clock, Emitter } from "@offhook/kernel";
import { type ApiRoutes, type Client, createClient } from "./api/api-client.ts";
import { type ApiFailure, exceptOutages } from "./api/api-failure.ts";
import { createTransport, type Grant } from "./api/api-transport.ts";
import type { LiveConfig } from "./api/public-config.ts";
import { StepUp } from "./api/step-up.ts";
import { type Lock, TokenRefresher } from "./api/token-refresher.ts";
import { NetworkStatus } from "./network/network-status.ts";
import { OpenRequests } from "./network/open-requests.ts";
import { SignOutHooks } from "./sign-out-hooks.ts";
import { AuthStorage } from "./storage/auth-storage.ts";
import { type DeviceIdentity, deviceIdentity } from "./storage/device-identity.ts";
import type { KeyValueStore } from "./storage/key-value-store.ts";
import type { LogBuffer } from "./storage/log-buffer.ts";
import type { StoredAccount } from "./storage/stored-accounts.ts";
import type { AppUpdates } from "./updates/app-updates.ts";
import type { InstallPrompt } from "./updates/install-prompt.ts";

/** The browser, as far as the console needs it. */
export interface Browser {
  readonly fetch: typeof fetch;
  readonly store: KeyValueStore;
  /** Of this tab alone. */
  readonly tabStore: KeyValueStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly lock: Lock;
  readonly isOnline: () => boolean;
  readonly origin: string;
  /** Leaves the console for another site. */
  readonly leaveTo: (address: string) => void;
  /** Resolves when what is rendered has been painted: work begun then is not in the way of what the user just did. */
  readonly nextPaint: () => Promise<void>;
  /** Resolves when what is rendered has been painted and the browser rests: for parts of a page that come second. */
  readonly afterPaint: () => Promise<void>;
  /** Resolves when the first page shows what its user came for and the browser rests: for what no screen waits for. */
  readonly behindFirstPage: () => Promise<void>;
  readonly reportError: (failure: unknown) => void;
  /** What the page said on its console, for a report the user may send. */
  readonly log: LogBuffer;
  readonly install: InstallPrompt;
  readonly updates: AppUpdates;
}

interface PlatformEvents {
  /** The service no longer knows this tab's session; the refusal says why, where there was one. */
  readonly sessionEnded: ApiFailure | undefined;
}

/** What every feature may use. Made once, in `main.tsx`. */
export interface Platform {
  readonly browser: Browser;
  readonly config: PublicConfig;
  readonly auth: AuthStorage;
  readonly client: Client;
  /** What the client has asked and not been answered. */
  readonly requests: OpenRequests;
  readonly network: NetworkStatus;
  readonly device: DeviceIdentity;
  readonly signOutHooks: SignOutHooks;
  /** Asks the user to confirm that it is them, before changes that the service does not make otherwise. */
  readonly stepUp: StepUp;
  readonly events: Emitter<PlatformEvents>;
  /** Speaks for another account of this browser without becoming it. */
  readonly accessAs: (account: StoredAccount) => AccountAccess;
}

interface AccountAccess {
  readonly auth: AuthStorage;
  readonly client: Client;
}

interface Wiring {
  readonly requests: OpenRequests;
  readonly browser: Browser;
  readonly config: LiveConfig;
  readonly network: NetworkStatus;
}

async function restOfRoutes(): Promise<ApiRoutes> {
  const { routes: rest } = await import("virtual:api-table/rest");
  return rest;
}

function createAccess(
  { browser, config, network, requests }: Wiring,
  auth: AuthStorage,
  stepUp: StepUp,
  ended: (why: ApiFailure) => void,
): Client {
  const onEnded = ({ epoch }: Grant, why: ApiFailure): void => {
    // Only news of the session this tab still has; a slow reply to an older one must not end it.
    if (epoch === auth.epoch) ended(why);
  };
  const refresher = new TokenRefresher({
    auth,
    lock: browser.lock,
    clock: browser.clock,
    exchange: (refreshToken) => client.refreshToken({ body: { refreshToken } }),
    onRefused: onEnded,
  });
  const transport = createTransport({
    fetch: browser.fetch,
    appKey: () => config.current.appKey,
    authorization: {
      grant: () => auth.current && { token: auth.current.token, epoch: auth.epoch },
      renew: (refused) => refresher.renew(refused),
      proof: ({ epoch }) => stepUp.proofOf(epoch),
      prove: ({ epoch }, refused) => stepUp.prove(epoch, refused),
      sessionEnded: onEnded,
    },
    requests,
    isOnline: browser.isOnline,
    onUnreachable: () => network.suspect(),
  });
  const client = createClient({ first: routes, rest: restOfRoutes }, transport);
  return client;
}

/** A question that a dead connection swallowed must not keep us from asking again. */
const CHECK_TIMEOUT_MS = 5_000;

async function isServiceThere(browser: Browser): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  return (await browser.fetch("/api/status", { cache: "no-store", signal })).ok;
}

export function createPlatform(browser: Browser, config: LiveConfig): Platform {
  const events = new Emitter<PlatformEvents>();
  const network = new NetworkStatus({
    clock: browser.clock,
    random: browser.random,
    check: () => isServiceThere(browser),
    onStepFailed: exceptOutages(browser.reportError),
  });
  const requests = new OpenRequests();
  const wiring = { browser, config, network, requests };
  const auth = new AuthStorage(browser.store);
  const stepUp = new StepUp(browser.clock);
  const client = createAccess(wiring, auth, stepUp, (why) => events.emit("sessionEnded", why));
  return {
    browser,
    get config() {
      return config.current;
    },
    auth,
    client,
    requests,
    network,
    device: deviceIdentity(browser.store),
    signOutHooks: new SignOutHooks(),
    stepUp,
    events,
    accessAs: (account) => {
      const other = AuthStorage.ofAccount(browser.store, account);
      return {
        auth: other,
        // Nobody can be asked in the name of an account that is not on screen.
        client: createAccess(
          { ...wiring, requests: new OpenRequests() },
          other,
          new StepUp(browser.clock),
          () => other.blankAccount(account.id),
        ),
      };
    },
  };
}
