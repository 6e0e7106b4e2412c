import { createStore, type StoreApi } from "zustand/vanilla";
import {
  type ActiveCall,
  isTalk,
  type PlacedCall,
  type RingingCall,
  type Talk,
} from "../phone/calls/active-call.ts";
import type { DialRequest, Phone, PhoneState, TransferTarget } from "../phone/phone.ts";

/** What a screen asked of the phone: the command and what it was given. */
export type Asked = { [Command in keyof Phone]: readonly [Command, ...unknown[]] }[keyof Phone];

const IDLE: PhoneState = {
  registration: { status: "registered" },
  calls: [],
  isRingOwner: true,
  deviceAlert: undefined,
};

const JUNE = {
  id: "call-1",
  callid: "pbx-1",
  channel: "channel-1",
  place: "here",
  dir: "in",
  number: "12125550177",
  caller: "June Park",
  via: undefined,
  doorbell: false,
  transferNote: undefined,
  startedAt: Date.parse("2030-01-07T09:00:00.000Z"),
  canDoVideo: false,
} as const;

/** A call that rings. */
export const aRing = (fields: Partial<RingingCall> = {}): RingingCall => ({
  ...JUNE,
  phase: "ringing",
  isIgnored: false,
  ...fields,
});

/** A call that was placed and not answered yet. */
export const aPlacedCall = (fields: Partial<PlacedCall> = {}): PlacedCall => ({
  ...JUNE,
  phase: "calling",
  dir: "out",
  callsc: 0,
  extensions: "",
  ...fields,
});

/** A call that was answered. */
export const aTalk = (fields: Partial<Talk> = {}): Talk => ({
  ...JUNE,
  phase: "active",
  answeredAt: Date.parse("2030-01-07T09:00:05.000Z"),
  party: "party-1",
  hold: false,
  muted: false,
  recording: false,
  recordingRule: null,
  supervisors: [],
  isPartyMuted: false,
  isInConference: -1,
  situation: undefined,
  keypad: "",
  extensions: "",
  isDialingExtension: false,
  quality: undefined,
  isPartyCameraOn: false,
  isCameraOn: false,
  localVideo: undefined,
  remoteVideo: undefined,
  consultation: undefined,
  ...fields,
});

/** A phone whose state the test sets and whose commands it reads back; nothing happens by itself. */
export class ScriptedPhone implements Phone {
  readonly state: StoreApi<PhoneState>;
  readonly asked: Asked[] = [];
  /** What `dial` answers. */
  dialedId: string | undefined = "call-1";
  #refusal: Error | undefined;

  constructor(state: Partial<PhoneState> = {}) {
    this.state = createStore<PhoneState>()(() => ({ ...IDLE, ...state }));
  }

  show(...calls: readonly ActiveCall[]): void {
    this.state.setState({ calls });
  }

  change(id: string, fields: Partial<Talk>): void {
    this.state.setState(({ calls }) => ({
      calls: calls.map((call) => (call.id === id && isTalk(call) ? { ...call, ...fields } : call)),
    }));
  }

  /** The next command is refused with this sentence. */
  refuseNext(sentence: string): void {
    this.#refusal = new Error(sentence);
  }

  dial = async (request: DialRequest): Promise<string | undefined> => {
    await this.#ask("dial", request);
    return this.dialedId;
  };
  dialFromOtherDevice = (number: string, from?: string): Promise<void> =>
    this.#ask("dialFromOtherDevice", number, from);
  answer = (id: string, options?: { readonly camera?: boolean }): Promise<void> =>
    this.#ask("answer", id, ...(options ? [options] : []));
  decline = (id: string): Promise<void> => this.#ask("decline", id);
  declineWithMessage = (id: string, text: string): Promise<void> => this.#ask("declineWithMessage", id, text);
  sendToVoicemail = (id: string): Promise<void> => this.#ask("sendToVoicemail", id);
  ignore = (id: string): void => this.#note("ignore", id);
  hangUp = (id: string): Promise<void> => this.#ask("hangUp", id);
  setHold = (id: string, isOn: boolean): Promise<void> => this.#ask("setHold", id, isOn);
  setMuted = (id: string, isOn: boolean): Promise<void> => this.#ask("setMuted", id, isOn);
  setPartyMuted = (id: string, isOn: boolean): Promise<void> => this.#ask("setPartyMuted", id, isOn);
  sendDigits = (id: string, digits: string): void => this.#note("sendDigits", id, digits);
  openDoor = (id: string): void => this.#note("openDoor", id);
  transfer = (id: string, to: TransferTarget, note?: string): Promise<void> =>
    this.#ask("transfer", id, to, ...(note === undefined ? [] : [note]));
  completeTransfer = (id: string): Promise<void> => this.#ask("completeTransfer", id);
  cancelTransfer = (id: string): Promise<void> => this.#ask("cancelTransfer", id);
  conference = (ids: readonly string[]): Promise<void> => this.#ask("conference", ids);
  split = (id: string): Promise<void> => this.#ask("split", id);
  startRecording = (id: string): Promise<void> => this.#ask("startRecording", id);
  stopRecording = (id: string): Promise<void> => this.#ask("stopRecording", id);
  park = async (id: string): Promise<number> => {
    await this.#ask("park", id);
    return FIRST_SLOT;
  };
  setCamera = (id: string, isOn: boolean): Promise<void> => this.#ask("setCamera", id, isOn);
  takeHere = (id: string): Promise<void> => this.#ask("takeHere", id);
  retryNow = (): void => this.#note("retryNow");
  closeDeviceAlert = (): void => this.#note("closeDeviceAlert");

  #note(...asked: Asked): void {
    this.asked.push(asked);
  }

  async #ask(...asked: Asked): Promise<void> {
    this.#note(...asked);
    const refusal = this.#refusal;
    this.#refusal = undefined;
    if (refusal) throw refusal;
  }
}

const FIRST_SLOT = 701;
