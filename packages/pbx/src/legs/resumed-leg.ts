import type { Flow, InviteUsage } from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { SavedAudio } from "./audio/leg-media.ts";
import { Leg, type LegParts } from "./leg.ts";
import { LegDialog } from "./leg-dialog.ts";
import { reasonHeaders } from "./sip-headers-of-calls.ts";

/** A leg whose far end called us before a restart. */
export class ResumedLeg extends Leg {
  readonly #usage: InviteUsage;

  constructor(parts: LegParts, usage: InviteUsage) {
    super(parts);
    this.#usage = usage;
    this.dialog = new LegDialog(usage, parts.media, this.dialogEvents());
  }

  get sipCallId(): string {
    return this.#usage.callId;
  }

  get flow(): Flow {
    return this.#usage.link.flow;
  }

  /** Its audio goes on at once; `onAlive` when the far end has shown that it is still there. */
  begin(audio: SavedAudio, onAlive: () => void): void {
    this.dialog?.resume(audio, onAlive);
  }

  protected endSignaling(cause: HangupCause): void {
    this.dialog?.hangUp(reasonHeaders(cause));
  }
}
