import type { PromptName } from "@offhook/media/protocol";
import type { EmergencyPlace } from "./emergency/emergency-place.ts";
import type { OpeningHours } from "./opening-hours.ts";

export type CompanyId = string;
export type EndpointId = string;
export type QueueId = string;
type HuntGroupId = string;
export type MailboxId = string;
export type RoomId = string;
export type TrunkId = string;
export type FaxLineId = string;

/** Where a call can be sent. */
export type Destination =
  | { readonly kind: "endpoint"; readonly id: EndpointId }
  | {
      readonly kind: "queue";
      readonly id: QueueId;
      /** Callers with a higher one go first. Default: 0. */
      readonly priority?: number;
      /** What the agent must be able to do. Default: nothing special. */
      readonly skills?: readonly string[];
    }
  | { readonly kind: "huntGroup"; readonly id: HuntGroupId }
  | { readonly kind: "mailbox"; readonly id: MailboxId }
  | { readonly kind: "room"; readonly id: RoomId }
  | { readonly kind: "fax"; readonly id: FaxLineId }
  /** As if somebody of the company had dialed it: an extension, a service code or an outside number. */
  | { readonly kind: "number"; readonly number: string }
  | {
      readonly kind: "park";
      /** Default: the first that is free. */
      readonly slot?: number | undefined;
      /** Where a caller goes whom nobody fetches. */
      readonly onTimeout?: Destination;
    }
  | { readonly kind: "prompt"; readonly name: PromptName }
  /** Tells a caller of a queue that their place is kept, and at which number they are called. */
  | { readonly kind: "callbackKept"; readonly number: string }
  | { readonly kind: "hangUp" };

/** A configured phone: what the console calls a phone line. Its devices register themselves. */
export interface EndpointConfig {
  readonly id: EndpointId;
  /** Everybody who may use it; devices of theirs may take over its calls. */
  readonly userIds: readonly string[];
  /** Shown to the called party. */
  readonly name: string;
  readonly extension: string | undefined;
  readonly kind: "phone" | "doorbell";
  /** Anonymous callers are turned away. */
  readonly rejectsAnonymous: boolean;
  readonly isDoNotDisturb: boolean;
  /** No calls at all reach its devices. */
  readonly isCallsDisabled: boolean;
  /** All calls go there. */
  readonly forwardAlways: Destination | undefined;
  readonly onDoNotDisturb: Destination | undefined;
  readonly onBusy: Destination | undefined;
  readonly onNoAnswer: Destination | undefined;
  readonly onUnreachable: Destination | undefined;
  /** Where calls go that nothing above sends elsewhere. */
  readonly mailboxId: MailboxId | undefined;
  /** A second call rings while one is on. Off: the caller meets a busy line. */
  readonly hasCallWaiting: boolean;
  /** Calls it takes at the same time. */
  readonly maxCalls: number;
  readonly ringTimeoutMs?: number;
  /** What people outside see; E.164. */
  readonly externalCallerId: string | undefined;
  /** Hold music: a file's path, or the built-in music. */
  readonly musicPath: string | undefined;
  /** Callers hear the music instead of a ring tone. */
  readonly hasMusicRinging: boolean;
  readonly blockedCallers: readonly string[];
  readonly mayCallOutside: boolean;
  /** Where responders are to go when it calls an emergency number; undefined: the company's place. */
  readonly emergencyPlace?: EmergencyPlace | undefined;
}

export type RingStrategy = "ringAll" | "longestIdle" | "roundRobin" | "fewestCalls" | "random";

export interface QueueAgent {
  readonly endpointId: EndpointId;
  readonly isLoggedIn: boolean;
  /** Why no calls are wanted for now; undefined: they are. */
  readonly pausedReason?: string | undefined;
  /** Rung only when nobody with a lower one can be. Default: 0. */
  readonly penalty?: number;
  readonly skills?: readonly string[];
}

/** Who decides whether the calls of a queue are recorded: nobody, the agent, or the queue itself. */
export type RecordingPolicy = "never" | "onRequest" | "always";

