export { activeLineOf, lineNamed } from "./active-line.ts";
export { SecurityPanel } from "./security/security-panel.tsx";
export { Session } from "./session.ts";
export { SessionProvider, useAccounts, useSession, useSessionState, useUser } from "./session-context.tsx";
export type { SessionState, SessionUser } from "./session-store.ts";
export { accountName } from "./stored-account-of.ts";
export { SwitchAccountsDialog } from "./switch-accounts-dialog.tsx";
