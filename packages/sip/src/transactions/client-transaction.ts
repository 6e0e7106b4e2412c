import { serializeMessage } from "../messages/message-serializer.ts";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import type { Flow } from "./flow.ts";
import { ackForRefusal } from "./invite-companions.ts";
import { inviteClientMachine } from "./machines/invite-client-machine.ts";
import type { ClientAction, ClientEvent, FailureReason, Machine, TimerAction } from "./machines/machine.ts";
import { requestClientMachine } from "./machines/request-client-machine.ts";
import { type ShellParts, TransactionShell } from "./transaction-shell.ts";

/** The sender of the request hears what became of it: any number of responses, or one failure. */
export interface ClientObserver {
  onResponse(response: SipResponse): void;
  onFailure(reason: FailureReason): void;
}

export interface ClientTransactionParts extends ShellParts {
  /** With our own Via on top. */
  readonly request: SipRequest;
  readonly observer: ClientObserver;
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

type ClientOnly<Timer extends string> = Exclude<ClientAction<Timer>, TimerAction<Timer>>;

/** The shell around either client machine. */
class ClientShell<State extends { readonly name: string }, Timer extends string>
  extends TransactionShell<State, Timer, ClientEvent<Timer>, ClientOnly<Timer>>
  implements ClientTransaction
{
  protected readonly parts: ClientTransactionParts;
  #bytes: Uint8Array | undefined;
  #ack: Uint8Array | undefined;

  constructor(
    parts: ClientTransactionParts,
    machine: Machine<State, ClientEvent<Timer>, ClientAction<Timer>>,
  ) {
    super(parts, machine);
    this.parts = parts;
  }

  get request(): SipRequest {
    return this.parts.request;
  }

  receive(response: SipResponse): void {
    this.handle({ type: "response", status: response.status }, response);
    // Answered, it is not sent again, but remembered for half a minute.
    if (response.status >= 200) this.#bytes = undefined;
  }

  noteCancelSent(): void {
    this.handle({ type: "cancelSent" });
  }

  protected perform(action: ClientOnly<Timer>, message: SipRequest | SipResponse | undefined): void {
    const response = message?.kind === "response" ? message : undefined;
    switch (action.do) {
      case "send":
        this.#send();
        break;
      case "acknowledge":
        this.#acknowledge(response);
        break;
      case "deliver":
        if (response) this.parts.observer.onResponse(response);
        break;
      case "fail":
        this.parts.observer.onFailure(action.reason);
        break;
    }
  }

  #send(): void {
    this.#bytes ??= serializeMessage(this.parts.request);
    // Later, not at once: the caller has not yet been handed the transaction whose failure it would hear of.
    if (!this.parts.flow.send(this.#bytes)) this.parts.clock.schedule(0, () => this.failTransport());
  }

  #acknowledge(response: SipResponse | undefined): void {
    if (response) this.#ack ??= serializeMessage(ackForRefusal(this.parts.request, response));
    if (this.#ack) this.parts.flow.send(this.#ack);
  }
}

export function createClientTransaction(parts: ClientTransactionParts): ClientTransaction {
  return parts.request.method === "INVITE"
    ? new ClientShell(parts, inviteClientMachine)
    : new ClientShell(parts, requestClientMachine);
}
