export { lineNamed } from "./active-line.ts";
export { SecurityPanel } from "./security/security-panel.tsx";
export { Session } from "./session.ts";
export { SessionProvider, useSession, useSessionState, useUser } from "./session-context.tsx";
export type { SessionUser } from "./session-store.ts";
export { StepUpHost } from "./step-up/step-up-host.tsx";
