import type { Flow, IncomingInvite } from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import { statusOfCause } from "../calls/sip-status.ts";
import { Leg, type LegParts } from "./leg.ts";
import { LegDialog, sdpBody, sdpText } from "./leg-dialog.ts";
import type { AgreedMedia } from "./leg-media.ts";
import { callIdHeaders, reasonHeaders } from "./sip-headers-of-calls.ts";

/** A leg whose far end called us. */
export class IncomingLeg extends Leg {
  readonly invite: IncomingInvite;
  /** Our description, made for the first response that needs it and sent again with the 2xx. */
  #description: Promise<string> | undefined;
  #agreed: AgreedMedia | undefined;

  constructor(parts: LegParts, invite: IncomingInvite) {
    super(parts);
    this.invite = invite;
    this.dialog = new LegDialog(invite.usage, parts.media, this.dialogEvents());
  }

  get sipCallId(): string {
    return this.invite.request.callId;
  }

  get flow(): Flow {
    return this.invite.usage.link.flow;
  }

  progress(kind: "ringing" | "early"): void {
    const headers = callIdHeaders(this.parts.callId, this.id);
    if (kind === "ringing" || !this.invite.offer) {
      this.invite.progress(180, { headers });
      return;
    }
    this.#describe().then(
      (description) => this.invite.progress(183, { headers, body: sdpBody(description), isReliable: true }),
      (error: unknown) => this.fail(error),
    );
  }

  answer(): void {
    const headers = callIdHeaders(this.parts.callId, this.id);
    this.#describe().then(
      (description) => {
        // The call it replaces is ended by call control, which knows what else hangs on it.
        this.invite.accept(sdpBody(description), { headers, keepReplaced: true });
        if (this.#agreed) this.parts.events.onAgreed(this.#agreed);
      },
      (error: unknown) => this.fail(error),
    );
  }

  protected endSignalling(cause: HangupCause): void {
    const headers = reasonHeaders(cause);
    if (this.invite.isOpen) this.invite.refuse(statusOfCause(cause), headers ? { headers } : {});
    else this.dialog?.hangUp(headers);
  }

  #describe(): Promise<string> {
    this.#description ??= this.#makeDescription();
    return this.#description;
  }

  async #makeDescription(): Promise<string> {
    const { offer } = this.invite;
    if (!offer) return this.media.offer();
    const { description, ...agreed } = await this.media.answer(sdpText(offer));
    this.#agreed = agreed;
    return description;
  }
}
