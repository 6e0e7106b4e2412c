import type { Clock } from "@offhook/kernel";
import { createResponse } from "../messages/create-response.ts";
import { serialiseMessage } from "../messages/message-serialiser.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { type Flow, isReliable } from "./flow.ts";
import { inviteServerMachine } from "./invite-server-machine.ts";
import type { FailureReason, Machine, MachineSettings, ServerAction, ServerEvent, Step } from "./machine.ts";
import { requestServerMachine } from "./request-server-machine.ts";
import { TimerBank } from "./timer-bank.ts";
import type { TimerSettings } from "./timer-settings.ts";
import { mergeKey } from "./transaction-keys.ts";

export interface ServerTransactionParts {
  readonly key: string;
  /** Where the request came from. */
  readonly flow: Flow;
  /** Where responses go: the same, but for a peer that wants them at another port. */
  readonly replyFlow: Flow;
  readonly clock: Clock;
  readonly timers: TimerSettings;
  readonly onTerminated: () => void;
  readonly onAck: (ack: SipRequest) => void;
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
  start(): void;
  receiveRepeated(): void;
  receiveAck(ack: SipRequest): void;
  failTransport(): void;
}

/** The shell around either server machine: it owns the timers and the wire and decides nothing. */
class ServerShell<State extends { readonly name: string }, Timer extends string>
  implements ServerTransaction
{
  onFailure: (reason: FailureReason) => void = () => {};
  readonly mergeKey: string | undefined;
  readonly #parts: ServerTransactionParts;
  readonly #machine: Machine<State, ServerEvent<Timer>, ServerAction<Timer>>;
  readonly #settings: MachineSettings;
  readonly #bank: TimerBank<Timer>;
  #state: State | undefined;
  #request: SipRequest;
  #lastResponse: Uint8Array | undefined;

  constructor(
    parts: ServerTransactionParts,
    request: SipRequest,
    machine: Machine<State, ServerEvent<Timer>, ServerAction<Timer>>,
  ) {
    this.#parts = parts;
    this.#request = request;
    this.mergeKey = mergeKey(request);
    this.#machine = machine;
    this.#settings = { timers: parts.timers, isReliable: isReliable(parts.flow) };
    this.#bank = new TimerBank(parts.clock, (timer) => this.#handle({ type: "timer", timer }));
  }

  get key(): string {
    return this.#parts.key;
  }

  get request(): SipRequest {
    return this.#request;
  }

  get flow(): Flow {
    return this.#parts.flow;
  }

  get stateName(): string {
    return this.#state?.name ?? "new";
  }

  get isAnswered(): boolean {
    return this.stateName !== "proceeding" && this.stateName !== "trying";
  }

  start(): void {
    this.#apply(this.#machine.start(this.#settings));
  }

  respond(response: SipResponse): void {
    this.#handle({ type: "respond", status: response.status }, response);
  }

  receiveRepeated(): void {
    this.#handle({ type: "repeated" });
  }

  receiveAck(ack: SipRequest): void {
    this.#handle({ type: "acknowledged" }, ack);
  }

  failTransport(): void {
    this.#handle({ type: "transportFailed" });
  }

  #handle(event: ServerEvent<Timer>, message?: SipRequest | SipResponse): void {
    if (this.#state) this.#apply(this.#machine.step(this.#state, event, this.#settings), message);
  }

  #apply({ state, actions }: Step<State, ServerAction<Timer>>, message?: SipRequest | SipResponse): void {
    const wasTerminated = this.#state?.name === "terminated";
    this.#state = state;
    if (state.name === "terminated" && !wasTerminated) this.#parts.onTerminated();
    for (const action of actions) this.#perform(action, message);
    // Over UDP an answered request is remembered for half a minute, thousands of them on a busy server.
    if (state.name === "completed") this.#request = this.#request.withHeaders(this.#request.headers.unread());
  }

  #perform(action: ServerAction<Timer>, message: SipRequest | SipResponse | undefined): void {
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
      case "deliverAck":
        if (message?.kind === "request") this.#parts.onAck(message);
        break;
      case "fail":
        this.onFailure(action.reason);
        break;
      case "start":
        this.#bank.start(action.timer, action.ms);
        break;
      case "stopTimers":
        this.#bank.stopAll();
        break;
    }
  }

  #send(response: SipResponse): void {
    this.#lastResponse = serialiseMessage(response);
    this.#resend();
  }

  #resend(): void {
    if (!this.#lastResponse || this.#parts.replyFlow.send(this.#lastResponse)) return;
    this.#parts.clock.schedule(0, () => this.failTransport());
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
