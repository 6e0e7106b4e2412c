import type { Right } from "@offhook/contract";

/** The signed-in user on whose behalf a request runs. Every query is fenced by `customerId`. */
export interface Actor {
  readonly userId: number;
  readonly customerId: number;
  readonly sessionId: string;
  readonly features: ReadonlySet<Right>;
}

/** Where a request came from; for logs, throttling and the session list. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}
