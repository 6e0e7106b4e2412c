import type { PushLogin } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Client } from "../api/api-client.ts";
import { type KeyValueStore, readJson } from "../storage/key-value-store.ts";
import { STORAGE_KEYS } from "../storage/storage-keys.ts";
import type { PushCursor } from "./push-client.ts";

interface CachedLogin {
  readonly accountId: number;
  readonly auth: string;
  readonly expire: number;
}

export interface PushLoginOptions {
  readonly client: Pick<Client, "pushLogin">;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly uuid: string;
  readonly accountId: () => number | null;
}

const MS_PER_SECOND = 1000;
/** A login about to expire would be denied before it is used. */
const MARGIN_MS = 60_000;

/** The key for the push line: asked for once a day and kept, or anew when it was denied. */
export function createPushToken(options: PushLoginOptions): (renew: boolean) => Promise<string> {
  const { client, store, clock, uuid, accountId } = options;
  return async (renew) => {
    const id = accountId();
    const cached = renew ? undefined : cachedLogin(store, id);
    if (cached && cached.expire * MS_PER_SECOND > clock.now() + MARGIN_MS) return cached.auth;
    const login: PushLogin = await client.pushLogin({ body: { uuid } });
    if (id !== null) {
      const kept: CachedLogin = { accountId: id, auth: login.auth, expire: login.expire };
      store.set(STORAGE_KEYS.pushLogin, JSON.stringify(kept));
    }
    return login.auth;
  };
}

function cachedLogin(store: KeyValueStore, accountId: number | null): CachedLogin | undefined {
  const login = readJson(store, STORAGE_KEYS.pushLogin) as CachedLogin | undefined;
  return login && login.accountId === accountId ? login : undefined;
}

export function createPushCursor(store: KeyValueStore, accountId: () => number | null): PushCursor {
  const key = (): string => `${STORAGE_KEYS.pushCursor}.${accountId() ?? ""}`;
  return {
    load: () => {
      const value = Number(store.get(key()) ?? Number.NaN);
      return Number.isSafeInteger(value) ? value : undefined;
    },
    save: (lastEventId) => store.set(key(), String(lastEventId)),
  };
}
