import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import type { ClientTransaction } from "../transactions/client-transaction.ts";
import type { Flow } from "../transactions/flow.ts";
import type { FailureReason } from "../transactions/machines/machine.ts";
import type { TransactionLayer } from "../transactions/transaction-layer.ts";
import type { Signer } from "./dialog-services.ts";

export type RequestOutcome =
  | { readonly kind: "response"; readonly response: SipResponse }
  | { readonly kind: "failed"; readonly reason: FailureReason };

export interface SendOptions {
  readonly layer: TransactionLayer;
  readonly flow: Flow;
  readonly signer: Signer | undefined;
  readonly request: SipRequest;
  /** The same request with the next CSeq: RFC 3261 §22.2 wants a new number for the signed one. */
  readonly again: (request: SipRequest) => SipRequest;
  readonly onProvisional?: (response: SipResponse) => void;
  readonly onOutcome: (outcome: RequestOutcome) => void;
  /** Told of every transaction started, first and signed. */
  readonly onTransaction?: (transaction: ClientTransaction) => void;
  /** How often a challenge may still be answered: a server that finds every nonce stale must not keep us busy. */
  readonly attemptsLeft?: number;
}

const MAX_ATTEMPTS = 3;

/** Sends a request and answers the challenges it meets. The outcome comes once, for INVITE once per 2xx. */
export function sendRequest(options: SendOptions): void {
  const { layer, flow, request } = options;
  const transaction = layer.request(request, flow, {
    onResponse: (response) => {
      if (response.status < 200) options.onProvisional?.(response);
      else if (!answerChallenge(options, response)) options.onOutcome({ kind: "response", response });
    },
    onFailure: (reason) => options.onOutcome({ kind: "failed", reason }),
  });
  options.onTransaction?.(transaction);
}

/** Whether the response was a challenge that we have an answer for; it is then on its way. */
function answerChallenge(options: SendOptions, response: SipResponse): boolean {
  const { signer, request, attemptsLeft = MAX_ATTEMPTS } = options;
  if (!signer || attemptsLeft === 0 || (response.status !== 401 && response.status !== 407)) return false;
  const answer = signer.client.answer(response, request, signer.credentials);
  if (answer.kind === "refused") return false;
  const signed = options.again(request.withHeaders(answer.headers));
  sendRequest({ ...options, request: signed, attemptsLeft: attemptsLeft - 1 });
  return true;
}
