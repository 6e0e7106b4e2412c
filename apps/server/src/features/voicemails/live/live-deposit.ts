import type { LiveVoicemail, VoicemailPickUp } from "@offhook/contract";
import type { RunningMessage } from "@offhook/pbx";
import type { SpokenSoFar } from "../../../platform/transcriber.ts";
import type { LiveBox } from "./live-repository.ts";

type Speaking = Extract<LiveVoicemail, { state: "speaking" }>;

/** A message that somebody leaves, as its readers see it. */
export class LiveDeposit {
  readonly message: RunningMessage;
  readonly box: LiveBox;
  #view: LiveVoicemail;

  constructor(message: RunningMessage, box: LiveBox, readable: boolean) {
    this.message = message;
    this.box = box;
    const caller = {
      id: message.messageId,
      mailbox: box.name,
      name: box.label,
      callerId: message.callerNumber,
      callername: message.callerName,
      since_ms: message.startedAt,
    };
    this.#view = { ...caller, state: "speaking", readable, sentences: [], unfinished: "" };
  }

  get view(): LiveVoicemail {
    return this.#view;
  }

  get isSpeaking(): boolean {
    return this.#view.state === "speaking";
  }

  get pickedUpBy(): VoicemailPickUp | undefined {
    return this.#view.state === "speaking" ? undefined : (this.#view.by ?? undefined);
  }

  /** False where nothing new was said. */
  heard({ sentences, unfinished }: SpokenSoFar): boolean {
    const view = this.#view;
    if (view.state !== "speaking" || isSame(view, { sentences, unfinished })) return false;
    this.#view = { ...view, sentences: [...sentences], unfinished };
    return true;
  }

  pickedUp(by: VoicemailPickUp): void {
    this.#view = { ...this.#caller(), state: "pickedUp", by };
  }

  ended(kept: boolean): void {
    this.#view = { ...this.#caller(), state: "over", by: this.pickedUpBy ?? null, kept };
  }

  #caller() {
    const { id, mailbox, name, callerId, callername, since_ms } = this.#view;
    return { id, mailbox, name, callerId, callername, since_ms };
  }
}

/** Settled sentences never change: their number says enough. */
const isSame = (before: Speaking, { sentences, unfinished }: SpokenSoFar): boolean =>
  before.sentences.length === sentences.length && before.unfinished === unfinished;
