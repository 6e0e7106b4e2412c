import { createResponse } from "../messages/create-response.ts";
import { serializeMessage } from "../messages/message-serializer.ts";
import { SipRequest, type SipResponse } from "../messages/sip-message.ts";
import type { Flow } from "./flow.ts";
import { inviteServerMachine } from "./machines/invite-server-machine.ts";
import type { FailureReason, Machine, ServerAction, ServerEvent, TimerAction } from "./machines/machine.ts";
import { requestServerMachine } from "./machines/request-server-machine.ts";
import { mergeKey } from "./transaction-keys.ts";
import { type ShellParts, TransactionShell } from "./transaction-shell.ts";

/** `flow` is where the request came from. */
export interface ServerTransactionParts extends ShellParts {
  /** Where responses go: the same, but for a peer that wants them at another port. */
  readonly replyFlow: Flow;
  readonly onAck: (ack: SipRequest) => void;
  /** It is over, but for the answer that has to be given again to whoever asks again. */
  readonly remember: (response: Uint8Array) => void;
}

/** A request that waits for an answer. */
export interface ServerTransaction {
  readonly key: string;
  readonly request: SipRequest;
  readonly flow: Flow;
  /** By what the same request is known that comes another way; undefined inside dialogs. */
  readonly mergeKey: string | undefined;
  readonly stateName: string;
  /** Whether a final response went out or could no longer be of use. */
  readonly isAnswered: boolean;
  /** Ignored once there is a final response: two answers may race, the first one counts. */
  respond(response: SipResponse): void;
  /** Set by the user of the transaction to hear that a response cannot be delivered. */
  onFailure: (reason: FailureReason) => void;
  /** Most requests are answered at once. The timers of one that was not begin with `await`. */
  start(): void;
  await(): void;
  receiveRepeated(): void;
  receiveAck(ack: SipRequest): void;
  failTransport(): void;
}

type ServerOnly<Timer extends string> = Exclude<ServerAction<Timer>, TimerAction<Timer>>;

const NOBODY_LISTENS = (): void => {};

/** The shell around either server machine. */
class ServerShell<State extends { readonly name: string }, Timer extends string>
  extends TransactionShell<State, Timer, ServerEvent<Timer>, ServerOnly<Timer>>
  implements ServerTransaction
{
  onFailure: (reason: FailureReason) => void = NOBODY_LISTENS;
  readonly mergeKey: string | undefined;
  protected readonly parts: ServerTransactionParts;
  #request: SipRequest;
  #isSlim = false;
  #lastResponse: Uint8Array | undefined;

  constructor(
    parts: ServerTransactionParts,
    request: SipRequest,
    machine: Machine<State, ServerEvent<Timer>, ServerAction<Timer>>,
  ) {
    super(parts, machine);
    this.parts = parts;
    this.#request = request;
    this.mergeKey = mergeKey(request);
  }

  get request(): SipRequest {
    return this.#request;
  }

  get isAnswered(): boolean {
    return this.stateName !== "proceeding" && this.stateName !== "trying";
  }

  override start(): void {
    this.startUntimed();
  }

  await(): void {
    // Of an INVITE that got any response nobody waits for a sign of life.
    const isQuiet = this.#request.method === "INVITE" && this.#lastResponse !== undefined;
    if (!this.isAnswered && !isQuiet) this.startTimers();
  }

  respond(response: SipResponse): void {
    this.handle({ type: "respond", status: response.status }, response);
    if (this.isAnswered && this.stateName !== "terminated") this.#slim();
  }

  receiveRepeated(): void {
    this.handle({ type: "repeated" });
  }

  receiveAck(ack: SipRequest): void {
    this.handle({ type: "acknowledged" }, ack);
  }

  protected perform(action: ServerOnly<Timer>, message: SipRequest | SipResponse | undefined): void {
    switch (action.do) {
      case "send":
        if (message?.kind === "response") this.#send(message);
        break;
      case "resend":
        this.#resend();
        break;
      case "sendTrying":
        this.#send(createResponse(this.#request, 100));
        break;
      case "remember":
        if (this.#lastResponse) this.parts.remember(this.#lastResponse);
        break;
      case "deliverAck":
        if (message?.kind === "request") this.parts.onAck(message);
        break;
      case "fail":
        this.onFailure(action.reason);
        break;
    }
  }

  /**
   * Over UDP an answered INVITE is remembered for half a minute, thousands of them on a busy server: what is kept is
   * what it is known by, and the response where it may have to go out again.
   */
  #slim(): void {
    if (!this.#isSlim) {
      const { method, uri, headers } = this.#request;
      this.#request = new SipRequest(method, uri, headers.only("via", "from", "to", "call-id", "cseq"));
    }
    this.#isSlim = true;
    // The user agent that answers a call repeats the 2xx.
    if (this.stateName === "accepted") this.#lastResponse = undefined;
  }

  #send(response: SipResponse): void {
    this.#lastResponse = serializeMessage(response);
    this.#resend();
  }

  #resend(): void {
    if (!this.#lastResponse || this.parts.replyFlow.send(this.#lastResponse)) return;
    this.parts.clock.schedule(0, () => this.failTransport());
  }
}

export function createServerTransaction(
  parts: ServerTransactionParts,
  request: SipRequest,
): ServerTransaction {
  return request.method === "INVITE"
    ? new ServerShell(parts, request, inviteServerMachine)
    : new ServerShell(parts, request, requestServerMachine);
}
