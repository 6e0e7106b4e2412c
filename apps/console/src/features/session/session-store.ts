import type { MyProfile } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Strategy } from "../../platform/storage/storage-keys.ts";

export type SessionUser = MyProfile;

export interface SessionState {
  readonly user: SessionUser | null;
  /** True exactly when a user is set. */
  readonly loggedIn: boolean;
  /** Up to which event the profile is complete; undefined where nobody knows. */
  readonly profileAt: number | undefined;
  /** A sign-in is running. */
  readonly busy: boolean;
  readonly strategy: Strategy;
  /** Something failed that nobody was waiting for; shown where the user is next. */
  readonly notice: string | null;
}

export interface SessionStore extends StoreApi<SessionState> {
  setUser(user: SessionUser | null, profileAt?: number): void;
  setBusy(busy: boolean): void;
  setNotice(notice: string | null): void;
}

/** The signed-in user. `setUser` is the only way to change it, so that `loggedIn` cannot disagree. */
export function createSessionStore(strategy: Strategy = "local"): SessionStore {
  const store = createStore<SessionState>()(() => ({
    user: null,
    loggedIn: false,
    profileAt: undefined,
    busy: false,
    strategy,
    notice: null,
  }));
  return Object.assign(store, {
    setUser: (user: SessionUser | null, profileAt?: number) =>
      store.setState({ user, loggedIn: user !== null, profileAt }),
    setBusy: (busy: boolean) => store.setState({ busy }),
    setNotice: (notice: string | null) => store.setState({ notice }),
  });
}
