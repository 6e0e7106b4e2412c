import type { CallId } from "../calls/call-ids.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PassedOverLine, PassedOverReason } from "../calls/passed-over.ts";
import type { CompanyId, Destination, EndpointId, QueueConfig, QueueId } from "../dialplan/company-config.ts";
import type { SavedCallback } from "../ports/callback-store.ts";
import type { MissedReason, OverflowReason, QueueRecord } from "./queue-records.ts";

/** The queues of a company as they are configured now. */
export type FloorConfigs = ReadonlyMap<QueueId, QueueConfig>;

/** What can be seen of an agent's line from outside the queues. */
export type AgentPresence = "free" | "busy" | "unreachable";

/** How a caller leaves who is sent on. */
type Leaving =
  | { readonly type: "overflowed"; readonly reason: OverflowReason }
  | { readonly type: "moved"; readonly toQueueId?: QueueId };

/** Somebody who can be called back. */
export interface CallbackParty {
  /** E.164. */
  readonly number: string;
  readonly name: string;
}

/** The place of somebody who has hung up and is called when it is their turn. */
interface CallbackPlace {
  /** Still hears that the place is kept, and would be busy. */
  readonly isOnLine: boolean;
  /** How often the caller did not answer. */
  readonly failures: number;
  /** The agent who has taken it, and for whom the caller is being called. */
  readonly takenBy: EndpointId | undefined;
}

export interface WaitingCaller {
  /** Of a callback: the call in which it was asked for. */
  readonly callId: CallId;
  readonly queueId: QueueId;
  /** Higher ones go first. */
  readonly priority: number;
  /** The tag of a contact that the priority comes from. */
  readonly tag?: string | undefined;
  /** What an agent must be able to do, until the caller's patience for that is over. */
  readonly skills: readonly string[];
  /** Agents who do not want to hear from this caller. */
  readonly blockedBy: readonly EndpointId[];
  /** When they entered this queue: what it records of them counts from here. */
  readonly since: number;
  /** When they began to wait, in whatever queue that was: what people are shown. */
  readonly waitingSince: number;
  /** Among equals the earlier one goes first: since then the caller waits, or waited before calling again. */
  readonly turnAt: number;
  /** Undefined where the caller cannot be called back. */
  readonly party: CallbackParty | undefined;
  readonly callback: CallbackPlace | undefined;
  /** When somebody last put the caller at the front. */
  readonly movedUpAt: number | undefined;
  readonly announceAt: number;
  readonly comfortAt: number;
  /** Not rung before this: a moment's rest after an attempt that failed. */
  readonly notBefore: number;
  /** The agents that ring for the caller now. Empty: all of them are out, and the call is about to say so. */
  readonly ringing: readonly EndpointId[] | undefined;
  /** Sent on; the call has yet to leave. */
  readonly leaving: Leaving | undefined;
}

/** What is kept of a caller over a restart; agents who blocked the caller are looked up anew. */
export interface ResumedCaller
  extends Pick<
    WaitingCaller,
    | "callId"
    | "queueId"
    | "priority"
    | "tag"
    | "skills"
    | "blockedBy"
    | "since"
    | "turnAt"
    | "party"
    | "movedUpAt"
  > {
  /** Left out: since then they wait in this queue. */
  readonly waitingSince?: number | undefined;
  /** Undefined: never. */
  readonly announceAt: number | undefined;
  readonly comfortAt: number | undefined;
}

/** What an agent does and did, over all queues. */
export interface FloorAgent {
  readonly presence: AgentPresence;
  /** When the agent's last call ended; 0 when there was none. */
  readonly idleSince: number;
  /** When the agent was last rung. */
  readonly offeredAt: number;
  /** When the agent took calls, as far back as fewest calls are counted. */
  readonly takenAt: readonly number[];
  /** The call of a queue that the agent is on. */
  readonly taken: TakenCall | undefined;
  readonly wrapUp: { readonly queueId: QueueId; readonly untilMs: number } | undefined;
  /** Paused on the floor, beside the pauses that the directory knows. */
  readonly pausedReason: string | undefined;
}