export interface QueueConfig {
  readonly id: QueueId;
  readonly name: string;
  readonly extension: string;
  readonly strategy: RingStrategy;
  readonly agents: readonly QueueAgent[];
  /** How long one attempt rings before the next agents are tried. */
  readonly ringTimeoutMs: number;
  readonly wrapUpMs: number;
  readonly maxWaitMs: number;
  /** Callers waiting at the same time. */
  readonly maxWaiting: number;
  readonly announceEveryMs: number;
  /** The announcement also says how long it may take, where the last hour's calls tell. */
  readonly announcesWait: boolean;
  /** How often callers are thanked for their patience; 0: never. */
  readonly comfortEveryMs: number;
  readonly musicPath: string | undefined;
  readonly overflow: Destination | undefined;
  /** Nobody is logged in: turn away at once instead of letting people wait. */
  readonly leavesWhenEmpty: boolean;
  /** The same where all who are logged in are paused. */
  readonly leavesWhenPaused: boolean;
  /** An agent who lets a call ring, or declines it, is paused. */
  readonly pausesAfterMissed: boolean;
  /** Agents may take a caller whose turn it is not. */
  readonly canChoose: boolean;
  /** How long a caller waits for an agent with the right skills before anybody is rung. */
  readonly skillPatienceMs: number;
  /** When new callers are taken, by the company's clock. Default, and empty: always. */
  readonly hours?: readonly OpeningHours[];
  /** Callers who go before others, whatever number they called. Default: nobody. */
  readonly callerPriorities?: readonly CallerPriority[];
  /** Callers whom a shared contact of the company knows by a tag go before others. Default: nobody. */
  readonly tagPriorities?: readonly TagPriority[];
  /** Callers may hang up and be called when it is their turn. Default: they may not. */
  readonly callback?: QueueCallback | undefined;
  /** Whether calls are recorded once an agent has them. Default: when the agent asks for it. */
  readonly recording?: RecordingPolicy;
}

interface CallerPriority {
  /** A whole number, or the beginning of one that ends in a star. */
  readonly number: string;
  readonly priority: number;
}

export interface TagPriority {
  /** In any case of letters. */
  readonly tag: string;
  readonly priority: number;
}

interface QueueCallback {
  /** When a caller who did not answer is called once more. */
  readonly retryAfterMs: number;
}

export interface HuntGroupConfig {
  readonly id: HuntGroupId;
  readonly name: string;
  readonly extension: string | undefined;
  /** Lines of a lower level ring first. */
  readonly lines: readonly {
    readonly destination: { readonly kind: "endpoint"; readonly id: EndpointId } | OutsideLine;
    readonly level: number;
    readonly isAvailable: boolean;
  }[];
  /** All lines of a level at the same time, or one after another in their order. */
  readonly rings: "together" | "oneByOne";
  /** How long a level rings, or each line of it. */
  readonly ringTimeoutMs: number;
  readonly onNoAnswer: Destination | undefined;
  /** Left out: nobody is ever on call, and the lines ring by their levels alone. */
  readonly onCall?: OnCallConfig;
}

/** Who is rung before all others of a group, by the clock. */
interface OnCallConfig {
  /** The others are not rung at all during a shift. */
  readonly isAlone: boolean;
  readonly shifts: readonly {
    readonly endpointId: EndpointId;
    /** Milliseconds; the end is not a part of it. */
    readonly startsAt: number;
    readonly endsAt: number;
  }[];
}

interface OutsideLine {
  readonly kind: "number";
  readonly number: string;
}

export interface MailboxConfig {
  readonly id: MailboxId;
  readonly name: string;
  readonly pin: string | undefined;
  readonly maxMessages: number;
  readonly maxMessageMs: number;
}

/** A number that a fax machine answers. */
export interface FaxLineConfig {
  readonly id: FaxLineId;
  /** E.164: what the other side sees, and where it sends faxes to. */
  readonly number: string;
  readonly name: string;
  /** How our machine names itself to the other one. */
  readonly stationId: string;
  /** Its number is a person's too, whom calls reach: one becomes a fax when the caller's machine is heard. */
  readonly isShared?: boolean;
}

export interface RoomConfig {
  readonly id: RoomId;
  readonly name: string;
  readonly extension: string;
  readonly maxMembers: number;
}

export interface OutboundConfig {
  /** In order of preference. */
  readonly trunkIds: readonly TrunkId[];
  readonly isInternationalAllowed: boolean;
  /** ISO countries besides the own one that count as home, Canada for a company in the States say. */
  readonly domesticCountries?: readonly string[];
  /** E.164 prefixes that nobody may call, premium numbers say. */
  readonly blockedPrefixes: readonly string[];
  /** Used where an endpoint has no number of its own. */
  readonly defaultCallerId: string | undefined;
  /** What outside calls may cost in a day, in the unit of the trunks' rates. */
  readonly dailySpendLimit: number;
  readonly maxConcurrentCalls: number;
  /** 1-900, 976 and their like abroad; closed unless this says otherwise. */
  readonly isPremiumAllowed?: boolean;
  readonly isSatelliteAllowed?: boolean;
  /** What one line may call outside; left out: as much as the company. */
  readonly line?: LineLimits;
}

