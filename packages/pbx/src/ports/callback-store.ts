import type { CallId } from "../calls/call-ids.ts";
import type { CompanyId, EndpointId, QueueId } from "../dialplan/company-config.ts";

/** Somebody who is to be called back, with everything that their place in the queue depends on. */
export interface SavedCallback {
  /** The call in which it was asked for. */
  readonly callId: CallId;
  readonly companyId: CompanyId;
  readonly queueId: QueueId;
  readonly number: string;
  readonly name: string;
  readonly priority: number;
  readonly skills: readonly string[];
  readonly blockedBy: readonly EndpointId[];
  readonly since: number;
  readonly turnAt: number;
  readonly movedUpAt: number | undefined;
  readonly failures: number;
  readonly notBefore: number;
}

/** Keeps callbacks over a restart. */
export interface CallbackStore {
  /** New, or changed. */
  keep(callback: SavedCallback): void;
  forget(callId: CallId): void;
}
