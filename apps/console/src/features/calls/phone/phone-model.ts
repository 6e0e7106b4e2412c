import type { LiveCall } from "@offhook/contract";
import type { ActiveCall, CallQuality, EndedCall } from "./calls/active-call.ts";

/** What is known of every SIP session of this tab, however far it has come. */
interface AnyLeg {
  /** Its SIP Call-ID, by which the phone system's list names it too. */
  readonly id: string;
  /** The entry it belongs to. */
  readonly callId: string;
  /** Empty until the phone system has named the call and this part in it. */
  readonly callid: string;
  readonly channel: string;
  readonly line: string;
  /** `attach` comes back to a call or takes it over. */
  readonly kind: "in" | "out" | "attach";
  readonly number: string;
  readonly caller: string;
  readonly via: ActiveCall["via"];
  readonly doorbell: boolean;
  readonly startedAt: number;
  /** The phone system's list has shown it: from then on its absence there means its end. */
  readonly isListed: boolean;
}

/** It rings here, or was just taken and waits for the phone system. */
interface IncomingLeg extends AnyLeg {
  readonly state: "ringing" | "answering";
}

interface PlacedLeg extends AnyLeg {
  readonly state: "calling";
  /** The last SIP status. */
  readonly callsc: number;
}

interface ActiveLeg extends AnyLeg {
  readonly state: "active";
  readonly answeredAt: number;
}

/** A SIP session of this tab. */
export type Leg = IncomingLeg | PlacedLeg | ActiveLeg;

/** What only this browser knows of a call; kept beyond a reload. */
export interface CallNotes {
  readonly id: string;
  /** The tab whose microphone and speaker it has. */
  readonly tab: string | undefined;
  readonly hold: boolean;
  readonly muted: boolean;
  readonly keypad: string;
  /** The id of the call with the colleague who is asked whether to take this one. */
  readonly consultation: string | undefined;
}

/** What this tab alone shows of a call. */
export interface LocalCall {
  readonly isIgnored: boolean;
  /** Answered a moment ago in another tab, which the phone system has not told yet. */
  readonly isTakenByTab: boolean;
  /** Asked for and not yet confirmed by the phone system's list. */
  readonly wanted: { readonly hold?: boolean; readonly muted?: boolean; readonly recording?: boolean };
  readonly extensions: string;
  readonly isDialingExtension: boolean;
  readonly quality: CallQuality | undefined;
  /** There while the camera is on. */
  readonly localVideo: MediaStream | undefined;
  readonly remoteVideo: MediaStream | undefined;
  /** Becomes part of the conference of this call once answered. */
  readonly joinTo: string | undefined;
}

export const FRESH_CALL: LocalCall = {
  isIgnored: false,
  isTakenByTab: false,
  wanted: {},
  extensions: "",
  isDialingExtension: false,
  quality: undefined,
  localVideo: undefined,
  remoteVideo: undefined,
  joinTo: undefined,
};

/** Everything the views are made of. Changed by `stepPhone` alone. */
export interface PhoneModel {
  readonly tab: string;
  readonly legs: ReadonlyMap<string, Leg>;
  /** By line: what the phone system said last. */
  readonly lists: ReadonlyMap<string, readonly LiveCall[]>;
  /** Channels that are over although a list on its way may still show them. */
  readonly gone: ReadonlySet<string>;
  /** By callid. */
  readonly notes: ReadonlyMap<string, CallNotes>;
  /** By the id of the entry. */
  readonly local: ReadonlyMap<string, LocalCall>;
  /** Shown for a moment more. */
  readonly ended: ReadonlyMap<string, EndedCall>;
  /** Calls whose sound was here and is being brought back: the callid. */
  readonly returning: ReadonlySet<string>;
  readonly calls: readonly ActiveCall[];
}

export function emptyModel(tab: string): PhoneModel {
  return {
    tab,
    legs: new Map(),
    lists: new Map(),
    gone: new Set(),
    notes: new Map(),
    local: new Map(),
    ended: new Map(),
    returning: new Set(),
    calls: [],
  };
}

export type LegEnd =
  /** Somebody hung up, or it was refused. */
  | { readonly kind: "over"; readonly reason: string | undefined }
  /** Another tab or device has it. */
  | { readonly kind: "elsewhere" }
  /** The connection broke; the call waits for us. */
  | { readonly kind: "lost" };

export type PhoneEvent =
  | { readonly type: "legStarted"; readonly leg: Leg }
  | {
      readonly type: "legNamed";
      readonly legId: string;
      readonly callid: string;
      readonly channel: string;
      readonly callsc?: number;
    }
  | { readonly type: "legAnswering"; readonly legId: string }
  /** Taking it did not work: it rings on. */
  | { readonly type: "legRingsOn"; readonly legId: string }
  | { readonly type: "legAnswered"; readonly legId: string; readonly at: number }
  | { readonly type: "legEnded"; readonly legId: string; readonly end: LegEnd }
  /** All live calls of a line as they now are. */
  | { readonly type: "listed"; readonly line: string; readonly calls: readonly LiveCall[] }
  /** A doubted leg had its time. */
  | { readonly type: "doubtDue"; readonly legId: string }
  | { readonly type: "linesChanged"; readonly lines: readonly string[] }
  | { readonly type: "noted"; readonly callid: string; readonly notes: CallNotes }
  | { readonly type: "takenByTab"; readonly callid: string; readonly isTaken: boolean }
  | { readonly type: "changed"; readonly id: string; readonly change: Partial<LocalCall> }
  | { readonly type: "returning"; readonly callid: string; readonly isReturning: boolean }
  | { readonly type: "endedSeen"; readonly id: string };

/** What has to be done in the world; `stepPhone` only says so. */
export type PhoneEffect =
  /** An answered or placed call: the others go on hold in a moment. */
  | { readonly type: "callBegan"; readonly id: string }
  | { readonly type: "callAnswered"; readonly id: string }
  | { readonly type: "callArrived"; readonly id: string }
  | { readonly type: "callEnded"; readonly id: string; readonly wasTalk: boolean }
  /** Not in the list any more: look again in a moment. */
  | { readonly type: "doubtLeg"; readonly legId: string }
  | { readonly type: "dropLeg"; readonly legId: string }
  /** Bring the sound back here. */
  | { readonly type: "attach"; readonly callid: string; readonly line: string }
  | { readonly type: "saveNotes"; readonly callid: string; readonly notes: CallNotes | undefined };

export interface PhoneStep {
  readonly model: PhoneModel;
  readonly effects: readonly PhoneEffect[];
}
