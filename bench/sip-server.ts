/** A registrar that connects calls, as the load sees it: ours or a peer's. */
export interface SipServer {
  readonly name: string;
  readonly port: number;
  /** The processes it was started with; what they have started counts too. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** The phones of the load. Each one's name is its extension too. */
export const DOMAIN = "offhook.test";
export const PASSWORD = "a-bench-password";
const LINES = 100;
export const CALLERS: readonly string[] = Array.from({ length: LINES }, (_, index) => String(6_000 + index));
export const CALLEES: readonly string[] = Array.from({ length: LINES }, (_, index) => String(7_000 + index));
