import type { LiveApplication } from "@offhook/contract";
import type { StoreApi } from "zustand/vanilla";
import type { DeviceProblem } from "../../settings/index.ts";

/** How the soft phone of this tab stands with the phone system. */
export type Registration =
  | { readonly status: "off" }
  | { readonly status: "connecting" }
  | { readonly status: "registered" }
  /** It will not ring. `reason` is a plain sentence; the next try begins at `retryAt` (milliseconds). */
  | {
      readonly status: "failed" | "disconnected";
      readonly reason: string;
      readonly retryAt: number | undefined;
    };

/** Where the sound of a call is: in this tab, in another tab or device of the user, or between two places. */
export type CallPlace = "here" | "elsewhere" | "moving";

export type CallPhase = "calling" | "ringing" | "active" | "ended";

/**
 * What this user is in the middle of when it is not simply a talk: held or put into a conference by the other end,
 * waiting, parked, or in one of the phone system's own services.
 */
export type CallSituation = "held" | "conference" | "waiting" | "parked" | LiveApplication;

export interface CallQuality {
  /** Mean opinion score, 1 to 4.5. */
  readonly mos: number;
  readonly cause: "good" | "loss" | "jitter" | "delay";
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
}

/** A call of the user's line, as every tab shows it. */
export interface ActiveCall {
  /** Stays the same over reload, take-over and re-attach: it names `/calls/active/{id}`. */
  readonly id: string;
  /** The call in the phone system, shared by all of its parties; empty until the phone system has it. */
  readonly callid: string;
  /** This user's part in it, what commands name it by; empty until the phone system has it. */
  readonly channel: string;
  /** The channel of the other end; empty while there is none. */
  readonly party: string;
  readonly place: CallPlace;
  readonly phase: CallPhase;
  readonly dir: "in" | "out";
  /** The other end. Its name and picture come from the lookup of contacts; `caller` is what the phone system says. */
  readonly number: string;
  readonly caller: string;
  /** The queue or hunt group it came through. */
  readonly via: { readonly kind: "queue" | "huntgroup"; readonly name: string } | undefined;
  readonly doorbell: boolean;
  /** Silenced here with "ignore": its card steps back, the call rings on elsewhere. */
  readonly isIgnored: boolean;
  /** A note the colleague who transferred the call has written. */
  readonly transferNote: string | undefined;
  /** The last SIP status of an outgoing call: ringback sounds while it is 180. */
  readonly callsc: number;
  /** 0 while it rings, 1 once answered. */
  readonly statusCode: 0 | 1;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly answeredAt: number | undefined;
  readonly hold: boolean;
  readonly muted: boolean;
  /** The other end was silenced for the rest of a conference. */
  readonly isPartyMuted: boolean;
  /** Calls with the same number are one conference; -1 when none. */
  readonly isInConference: number;
  /** Undefined while people simply talk. */
  readonly situation: CallSituation | undefined;
  readonly recording: boolean;
  /** Digits pressed in the call. */
  readonly keypad: string;
  /** Digits that still wait to be sent after the answer. */
  readonly extensions: string;
  readonly isDialingExtension: boolean;
  readonly quality: CallQuality | undefined;
  /** The other end shows its pictures. */
  readonly isPartyCameraOn: boolean;
  /** Both ends can do video. */
  readonly canDoVideo: boolean;
  readonly isCameraOn: boolean;
  readonly localVideo: MediaStream | undefined;
  readonly remoteVideo: MediaStream | undefined;
  /** The transfer that asks first: the id of the call with the colleague who is asked. */
  readonly consultation: string | undefined;
  /** Why it ended, a plain sentence with a next step; kept for as long as the ended call is shown. */
  readonly endReason: string | undefined;
}

export interface PhoneState {
  readonly registration: Registration;
  /** Incoming ones that ring first, then by the time they began. */
  readonly calls: readonly ActiveCall[];
  /** This tab makes the sounds of the phone. */
  readonly isRingOwner: boolean;
  /** What keeps this machine from calling: the host of the dialogs shows it. */
  readonly deviceAlert: DeviceAlertState | undefined;
}

interface DeviceAlertState {
  readonly problem: DeviceProblem;
  /** The number that should have been called; undefined when a call should have been answered. */
  readonly number: string | undefined;
}

export interface DialRequest {
  /** As typed or pasted: letters, pauses and extensions included. */
  readonly number: string;
  /** The line to call from; the active one when left out. */
  readonly line?: string;
  readonly camera?: boolean;
  /** Becomes part of this call's conference once answered. */
  readonly joinTo?: string;
  /** Asks whether the other end will take this call. */
  readonly consultFor?: string;
}

export type TransferTarget = { readonly number: string } | { readonly voicemailOf: string };

/**
 * The soft phone: one per tab, alike in all tabs of a user. Commands name calls by `ActiveCall.id`; they show their
 * effect at once and throw an `Error` with the sentence to show when the phone system refuses. What went well and is
 * worth saying ('Transferring call', 'Call initiated successfully.') the phone says itself.
 */
export interface Phone {
  readonly state: StoreApi<PhoneState>;
  /** The id of the new call; undefined when a missing device or permission was answered with a dialog. */
  dial(request: DialRequest): Promise<string | undefined>;
  /** Rings the user's mobile first, or `from`, then connects it. */
  dialFromOtherDevice(number: string, from?: string): Promise<void>;
  answer(id: string, options?: { readonly camera?: boolean }): Promise<void>;
  decline(id: string): Promise<void>;
  /** Declines and sends the text to the caller, as SMS or chat. */
  declineWithMessage(id: string, text: string): Promise<void>;
  sendToVoicemail(id: string): Promise<void>;
  /** Silences the ring here; it goes on elsewhere. */
  ignore(id: string): void;
  hangUp(id: string): Promise<void>;
  /** Acts on the whole conference the call is in. */
  setHold(id: string, isOn: boolean): Promise<void>;
  setMuted(id: string, isOn: boolean): Promise<void>;
  /** One party of a conference only. */
  setPartyMuted(id: string, isOn: boolean): Promise<void>;
  sendDigits(id: string, digits: string): void;
  /** The doorbell's own digits, 55 unless configured. */
  openDoor(id: string): void;
  transfer(id: string, to: TransferTarget, note?: string): Promise<void>;
  completeTransfer(id: string): Promise<void>;
  cancelTransfer(id: string): Promise<void>;
  conference(ids: readonly string[]): Promise<void>;
  /** Takes every call out of the conference again; the others go on hold. */
  split(id: string): Promise<void>;
  startRecording(id: string): Promise<void>;
  /** Ends it; the MP3 goes to the downloads. */
  stopRecording(id: string): Promise<void>;
  park(id: string): Promise<number>;
  setCamera(id: string, isOn: boolean): Promise<void>;
  /** Brings the sound of a call that goes on in another tab or device to this tab. */
  takeHere(id: string): Promise<void>;
  /** Registers at once instead of waiting for the next try. */
  retryNow(): void;
  closeDeviceAlert(): void;
}
