import type { Clock } from "@offhook/kernel";
import type { Credentials, DigestClient } from "../auth/digest-client.ts";
import type { Identifiers } from "../grammar/identifiers.ts";
import { SipHeaders } from "../messages/headers/sip-headers.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";
import type { TimerSettings } from "../transactions/machines/timer-settings.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";
import type { TransactionLayer } from "../transactions/transaction-layer.ts";
import type { SessionTimerSettings } from "./session-timers/session-interval.ts";

/** What a user agent says of itself in its messages. */
export interface AgentProfile {
  /** `User-Agent` in requests, `Server` in responses. */
  readonly product: string | undefined;
  readonly allow: readonly string[];
  readonly supported: readonly string[];
  /** Body types of an INVITE that are understood. */
  readonly accept: readonly string[];
  readonly allowEvents: readonly string[];
  /** Our Contact for a peer at the other end of this flow, as header text. */
  readonly contact: (flow: Flow) => string;
  /** Undefined: calls live until somebody hangs up. */
  readonly sessionTimer: SessionTimerSettings | undefined;
  /** How long an unanswered call may ring, in either direction, before it is given up. */
  readonly maxRingMs: number;
}

/** Receives the requests of a dialog. */
export interface DialogOwner {
  /** The way the far end is reached by now. */
  readonly flow: Flow;
  receive(transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest, flow: Flow): void;
}

/** Which dialogs there are. */
export interface DialogTable {
  /** In place of an owner that was there: a dialog that ended early may begin again with its late 2xx. */
  add(key: string, owner: DialogOwner): void;
  /** Only if it is still this owner's. */
  remove(key: string, owner: DialogOwner): void;
}

/** What dialogs need of the user agent around them. */
export interface DialogServices {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly timers: TimerSettings;
  readonly layer: TransactionLayer;
  readonly profile: AgentProfile;
  readonly dialogs: DialogTable;
}

/** How requests of one peer are signed; one for each far end, as it counts the uses of its nonces. */
export interface Signer {
  readonly client: DigestClient;
  readonly credentials: Credentials;
}

/** Our name, in requests. */
export function agentHeaders(profile: AgentProfile): SipHeaders {
  return profile.product === undefined ? new SipHeaders() : SipHeaders.of(["User-Agent", profile.product]);
}

/** Made once for each agent: they go into every response. */
const serverHeadersOf = new WeakMap<AgentProfile, SipHeaders>();

/** Our name, in responses. */
export function serverHeaders(profile: AgentProfile): SipHeaders {
  const known = serverHeadersOf.get(profile);
  if (known) return known;
  const headers =
    profile.product === undefined ? new SipHeaders() : SipHeaders.of(["Server", profile.product]);
  serverHeadersOf.set(profile, headers);
  return headers;
}

const abilitiesOf = new WeakMap<AgentProfile, SipHeaders>();

/** What we can do, which is the same in every call. */
function abilities(profile: AgentProfile): SipHeaders {
  const known = abilitiesOf.get(profile);
  if (known) return known;
  const allow = SipHeaders.of(["Allow", profile.allow.join(", ")]);
  const headers =
    profile.supported.length === 0 ? allow : allow.with("Supported", profile.supported.join(", "));
  abilitiesOf.set(profile, headers);
  return headers;
}

/** What goes into every message that makes or changes a call: where to reach us and what we can do. */
export function callHeaders(profile: AgentProfile, flow: Flow): SipHeaders {
  return abilities(profile).prepend("Contact", profile.contact(flow));
}
