import type { Body, ResponseParts } from "../messages/create-response.ts";
import { CSeq } from "../messages/headers/number-headers.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import type { ClientTransaction } from "../transactions/client-transaction.ts";
import type { Flow } from "../transactions/flow.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";
import {
  ackInDialog,
  type Dialog,
  followRequest,
  keyOfDialog,
  nextRequest,
  type RequestParts,
  refreshTarget,
} from "./dialog.ts";
import { type RequestOutcome, sendRequest } from "./dialog-requests.ts";
import { agentHeaders, type DialogServices, type Signer } from "./dialog-services.ts";
import { respondTo } from "./incoming-request.ts";

export interface LinkCallbacks {
  readonly onProvisional?: (response: SipResponse) => void;
  readonly onOutcome: (outcome: RequestOutcome) => void;
  readonly onTransaction?: (transaction: ClientTransaction) => void;
}

/** A dialog with the flow it runs over: numbers its requests, signs them, and knows where to send them. */
export class DialogLink {
  readonly services: DialogServices;
  #dialog: Dialog;
  #flow: Flow;
  #signer: Signer | undefined;

  constructor(services: DialogServices, dialog: Dialog, flow: Flow, signer: Signer | undefined) {
    this.services = services;
    this.#signer = signer;
    this.#dialog = dialog;
    this.#flow = flow;
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  get flow(): Flow {
    return this.#flow;
  }

  get key(): string {
    return keyOfDialog(this.#dialog);
  }

  /** A peer that came back over another connection, or through another port of its NAT, is reached there from now on. */
  moveToFlow(flow: Flow): void {
    this.#flow = flow;
  }

  /** For a far end that turns out to challenge the requests of a call it made itself, as carriers do. */
  signWith(signer: Signer): void {
    this.#signer = signer;
  }

  replaceDialog(dialog: Dialog): void {
    this.#dialog = dialog;
  }

  /** False for a request older than one we have had (answer 500). */
  follow(request: SipRequest, flow: Flow): boolean {
    const followed = followRequest(this.#dialog, request);
    if (!followed) return false;
    this.#dialog = followed;
    this.#flow = flow;
    return true;
  }

  refreshTarget(message: SipRequest | SipResponse): void {
    this.#dialog = refreshTarget(this.#dialog, message);
  }

  send(method: string, parts: RequestParts, callbacks: LinkCallbacks): void {
    const headers = agentHeaders(this.services.profile).overriddenBy(parts.headers);
    const next = nextRequest(this.#dialog, method, { ...parts, headers });
    this.#dialog = next.dialog;
    const request = this.#signer
      ? next.request.withHeaders(this.#signer.client.authorize(next.request, this.#signer.credentials))
      : next.request;
    sendRequest({
      layer: this.services.layer,
      flow: this.#flow,
      signer: this.#signer,
      request,
      again: (signed) => this.#renumber(signed),
      ...callbacks,
    });
  }

  /** The ACK of a 2xx; its bytes, to repeat for each repeated 2xx. It carries the INVITE's credentials (§22.1). */
  acknowledge(invite: SipRequest, body: Body | undefined): Uint8Array {
    const signature = invite.headers.only("authorization", "proxy-authorization");
    const headers = agentHeaders(this.services.profile).overriddenBy(signature);
    const ack = ackInDialog(this.#dialog, invite.cseq.sequence, { headers, body });
    return this.services.layer.sendOnce(ack, this.#flow);
  }

  respond(
    transaction: ServerTransaction,
    status: number,
    { reason, headers, body }: ResponseParts = {},
  ): void {
    const { localTag } = this.#dialog;
    respondTo(transaction, status, this.services.profile, { reason, localTag, headers, body });
  }

  #renumber(request: SipRequest): SipRequest {
    const sequence = this.#dialog.localSequence + 1;
    this.#dialog = { ...this.#dialog, localSequence: sequence };
    return request.withHeaders(request.headers.withValues(CSeq, { sequence, method: request.method }));
  }
}