export interface TakenCall {
  readonly callId: CallId;
  readonly queueId: QueueId;
  /** How long the caller had waited, in all queues on the way. */
  readonly waitMs: number;
}

export type AgentState =
  | { readonly name: "loggedOut" | "ringing" | "busy" | "unreachable" | "idle" }
  | { readonly name: "paused"; readonly reason: string }
  | { readonly name: "wrapUp"; readonly untilMs: number };

/** An agent as one queue sees them. */
export interface AgentStanding {
  readonly state: AgentState;
  readonly since: number;
  readonly isLoggedIn: boolean;
  readonly pausedReason: string | undefined;
  /** The part of it that the directory says. */
  readonly listedPause: string | undefined;
}

/** What a queue keeps. */
export interface QueueMemory {
  /** Round robin goes on after this one. */
  readonly lastOffered: EndpointId | undefined;
  /** Of the calls answered in the last hour. */
  readonly answered: readonly { readonly at: number; readonly waitMs: number }[];
  readonly standings: ReadonlyMap<EndpointId, AgentStanding>;
}

/** All queues of a company: who waits, and what is known of the agents. */
export interface FloorState {
  readonly companyId: CompanyId;
  /** In order of their turn, over all queues. */
  readonly waiting: readonly WaitingCaller[];
  readonly agents: ReadonlyMap<EndpointId, FloorAgent>;
  readonly queues: ReadonlyMap<QueueId, QueueMemory>;
  /** The next random choice comes from this. */
  readonly seed: number;
}

export type FloorEvent = { readonly at: number } & FloorHappening;

export type FloorHappening =
  | {
      readonly type: "entered";
      readonly callId: CallId;
      readonly queueId: QueueId;
      /** Left out: they begin to wait now. */
      readonly waitingSince?: number | undefined;
      readonly priority: number;
      readonly skills: readonly string[];
      readonly blockedBy: readonly EndpointId[];
      readonly party?: CallbackParty | undefined;
    }
  /** A contact is found who knows the caller, a moment after the caller has come. */
  | {
      readonly type: "tagFound";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly tag: string;
      readonly priority: number;
    }
  /** Waited already before a restart, and is not rung for before it is known that the caller is still there. */
  | ({ readonly type: "resumed" } & ResumedCaller)
  | { readonly type: "foundAlive"; readonly callId: CallId }
  /** Sent on at the door. */
  | {
      readonly type: "turnedAway";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly priority: number;
      readonly reason: OverflowReason;
    }
  /** Gone: hung up, or went where the floor sent it. */
  | { readonly type: "left"; readonly callId: CallId; readonly isSentOn: boolean }
  | { readonly type: "attemptFailed"; readonly callId: CallId }
  | { readonly type: "answered"; readonly callId: CallId; readonly endpointId: EndpointId }
  | {
      readonly type: "missed";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly endpointId: EndpointId;
      readonly reason: MissedReason;
      readonly ringMs: number;
    }
  /** An agent's call of this queue has ended. */
  | {
      readonly type: "callEnded";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly endpointId: EndpointId;
      readonly talkMs: number;
    }
  | {
      readonly type: "wrapUpRestored";
      readonly queueId: QueueId;
      readonly endpointId: EndpointId;
      readonly untilMs: number;
    }
  /** The caller wants to be called back. */
  | { readonly type: "callbackAsked"; readonly callId: CallId }
  /** The call in which a callback was asked for is over. */
  | { readonly type: "hungUp"; readonly callId: CallId }
  /** An agent has picked up, and the caller is called now. */
  | {
      readonly type: "callbackTaken";
      readonly callId: CallId;
      readonly endpointId: EndpointId;
      readonly newCallId: CallId;
    }
  | { readonly type: "callbackFailed"; readonly callId: CallId; readonly reason: HangupCause }
  /** Kept from before a restart. */
  | { readonly type: "callbackRestored"; readonly callback: SavedCallback }
  | { readonly type: "agentsSeen"; readonly presence: ReadonlyMap<EndpointId, AgentPresence> }
  /** The configuration may have changed: who is logged in or paused, say. */
  | { readonly type: "configured" }
  | { readonly type: "woke" }
  | FloorCommand;