/** So that a stolen line neither costs more than this nor keeps colleagues from calling. */
export interface LineLimits {
  readonly callsAtOnce: number;
  readonly callsPerHour: number;
  readonly callsPerDay: number;
  readonly minutesPerDay: number;
  /** A longer call is ended. */
  readonly minutesPerCall: number;
}

export interface EmergencyConfig {
  /** Where responders are to go, for lines without a place of their own. */
  readonly place: EmergencyPlace | undefined;
  /** Users who are told of an emergency call at once, besides the administrators. */
  readonly notify: readonly string[];
  /** Digits that people dial before an outside number out of habit: '9' makes 9911 an emergency call too. */
  readonly outsidePrefixes: readonly string[];
}

export interface ParkingConfig {
  /** Dialed, or transferred to, to park a call in the first free slot. */
  readonly extension: string;
  readonly firstSlot: number;
  readonly lastSlot: number;
  readonly timeoutMs: number;
}

/** How much of the phone system one company, and one line of it, may take. */
export interface CompanyLimits {
  /** Calls a line takes part in when it begins another one. */
  readonly maxCallsPerLine: number;
  /** Phones of the company, and people outside, in calls at the same time. */
  readonly maxLegs: number;
}

export const DEFAULT_COMPANY_LIMITS: CompanyLimits = { maxCallsPerLine: 20, maxLegs: 300 };

export interface CompanyConfig {
  readonly id: CompanyId;
  readonly name: string;
  /** What callers from outside hear while they wait, where the line they wait for has no music of its own. */
  readonly musicPath?: string | undefined;
  /** ISO country: how numbers without a country code are read. */
  readonly region: string;
  /** Of the IANA database; spoken times are those of its clocks. Default: UTC. */
  readonly timeZone?: string;
  /** When somebody is there, by the same clocks. Default, and empty: always. */
  readonly hours?: readonly OpeningHours[];
  readonly endpoints: readonly EndpointConfig[];
  readonly queues: readonly QueueConfig[];
  readonly huntGroups: readonly HuntGroupConfig[];
  readonly mailboxes: readonly MailboxConfig[];
  readonly rooms: readonly RoomConfig[];
  readonly faxLines?: readonly FaxLineConfig[];
  /** Own public numbers, E.164. */
  readonly inboundNumbers: readonly { readonly number: string; readonly destination: Destination }[];
  readonly outbound: OutboundConfig;
  /** Default: `DEFAULT_COMPANY_LIMITS`. */
  readonly limits?: CompanyLimits;
  readonly emergency?: EmergencyConfig;
  readonly parking: ParkingConfig | undefined;
  /** Callers nobody here wants to hear from. */
  readonly blockedCallers: readonly string[];
  /** Whether agents notice that somebody listens to them. Default: `none`. */
  readonly supervisionNotice?: SupervisionNotice;
}

/** Not at all, on their screen, or there and by a tone in their ear. */
export type SupervisionNotice = "none" | "shown" | "heard";

interface TrunkRate {
  /** E.164 without the plus; the longest match counts. */
  readonly prefix: string;
  readonly perMinute: number;
}

export type LocationFormat = "pidf" | "header";

/** Whether faxes over this carrier may change from sound to T.38: never, when the carrier asks, or also when we ask. */
export type T38Use = "never" | "whenAsked" | "offered";

/** A carrier link. */
export interface TrunkConfig {
  readonly id: TrunkId;
  readonly host: string;
  readonly port: number;
  readonly transport: "UDP" | "TCP" | "TLS";
  /** How the carrier names itself in its requests, and we it in ours; default: `host`. */
  readonly domain?: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isRegistering: boolean;
  readonly registerSeconds: number;
  /** Calls are taken from these addresses without a password. */
  readonly trustedAddresses: readonly string[];
  readonly maxCalls: number;
  /** How the carrier wants numbers: +1212..., 1212..., or as dialed nationally. */
  readonly numberFormat: "e164" | "digits";
  /**
   * How the carrier is told where an emergency call comes from: in a document beside the session description (RFC 6442),
   * or in a header of ours when it takes no second body.
   */
  readonly locationFormat: LocationFormat;
  /** Default: `whenAsked`. */
  readonly t38?: T38Use;
  readonly rates: readonly TrunkRate[];
  readonly probeEveryMs: number;
}
