import { createResponse, type ResponseParts } from "../messages/create-response.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";
import type { ServerTransaction } from "../transactions/server-transaction.ts";
import { type AgentProfile, serverHeaders } from "./dialog-services.ts";

export type AnswerParts = Pick<ResponseParts, "reason" | "headers" | "body">;

/** Answers a transaction in our own name. */
export function respondTo(
  transaction: ServerTransaction,
  status: number,
  profile: AgentProfile,
  parts: ResponseParts,
): void {
  const headers = status === 100 ? parts.headers : serverHeaders(profile).overriddenBy(parts.headers);
  // Field by field, here and below: an object behind a spread costs many times this one, with every response.
  const { reason, localTag, body } = parts;
  transaction.respond(createResponse(transaction.request, status, { reason, localTag, headers, body }));
}

/** A request that somebody has to answer, now or later. Only the first final answer counts. */
export class IncomingRequest {
  readonly request: SipRequest;
  readonly #transaction: ServerTransaction;
  readonly #profile: AgentProfile;
  readonly #localTag: string;

  constructor(transaction: ServerTransaction, profile: AgentProfile, localTag: string) {
    this.request = transaction.request;
    this.#transaction = transaction;
    this.#profile = profile;
    this.#localTag = localTag;
  }

  get flow(): Flow {
    return this.#transaction.flow;
  }

  get isAnswered(): boolean {
    return this.#transaction.isAnswered;
  }

  respond(status: number, { reason, headers, body }: AnswerParts = {}): void {
    const parts = { reason, localTag: this.#localTag, headers, body };
    respondTo(this.#transaction, status, this.#profile, parts);
  }
}