/** What people ask of the floor. */
export type FloorCommand =
  | { readonly type: "pause"; readonly endpointId: EndpointId; readonly reason: string }
  | { readonly type: "resume"; readonly endpointId: EndpointId }
  /** Ends the wrap-up. */
  | { readonly type: "getReady"; readonly endpointId: EndpointId }
  | { readonly type: "take"; readonly callId: CallId; readonly endpointId: EndpointId }
  | { readonly type: "cancelCallback"; readonly callId: CallId }
  | { readonly type: "moveUp"; readonly callId: CallId }
  | { readonly type: "moveTo"; readonly callId: CallId; readonly queueId: QueueId }
  | { readonly type: "send"; readonly callId: CallId; readonly destination: Destination };

export type FloorEffect =
  | {
      readonly type: "ring";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly endpointIds: readonly EndpointId[];
      /** Whom whoever answers is connected with; undefined: the caller is on the line. */
      readonly callback: CallbackParty | undefined;
    }
  | {
      readonly type: "announce";
      readonly callId: CallId;
      readonly position: number;
      /** Undefined where nobody can honestly say. */
      readonly expectedWaitMs: number | undefined;
      readonly offersCallback: boolean;
    }
  | { readonly type: "comfort"; readonly callId: CallId; readonly offersCallback: boolean }
  | {
      readonly type: "passOver";
      readonly callId: CallId;
      readonly queueId: QueueId;
      readonly lines: readonly PassedOverAgent[];
    }
  | { readonly type: "keepCallback"; readonly callback: SavedCallback }
  | { readonly type: "forgetCallback"; readonly callId: CallId }
  | {
      readonly type: "sendOn";
      readonly callId: CallId;
      readonly queueId: QueueId;
      /** Undefined: where the queue sends those whom nobody can take. */
      readonly destination: Destination | undefined;
      /** Somebody chose the destination. */
      readonly isChosen: boolean;
    };

/** The floor does not know why a line is unreachable. */
export interface PassedOverAgent extends Omit<PassedOverLine, "reason"> {
  readonly reason: PassedOverReason | "unreachable";
}

export interface FloorStep {
  readonly state: FloorState;
  readonly effects: readonly FloorEffect[];
  readonly records: readonly QueueRecord[];
  /** Queues whose callers or agents look different now. */
  readonly changed: ReadonlySet<QueueId>;
  /** The command could not be carried out, and nothing has changed. */
  readonly isRefused: boolean;
}

export const emptyFloor = (companyId: CompanyId): FloorState => ({
  companyId,
  waiting: [],
  agents: new Map(),
  queues: new Map(),
  seed: 1,
});

export const UNSEEN_AGENT: FloorAgent = {
  presence: "unreachable",
  idleSince: 0,
  offeredAt: 0,
  takenAt: [],
  taken: undefined,
  wrapUp: undefined,
  pausedReason: undefined,
};

export const NEW_QUEUE: QueueMemory = { lastOffered: undefined, answered: [], standings: new Map() };

/** Everybody who rings for somebody. In every step, so without a list for each caller. */
export function ringingAgents(waiting: readonly WaitingCaller[]): Set<EndpointId> {
  const all = new Set<EndpointId>();
  for (const { ringing } of waiting) if (ringing) for (const endpointId of ringing) all.add(endpointId);
  return all;
}

/** Below zero when `a` goes first. */
export function compareTurns(a: WaitingCaller, b: WaitingCaller): number {
  return (b.movedUpAt ?? 0) - (a.movedUpAt ?? 0) || b.priority - a.priority || a.turnAt - b.turnAt;
}
