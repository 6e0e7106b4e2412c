import type { StoreApi } from "zustand/vanilla";
import type { DeviceProblem } from "../../settings/index.ts";
import type { ActiveCall } from "./calls/active-call.ts";

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
