import type { Clock } from "@offhook/kernel";
import type { SipRequest, SipResponse } from "../messages/sip-message.ts";
import { type Flow, isReliable } from "./flow.ts";
import type { CommonEvent, Machine, MachineSettings, Step, TimerAction } from "./machines/machine.ts";
import type { TimerSettings } from "./machines/timer-settings.ts";
import { TimerBank } from "./timer-bank.ts";

export interface ShellParts {
  readonly key: string;
  readonly flow: Flow;
  readonly clock: Clock;
  readonly timers: TimerSettings;
  readonly onTerminated: () => void;
}

/** What stands around any of the four machines: it owns the state and the timers and decides nothing. */
export abstract class TransactionShell<
  State extends { readonly name: string },
  Timer extends string,
  Event,
  Action extends { readonly do: string },
> {
  protected abstract readonly parts: ShellParts;
  readonly #machine: Machine<State, Event | CommonEvent<Timer>, Action | TimerAction<Timer>>;
  readonly #settings: MachineSettings;
  readonly #bank: TimerBank<Timer>;
  #state: State | undefined;

  constructor(
    { flow, timers, clock }: ShellParts,
    machine: Machine<State, Event | CommonEvent<Timer>, Action | TimerAction<Timer>>,
  ) {
    this.#machine = machine;
    this.#settings = { timers, isReliable: isReliable(flow) };
    this.#bank = new TimerBank(clock, (timer) => this.handle({ type: "timer", timer }));
  }

  /** Does what the machine decided, with the message that the event brought. */
  protected abstract perform(action: Action, message: SipRequest | SipResponse | undefined): void;

  get key(): string {
    return this.parts.key;
  }

  get flow(): Flow {
    return this.parts.flow;
  }

  get stateName(): string {
    return this.#state?.name ?? "new";
  }

  start(): void {
    this.#apply(this.#machine.start(this.#settings), undefined);
  }

  /** The first half of a start: the state alone, for one that is most likely over before its timers matter. */
  protected startUntimed(): void {
    this.#state = this.#machine.start(this.#settings).state;
  }

  /** The second half. */
  protected startTimers(): void {
    for (const action of this.#machine.start(this.#settings).actions)
      if (isTimerAction(action) && action.do === "start") this.#bank.start(action.timer, action.ms);
  }

  failTransport(): void {
    this.handle({ type: "transportFailed" });
  }

  protected handle(event: Event | CommonEvent<Timer>, message?: SipRequest | SipResponse): void {
    if (this.#state) this.#apply(this.#machine.step(this.#state, event, this.#settings), message);
  }

  #apply(
    { state, actions }: Step<State, Action | TimerAction<Timer>>,
    message: SipRequest | SipResponse | undefined,
  ): void {
    const wasTerminated = this.#state?.name === "terminated";
    this.#state = state;
    // Out of the table first: an observer may react by sending the next request of the same dialog.
    if (state.name === "terminated" && !wasTerminated) this.parts.onTerminated();
    for (const action of actions) {
      if (!isTimerAction(action)) this.perform(action, message);
      else if (action.do === "start") this.#bank.start(action.timer, action.ms);
      else this.#bank.stopAll();
    }
  }
}

function isTimerAction<Action extends { readonly do: string }, Timer extends string>(
  action: Action | TimerAction<Timer>,
): action is TimerAction<Timer> {
  return action.do === "start" || action.do === "stopTimers";
}
