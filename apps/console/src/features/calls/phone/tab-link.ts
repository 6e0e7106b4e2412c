import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import type { CallNotes } from "./phone-model.ts";

/** What the tabs of one browser tell each other, because the phone system's own word takes a moment longer. */
type TabMessage =
  /** A tab answers this call, or could not after all. */
  | { readonly type: "taken"; readonly callid: string; readonly isTaken: boolean }
  /** Declined or ignored in a tab: no tab rings for it any more. */
  | { readonly type: "quiet"; readonly callid: string }
  | { readonly type: "noted"; readonly callid: string; readonly notes: CallNotes };

/** The bond between the tabs of a user in one browser. */
export interface TabLink {
  /** Stays the same when the page is loaded anew, and is never that of another open tab. */
  readonly tab: string;
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  /** Calls back when this tab becomes the one that rings. */
  whenRingOwner(elected: () => void): void;
  close(): void;
}

export interface TabLinkOptions {
  readonly user: number;
  readonly tabStore: KeyValueStore;
  readonly newId: () => string;
  readonly locks: Pick<LockManager, "request"> | undefined;
}

const TAB_KEY = "phoneTab";
/** A page that is loaded anew gives its lock back a moment later than the new one asks for it. */
const LOCK_WAIT_MS = 400;

export async function openTabLink(options: TabLinkOptions): Promise<TabLink> {
  const ended = new AbortController();
  const tab = await claimTab(options, ended.signal);
  const channel = new BroadcastChannel(`offhook-phone-${options.user}`);
  return {
    tab,
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
    whenRingOwner: (elected) => {
      // Without locks every tab is on its own; better two that ring than none.
      if (!options.locks) elected();
      else
        void hold(options.locks, `offhook-phone-ring-${options.user}`, ended.signal, elected).catch(() => {});
    },
    close: () => {
      ended.abort();
      channel.close();
    },
  };
}

/** The id this tab had before a reload, unless it is a copy of a tab that still has it. */
async function claimTab({ tabStore, newId, locks }: TabLinkOptions, ended: AbortSignal): Promise<string> {
  const known = tabStore.get(TAB_KEY);
  if (known !== null && (!locks || (await claim(locks, known, ended)))) return known;
  const fresh = newId();
  tabStore.set(TAB_KEY, fresh);
  if (locks) await claim(locks, fresh, ended);
  return fresh;
}

function claim(locks: Pick<LockManager, "request">, tab: string, ended: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.timeout(LOCK_WAIT_MS);
  return new Promise((resolve) => {
    hold(locks, `offhook-phone-tab-${tab}`, ended, () => resolve(true), patience).catch(() => resolve(false));
  });
}

/** Holds the lock from when it is given until the end. */
function hold(
  locks: Pick<LockManager, "request">,
  name: string,
  ended: AbortSignal,
  given: () => void,
  patience: AbortSignal = ended,
): Promise<unknown> {
  return locks.request(name, { signal: patience }, () => {
    if (ended.aborted) return undefined;
    given();
    return new Promise<void>((release) => ended.addEventListener("abort", () => release(), { once: true }));
  });
}
