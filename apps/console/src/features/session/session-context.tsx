import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { AccountsState } from "./account-store.ts";
import type { Session } from "./session.ts";
import type { SessionState, SessionUser } from "./session-store.ts";

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

export function useSessionState<Selected>(select: (state: SessionState) => Selected): Selected {
  return useStore(useSession().state, select);
}

export function useAccounts<Selected>(select: (state: AccountsState) => Selected): Selected {
  return useStore(useSession().accounts, select);
}

/** The signed-in user, for screens that nobody else can see. */
export function useUser(): SessionUser {
  const user = useSessionState((state) => state.user);
  if (!user) throw new Error("This screen is for signed-in users");
  return user;
}
