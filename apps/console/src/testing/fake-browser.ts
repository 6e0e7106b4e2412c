import type { PublicConfig } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import type { Lock } from "../platform/api/token-refresher.ts";
import { type Browser, createPlatform, type Platform } from "../platform/platform.ts";
import { MemoryStore } from "../platform/storage/key-value-store.ts";
import { LogBuffer } from "../platform/storage/log-buffer.ts";
import { AppUpdates } from "../platform/updates/app-updates.ts";
import { InstallPrompt } from "../platform/updates/install-prompt.ts";
import { FakeService } from "./fake-service.ts";

const testConfig: PublicConfig = {
  appKey: "app-key",
  version: "0.0.0",
  google: null,
  microsoft: null,
  mail: true,
  demo: null,
};

/** One lock a name for all tabs that share it, as the browser has one for all tabs of an origin. */
function sharedLock(): Lock {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name);
    const run = (before ?? Promise.resolve()).then(() => work(before !== undefined));
    const done = run
      .catch(() => {})
      .then(() => {
        if (last.get(name) === done) last.delete(name);
      });
    last.set(name, done);
    return run;
  };
}

export interface FakeTab {
  readonly browser: Browser;
  readonly service: FakeService;
  readonly clock: FakeClock;
  readonly store: MemoryStore;
  readonly platform: Platform;
  readonly left: string[];
  isOnline: boolean;
}

export interface FakeTabOptions {
  readonly service?: FakeService;
  readonly config?: Partial<PublicConfig>;
  /** Another tab of the same browser. */
  readonly sibling?: FakeTab;
  readonly store?: MemoryStore;
  readonly tabStore?: MemoryStore;
}

export function openFakeTab(options: FakeTabOptions = {}): FakeTab {
  const { sibling } = options;
  const service = options.service ?? sibling?.service ?? new FakeService();
  const store = options.store ?? new MemoryStore(sibling?.store);
  const clock = sibling?.clock ?? new FakeClock();
  const left: string[] = [];
  const browser: Browser = {
    fetch: service.fetch,
    store,
    tabStore: options.tabStore ?? new MemoryStore(),
    clock,
    random: () => 0.5,
    lock: sibling?.browser.lock ?? sharedLock(),
    isOnline: () => tab.isOnline,
    origin: "https://phone.example",
    leaveTo: (address) => left.push(address),
    nextPaint: () => Promise.resolve(),
    afterPaint: () => Promise.resolve(),
    behindFirstPage: () => Promise.resolve(),
    reportError: (failure) => {
      throw failure;
    },
    log: new LogBuffer(),
    install: new InstallPrompt(false),
    updates: new AppUpdates({ container: undefined, clock, reload: () => left.push("reload") }),
  };
  const platform = createPlatform(browser, { current: { ...testConfig, ...options.config } });
  const tab: FakeTab = { browser, service, clock, store, platform, left, isOnline: true };
  return tab;
}
