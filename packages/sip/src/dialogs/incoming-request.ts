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
  transaction.respond(createResponse(transaction.request, status, { ...parts, headers }));
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

  respond(status: number, parts: AnswerParts = {}): void {
    respondTo(this.#transaction, status, this.#profile, { ...parts, localTag: this.#localTag });
  }
}
