import type { Clock } from "@offhook/kernel";
import { serialiseMessage } from "../messages/message-serialiser.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { type Flow, isReliable } from "./flow.ts";
import { inviteClientMachine } from "./invite-client-machine.ts";
import { ackForRefusal } from "./invite-companions.ts";
import type { ClientAction, ClientEvent, FailureReason, Machine, MachineSettings, Step } from "./machine.ts";
import { requestClientMachine } from "./request-client-machine.ts";
import { TimerBank } from "./timer-bank.ts";
import type { TimerSettings } from "./timer-settings.ts";

/** Who sent the request hears what became of it: any number of responses, or one failure. */
export interface ClientObserver {
  onResponse(response: SipResponse): void;
  onFailure(reason: FailureReason): void;
}

export interface ClientTransactionParts {
  readonly key: string;
  /** With our own Via on top. */
  readonly request: SipRequest;
  readonly flow: Flow;
  readonly observer: ClientObserver;
  readonly clock: Clock;
  readonly timers: TimerSettings;
  readonly onTerminated: () => void;
}

/** What the transaction layer drives. */
export interface ClientTransaction {
  readonly key: string;
  readonly request: SipRequest;
  readonly flow: Flow;
  readonly stateName: string;
  start(): void;
  receive(response: SipResponse): void;
  failTransport(): void;
  noteCancelSent(): void;
}

/** The shell around either client machine: it owns the timers and the wire and decides nothing. */
class ClientShell<State extends { readonly name: string }, Timer extends string>
  implements ClientTransaction
{
  readonly #parts: ClientTransactionParts;
  readonly #machine: Machine<State, ClientEvent<Timer>, ClientAction<Timer>>;
  readonly #settings: MachineSettings;
  readonly #bank: TimerBank<Timer>;
  #state: State | undefined;
  #bytes: Uint8Array | undefined;
  #ack: Uint8Array | undefined;

  constructor(
    parts: ClientTransactionParts,
    machine: Machine<State, ClientEvent<Timer>, ClientAction<Timer>>,
  ) {
    this.#parts = parts;
    this.#machine = machine;
    this.#settings = { timers: parts.timers, isReliable: isReliable(parts.flow) };
    this.#bank = new TimerBank(parts.clock, (timer) => this.#handle({ type: "timer", timer }));
  }

  get key(): string {
    return this.#parts.key;
  }

  get request(): SipRequest {
    return this.#parts.request;
  }

  get flow(): Flow {
    return this.#parts.flow;
  }

  get stateName(): string {
    return this.#state?.name ?? "new";
  }

  start(): void {
    this.#apply(this.#machine.start(this.#settings));
  }

  receive(response: SipResponse): void {
    this.#handle({ type: "response", status: response.status }, response);
  }

  failTransport(): void {
    this.#handle({ type: "transportFailed" });
  }

  noteCancelSent(): void {
    this.#handle({ type: "cancelSent" });
  }

  #handle(event: ClientEvent<Timer>, response?: SipResponse): void {
    if (this.#state) this.#apply(this.#machine.step(this.#state, event, this.#settings), response);
  }

  #apply({ state, actions }: Step<State, ClientAction<Timer>>, response?: SipResponse): void {
    const wasTerminated = this.#state?.name === "terminated";
    this.#state = state;
    // Out of the table first: an observer may react by sending the next request of the same dialog.
    if (state.name === "terminated" && !wasTerminated) this.#parts.onTerminated();
    for (const action of actions) this.#perform(action, response);
  }

  #perform(action: ClientAction<Timer>, response: SipResponse | undefined): void {
    switch (action.do) {
      case "send":
        this.#send();
        break;
      case "acknowledge":
        this.#acknowledge(response);
        break;
      case "deliver":
        if (response) this.#parts.observer.onResponse(response);
        break;
      case "fail":
        this.#parts.observer.onFailure(action.reason);
        break;
      case "start":
        this.#bank.start(action.timer, action.ms);
        break;
      case "stopTimers":
        this.#bank.stopAll();
        break;
    }
  }

  #send(): void {
    this.#bytes ??= serialiseMessage(this.#parts.request);
    // Later, not at once: the caller has not yet been handed the transaction whose failure it would hear of.
    if (!this.#parts.flow.send(this.#bytes)) this.#parts.clock.schedule(0, () => this.failTransport());
  }

  #acknowledge(response: SipResponse | undefined): void {
    if (response) this.#ack ??= serialiseMessage(ackForRefusal(this.#parts.request, response));
    if (this.#ack) this.#parts.flow.send(this.#ack);
  }
}

export function createClientTransaction(parts: ClientTransactionParts): ClientTransaction {
  return parts.request.method === "INVITE"
    ? new ClientShell(parts, inviteClientMachine)
    : new ClientShell(parts, requestClientMachine);
}
