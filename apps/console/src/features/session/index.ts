export { activeLineOf, lineNamed } from "./active-line.ts";
export { Session, type SessionEvents, type SignedOutCause } from "./session.ts";
export { SessionProvider, useAccounts, useSession, useSessionState, useUser } from "./session-context.tsx";
export type { SessionState, SessionUser } from "./session-store.ts";
