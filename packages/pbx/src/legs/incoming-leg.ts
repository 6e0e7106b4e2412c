import type { Flow, IncomingInvite } from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import { statusOfCause } from "../calls/sip-status.ts";
import { type AgreedMedia, whenNegotiated } from "./audio/leg-media.ts";
import { Leg, type LegParts } from "./leg.ts";
import { LegDialog, sdpBody, sdpText } from "./leg-dialog.ts";
import { callIdHeaders, reasonHeaders } from "./sip-headers-of-calls.ts";

/** A leg whose far end called us. */
export class IncomingLeg extends Leg {
  readonly invite: IncomingInvite;
  /** Our description, made for the first response that needs it and sent again with the 2xx. */
  #description: Promise<string> | undefined;
  #agreed: AgreedMedia | undefined;
  /** A browser takes a description once, and its connection loses nothing. */
  #isDescribed = false;
  #isAnswering = false;
  /** What a caller hears whose offer turned out to be of no use. */
  #refusal: number | undefined;

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

  /** `isSettled`: whoever answers, what the caller gets is the same, so that its audio can connect while it rings. */
  progress(kind: "ringing" | "early", isSettled: boolean): void {
    const headers = callIdHeaders(this.parts.callId, this.id);
    const isEarly = kind === "early";
    const status = isEarly ? 183 : 180;
    if (!this.invite.offer) this.invite.progress(180, { headers });
    else if (this.#isDescribed || !(isEarly || isSettled)) this.invite.progress(status, { headers });
    else
      whenNegotiated(
        this.#describe(),
        (description) => {
          // The answer that has overtaken it brings the description itself.
          if (this.#isAnswering) return;
          this.#isDescribed = this.kind === "browser";
          this.invite.progress(status, { headers, body: sdpBody(description), isReliable: isEarly });
        },
        (error: unknown) => this.fail(error),
      );
  }

  answer(): void {
    const headers = callIdHeaders(this.parts.callId, this.id);
    this.#isAnswering = true;
    whenNegotiated(
      this.#describe(),
      (description) => {
        // The call it replaces is ended by call control, which knows what else hangs on it.
        this.invite.accept(sdpBody(description), { headers, keepReplaced: true });
        if (this.#agreed) this.parts.events.onAgreed(this.#agreed);
      },
      (error: unknown) => this.fail(error),
    );
  }

  protected endSignaling(cause: HangupCause): void {
    const headers = reasonHeaders(cause);
    const status = this.#refusal ?? statusOfCause(cause);
    if (this.invite.isOpen) this.invite.refuse(status, headers ? { headers } : {});
    else this.dialog?.hangUp(headers);
  }

  protected override fail(error: unknown): void {
    if (isUnusableOffer(error)) this.#refusal = 488;
    super.fail(error);
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

/** The media process could read the offer and has nothing to answer to it. */
function isUnusableOffer(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "media.offerRefused" || code === "media.noCommonCodec";
}
